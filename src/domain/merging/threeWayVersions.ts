import type { SpecDocument } from '../document/specDocument.js';
import type { Sides } from '../reconcile/reconcileFields.js';
import { largestNumber } from '../value/collections.js';
import { lineStart, type TextEdit, withEdits } from '../value/text.js';

/**
 * Splits a document whose frontmatter has repeated keys, as after a merge by lines, into three versions: of a repeated key,
 * `ours` has the first entry, `theirs` the second, and `base` none. Undefined if no key is repeated, or if a key occurs more than
 * twice.
 */
export function repeatedSides({ text, entries, problem }: SpecDocument): Sides<string> | undefined {
  if (problem?.code !== 'KEY_REPEATED') return undefined;
  const counts = new Map<string, number>();
  for (const { key } of entries) counts.set(key, (counts.get(key) ?? 0) + 1);
  if (largestNumber(counts.values()) > 2) return undefined;
  const without = (isLeftOut: (isFirst: boolean) => boolean) => {
    const seen = new Set<string>();
    const edits = entries.flatMap(({ key, start, end }): readonly TextEdit[] => {
      const isFirst = !seen.has(key);
      seen.add(key);
      if (counts.get(key) === 1 || !isLeftOut(isFirst)) return [];
      return [{ at: lineStart(text, start), end, text: '' }];
    });
    return withEdits(text, edits);
  };
  return {
    base: without(() => true),
    ours: without((isFirst) => !isFirst),
    theirs: without((isFirst) => isFirst),
  };
}

/** Applies a function to each of the three versions. */
export function mapVersions<From, To>(sides: Sides<From>, make: (side: From) => To): Sides<To> {
  return { base: make(sides.base), ours: make(sides.ours), theirs: make(sides.theirs) };
}

/** Returns a value as all three versions, as if there had been no change. */
export function identicalVersions<Version>(version: Version): Sides<Version> {
  return { base: version, ours: version, theirs: version };
}

/**
 * Returns the merged version if only one side changed it, or if both sides made the same change; undefined if both changed it
 * differently.
 */
export function changedText({ base, ours, theirs }: Sides<string>): string | undefined {
  if (ours === theirs || base === theirs) return ours;
  return base === ours ? theirs : undefined;
}

/** Picks one of two texts; the choice is the same if `a` and `b` are exchanged. */
export function pickEitherVersion(a: string, b: string): string {
  return a > b ? a : b;
}
