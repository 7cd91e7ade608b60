import type { DirectoryEntry, FileKind, FileStat, FileSystem } from '../../ports/fileSystem.js';
import type { Section } from './section.js';
import type { Snapshot } from './snapshot.js';

const KINDS: Readonly<Record<string, FileKind>> = { d: 'directory', f: 'file', l: 'link', o: 'other' };

/** Files that list a folder by what it looks like, where the caller knows. */
export type RememberedFolders = FileSystem & {
  list(path: string, stat?: FileStat): readonly DirectoryEntry[];
};

/** The same files, of which no folder is listed that looks as it did when it was listed last. */
export function rememberedFolders(files: FileSystem, snapshot: Snapshot): RememberedFolders {
  /** A letter for the kind of each entry, its name, and a slash between two. */
  const folders = (): Section<string> => snapshot.section('folders');
  const list = (path: string, stat = files.stat(path)): readonly DirectoryEntry[] => {
    // Behind a link another folder may come to stand without a trace.
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
