import { wordsOf } from '../naming/titleWords.js';
import { proseLines } from './proseLines.js';
import type { SpecDocument } from './specDocument.js';

/** The body's first `#` heading outside code, inline markup stripped, else the name in words. */
export function titleOf(document: Pick<SpecDocument, 'text' | 'bodyStart'>, name: string): string {
  const heading = firstHeading(document.text, document.bodyStart);
  return (heading === undefined ? '' : plainText(heading)) || wordsOf(name);
}

function firstHeading(text: string, bodyStart: number): string | undefined {
  let before = '';
  for (const line of proseLines(text.slice(bodyStart))) {
    const atx = /^ {0,3}#(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line.text);
    if (atx !== null) return atx[1] ?? '';
    if (/^ {0,3}=+[ \t]*$/.test(line.text) && before.trim() !== '') return before.trim();
    before = /^(?: {4}|\t)/.test(line.text) ? '' : line.text;
  }
  return undefined;
}

function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^()]*\)/g, '$1')
    .replace(/(`+)(.+?)\1/g, '$2')
    .replace(/(\*\*|__)(.+?)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}*])\*([^*]+)\*/gu, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
}
