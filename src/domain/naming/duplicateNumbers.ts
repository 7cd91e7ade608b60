import type { SpecFolder } from './specFolder.js';

/** Numbers that more than one folder carries, with the folders. */
export function duplicateNumbers<Folder extends Pick<SpecFolder, 'sequence'>>(
  folders: readonly Folder[],
): ReadonlyMap<number, readonly Folder[]> {
  const seen = new Set<number>();
  const twice = new Set<number>();
  for (const { sequence } of folders) {
    if (sequence === null) continue;
    if (seen.has(sequence)) twice.add(sequence);
    else seen.add(sequence);
  }
  // Mostly there are none, and then nothing more is made of ten thousand numbers.
  const holders = new Map<number, Folder[]>();
  if (twice.size === 0) return holders;
  for (const folder of folders) {
    if (folder.sequence === null || !twice.has(folder.sequence)) continue;
    const known = holders.get(folder.sequence);
    if (known === undefined) holders.set(folder.sequence, [folder]);
    else known.push(folder);
  }
  return holders;
}
