import { isBinaryFileName, isMarkdown } from '../document/documentText.js';
import { splitDocument } from '../document/frontmatter/parseSimpleFrontmatter.js';
import { placedHeadings, type PlacedHeading } from '../document/sections/headings.js';
import { standardField } from '../fields/standardFields.js';
import type { JsonObject, JsonValue } from '../value/jsonValue.js';

/**
 * The search fields of a spec, in which a word may occur. Their order must not change, because positions in the stored index
 * depend on it.
 */
export const SEARCH_FIELDS = [
  'title',
  'tags',
  'headings',
  'lead',
  'body',
  'files',
  'values',
  'attached',
] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];
/** The number of counts that a term has in a document: one for each search field. */
export const FIELD_COUNT = SEARCH_FIELDS.length;
export const [TITLE, LEAD] = [SEARCH_FIELDS.indexOf('title'), SEARCH_FIELDS.indexOf('lead')];
/**
 * The number of search fields that are the spec's own text; the remaining fields do not count for the spec's length and topic.
 */
export const OWN_FIELDS = SEARCH_FIELDS.indexOf('values');

/**
 * The text of one spec by field: `lead` is the part that describes its purpose, `body` the rest, `files` further Markdown files,
 * `values` frontmatter values, and `attached` other text files.
 */
export type FieldTexts = Readonly<Record<SearchField, string>>;

/** The greatest length of a searched text in characters; only the beginning of a larger file is searched. */
const LONGEST_TEXT = 1_000_000;
/** The least length of a run of base64 characters that may be data; a shorter run may be a name or a word. */
const LONG_RUN = 60;
const BASE64 = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(/[A-Za-z0-9+/=]/.test(String.fromCharCode(code))),
);
/** Matches runs of base64 characters in parts of limited length, because the engine needs stack for each character. */
const RUNS = /[A-Za-z0-9+/=]{1,20000}/g;
/** Matches a data URL from which long runs of base64 characters were already removed. */
const DATA = /data:[^\s;,]{0,100}(?:;[^\s;,]{0,100})?;base64,[A-Za-z0-9+/=]{0,199}/g;
/** Matches lines of base64 data. */
const DATA_LINES = /^[ \t]*(?=[^\d\n]{0,80}\d)(?=[^A-Z\n]{0,80}[A-Z])[A-Za-z0-9+/=]{60,199}[ \t]*$/gm;

export interface SpecTexts {
  readonly title: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** The document without its frontmatter. */
  readonly body: string;
  /** The contents of the spec's further Markdown files. */
  readonly files: readonly string[];
  /** The searchable values of frontmatter fields. */
  readonly values?: readonly string[];
  /** The contents of the spec's other text files. */
  readonly attached?: readonly string[];
}

/** Splits the texts of a spec into search fields. The words of a heading are only in the field for headings. */
export function fieldTextsOf(texts: SpecTexts): FieldTexts {
  const { title, name, tags, body, files, values = [], attached = [] } = texts;
  const text = body.slice(0, LONGEST_TEXT);
  const placed = [...placedHeadings(text)];
  const headings = placed.filter(({ level }, i) => level > 1 || i > 0).map(({ heading }) => heading);
  const ranges = purposeSections(text, placed);
  const ends = [0, ...ranges.map(([, end]) => end)];
  const rest = ends.map((end, i) => [end, ranges[i]?.[0] ?? text.length] as const);
  return {
    title: `${title}\n\n${name}`,
    tags: tags.join(' ; '),
    headings: headings.join('\n\n'),
    lead: ranges.map((range) => prose(text, placed, range)).join('\n\n'),
    body: rest.map((range) => prose(text, placed, range)).join('\n\n'),
    files: files.map((file) => withoutFrontmatter(file.slice(0, LONGEST_TEXT))).join('\n\n'),
    values: values.join(' ; '),
    attached: attached.join('\n\n'),
  };
}

/** Returns the text of the range `[start, end)` without the headings in it. */
function prose(
  text: string,
  headings: readonly PlacedHeading[],
  [start, end]: readonly [start: number, end: number],
): string {
  const parts: string[] = [];
  let at = start;
  for (const { textStart, textEnd } of headings) {
    if (textStart < at) continue;
    if (textEnd > end) break;
    parts.push(text.slice(at, textStart));
    at = textEnd;
  }
  parts.push(text.slice(at, end));
  return parts.join('\n');
}

function withoutFrontmatter(text: string): string {
  return text.slice(splitDocument(text).bodyStart);
}

/** Returns a searched text without base64 data, because such data has no words and splitting it into words is slow. */
export function withoutBase64Data(text: string): string {
  // Most texts have no long run and skip these patterns, which are slow.
  if (!hasLongRun(text)) return text;
  const rest = text.replace(RUNS, (run) => (run.length < 200 ? run : ''));
  return rest.replace(DATA, '').replace(DATA_LINES, '');
}

