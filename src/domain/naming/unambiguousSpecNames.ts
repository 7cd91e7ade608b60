import type { SpecFolder } from './specFolder.js';

type Placed = Pick<SpecFolder, 'ref' | 'path'>;

/** Returns the folder name of a spec, or its path if several specs have the same folder name. */
export type DistinctName = (spec: Placed) => string;

export function distinctNames(specs: readonly Placed[]): DistinctName {
  const [seen, again] = [new Set<string>(), new Set<string>()];
  for (const { ref } of specs) (seen.has(ref) ? again : seen).add(ref);
  return ({ ref, path }) => (again.has(ref) ? path : ref);
}

/** Returns the path of a spec if `isKnown` is true for this path, or else the folder name. */
export function nameKnown({ ref, path }: Placed, isKnown: (name: string) => boolean): string {
  return isKnown(path) ? path : ref;
}

/** Returns the value for a spec in an object whose keys are paths or folder names of specs. */
export function underItsName<Value>(
  record: Readonly<Record<string, Value>>,
  spec: Placed,
): Value | undefined {
  const isKnown = (name: string) => Object.hasOwn(record, name);
  const name = nameKnown(spec, isKnown);
  return isKnown(name) ? record[name] : undefined;
}
