import type { SearchMatch } from '../../../application/queries/searchSpecs.js';
import { withinTokens } from '../../../domain/value/tokenEstimate.js';
import { cutText } from '../../../domain/value/text.js';
import { largestNumber } from '../../../domain/value/collections.js';

/** Length of a short passage in characters: two lines of a terminal. */
const LENGTH = 160;

/**
 * Shortens a passage to two lines of a terminal, starting at the line with the most matching words.
 * @param most maximum number of tokens.
 */
export function shortPassage(match: SearchMatch, most: number, ellipsis = '…'): SearchMatch {
  const lines = match.snippet.split('\n');
  const words = new Set([...match.terms, ...match.relatedTerms]);
  const count = (line: string) =>
    new Set((line.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? []).filter((word) => words.has(word))).size;
  const counts = lines.map(count);
  const best = Math.max(0, counts.indexOf(largestNumber(counts)));
  const line = match.line + best;
  const text = lines.slice(best).join(' ').replace(/\s+/g, ' ').trim();
  const whole = withinTokens(text, most, '');
  if (text.length <= LENGTH && whole === text) return { ...match, line, snippet: text };
  const length = Math.min(LENGTH, whole.length);
  // A line may be as long as a whole file, so start near the first matching word instead of at the beginning of the line.
  const places = [...words].map((word) => text.indexOf(word)).filter((place) => place >= 0);
  const at = places.reduce((first, place) => Math.min(first, place), Infinity);
  const from = Number.isFinite(at) && at > length / 2 ? text.lastIndexOf(' ', at - length / 4) + 1 : 0;
  const part = withinTokens(cutText(text.slice(from), length), most, '').replace(/ \S*$/, '');
  return { ...match, line, snippet: `${from > 0 ? ellipsis : ''}${part}${ellipsis}` };
}
