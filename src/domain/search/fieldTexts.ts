import { placedHeadings, type PlacedHeading } from '../document/sections/headings.js';
import { splitDocument } from '../document/frontmatter/splitDocument.js';
import { purposeSections } from './purposeSections.js';
import type { FieldTexts } from './searchFields.js';

/** The greatest length of a searched text in characters; only the beginning of a larger file is searched. */
const LONGEST_TEXT = 1_000_000;
/** The greatest length of a word in characters; a longer run of letters and digits is assumed to be base64 data. */
const LONGEST_WORD = 199;
/** Matches a data URL from which long runs of base64 characters were already removed. */
const DATA = /data:[^\s;,]{0,100}(?:;[^\s;,]{0,100})?;base64,[A-Za-z0-9+/=]{0,199}/g;
/** The least length in characters of a line of base64 data; a shorter run may be a name, a digest or a word. */
const SHORTEST_DATA_LINE = 60;
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

/** Removes base64 data from a text, because it has no words and splitting it into words is slow. */
export function withoutData(text: string): string {
  const { rest, longest } = withoutLongRuns(text);
  const named = rest.includes(';base64,') ? rest.replace(DATA, '') : rest;
  // Most texts skip this pattern, because it takes longer than the rest of the function.
  return longest < SHORTEST_DATA_LINE ? named : named.replace(DATA_LINES, '');
}

/**
 * Removes runs of base64 characters longer than `LONGEST_WORD`. The function is a loop, because a pattern overflows the regular
 * expression engine's stack on megabytes of such characters.
 * @returns the remaining text, and the length of its longest remaining run.
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
