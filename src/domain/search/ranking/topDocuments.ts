/** The documents that score best, best first; none that does not score. Of equals the one whose place comes first. */
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
  /** Of the last one there is room for. */
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
