import type { Sides } from '../log/reconcile.js';

/** Made of each version by itself. */
export function each<From, To>(sides: Sides<From>, make: (side: From) => To): Sides<To> {
  return { base: make(sides.base), ours: make(sides.ours), theirs: make(sides.theirs) };
}

/** The same in all three: what is decided. */
export function alike<Version>(version: Version): Sides<Version> {
  return { base: version, ours: version, theirs: version };
}

/** What one side alone changed, or both alike; undefined where each did in its own way. */
export function changedText({ base, ours, theirs }: Sides<string>): string | undefined {
  if (ours === theirs || base === theirs) return ours;
  return base === ours ? theirs : undefined;
}

/** One of them, whichever is called ours. */
export function either(a: string, b: string): string {
  return a > b ? a : b;
}

/**
 * Whether a merge has each line as often as both sides want it: none that one added is missing, none that one took out is back.
 * @param merged one that is not decided yet has versions as the sides have; the line is wanted in at least one way to decide it.
 */
export function keepsLinesOfBoth(sides: Sides<readonly string[]>, merged: Sides<readonly string[]>): boolean {
  const [wanted, made] = [each(sides, lineCounts), each(merged, lineCounts)];
  const lines = new Set(
    [wanted, made]
      .flatMap(({ base, ours, theirs }) => [base, ours, theirs])
      .flatMap((counts) => [...counts.keys()]),
  );
  return [...lines].every((line) => {
    const [least, most] = mergedCounts(each(wanted, (counts) => counts.get(line) ?? 0));
    const [fewest, highest] = mergedCounts(each(made, (counts) => counts.get(line) ?? 0));
    return fewest <= most && highest >= least;
  });
}

function lineCounts(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** What both sides did alike may be one change or two. */
function mergedCounts({ base, ours, theirs }: Sides<number>): readonly [least: number, most: number] {
  const asTwo = Math.max(0, ours + theirs - base);
  if (ours >= base && theirs >= base) return [Math.max(ours, theirs), asTwo];
  if (ours <= base && theirs <= base) return [asTwo, Math.min(ours, theirs)];
  return [asTwo, asTwo];
}
