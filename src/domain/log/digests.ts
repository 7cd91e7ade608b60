import { placedHeadings } from '../document/sections/headings.js';
import type { TextEdited } from '../spec/operations/handEdits.js';
import { type JsonObject, canonicalJson } from '../value/jsonValue.js';

/**
 * Returns a 53-bit hash of the field values without `updated`, never 0. Listings compare this hash with a stored one, to avoid
 * reading the log of each spec. Each field has two FNV-1a hashes (Fowler, Noll, Vo) of 32 and 21 bits; the hashes of all fields
 * are added up, so that the order of fields does not matter.
 */
export function frontmatterHash(frontmatter: JsonObject): number {
  let [high, low] = [0, 0];
  for (const key of Object.keys(frontmatter)) {
    const value = frontmatter[key];
    if (key === 'updated' || value === null || value === undefined) continue;
    const text = typeof value === 'string' ? `${key}\n"${value}` : `${key}\n${canonicalJson(value)}`;
    let [fieldHigh, fieldLow] = [0x811c9dc5, 0x050c5d1f];
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      fieldHigh = Math.imul(fieldHigh ^ unit, 0x01000193);
      fieldLow = Math.imul(fieldLow ^ unit, 0x01000197) ^ (fieldLow >>> 15);
    }
    high = (high + fieldHigh) | 0;
    low = (low + fieldLow) | 0;
  }
  return (high >>> 0) * 2 ** 21 + ((low >>> 0) >>> 11) || 1;
}

/** Returns a digest of the field values. Comments and line ends of the frontmatter do not change it. */
export function frontmatterDigest(frontmatter: JsonObject, sha256: (text: string) => string): string {
  return sha256(canonicalJson(presentFields(frontmatter))).slice(0, 32);
}

/** Returns the fields that are not null, because a null field counts as absent. */
function presentFields(frontmatter: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(frontmatter).filter(([, value]) => value !== null));
}

/**
 * Hashes of the lines of a text: for every section its heading, and four characters for each line that is not blank. With these
 * hashes, changed lines can be counted when the old text no longer exists.
 */
export type TextHash = readonly (readonly [heading: string, lines: string])[];

const WIDTH = 4;
/**
 * The greatest number of lines for which hashes are stored; for a longer text, the hashes would be larger than the rest of the
 * record.
 */
const MOST_LINES = 4000;

/** Normalizes the text below the frontmatter before it is hashed: no byte order mark, LF line ends, one line end at the end. */
function plainText(body: string): string {
  const text = body.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return `${text.slice(0, end)}\n`;
}

/** Returns a digest of a text; line ends do not change it. */
export function textDigest(body: string, sha256: (text: string) => string): string {
  return sha256(plainText(body)).slice(0, 32);
}

/** Returns the first 12 characters of the `textDigest` of a section, which are short enough to type. */
export function sectionDigest(text: string, sha256: (text: string) => string): string {
  return textDigest(text, sha256).slice(0, 12);
}

/** Returns a digest of a text that has a hash for each line; undefined for a text of more than `MOST_LINES` lines or sections. */
export function textHash(body: string): TextHash | undefined {
  const text = plainText(body);
  const print: (readonly [heading: string, lines: string])[] = [];
  let lines = 0;
  let section = { heading: '', textEnd: 0 };
  const end = (at?: number) => {
    const own = text
      .slice(section.textEnd, at)
      .split('\n')
      .filter((line) => line.trim() !== '');
    lines += own.length;
    if (section.heading !== '' || own.length > 0) print.push([section.heading, own.map(lineHash).join('')]);
  };
  for (const heading of placedHeadings(text)) {
    end(heading.start);
    if (lines > MOST_LINES || print.length > MOST_LINES) return undefined;
    section = heading;
  }
  end();
  return lines > MOST_LINES ? undefined : print;
}

/**
 * Returns the digest of a text, and the hashes of its lines if the text changed, as a record stores them.
 * @param known the digest of the text before the change.
 */
export function textDigests(
  body: string,
  known: string | undefined,
  sha256: (text: string) => string,
): { readonly text: string; readonly lines?: TextHash } {
  const text = textDigest(body, sha256);
  const lines = text === known ? undefined : textHash(body);
  return { text, ...(lines !== undefined && { lines }) };
}

/**
 * Compares two texts by the digests of their lines: returns the sections that differ, with the number of added and removed lines;
 * both numbers are 0 if lines were only moved.
 */
export function textChanges(before: TextHash, after: TextHash): TextEdited['data']['sections'] {
  const [old, now] = [byHeading(before), byHeading(after)];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((heading) => {
    const [was, is] = [old.get(heading), now.get(heading)];
    if (was === is) return [];
    const [gone, come] = [linesOf(was), linesOf(is)];
    return [{ heading, added: without(come, gone), removed: without(gone, come) }];
  });
}

/** Returns the line hashes of each heading; the hashes of sections with the same heading are joined. */
function byHeading(print: TextHash): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [heading, lines] of print) found.set(heading, (found.get(heading) ?? '') + lines);
  return found;
}

function linesOf(lines = ''): readonly string[] {
  return lines.match(/.{4}/g) ?? [];
}

/** Returns how many of `lines` are not in `others`; a repeated line counts as often as it occurs. */
function without(lines: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    return count === 0;
  }).length;
}

/**
 * Returns a hash of a line: 24 bits of FNV-1a over UTF-16 units. Two different lines have equal hashes in one of 16 million
 * cases.
 */
function lineHash(line: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < line.length; i++) hash = Math.imul(hash ^ line.charCodeAt(i), 0x01000193);
  let text = '';
  for (let i = 0; i < WIDTH; i++) text += DIGITS[(hash >>> (6 * i + 4)) & 63] ?? '';
  return text;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
