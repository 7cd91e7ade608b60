import {
  type FolderNameParts,
  mayBeGroup,
  parseFolderName,
  parseForeignFolderName,
} from '../../../domain/naming/folderName.js';
import { folderPattern } from '../../../domain/naming/folderPattern.js';
import { isDateName } from '../../../domain/naming/oldPrefix.js';
import { countedNumbers } from '../../../domain/naming/numbers.js';
import { isMarkdown } from '../../../domain/document/plainText.js';
import { childOf } from '../../../domain/naming/projectPath.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { ARCHIVE_FOLDER, type SpecFolder } from '../../../domain/naming/specFolder.js';
import { CONFIG_FILE } from '../../../domain/project/projectFolders.js';
import type { StructureConfig } from '../../../domain/project/configuration.js';
import type { DirectoryEntry, FileSystem } from '../../../ports/fileSystem.js';
import type { NotRead } from '../../../ports/specStore.js';

/** With fewer entries no number reaches the years. */
const MANY = 190;
const NONE: ReadonlySet<number> = new Set();
const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules']);

/** README.md, CHANGELOG.md: what beside specs tells of the folder. */
const OF_THE_FOLDER = /^(?:[A-Z][A-Z_-]*|readme|index)\.[a-z]+$/;

type Looking = Pick<FileSystem, 'list' | 'stat' | 'placeOf'>;

export interface FoundFolders {
  /** By (archived, sequence, path). */
  readonly folders: readonly SpecFolder[];
  readonly notRead: readonly NotRead[];
}

/**
 * Every spec folder. A folder named like a spec is one, its document missing or not; a folder that holds a document is one
 * whatever its name; any other is a group and is looked into. Only names that could be a group's cost a look at their files.
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

  /** @throws SpectoolError `READ_FAILED` where not even `specsDir` can be looked into. */
  find(specsDir: string): FoundFolders {
    this.#specsDir = specsDir;
    this.#visit(this.#files.list(specsDir), specsDir, '', false);
    const folders = this.#folders;
    const isSorted = folders.every((folder, i) => i === 0 || inOrder(folders[i - 1] ?? folder, folder) <= 0);
    return { folders: isSorted ? folders : folders.sort(inOrder), notRead: [...this.#notRead.values()] };
  }

  /** True where specs are here or below. */
  #visit(listed: readonly DirectoryEntry[], path: string, group: string, archived: boolean): boolean {
    const entries = listed.map(({ name, kind }) => ({
      name,
      kind,
      named: parseFolderName(this.#structure, name),
    }));
    const counted = this.#counted(entries);
    const notes: string[] = [];
    // The specs directory and the archive are made for specs.
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
        // Some disks decompose what was written: only the path is as they have it.
        const [own, ref] = [parts.name.normalize(), name.normalize()];
        // Ten thousand are made here, and spreading costs as much as the rest.
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

  /** What a link leads to among the specs is read where it stands. */
  #isWithin(link: string): boolean {
    const [place, specs] = [link, this.#specsDir].map((path) => this.#files.placeOf(path));
    if (place === undefined || specs === undefined || !`${place}/`.startsWith(`${specs}/`)) return false;
    return !place
      .slice(specs.length)
      .split('/')
      .some((name) => name.startsWith('.') || PASSED_OVER.has(name));
  }

  /** Where a disk does not tell case, another spelling is the archive too. */
  #isArchive(path: string, name: string): boolean {
    if (name === ARCHIVE_FOLDER) return true;
    if (name.length !== ARCHIVE_FOLDER.length || name.toLowerCase() !== ARCHIVE_FOLDER) return false;
    const [one, other] = [name, ARCHIVE_FOLDER].map((spelling) => this.#files.stat(childOf(path, spelling)));
    return one !== undefined && one.inode === other?.inode;
  }

  /** What the name of a spec folder says; undefined for a group. */
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

  /** Numbers like years that are numbers all the same: their folders need no look. */
  #counted(entries: readonly { readonly named: FolderNameParts | undefined }[]): ReadonlySet<number> {
    if (this.#isGrouped || entries.length < MANY) return NONE;
    return countedNumbers(entries.flatMap(({ named }) => named?.sequence ?? []));
  }

  /** In a grouped tree every name may be a field's value. */
  #mayBeGroup(name: string): boolean {
    return this.#isGrouped || mayBeGroup(this.#structure, name);
  }

  /** Nothing where it may not be looked into, which is told. */
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
      // A README.md may be from before another file was configured.
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

  /** Of `2026/11`, what is said of a year in its README.md makes it no spec. */
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

/** A project in a project, as a submodule may be: its log tells of its specs. */
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
