import { MOST_NAMED } from '../value/bounds.js';
import { SpectoolError } from '../errors/spectoolError.js';
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

/**
 * Returns the folder name by which other specs refer to a spec.
 * @throws SpectoolError `SPEC_AMBIGUOUS` if another folder has the same name.
 */
export function nameAmong(found: SpecFolder, folders: readonly SpecFolder[]): string {
  const namesakes = folders.filter(({ ref, archived }) => ref === found.ref && (found.archived || !archived));
  if (namesakes.length > 1) throw ambiguousName(found, namesakes);
  return found.ref;
}

function ambiguousName({ ref, path, sequence }: SpecFolder, namesakes: readonly SpecFolder[]): SpectoolError {
  const candidates = namesakes.map((one) => one.path);
  return new SpectoolError(
    'SPEC_AMBIGUOUS',
    `${candidates.slice(0, MOST_NAMED).join(' and ')} have the same folder name, so a reference to ${ref} is ambiguous.`,
    {
      ...(sequence === null
        ? { hint: 'Rename one of the folders first.' }
        : {
            advice: [
              { useCase: 'renumberSpec', request: { spec: path }, to: 'give this spec another number first' },
            ],
          }),
      details: { reference: ref, candidates },
    },
  );
}
