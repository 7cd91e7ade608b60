import { placedHeadings, type PlacedHeading } from '../document/sections/headings.js';
import { splitDocument } from '../document/frontmatter/splitDocument.js';
import { purposeSections } from './purposeSections.js';
import type { FieldTexts } from './searchFields.js';

/** In characters; only the beginning of a larger file is searched. */
const LONGEST_TEXT = 1_000_000;
/** In characters; a longer run is base64. */
const LONGEST_WORD = 199;
/** Matches the rest of a data URL after long runs were removed. */
const DATA = /data:[^\s;,]{0,100}(?:;[^\s;,]{0,100})?;base64,[A-Za-z0-9+/=]{0,199}/g;
/** In characters; a shorter run of base64 may be a name, a digest or a word. */
const SHORTEST_DATA_LINE = 60;
/** Matches lines of base64 data. */
const DATA_LINES = /^[ \t]*(?=[^\d\n]{0,80}\d)(?=[^A-Z\n]{0,80}[A-Z])[A-Za-z0-9+/=]{60,199}[ \t]*$/gm;

export interface SpecTexts {
  readonly title: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** The document without its frontmatter. */
  readonly body: string;
  /** Further Markdown files, whole. */
  readonly files: readonly string[];
  /** Values of frontmatter fields. */
  readonly values?: readonly string[];
  /** Other text files. */
  readonly attached?: readonly string[];
}

/** Splits a spec's text into search fields; a heading counts only as heading. */
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

/** Returns the text between the headings. */
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

/** Removes base64 data, which has no words and takes long to split. */
export function withoutData(text: string): string {
  const { rest, longest } = withoutLongRuns(text);
  const named = rest.includes(';base64,') ? rest.replace(DATA, '') : rest;
  // Skipped for most texts, as this pattern takes longer than the rest of the function.
  return longest < SHORTEST_DATA_LINE ? named : named.replace(DATA_LINES, '');
}

/**
 * Removes runs of base64 characters longer than `LONGEST_WORD`. A loop, as a pattern overflows the regular expression engine's
 * stack on megabytes of them.
 * @returns the rest, and the length of the longest run left in it.
 */
function withoutLongRuns(text: string): { readonly rest: string; readonly longest: number } {
  const kept: string[] = [];
  let [done, start, longest] = [0, 0, 0];
  for (let i = 0; i <= text.length; i++) {
    if (i < text.length && isBase64(text.charCodeAt(i))) continue;
    if (i - start > LONGEST_WORD) {
      kept.push(text.slice(done, start));
      done = i;
    } else if (i - start > longest) longest = i - start;
    start = i + 1;
  }
  return { rest: done === 0 ? text : kept.join('') + text.slice(done), longest };
}

function isBase64(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x2f && code <= 0x39) ||
    code === 0x2b ||
    code === 0x3d
  );
}
