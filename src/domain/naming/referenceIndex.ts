import { numberIn } from './specNumbers.js';
import type { SpecFolder } from './specFolder.js';

/**
 * Returns a function that finds a spec by folder name, or else by name, or else by number. If several specs match, active specs
 * come before archived ones.
 */
export function referenceIndex<Spec extends Pick<SpecFolder, 'ref' | 'name' | 'sequence' | 'archived'>>(
  specs: readonly Spec[],
): (name: string) => Spec | undefined {
  // Each map is built only when it is first needed, because most references are folder names.
  let inOrder: readonly Spec[] | undefined;
  let byRef: ReadonlyMap<string, Spec> | undefined;
  let byName: ReadonlyMap<string, Spec> | undefined;
  let byNumber: ReadonlyMap<number, Spec> | undefined;
  return (name) => {
    inOrder ??= [...specs.filter((one) => !one.archived), ...specs.filter((one) => one.archived)];
    byRef ??= firstBy(inOrder, ({ ref }) => ref);
    const spec = byRef.get(name) ?? (byName ??= firstBy(inOrder, (one) => one.name)).get(name);
    const number = spec === undefined ? numberIn(name) : undefined;
    if (number === undefined) return spec;
    return (byNumber ??= firstBy(inOrder, ({ sequence }) => sequence)).get(number);
  };
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
