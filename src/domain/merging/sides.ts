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
