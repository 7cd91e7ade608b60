import { jsonTokenEstimate } from '../../../domain/value/tokenEstimate.js';

/**
 * Maximum estimated tokens of a list in a JSON document without `--all` or `--limit`. The limit leaves room for the rest of the
 * document, and for an estimate that is a tenth too low.
 */
const MOST_TOKENS = 6_500;

/**
 * Returns the first items that fit the token limit, at least one; all items if `isWhole`.
 * @param share tokens of a printed item, divided by the tokens of the same item as JSON.
 */
export function limitTokens<Item>(items: readonly Item[], isWhole = false, share = 1): readonly Item[] {
  if (isWhole) return items;
  let left = MOST_TOKENS / share;
  const end = items.findIndex((item) => (left -= jsonTokenEstimate(item)) < 0);
  return end === -1 ? items : items.slice(0, Math.max(1, end));
}
