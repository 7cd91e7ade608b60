import { parseFolderName } from '../../../domain/naming/folderName.js';
import type { SpecFolder } from '../../../domain/naming/specFolder.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { StructureConfig } from '../../../domain/project/projectConfig.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type { HiddenSpecs } from '../../../ports/specStore.js';
import { hasFrontmatter } from './mainFile.js';
import { SpecFolderSearch } from './specFolderSearch.js';

/** What stands in a spec belongs to it; deeper than this nobody looks for a spec that went astray. */
const DEEPEST = 4;

/** Specs that no command shows: in the folder of another spec, or behind a link that is no spec itself. */
export function hiddenSpecs(
  files: FileSystem,
  structure: StructureConfig,
  { folders, links }: { readonly folders: readonly SpecFolder[]; readonly links: ReadonlySet<string> },
): readonly HiddenSpecs[] {
  const shown = new Set(folders.map(({ path }) => path));
  const found: HiddenSpecs[] = [];
  for (const { path } of folders) {
    const specs = links.has(path) ? [] : unlessUnreadable(() => specsIn(path, DEEPEST));
    if (specs.length > 0) found.push({ path, why: 'in a spec', specs });
  }
  for (const path of links) {
    if (shown.has(path)) continue;
    if (!files.isInside(path)) found.push({ path, why: 'outside', specs: [] });
    else {
      const behind = unlessUnreadable(() => new SpecFolderSearch(files, structure).find(path).folders);
      // A second way to what is shown already hides nothing.
      const specs = behind
        .filter(({ ref }) => !folders.some((one) => one.ref === ref))
        .map((one) => one.path);
      if (specs.length > 0) found.push({ path, why: 'behind a link', specs });
    }
  }
  return found;

  function specsIn(folder: string, depth: number): readonly string[] {
    return files.list(folder).flatMap(({ name, kind }) => {
      if (kind !== 'directory' || name.startsWith('.') || name === 'node_modules') return [];
      const place = `${folder}/${name}`;
      if (isSpec(place, name)) return [place];
      return depth > 1 ? specsIn(place, depth - 1) : [];
    });
  }

  /** Named like one and with a document, or with a document that has frontmatter. */
  function isSpec(place: string, name: string): boolean {
    const documents = [...new Set([structure.defaultFile, 'README.md'])].map((one) => `${place}/${one}`);
    const there = documents.filter((path) => files.stat(path) !== undefined);
    if (there.length > 0 && parseFolderName(structure, name) !== undefined) return true;
    return there.some((path) => hasFrontmatter(files, path));
  }
}

/** What cannot be looked into is told where it is read. */
function unlessUnreadable<T>(look: () => readonly T[]): readonly T[] {
  try {
    return look();
  } catch (error) {
    if (error instanceof SpectoolError) return [];
    throw error;
  }
}
