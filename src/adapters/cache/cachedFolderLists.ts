import type { DirectoryEntry, FileKind, FileStat, FileSystem } from '../../ports/fileSystem.js';
import type { Section } from './snapshotSection.js';
import type { Snapshot } from './snapshot.js';

const KINDS: Readonly<Record<string, FileKind>> = { d: 'directory', f: 'file', l: 'link', o: 'other' };

/** A file system whose `list` accepts the folder's stat, if the caller already has it. */
export type RememberedFolders = FileSystem & {
  list(path: string, stat?: FileStat): readonly DirectoryEntry[];
};

/** Wraps a file system so that an unchanged folder is listed from the snapshot instead of from disk. */
export function rememberedFolders(files: FileSystem, snapshot: Snapshot): RememberedFolders {
  /** Folder listings: for each entry the first letter of its kind followed by its name, joined by slashes. */
  const folders = (): Section<string> => snapshot.section('folders');
  const list = (path: string, stat = files.stat(path)): readonly DirectoryEntry[] => {
    // The stat of a link stays the same when the link's target is replaced, so links are not cached.
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
