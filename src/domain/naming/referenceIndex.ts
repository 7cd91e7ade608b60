import { numberIn } from './specNumbers.js';
import type { SpecFolder } from './specFolder.js';

/**
 * Returns a function that finds a spec by folder name, or else by name, or else by number. If several specs match, active specs
 * come before archived ones.
 */
export function referenceIndex<Spec extends Pick<SpecFolder, 'ref' | 'name' | 'sequence' | 'archived'>>(
  specs: readonly Spec[],
): (name: string) => Spec | undefined {
  const inOrder = [...specs.filter((one) => !one.archived), ...specs.filter((one) => one.archived)];
  const byRef = firstBy(inOrder, ({ ref }) => ref);
  const byName = firstBy(inOrder, ({ name }) => name);
  const byNumber = firstBy(inOrder, ({ sequence }) => sequence);
  return (name) => byRef.get(name) ?? byName.get(name) ?? byNumber.get(numberIn(name) ?? NaN);
}

function firstBy<Spec, Key>(
  specs: readonly Spec[],
  keyOf: (spec: Spec) => Key | null,
): ReadonlyMap<Key, Spec> {
  const first = new Map<Key, Spec>();
  for (const spec of specs) {
    const key = keyOf(spec);
    if (key !== null && !first.has(key)) first.set(key, spec);
  }
  return first;
}
