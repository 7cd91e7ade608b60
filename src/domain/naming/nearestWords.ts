/** Returns the words of `candidates` that a user may have meant by `word`, nearest first, at most `max`. */
export function nearestWords(word: string, candidates: readonly string[], max = 3): readonly string[] {
  const wanted = word.toLowerCase().slice(0, LONGEST);
  if (wanted === '') return [];
  const tolerance = Math.max(1, Math.min(3, Math.floor(wanted.length / 3)));
  return [...new Set(candidates)]
    .map((candidate) => ({
      candidate,
      distance: distanceOf(wanted, candidate.toLowerCase().slice(0, LONGEST), tolerance),
    }))
    .filter(({ distance }) => distance <= tolerance)
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, max)
    .map(({ candidate }) => candidate);
}

const LONGEST = 80;

/** Returns the edit distance of a candidate from the word; 1 for a candidate that contains the whole word. */
function distanceOf(word: string, candidate: string, tolerance: number): number {
  if (word.length >= 3 && candidate.includes(word)) return candidate === word ? 0 : 1;
  if (Math.abs(word.length - candidate.length) > tolerance) return Infinity;
  return editDistance(word, candidate);
}

/**
 * Returns the Damerau-Levenshtein distance (optimal string alignment): the number of insertions, deletions, substitutions and
 * swaps of adjacent letters.
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
