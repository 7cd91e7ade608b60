import { titleHeading } from './title.js';

/** The body with another title: the text of its first `#` heading, or a new heading above everything. */
export function retitle(body: string, title: string): string {
  const heading = titleHeading(body);
  const newline = /\r\n|\n/.exec(body)?.[0] ?? '\n';
  if (heading !== undefined) {
    // An empty heading may be nothing but `#`: the text needs a space before it.
    const gap = body[heading.textStart - 1] === '#' ? ' ' : '';
    return body.slice(0, heading.textStart) + gap + title + body.slice(heading.textEnd);
  }
  const blank = /^(?:[ \t]*\r?\n)*/.exec(body)?.[0] ?? '';
  return `${blank}# ${title}${newline}${newline}${body.slice(blank.length)}`;
}
