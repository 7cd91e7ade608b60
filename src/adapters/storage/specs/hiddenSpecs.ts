import { parseFolderName } from '../../../domain/naming/folderName.js';
import type { SpecFolder } from '../../../domain/naming/specFolder.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { StructureConfig } from '../../../domain/project/projectConfig.js';
import type { DirectoryEntry, FileSystem } from '../../../ports/fileSystem.js';
import type { HiddenSpecs } from '../../../ports/specStore.js';
import { hasFrontmatter } from './mainFile.js';
import { SpecFolderSearch } from './specFolderSearch.js';

/** Specs that no command shows: in the folder of another spec, or behind a link that is no spec itself. */
export function hiddenSpecs(
  files: FileSystem,
  structure: StructureConfig,
  { folders, links }: { readonly folders: readonly SpecFolder[]; readonly links: ReadonlySet<string> },
): readonly HiddenSpecs[] {
  const shown = new Set(folders.map(({ path }) => path));
  const documentNames = new Set([structure.defaultFile, 'README.md'].map((name) => name.toLowerCase()));
  const found: HiddenSpecs[] = [];
  for (const { path } of folders) {
    const specs = links.has(path) ? [] : specsIn(path);
    if (specs.length > 0) found.push({ path, why: 'in a spec', specs });
  }
  for (const path of links) {
    if (shown.has(path)) continue;
    if (!files.isInside(path)) found.push({ path, why: 'outside', specs: [] });
    else {
      const behind = unlessUnreadable(() => new SpecFolderSearch(files, structure).find(path).folders);
      // A second way to what is shown already hides nothing.
      const specs = behind.filter((one) => !isShown(one)).map((one) => one.path);
      if (specs.length > 0) found.push({ path, why: 'behind a link', specs });
    }
  }
  return found;

  function specsIn(folder: string): readonly string[] {
    return entriesOf(folder).flatMap(({ name, kind }) => {
      if (kind !== 'directory' || name.startsWith('.') || name === 'node_modules') return [];
      const place = `${folder}/${name}`;
      return isSpec(place, name) ? [place] : specsIn(place);
    });
  }

  /** Another spec may have the same name. */
  function isShown({ ref, path }: SpecFolder): boolean {
    return folders.some((one) => one.ref === ref && files.stat(one.path)?.inode === files.stat(path)?.inode);
  }

  /** Named like one and with a document, or with a document that has frontmatter. */
  function isSpec(place: string, name: string): boolean {
    const documents = entriesOf(place).filter((one) => documentNames.has(one.name.toLowerCase()));
    if (documents.length > 0 && parseFolderName(structure, name) !== undefined) return true;
    return documents.some((one) => hasFrontmatter(files, `${place}/${one.name}`));
  }

  function entriesOf(folder: string): readonly DirectoryEntry[] {
    return unlessUnreadable(() => files.list(folder));
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
