import { placedHeadings } from '../document/sections/headings.js';
import type { TextEdited } from '../spec/events/text.js';

/**
 * The lines of a text as hashes, to count changed lines in each section when the old text no longer exists: for every section its
 * heading and a hash of four characters for each line that is not blank.
 */
export type TextHash = readonly (readonly [heading: string, lines: string])[];

const WIDTH = 4;
/** A longer text has only a digest, as its print would be larger than the rest of the record. */
const MOST_LINES = 4000;

/** Normalizes the text below the frontmatter for digests: no BOM, LF, one newline at the end. */
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

/** Returns the `textDigest` of a section, short enough to type. */
export function sectionDigest(text: string, sha256: (text: string) => string): string {
  return textDigest(text, sha256).slice(0, 12);
}

/** Returns undefined for a text of more than `MOST_LINES` lines or sections. */
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
    if (section.heading !== '' || own.length > 0) print.push([section.heading, own.map(shortHash).join('')]);
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
 * Returns the digests of the text that a record stores.
 * @param known the digest of the text before it.
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

/** Returns the sections that differ, with the number of added and removed lines; both are 0 if lines only changed places. */
export function textChanges(before: TextHash, after: TextHash): TextEdited['data']['sections'] {
  const [old, now] = [byHeading(before), byHeading(after)];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((heading) => {
    const [was, is] = [old.get(heading), now.get(heading)];
    if (was === is) return [];
    const [gone, come] = [linesOf(was), linesOf(is)];
    return [{ heading, added: without(come, gone), removed: without(gone, come) }];
  });
}

/** Joins the lines of sections with the same heading. */
function byHeading(print: TextHash): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [heading, lines] of print) found.set(heading, (found.get(heading) ?? '') + lines);
  return found;
}

function linesOf(lines = ''): readonly string[] {
  return lines.match(/.{4}/g) ?? [];
}

/** Counts the `lines` that are not among `others`, as multisets. */
function without(lines: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    return count === 0;
  }).length;
}

/** 24 bits of FNV-1a over UTF-16 units: of 16 million pairs of different lines, one has equal hashes. */
function shortHash(line: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < line.length; i++) hash = Math.imul(hash ^ line.charCodeAt(i), 0x01000193);
  let text = '';
  for (let i = 0; i < WIDTH; i++) text += DIGITS[(hash >>> (6 * i + 4)) & 63] ?? '';
  return text;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
