import { jsonTokenEstimate } from '../../../domain/value/tokenEstimate.js';

/**
 * Token limit of an answer without `--all` or `--limit`. The estimate may be off by a tenth, and the rest of the document needs
 * room.
 */
const MOST_TOKENS = 6_500;

/**
 * Returns the first items that fit the token limit, at least one; all of them if `isWhole`.
 * @param share tokens of an item as printed, per token of its JSON.
 */
export function limitTokens<Item>(items: readonly Item[], isWhole = false, share = 1): readonly Item[] {
  if (isWhole) return items;
  let left = MOST_TOKENS / share;
  const end = items.findIndex((item) => (left -= jsonTokenEstimate(item)) < 0);
  return end === -1 ? items : items.slice(0, Math.max(1, end));
}
