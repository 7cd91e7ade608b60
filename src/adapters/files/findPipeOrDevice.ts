import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Subfolders of the git folder whose files git reads during the commands that spectool runs; `refs` is searched with all its
 * subfolders.
 */
const READ = ['', 'info', 'objects/info', 'objects/pack', 'rebase-merge', 'rebase-apply', 'sequencer'];
/** Files at the top of the working tree from which git reads settings. */
const SETTINGS = ['.gitattributes', '.gitignore', '.gitmodules', '.mailmap'];
/**
 * The search of `refs` for a pipe or device stops after this many entries. If it misses one, git waits for that file until its
 * time limit.
 */
const MOST_REFS = 2000;

/**
 * Returns the path of a pipe or device that stands in place of a file that git reads, relative to the top of the working tree;
 * undefined if there is none. Git would wait forever for data from such a file. Sockets are not searched for, because git reports
 * an error when it opens one.
 */
export function blockingFile(
  folder: string,
  { gitDir, commonDir, top }: Readonly<Record<'gitDir' | 'commonDir' | 'top', string>>,
): string | undefined {
  for (const own of new Set([gitDir, commonDir])) {
    const found =
      READ.map((name) => endlessIn(join(own, name))).find((path) => path !== undefined) ??
      endlessBelow(join(own, 'refs'));
    if (found !== undefined) return relative(top, found);
  }
  const settings = [...new Set([top, folder])].flatMap((at) => SETTINGS.map((name) => join(at, name)));
  const found = settings.find(isEndless);
  return found === undefined ? undefined : relative(top, found);
}

function endlessBelow(refs: string): string | undefined {
  const folders = [refs];
  let left = MOST_REFS;
  for (let at = folders.pop(); at !== undefined && left > 0; at = folders.pop()) {
    const entries = entriesOf(at);
    left -= entries.length;
    const found = endlessAmong(at, entries);
    if (found !== undefined) return found;
    for (const entry of entries) if (entry.isDirectory()) folders.push(join(at, entry.name));
  }
  return undefined;
}

function endlessIn(folder: string): string | undefined {
  return endlessAmong(folder, entriesOf(folder));
}

function endlessAmong(folder: string, entries: readonly Dirent[]): string | undefined {
  const found = entries.find((entry) => {
    if (entry.isFile() || entry.isDirectory() || entry.isSocket()) return false;
    return isEndless(join(folder, entry.name));
  });
  return found === undefined ? undefined : join(folder, found.name);
}

function isEndless(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFIFO() === true || stats?.isCharacterDevice() === true || stats?.isBlockDevice() === true;
  } catch {
    return false;
  }
}

/** Lists a folder. Returns no entries if the folder cannot be read, because git reports that itself. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
