import type { SpecFolder } from './specFolder.js';

/** Numbers that more than one folder carries, with the folders. */
export function duplicateNumbers<Folder extends Pick<SpecFolder, 'sequence'>>(
  folders: readonly Folder[],
): ReadonlyMap<number, readonly Folder[]> {
  const byNumber = new Map<number, Folder[]>();
  for (const folder of folders) {
    if (folder.sequence === null) continue;
    const holders = byNumber.get(folder.sequence);
    if (holders === undefined) byNumber.set(folder.sequence, [folder]);
    else holders.push(folder);
  }
  return new Map([...byNumber].filter(([, holders]) => holders.length > 1));
}
