import type { DirectoryEntry, FileKind, FileStat, FileSystem } from '../../ports/fileSystem.js';
import type { Section } from './snapshotSection.js';
import type { Snapshot } from './snapshot.js';

const KINDS: Readonly<Record<string, FileKind>> = { d: 'directory', f: 'file', l: 'link', o: 'other' };

/** A file system whose `list` also accepts the folder's stat, so that a caller that already has it saves a system call. */
export type RememberedFolders = FileSystem & {
  list(path: string, stat?: FileStat): readonly DirectoryEntry[];
};

/**
 * Wraps a file system so that the listing of an unchanged folder comes from the snapshot (the cache file) instead of from disk.
 */
export function rememberedFolders(files: FileSystem, snapshot: Snapshot): RememberedFolders {
  /**
   * The cached listings, by folder path. A listing is one string, such as `dspecs/freadme.md`: its entries joined by slashes,
   * each as the first letter of its kind and its name.
   */
  const folders = (): Section<string> => snapshot.section('folders');
  const list = (path: string, stat = files.stat(path)): readonly DirectoryEntry[] => {
    // A folder reached through a link is not cached, because the link's stat stays the same when its target is replaced.
    if (stat?.kind !== 'directory') return files.list(path);
    const known = folders().known(path, stat);
    if (known !== undefined) return entriesOf(known);
    const entries = files.list(path);
    folders().learn(path, stat, entries.map(({ kind, name }) => kind.charAt(0) + name).join('/'));
    return entries;
  };
  return new Proxy(files, {
    get: (_, name) => {
      if (name === 'list') return list;
      const value: unknown = Reflect.get(files, name);
      return typeof value === 'function' ? (value.bind(files) as unknown) : value;
    },
  });
}

function entriesOf(text: string): readonly DirectoryEntry[] {
  if (text === '') return [];
  return text.split('/').map((entry) => ({ name: entry.slice(1), kind: KINDS[entry.charAt(0)] ?? 'other' }));
}
