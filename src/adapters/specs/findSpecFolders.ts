import { parseFolderName, parseForeignFolderName } from '../../domain/naming/folderName.js';
import { ARCHIVE_FOLDER } from '../../domain/naming/labels.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { StructureConfig } from '../../domain/project/projectConfig.js';
import type { FileSystem } from '../../ports/fileSystem.js';

const DEEPEST_GROUP = 6;
/** What a date token of a group looks like; `2025-11` is no spec number 2025. */
const DATE_GROUP = /^\d{4}(?:-?\d{2}){0,2}$/;

/**
 * Every spec folder, by (archived, sequence, ref). A folder named like a spec is one, its document missing or not; a folder
 * that holds a document is one whatever its name; any other is a group and is looked into.
 */
export function findSpecFolders(
  files: FileSystem,
  specsDir: string,
  structure: StructureConfig,
): readonly SpecFolder[] {
  const found: SpecFolder[] = [];
  const visit = (path: string, group: string, archived: boolean, depth: number) => {
    for (const { name, kind } of files.list(path)) {
      if ((kind !== 'directory' && kind !== 'link') || name.startsWith('.') || name === 'node_modules')
        continue;
      const place = `${path}/${name}`;
      if (!archived && group === '' && name === ARCHIVE_FOLDER) {
        visit(place, '', true, depth);
        continue;
      }
      const parts = specParts(files, place, name, kind === 'link', structure);
      if (parts !== undefined)
        found.push({ ...parts, ref: name, ...(group !== '' && { group }), archived, path: place });
      else if (kind === 'directory' && depth < DEEPEST_GROUP)
        visit(place, group === '' ? name : `${group}/${name}`, archived, depth + 1);
    }
  };
  visit(specsDir, '', false, 0);
  return found.sort(inOrder);
}

function specParts(
  files: FileSystem,
  place: string,
  name: string,
  isLink: boolean,
  structure: StructureConfig,
) {
  const named = DATE_GROUP.test(name) ? undefined : parseFolderName(structure, name);
  if (named !== undefined) return named;
  if (isLink && !files.isInside(place)) return undefined;
  return files.stat(`${place}/${structure.defaultFile}`) === undefined
    ? undefined
    : parseForeignFolderName(structure, name);
}

function inOrder(a: SpecFolder, b: SpecFolder): number {
  if (a.archived !== b.archived) return a.archived ? 1 : -1;
  const [left, right] = [a.sequence ?? Infinity, b.sequence ?? Infinity];
  if (left !== right) return left < right ? -1 : 1;
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
