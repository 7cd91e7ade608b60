import type { SpecFolder } from './specFolder.js';

type Placed = Pick<SpecFolder, 'ref' | 'path'>;

/** What a spec is called among others: its folder, and where several folders are called so, with the way there. */
export type DistinctName = (spec: Placed) => string;

export function distinctNames(specs: readonly Placed[]): DistinctName {
  const [seen, again] = [new Set<string>(), new Set<string>()];
  for (const { ref } of specs) (seen.has(ref) ? again : seen).add(ref);
  return ({ ref, path }) => (again.has(ref) ? path : ref);
}

/** The one of its two names under which something is known of a spec. */
export function nameKnown({ ref, path }: Placed, isKnown: (name: string) => boolean): string {
  return isKnown(path) ? path : ref;
}

/** What a record by such names holds of a spec. */
export function underItsName<Value>(
  record: Readonly<Record<string, Value>>,
  spec: Placed,
): Value | undefined {
  const isKnown = (name: string) => Object.hasOwn(record, name);
  const name = nameKnown(spec, isKnown);
  return isKnown(name) ? record[name] : undefined;
}
