import type { FileStat } from '../../ports/fileSystem.js';
import type { RememberedFolders } from './cachedFolderLists.js';
import type { Stamp } from './fileStamp.js';

/** Maximum number of files and folders of a spec; findings about a spec with more are not cached. */
const MOST_ENTRIES = 200;

/** The stats of all files and folders at and below the given paths, and one stamp computed from all of them. */
export interface FolderStamps {
  readonly stamp: Stamp;
  readonly looks: readonly FileStat[];
}

/**
 * Computes one stamp for all files and folders at and below `paths`. Returns undefined if the stamp could miss a change: the
 * first path does not exist, an entry is a link or a special file, or there are too many entries.
 */
export function folderStampsOf(files: RememberedFolders, paths: readonly string[]): FolderStamps | undefined {
  const looks: FileStat[] = [];
  // Two 32-bit hashes of all names and stats, computed like the FNV-1a hash (Fowler, Noll, Vo).
  let [one, other] = [0x811c9dc5, 0x050c5d1f];
  const note = (name: string, stat: FileStat | undefined) => {
    const { mtimeNs, ctimeNs, size, inode } = stat ?? {};
    const text = `${name} ${String(mtimeNs)} ${String(ctimeNs)} ${String(size)} ${String(inode)}\n`;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      one = Math.imul(one ^ unit, 0x01000193);
      other = Math.imul(other ^ unit, 0x01000197) ^ (other >>> 15);
    }
    if (stat !== undefined) looks.push(stat);
  };
  const look = (path: string, stat: FileStat | undefined): boolean => {
    note(path, stat);
    if (stat === undefined) return path !== paths[0];
    const entries = stat.kind === 'directory' ? files.list(path, stat) : [];
    if (stat.kind !== 'directory' || looks.length + entries.length > MOST_ENTRIES) return false;
    return entries.every(({ name, kind }) => {
      const own = files.stat(`${path}/${name}`);
      // Compute no stamp if the entry was deleted or replaced after the folder was listed, or is a link or a special file.
      if (own === undefined || own.kind !== kind || (kind !== 'file' && kind !== 'directory')) return false;
      if (kind === 'directory') return look(`${path}/${name}`, own);
      note(name, own);
      return true;
    });
  };
  try {
    const isWhole = paths.every((path) => look(path, files.stat(path)));
    return isWhole ? { stamp: [one >>> 0, other >>> 0, looks.length, 0], looks } : undefined;
  } catch {
    return undefined;
  }
}
