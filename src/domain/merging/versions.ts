import type { Sides } from '../log/reconcileFields.js';

/** Applies a function to each version. */
export function each<From, To>(sides: Sides<From>, make: (side: From) => To): Sides<To> {
  return { base: make(sides.base), ours: make(sides.ours), theirs: make(sides.theirs) };
}

/** Returns the same version three times: a decided result. */
export function alike<Version>(version: Version): Sides<Version> {
  return { base: version, ours: version, theirs: version };
}

/** Returns the version that one side alone changed, or that both changed alike; undefined if the sides differ. */
export function changedText({ base, ours, theirs }: Sides<string>): string | undefined {
  if (ours === theirs || base === theirs) return ours;
  return base === ours ? theirs : undefined;
}

/** Picks one of two texts, whichever of them is called ours. */
export function either(a: string, b: string): string {
  return a > b ? a : b;
}

/**
 * True if a merge has each line as often as both sides want it: no added line is missing, and no removed line is back.
 * @param merged the result, or for an undecided one its versions; then one way to decide it must keep the line.
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

/** Returns the least and the most copies of a line after the merge, as an equal change of both sides may be one change or two. */
function mergedCounts({ base, ours, theirs }: Sides<number>): readonly [least: number, most: number] {
  const asTwo = Math.max(0, ours + theirs - base);
  if (ours >= base && theirs >= base) return [Math.max(ours, theirs), asTwo];
  if (ours <= base && theirs <= base) return [asTwo, Math.min(ours, theirs)];
  return [asTwo, asTwo];
}
