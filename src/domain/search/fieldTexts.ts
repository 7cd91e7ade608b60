import { placedHeadings, type PlacedHeading } from '../document/sections/headings.js';
import { splitDocument } from '../document/frontmatter/splitDocument.js';
import { leadRanges } from './leadRanges.js';
import type { FieldTexts } from './searchFields.js';

/** Larger files are searched by their beginning. */
const LONGEST_TEXT = 1_000_000;
/** No word is this long: letters of base64 that say nothing. */
const LONGEST_WORD = 199;
/** Pictures and other files in the text, once long runs are out. */
const DATA = /data:[^\s;,]{0,100}(?:;[^\s;,]{0,100})?;base64,[A-Za-z0-9+/=]{0,199}/g;
/** What is shorter in letters of base64 is a name, a digest, a word. */
const SHORTEST_DATA_LINE = 60;
/** Lines a long text in base64 is broken into. */
const DATA_LINES = /^[ \t]*(?=[^\d\n]{0,80}\d)(?=[^A-Z\n]{0,80}[A-Z])[A-Za-z0-9+/=]{60,199}[ \t]*$/gm;

export interface SpecTexts {
  readonly title: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** The default file without its frontmatter. */
  readonly body: string;
  /** Further Markdown files, whole. */
  readonly files: readonly string[];
  /** Of fields of the frontmatter. */
  readonly values?: readonly string[];
  /** Other files of text. */
  readonly attached?: readonly string[];
}

/** The text of a spec, field by field; a heading counts as heading only. */
export function fieldTextsOf(texts: SpecTexts): FieldTexts {
  const { title, name, tags, body, files, values = [], attached = [] } = texts;
  const text = body.slice(0, LONGEST_TEXT);
  const placed = [...placedHeadings(text)];
  const headings = placed.filter(({ level }, i) => level > 1 || i > 0).map(({ heading }) => heading);
  const ranges = leadRanges(text, placed);
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

/** What stands between the headings. */
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

/** A text without data in base64: nobody searches for it, and to take it apart takes long. */
export function withoutData(text: string): string {
  const { rest, longest } = withoutLongRuns(text);
  const named = rest.includes(';base64,') ? rest.replace(DATA, '') : rest;
  // Nearly no text has a line of data, and to look for one takes longer than all the rest here.
  return longest < SHORTEST_DATA_LINE ? named : named.replace(DATA_LINES, '');
}

/**
 * Letter by letter: the engine of a pattern notes each letter of a run, and has no room for megabytes of them. @returns the rest, and
 * how long the longest run is that is left in it.
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
