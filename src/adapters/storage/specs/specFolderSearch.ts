import {
  type FolderNameParts,
  mayBeGroup,
  parseFolderName,
  parseForeignFolderName,
} from '../../../domain/naming/folderName.js';
import { folderPattern } from '../../../domain/naming/folderPattern.js';
import { isDateName } from '../../../domain/naming/folderNamePrefixes.js';
import { countedNumbers } from '../../../domain/naming/specNumbers.js';
import { isMarkdown } from '../../../domain/document/decodeText.js';
import { childOf } from '../../../domain/naming/projectPath.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { ARCHIVE_FOLDER, type SpecFolder } from '../../../domain/naming/specFolder.js';
import { CONFIG_FILE } from '../../../domain/project/projectFolders.js';
import type { StructureConfig } from '../../../domain/project/configuration.js';
import type { DirectoryEntry, FileSystem } from '../../../ports/fileSystem.js';
import type { NotRead } from '../../../ports/specStore.js';

/** In a folder with fewer entries than this, a number that looks like a year cannot come from numbering specs consecutively. */
const MANY = 190;
const NONE: ReadonlySet<number> = new Set();
const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules']);

/** Matches names of files such as README.md and CHANGELOG.md, which describe the folder that contains them. */
const OF_THE_FOLDER = /^(?:[A-Z][A-Z_-]*|readme|index)\.[a-z]+$/;

type Looking = Pick<FileSystem, 'list' | 'stat' | 'placeOf'>;

export interface FoundFolders {
  /** The spec folders; sorted, archived ones last, by number and then path. */
  readonly folders: readonly SpecFolder[];
  readonly notRead: readonly NotRead[];
}

/**
 * Finds all spec folders. A folder with the name of a spec is a spec, with or without a document. A folder with a document is a
 * spec, whatever its name. Any other folder is a group and is searched. To decide, only folders whose name could also be that of
 * a group are read.
 */
export class SpecFolderSearch {
  readonly #files: Looking;
  readonly #structure: StructureConfig;
  readonly #isGrouped: boolean;
  #specsDir = '';
  readonly #folders: SpecFolder[] = [];
  readonly #notRead = new Map<string, NotRead>();
  readonly #holding = new Map<string, boolean>();

  constructor(files: Looking, structure: StructureConfig) {
    this.#files = files;
    this.#structure = structure;
    this.#isGrouped = structure.pattern === 'custom' || folderPattern(structure).group !== '';
  }

