/** The documents that score best, best first; none that does not score. Of equals the one whose place comes first. */
export function topDocuments(
  scores: Float64Array,
  count: number,
  placeOf: (document: number) => number = (document) => document,
): readonly number[] {
  const top: number[] = [];
  const isBetter = (document: number, other: number) => {
    const more = (scores[document] ?? 0) - (scores[other] ?? 0);
    return more > 0 || (more === 0 && placeOf(document) < placeOf(other));
  };
  scores.forEach((score, document) => {
    if (score <= 0) return;
    let at = top.length;
    while (at > 0 && isBetter(document, top[at - 1] ?? 0)) at--;
    if (at < count) top.splice(at, 0, document);
    if (top.length > count) top.pop();
  });
  return top;
}
