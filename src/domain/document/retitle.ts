import { placedHeadings } from './headings.js';

/** The body with another title: the text of its first `#` heading, or a new heading above everything. */
export function retitle(body: string, title: string): string {
  const heading = placedHeadings(body).find(({ level }) => level === 1);
  if (heading !== undefined) return body.slice(0, heading.textStart) + title + body.slice(heading.textEnd);
  const newline = /\r\n|\n/.exec(body)?.[0] ?? '\n';
  const blank = /^(?:[ \t]*\r?\n)*/.exec(body)?.[0] ?? '';
  return `${blank}# ${title}${newline}${newline}${body.slice(blank.length)}`;
}
