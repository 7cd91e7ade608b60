import { referenceIndex } from './referenceIndex.js';
import type { FormerName } from './resolveReference.js';
import type { SpecFolder } from './specFolder.js';
import { numberIn } from './specNumbers.js';

/**
 * Returns a function that gives the spec which a former folder name, name or number means; undefined for a name that a spec has
 * now, that none ever had, or that several had.
 * @param former called when a name is unknown.
 */
export function namesNow(
  folders: readonly SpecFolder[],
  former: () => readonly { readonly folder: SpecFolder; readonly names: readonly FormerName[] }[],
): (name: string) => SpecFolder | undefined {
  const find = referenceIndex(folders);
  let known: ReadonlyMap<string | number, SpecFolder | undefined> | undefined;
  return (name) => {
    if (find(name) !== undefined) return undefined;
    known ??= byFormerName(former());
    return known.get(name) ?? known.get(numberIn(name) ?? '');
  };
}

function byFormerName(
  all: readonly { readonly folder: SpecFolder; readonly names: readonly FormerName[] }[],
): ReadonlyMap<string | number, SpecFolder | undefined> {
  const known = new Map<string | number, SpecFolder | undefined>();
  for (const { folder, names } of all) {
    const own = names.flatMap(({ ref, sequence }) => [ref, ref.replace(/^\d+-/, ''), sequence ?? ref]);
    for (const name of new Set(own)) known.set(name, known.has(name) ? undefined : folder);
  }
  return known;
}
