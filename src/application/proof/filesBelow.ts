import { childOf } from '../../domain/naming/projectPath.js';
import type { FileSystem } from '../../ports/fileSystem.js';

/** Folders that have neither reports nor tests of the project. */
const PASSED_OVER = new Set(['.git', '.hg', '.svn', '.spectool', 'node_modules']);
/** Maximum number of files and folders that are looked at, and depth of folders. */
const [MOST_ENTRIES, DEEPEST] = [100_000, 20];

/** Returns the files and links below a folder, also those that git ignores. */
export function filesBelow(files: FileSystem, folder: string): readonly string[] {
  const found: string[] = [];
  let left = MOST_ENTRIES;
  const visit = (path: string, depth: number): void => {
    for (const { name, kind } of files.list(path)) {
      if ((left -= 1) < 0) return;
      if (kind !== 'directory') found.push(childOf(path, name));
      else if (depth < DEEPEST && !PASSED_OVER.has(name)) visit(childOf(path, name), depth + 1);
    }
  };
  visit(folder, 0);
  return found;
}