  /** @throws SpectoolError `READ_FAILED` if `specsDir` itself cannot be read. */
  find(specsDir: string): FoundFolders {
    this.#specsDir = specsDir;
    this.#visit(this.#files.list(specsDir), specsDir, '', false);
    const folders = this.#folders;
    const isSorted = folders.every((folder, i) => i === 0 || inOrder(folders[i - 1] ?? folder, folder) <= 0);
    return { folders: isSorted ? folders : folders.sort(inOrder), notRead: [...this.#notRead.values()] };
  }

  /** Adds the specs in a folder to the result. @returns true if the folder or a folder below it contains specs. */
  #visit(listed: readonly DirectoryEntry[], path: string, group: string, archived: boolean): boolean {
    const entries = listed.map(({ name, kind }) => ({
      name,
      kind,
      named: parseFolderName(this.#structure, name),
    }));
    const counted = this.#counted(entries);
    const notes: string[] = [];
    // The specs folder and the archive count as containing specs even if they are empty.
    let hasSpecs = group === '';
    for (const { name, kind, named } of entries) {
      if (name.startsWith('.') || PASSED_OVER.has(name)) continue;
      const place = childOf(path, name);
      if (named === undefined && name.includes('\ufffd') && this.#files.stat(place) === undefined) {
        if (kind !== 'file' || isMarkdown(name)) this.#note(place, 'name');
        continue;
      }
      if (kind === 'file' && isMarkdown(name)) notes.push(name);
      if (kind === 'link' && (named !== undefined || !this.#isWithin(place))) this.#note(place, 'link');
      if (kind !== 'directory' && (kind !== 'link' || named === undefined)) continue;
      if (!archived && group === '' && this.#isArchive(path, name)) {
        if (kind === 'directory') this.#visit(this.#listed(place), place, '', true);
        continue;
      }
      const parts = kind === 'link' ? named : this.#parts(place, name, named, counted);
      if (parts !== undefined) {
        const { sequence } = parts;
        // Normalize the names to composed Unicode, because some disks decompose them; only the path keeps the name as it is on
        // disk.
        const [own, ref] = [parts.name.normalize(), name.normalize()];
        // The object is not built with a spread, because that would double the time for ten thousand specs.
        this.#folders.push(
          group === ''
            ? { sequence, name: own, ref, archived, path: place }
            : { sequence, name: own, ref, group, archived, path: place },
        );
        hasSpecs = true;
      } else {
        const own = name.normalize();
        const inside = group === '' ? own : `${group}/${own}`;
        const entries = this.#listed(place);
        if (isProject(this.#files, place, entries)) this.#note(place, 'project');
        else if (this.#visit(entries, place, inside, archived)) hasSpecs = true;
      }
    }
    for (const name of notes)
      if (!hasSpecs || !OF_THE_FOLDER.test(name)) this.#note(childOf(path, name), 'loose');
    return hasSpecs;
  }

  #note(path: string, why: NotRead['why'], error?: SpectoolError): void {
    this.#notRead.set(path, { path, why, ...(error !== undefined && { error }) });
  }

  /** True if a link leads to another place in the specs folder, where the search finds its target anyway. */
  #isWithin(link: string): boolean {
    const [place, specs] = [link, this.#specsDir].map((path) => this.#files.placeOf(path));
    if (place === undefined || specs === undefined || !`${place}/`.startsWith(`${specs}/`)) return false;
    return !place
      .slice(specs.length)
      .split('/')
      .some((name) => name.startsWith('.') || PASSED_OVER.has(name));
  }

  /** True if the folder is the archive. If the disk ignores case, the archive's name may be spelled differently. */
  #isArchive(path: string, name: string): boolean {
    if (name === ARCHIVE_FOLDER) return true;
    if (name.length !== ARCHIVE_FOLDER.length || name.toLowerCase() !== ARCHIVE_FOLDER) return false;
    const [one, other] = [name, ARCHIVE_FOLDER].map((spelling) => this.#files.stat(childOf(path, spelling)));
    return one !== undefined && one.inode === other?.inode;
  }

  /** Returns the number and name in the name of a spec folder; undefined if the folder is a group. */
  #parts(
    place: string,
    name: string,
    named: FolderNameParts | undefined,
    counted: ReadonlySet<number>,
  ): FolderNameParts | undefined {
    const isCounted = named?.sequence !== undefined && named.sequence !== null && counted.has(named.sequence);
    if (named !== undefined && (isCounted || !this.#mayBeGroup(name))) return named;
    if (this.#holdsDocument(place)) {
      const isGroup = named === undefined && this.#holdsSpecs(place, this.#mayHoldGroups(name));
      return isGroup ? undefined : parseForeignFolderName(this.#structure, name);
    }
    return named !== undefined && !this.#holdsSpecs(place, false) ? named : undefined;
  }

  /**
   * Returns the numbers that look like years, but come from numbering specs consecutively. Folders with these numbers are specs,
   * so they need not be read.
   */
  #counted(entries: readonly { readonly named: FolderNameParts | undefined }[]): ReadonlySet<number> {
    if (this.#isGrouped || entries.length < MANY) return NONE;
    return countedNumbers(entries.flatMap(({ named }) => named?.sequence ?? []));
  }

  /**
   * True if a folder name can be that of a group. With a grouping pattern, every name can, because groups are named after the
   * value of a field.
   */
  #mayBeGroup(name: string): boolean {
    return this.#isGrouped || mayBeGroup(this.#structure, name);
  }

  /** Lists a folder. A folder that cannot be read is noted, and its list is empty. */
  #listed(place: string): readonly DirectoryEntry[] {
    try {
      return this.#files.list(place);
    } catch (error) {
      return this.#noted(place, error, []);
    }
  }

  #noted<T>(place: string, error: unknown, instead: T): T {
    if (!(error instanceof SpectoolError) || error.code !== 'READ_FAILED') throw error;
    this.#note(place, 'failed', error);
    return instead;
  }

  #holdsDocument(place: string): boolean {
    try {
      const { defaultFile } = this.#structure;
      // Also accept README.md, because the spec may have been made before another name for documents was configured.
      const names = [defaultFile, 'README.md'];
      if (names.some((name) => this.#files.stat(childOf(place, name)) !== undefined)) return true;
      const anyCase = new Set(names.map((name) => name.toLowerCase()));
      return this.#files
        .list(place)
        .some(({ name, kind }) => kind === 'file' && anyCase.has(name.toLowerCase()));
    } catch (error) {
      return this.#noted(place, error, false);
    }
  }

  /**
   * True if a folder can contain groups: with a grouping pattern, or if its name is a date. In a folder `2026` with a group `11`,
   * a README.md describes the year and does not make the folder a spec.
   */
  #mayHoldGroups(name: string): boolean {
    return this.#isGrouped || isDateName(name);
  }

  #holdsSpecs(place: string, groups: boolean): boolean {
    const key = `${String(groups)} ${place}`;
    const known = this.#holding.get(key) ?? this.#looksHolding(place, groups);
    this.#holding.set(key, known);
    return known;
  }

  #looksHolding(place: string, groups: boolean): boolean {
    return this.#listed(place).some(({ name, kind }) => {
      if (kind !== 'directory' || name.startsWith('.') || PASSED_OVER.has(name)) return false;
      const inside = `${place}/${name}`;
      if (parseFolderName(this.#structure, name) !== undefined && this.#holdsDocument(inside)) return true;
      return groups && this.#holdsSpecs(inside, true);
    });
  }
}

/** True if a folder is a project of its own, such as a submodule. The specs in it belong to that project's log. */
function isProject(
  files: Pick<FileSystem, 'stat'>,
  place: string,
  entries: readonly DirectoryEntry[],
): boolean {
  const [folder = ''] = CONFIG_FILE.split('/');
  return (
    entries.some(({ name }) => name === folder) && files.stat(`${place}/${CONFIG_FILE}`)?.kind === 'file'
  );
}

function inOrder(a: SpecFolder, b: SpecFolder): number {
  if (a.archived !== b.archived) return a.archived ? 1 : -1;
  const [left, right] = [a.sequence ?? Infinity, b.sequence ?? Infinity];
  if (left !== right) return left < right ? -1 : 1;
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