/** True if a text may have base64 data. Checks only each `LONG_RUN`th character, because every long run contains one of them. */
function hasLongRun(text: string): boolean {
  const isBase64 = (at: number) => BASE64[text.charCodeAt(at)] === 1;
  for (let at = LONG_RUN - 1; at < text.length; at += LONG_RUN) {
    if (!isBase64(at)) continue;
    let [start, end] = [at, at + 1];
    while (isBase64(start - 1)) start--;
    while (end - start < LONG_RUN && isBase64(end)) end++;
    if (end - start >= LONG_RUN) return true;
  }
  return false;
}

/** Headings of sections that describe the purpose of a document. */
const LEADING =
  /^[^\p{L}]*(?:(?:executive\s+)?summary|abstract|introduction|overview|description|motivation|problem|background|context|purpose|why|goals?(?!\p{L}))/iu;
const MOST_SECTIONS = 3;
/** The number of characters that are used of each section, about 150 words. */
const LEAD_LENGTH = 1000;
/** Matches a character or blank line that separates phrases. */
const PHRASE_END = /[^\p{L}\p{N}\p{M}'’ \t\n_/-]|\n[ \t]*\n/u;
/** The greatest number of characters after `LEAD_LENGTH` in which a separator of phrases is searched. */
const FURTHER = 400;

/**
 * Returns the ranges that describe the purpose of a text, `[start, end)`, ascending: the beginnings of the first sections whose
 * headings match `LEADING`, or else the beginning of the text.
 */
function purposeSections(
  text: string,
  headings: readonly PlacedHeading[],
): readonly (readonly [start: number, end: number])[] {
  const ranges: (readonly [number, number])[] = [];
  const [first] = headings;
  const isTitle = (heading: PlacedHeading) => heading === first && heading.level === 1;
  for (const [i, heading] of headings.entries()) {
    if (ranges.length === MOST_SECTIONS) break;
    if (isTitle(heading) && headings.some(({ level }) => level > 1)) continue;
    if (!LEADING.test(heading.heading) || heading.start < (ranges.at(-1)?.[1] ?? 0)) continue;
    const next = headings.slice(i + 1).find(({ level }) => level <= heading.level);
    const range = [heading.textEnd, leadEnd(text, heading.textEnd, next?.start ?? text.length)] as const;
    if (/[\p{L}\p{N}]/u.test(text.slice(...range))) ranges.push(range);
  }
  if (ranges.length > 0) return ranges;
  const start = first !== undefined && isTitle(first) ? first.textEnd : 0;
  return [[start, leadEnd(text, start, text.length)]];
}

/** Returns the end of a section's range: a separator after about 1000 characters, so that no phrase is split. */
function leadEnd(text: string, start: number, end: number): number {
  const from = start + LEAD_LENGTH;
  if (from >= end) return end;
  const further = text.slice(from, Math.min(end, from + FURTHER));
  const found = PHRASE_END.exec(further);
  return found === null ? from + further.length : from + found.index;
}

/** Matches dates, digests and ids, which are not searched because they are not words. */
const NOISE = /^(?:\d{4}-\d\d-\d\d.*|(?=.*\d)(?=.*[a-f])[0-9a-f-]{7,})$/is;

/**
 * True for fields whose values are searched as words: custom fields and names of people. Other standard fields are searched with
 * filters.
 */
export function isSearchedField(key: string): boolean {
  const field = standardField(key);
  return field === undefined || (field.kind === 'text' && field.kept !== true);
}

/** Returns the searchable texts of a document's fields, without tags. */
export function fieldValues(frontmatter: JsonObject): readonly string[] {
  return Object.keys(frontmatter).flatMap((key) =>
    isSearchedField(key) ? textsIn(frontmatter[key] ?? null) : [],
  );
}

function textsIn(value: JsonValue): readonly string[] {
  if (value === null || typeof value === 'boolean') return [];
  if (typeof value === 'object') return Object.values(value).flatMap(textsIn);
  const text = String(value);
  return NOISE.test(text) ? [] : [text];
}

/** Matches generated files, which are not searched because they are long. */
const GENERATED = /\.(?:lock|map|min\.[cm]?js|min\.css)$|(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/i;
/** The greatest number of files of one spec that are searched, because a folder may contain a whole program. */
const MOST_FILES = 50;
/** The greatest size in bytes of a file that is searched. */
const LARGEST_FILE = 256 * 1024;
const MOST_BYTES = 2 * LARGEST_FILE;

/** Returns the files in a spec's folder that may be searched and are not Markdown, those nearest to the document first. */
export function attachedNames(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => !isMarkdown(name) && !isBinaryFileName(name) && !GENERATED.test(name))
    .sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1))
    .slice(0, MOST_FILES);
}

/** Returns the files that are searched; files that exceed the limits of size are skipped. */
export function attachedWithin(
  names: readonly string[],
  sizeOf: (name: string) => number,
): readonly string[] {
  let room = MOST_BYTES;
  return names.filter((name) => {
    const size = sizeOf(name);
    if (size > LARGEST_FILE || size > room) return false;
    room -= size;
    return true;
  });
}

function depthOf(name: string): number {
  return name.split('/').length;
}
