import type { StructureConfig } from '../project/configuration.js';
import { numbersByDate } from './folderPattern.js';
import type { SpecFolder } from './specFolder.js';

type Numbered = Pick<SpecFolder, 'sequence' | 'group' | 'ref' | 'name'>;

/** Numbers that more than one folder carries, with the folders; under a pattern that numbers by date, within one date. */
export function duplicateNumbers<Folder extends Numbered>(
  folders: readonly Folder[],
  structure: StructureConfig,
): readonly (readonly [number: number, holders: readonly Folder[]])[] {
  const byDate = numbersByDate(structure);
  const keyOf = (folder: Numbered) =>
    byDate ? `${dateOf(folder)}${String(folder.sequence)}` : folder.sequence;
  const seen = new Set<string | number | null>();
  const twice = new Set<string | number | null>();
  for (const folder of folders) {
    if (folder.sequence === null) continue;
    const key = keyOf(folder);
    if (seen.has(key)) twice.add(key);
    else seen.add(key);
  }
  // Mostly there are none, and then nothing more is made of ten thousand numbers.
  if (twice.size === 0) return [];
  const holders = new Map<string | number | null, [number, Folder[]]>();
  for (const folder of folders) {
    const key = keyOf(folder);
    if (folder.sequence === null || !twice.has(key)) continue;
    const known = holders.get(key);
    if (known === undefined) holders.set(key, [folder.sequence, [folder]]);
    else known[1].push(folder);
  }
  return [...holders.values()];
}

/** What stands above and before the number. */
function dateOf({ group = '', ref, name }: Numbered): string {
  return `${group}/${ref.slice(0, -name.length).replace(/\d+-$/, '')}`;
}
