/** The documents that score best, best first; none that does not score. */
export function topDocuments(scores: Float64Array, count: number): readonly number[] {
  const top: number[] = [];
  scores.forEach((score, document) => {
    if (score <= 0) return;
    let at = top.length;
    while (at > 0 && score > (scores[top[at - 1] ?? 0] ?? 0)) at--;
    if (at < count) top.splice(at, 0, document);
    if (top.length > count) top.pop();
  });
  return top;
}
