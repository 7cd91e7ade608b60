import { wordsOf } from '../../naming/slug.js';
import { copiedText } from '../../value/copiedText.js';
import { blankLines } from '../decodeText.js';
import type { SpecDocument } from '../specDocument.js';
import { lineEnd } from '../textEdit.js';
import { placedHeadings, type PlacedHeading } from './headings.js';

/**
 * The greatest length of a title in characters. A heading may be longer: in a file without line ends it can be the whole file.
 */
const LONGEST = 1000;

/**
 * Returns the text of the first `#` heading outside code, without inline markup; without such a heading, the words of the spec's
 * name.
 */
export function titleOf(document: Pick<SpecDocument, 'text' | 'bodyStart'>, name: string): string {
  const heading = titleHeading(document.text.slice(document.bodyStart))?.heading ?? '';
  return withoutMarkup(copiedText(heading.slice(0, LONGEST))) || wordsOf(name);
}

/** Returns the heading that is the title of a Markdown text. */
export function titleHeading(body: string): PlacedHeading | undefined {
  for (const heading of placedHeadings(body)) {
    if (heading.level === 1) return heading;
  }
  return undefined;
}

/** Returns the text without its title heading. The heading stays if it has more text than the title. */
export function withoutTitle(body: string): string {
  const found = titleHeading(body);
  // Some programs write a lone carriage return as a line end; the heading then contains more than the title.
  if (found === undefined || found.heading.length > LONGEST || found.heading.includes('\r')) return body;
  const { start, textStart, textEnd } = found;
  let end = lineEnd(body, textEnd);
  if (!/#/.test(body.slice(start, textStart))) end = lineEnd(body, end);
  // The line end keeps the text above the title separate from the text below it.
  return `${body.slice(0, start)}\n${body.slice(end)}`;
}

/**
 * Matches titles that may contain markup. Other titles, which are most, skip the expressions below, whose compilation takes a
 * millisecond.
 */
const MARKED = /[*_`[\]\\]/;

/** Returns one line of Markdown without links, code marks, emphasis and backslashes. */
export function withoutMarkup(markdown: string): string {
  if (!MARKED.test(markdown)) return markdown.trim();
  return markdown
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, '$2')
    .replace(/(?<![\p{L}\p{N}*_\\])(\*\*|__)(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, '$2')
    .replace(/(?<![\p{L}\p{N}*_\\])([*_])(?=\S)([^*_]+)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
}

/** Returns the title as written, with markup; null if there is no title heading. */
export function writtenTitle(body: string): string | null {
  const heading = titleHeading(body);
  return heading === undefined ? null : body.slice(heading.textStart, heading.textEnd);
}

/** Returns the text with another title: in its first `#` heading, or in a new heading at the top. */
export function retitle(body: string, shown: string): string {
  // `#`s at the end of the title are escaped, because Markdown would drop them as closing marks of the heading.
  const title = shown.replace(/(^|[ \t])(#+)$/, '$1\\$2');
  const heading = titleHeading(body);
  if (heading === undefined) return withWrittenTitle(body, title);
  const line = body.slice(body.lastIndexOf('\n', heading.textStart - 1) + 1, heading.textStart);
  // An underlined title must be a paragraph, so marks that would begin another block are escaped.
  const text = line.includes('#')
    ? title
    : title.replace(/^(?=[#>+*<|-]|_[ \t_]*$|\[[^\]]+\]:)|(?<=^\d+)(?=[.)])/, '\\');
  return withWrittenTitle(body, text);
}

/** Returns the document's text with `text` written into the title heading unchanged; null removes the title heading. */
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
  // An empty heading may be only `#`; a space is then needed before the title.
  const gap = body[heading.textStart - 1] === '#' ? ' ' : '';
  return body.slice(0, heading.textStart) + gap + text + body.slice(heading.textEnd);
}
