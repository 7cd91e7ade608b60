import type { FolderEntry } from './gitObjects.js';

/** A folder whose entries have to be read. */
interface WantedFolder {
  readonly name: string;
  /** Path on disk, or the id of a tree object. */
  readonly at: string;
}

/** Maximum depth of the folders searched for specs: archive, year, month, day, and one more. */
const MAX_DEPTH = 5;

/**
 * Collects the names of spec folders, level by level. Folders with the name of a spec are not read, because there may be
 * thousands. Any other folder is read, and counts as a spec folder if it contains files.
 */
export function walkSpecFolders(
  top: readonly WantedFolder[],
  readAll: (
    wanted: readonly WantedFolder[],
  ) => readonly { readonly name: string; readonly entries: readonly FolderEntry[] }[],
  isSpecFolder: (name: string) => boolean,
  names: Set<string>,
): void {
  let wanted = top;
  for (let depth = 0; depth <= MAX_DEPTH && wanted.length > 0; depth += 1) {
    const groups: WantedFolder[] = [];
    for (const { name, entries } of readAll(wanted)) {
      if (depth > 0 && entries.some((entry) => entry.kind === 'file')) names.add(name);
      for (const entry of entries) {
        if (entry.kind === 'file') continue;
        if (entry.kind === 'other' || isSpecFolder(entry.name)) names.add(entry.name);
        else groups.push({ name: entry.name, at: entry.at() });
      }
    }
    wanted = groups;
  }
}
