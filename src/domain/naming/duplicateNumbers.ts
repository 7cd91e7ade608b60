import type { SpecFolder } from './specFolder.js';

/** Numbers that more than one folder carries, with the folders. */
export function duplicateNumbers(folders: readonly SpecFolder[]): ReadonlyMap<number, readonly SpecFolder[]> {
  const byNumber = new Map<number, SpecFolder[]>();
  for (const folder of folders) {
    if (folder.sequence === null) continue;
    const holders = byNumber.get(folder.sequence);
    if (holders === undefined) byNumber.set(folder.sequence, [folder]);
    else holders.push(folder);
  }
  return new Map([...byNumber].filter(([, holders]) => holders.length > 1));
}
