import type { SearchMatch } from '../../../application/queries/search/searchSpecs.js';
import { withinTokens } from '../../../domain/value/tokenEstimate.js';
import { cutText } from '../../../domain/value/cutText.js';
import { largest } from '../../../domain/value/largest.js';

/** A short passage is as long as two lines of a terminal. */
const LENGTH = 160;

/**
 * From the line on that has most of the words, no longer than two lines of a terminal.
 * @param most tokens it may have.
 */
export function shortPassage(match: SearchMatch, most: number, ellipsis = '…'): SearchMatch {
  const lines = match.snippet.split('\n');
  const words = new Set([...match.terms, ...match.relatedTerms]);
  const count = (line: string) =>
    new Set((line.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? []).filter((word) => words.has(word))).size;
  const counts = lines.map(count);
  const best = Math.max(0, counts.indexOf(largest(counts)));
  const line = match.line + best;
  const text = lines.slice(best).join(' ').replace(/\s+/g, ' ').trim();
  const whole = withinTokens(text, most, '');
  if (text.length <= LENGTH && whole === text) return { ...match, line, snippet: text };
  const length = Math.min(LENGTH, whole.length);
  // One line may be a whole file: the words decide which part of it is shown.
  const places = [...words].map((word) => text.indexOf(word)).filter((place) => place >= 0);
  const at = places.reduce((first, place) => Math.min(first, place), Infinity);
  const from = Number.isFinite(at) && at > length / 2 ? text.lastIndexOf(' ', at - length / 4) + 1 : 0;
  const part = withinTokens(cutText(text.slice(from), length), most, '').replace(/ \S*$/, '');
  return { ...match, line, snippet: `${from > 0 ? ellipsis : ''}${part}${ellipsis}` };
}
