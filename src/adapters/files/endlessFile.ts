import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Folders whose files git reads for what it is asked here, and those below `refs`. */
const READ = ['', 'info', 'objects/info', 'objects/pack', 'rebase-merge', 'rebase-apply', 'sequencer'];
/** Files of the working tree that git takes settings from. */
const SETTINGS = ['.gitattributes', '.gitignore', '.gitmodules', '.mailmap'];
/** More branches than this are not looked through: the time that git may take is bounded as well. */
const MOST_REFS = 2000;

/**
 * A pipe or device where git expects a file of its own, by its path from the top of the working tree: git would wait for it without
 * end. Undefined where there is none. A socket cannot be opened, which git says itself.
 */
export function endlessFile(
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

/** Git has its own words for a folder that is not there or is closed. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
