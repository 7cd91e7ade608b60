import { withoutLabel } from './checkboxGrammar.js';

const STRIKE = '~~';
const MARK = `${STRIKE} (retired: `;

/** Returns the text of a retired criterion: struck through, with the reason. */
export function retiredText(words: string, reason: string): string {
  return `${STRIKE}${words}${MARK}${reason})`;
}

/** Returns the words of a criterion whose text is marked as retired, and the reason; undefined for any other text. */
export function retiredParts(text: string): { readonly words: string; readonly reason: string } | undefined {
  if (!text.startsWith(STRIKE) || !text.endsWith(')')) return undefined;
  const at = text.lastIndexOf(MARK);
  if (at < STRIKE.length) return undefined;
  return { words: text.slice(STRIKE.length, at), reason: text.slice(at + MARK.length, -1) };
}

/** Returns the words of a criterion whose text is marked as retired; undefined for any other text. */
export function retiredWords(text: string): string | undefined {
  return retiredParts(text)?.words;
}

/** Returns the words of a text that is struck through as a whole, with or without a remark in brackets; else undefined. */
export function struckWords(text: string): string | undefined {
  if (!text.startsWith(STRIKE)) return undefined;
  const end = text.lastIndexOf(STRIKE);
  const rest = text.slice(end + STRIKE.length).trim();
  const isWhole = rest === '' || (rest.startsWith('(') && rest.endsWith(')'));
  return end > STRIKE.length && isWhole ? text.slice(STRIKE.length, end) : undefined;
}

/** Returns what identifies the words of a criterion: without the label, and with single spaces. */
export function bareWords(text: string): string {
  return withoutLabel(text).replace(/\s+/g, ' ').trim();
}
