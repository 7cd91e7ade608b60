import { wordsOf } from '../../naming/slug.js';
import { blankLines } from '../plainText.js';
import type { SpecDocument } from '../specDocument.js';
import { lineEnd } from '../textEdit.js';
import { placedHeadings, type PlacedHeading } from './headings.js';

/** No title is longer; a heading may be a whole file without a line end. */
const LONGEST = 1000;

/** The body's first `#` heading outside code, inline markup stripped, else the name in words. */
export function titleOf(document: Pick<SpecDocument, 'text' | 'bodyStart'>, name: string): string {
  const heading = titleHeading(document.text.slice(document.bodyStart))?.heading ?? '';
  return plainText(heading.slice(0, LONGEST)) || wordsOf(name);
}

/** The heading that is the title of a Markdown text. */
export function titleHeading(body: string): PlacedHeading | undefined {
  for (const heading of placedHeadings(body)) {
    if (heading.level === 1) return heading;
  }
  return undefined;
}

/** The body without the heading that is its title, where the title tells all of it. */
export function withoutTitle(body: string): string {
  const found = titleHeading(body);
  // Elsewhere, though not here, a lone carriage return ends a line: the heading holds more than a heading.
  if (found === undefined || found.heading.length > LONGEST || found.heading.includes('\r')) return body;
  const { start, textStart, textEnd } = found;
  let end = lineEnd(body, textEnd);
  if (!/#/.test(body.slice(start, textStart))) end = lineEnd(body, end);
  // What stands around it stays apart.
  return `${body.slice(0, start)}\n${body.slice(end)}`;
}

/** Making the expressions below costs a command a millisecond; most titles have nothing for them. */
const MARKED = /[*_`[\]\\]/;

function plainText(markdown: string): string {
  if (!MARKED.test(markdown)) return markdown.trim();
  return markdown
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, '$2')
    .replace(/(?<![\p{L}\p{N}*_\\])(\*\*|__)(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, '$2')
    .replace(/(?<![\p{L}\p{N}*_\\])([*_])(?=\S)([^*_]+)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
}

/** What stands for the title in a Markdown text, markup and all; null where no heading does. */
export function writtenTitle(body: string): string | null {
  const heading = titleHeading(body);
  return heading === undefined ? null : body.slice(heading.textStart, heading.textEnd);
}

/** The body with another title: the text of its first `#` heading, or a new heading above everything. */
export function retitle(body: string, shown: string): string {
  // Markdown takes marks at the end of a heading for its close.
  const title = shown.replace(/(^|[ \t])(#+)$/, '$1\\$2');
  const heading = titleHeading(body);
  if (heading === undefined) return withWrittenTitle(body, title);
  const line = body.slice(body.lastIndexOf('\n', heading.textStart - 1) + 1, heading.textStart);
  // In the line above an underline it must not begin what is no heading.
  const text = line.includes('#')
    ? title
    : title.replace(/^(?=[#>+*<|-]|_[ \t_]*$|\[[^\]]+\]:)|(?<=^\d+)(?=[.)])/, '\\');
  return withWrittenTitle(body, text);
}

/** The body with this text in the heading that is its title, whatever it says; null: without that heading. */
export function withWrittenTitle(body: string, text: string | null): string {
  const heading = titleHeading(body);
  if (heading === undefined) {
    if (text === null) return body;
    const newline = /\r\n|\n/.exec(body)?.[0] ?? '\n';
    const blank = blankLines(body);
    return `${blank}# ${text}${newline}${newline}${body.slice(blank.length)}`;
  }
  if (text === null) {
    const end = lineEnd(body, heading.textEnd);
    const [below = ''] = /^[ \t]*\r?\n/.exec(body.slice(end, end + 2)) ?? [];
    return body.slice(0, heading.start) + body.slice(end + below.length);
  }
  // An empty heading may be nothing but `#`: the text needs a space before it.
  const gap = body[heading.textStart - 1] === '#' ? ' ' : '';
  return body.slice(0, heading.textStart) + gap + text + body.slice(heading.textEnd);
}
