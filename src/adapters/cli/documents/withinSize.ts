import { jsonTokenEstimate } from '../../../domain/value/tokenEstimate.js';

/** Tokens an answer may cost whoever did not ask for more; the estimate errs by a tenth, and other members of a document need room. */
const MOST_TOKENS = 6_500;

/**
 * The first of the items that fit, one at least; all of them where they were asked for.
 * @param share tokens of an item as it is shown, for each token of its JSON.
 */
export function withinSize<Item>(items: readonly Item[], isWhole = false, share = 1): readonly Item[] {
  if (isWhole) return items;
  let left = MOST_TOKENS / share;
  const end = items.findIndex((item) => (left -= jsonTokenEstimate(item)) < 0);
  return end === -1 ? items : items.slice(0, Math.max(1, end));
}
