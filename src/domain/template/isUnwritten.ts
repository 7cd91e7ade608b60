import { checkboxIn, isBlankText, withoutTick } from '../criteria/checkboxGrammar.js';
import { withoutComments } from '../document/sections/withoutComments.js';
import { PLACEHOLDER } from './renderTemplate.js';

/** Tells whether a line is from a template. */
export type TemplateLines = (line: string) => boolean;

/** Returns a function that recognizes the lines of templates, with any value in place of each placeholder. */
export function templateLines(templates: readonly string[]): TemplateLines {
  const lines = new Set(templates.flatMap((text) => text.split(/\r?\n/).map(plain)));
  const patterns = [...lines].flatMap((line) => {
    const parts = line.split(PLACEHOLDER).filter((_, i) => i % 2 === 0);
    // A placeholder alone would match every line.
    if (parts.length === 1 || !/\p{L}/u.test(parts.join(''))) return [];
    return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('.*')}$`);
  });
  return (line) => lines.has(plain(line)) || patterns.some((pattern) => pattern.test(plain(line)));
}

/**
 * True if nobody has written the text of a spec: it has only headings, comments, blank checkboxes and lines of templates.
 * @param body the text below the frontmatter.
 */
export function isUnwritten(body: string, isOfTemplate: TemplateLines): boolean {
  return withoutComments(body)
    .split(/\r?\n/)
    .every((line) => isNoText(line.trim()) || isOfTemplate(line));
}

/** True for a blank line, a heading or its underline, a thematic break, and a blank checkbox. */
function isNoText(line: string): boolean {
  if (line === '' || /^(?:#{1,6}(?:\s|$)|[=-]+$)/.test(line)) return true;
  const box = checkboxIn(line);
  return box !== undefined && isBlankText(box.text);
}

function plain(line: string): string {
  return withoutTick(line).trim();
}
