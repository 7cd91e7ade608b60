/** Longer words are no typos of anything and would only cost time. */
const LONGEST = 100;

/** Those of `candidates` that `word` may have been meant to be, best first: few edits away, or containing it. */
export function nearestWords(word: string, candidates: Iterable<string>, limit = 3): string[] {
  const wanted = word.toLowerCase();
  if (wanted === '' || wanted.length > LONGEST) return [];
  const tolerance = Math.max(1, Math.floor(wanted.length / 3));
  const found: { readonly candidate: string; readonly distance: number }[] = [];
  for (const candidate of candidates) {
    const offered = candidate.toLowerCase();
    if (offered.length > LONGEST) continue;
    const contained = wanted.length >= 3 && offered.includes(wanted);
    const distance = contained ? 0.5 : editDistance(wanted, offered, tolerance);
    if (distance <= tolerance) found.push({ candidate, distance });
  }
  return found
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** Insertions, deletions, substitutions and swaps of neighbours; anything above `most` is Infinity. */
export function editDistance(a: string, b: string, most = Infinity): number {
  if (Math.abs(a.length - b.length) > most) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    if (Math.min(...row) > most) return Infinity;
    beforeLast = last;
    last = row;
  }
  const distance = last[b.length] ?? 0;
  return distance > most ? Infinity : distance;
}
