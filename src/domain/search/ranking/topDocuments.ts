/**
 * Returns at most `count` documents with the highest scores above 0, best first. Documents with equal scores are in the order of
 * `placeOf`.
 */
export function topDocuments(
  scores: Float64Array,
  count: number,
  placeOf: (document: number) => number = (document) => document,
): readonly number[] {
  const top: number[] = [];
  const isBetter = (document: number, other: number) => {
    const more = (scores[document] as number) - (scores[other] as number);
    return more > 0 || (more === 0 && placeOf(document) < placeOf(other));
  };
  /** The score of the last document in the list, once the list is full. */
  let least = 0;
  for (let document = 0; document < scores.length; document++) {
    const score = scores[document] as number;
    if (score <= 0 || score < least) continue;
    let at = top.length;
    while (at > 0 && isBetter(document, top[at - 1] as number)) at--;
    if (at < count) top.splice(at, 0, document);
    if (top.length > count) top.pop();
    if (top.length === count) least = scores[top[count - 1] as number] ?? 0;
  }
  return top;
}
