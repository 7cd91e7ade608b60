import {
  type FolderNameParts,
  mayBeGroup,
  parseFolderName,
  parseForeignFolderName,
} from '../../../domain/naming/folderName.js';
import { folderPattern } from '../../../domain/naming/folderPattern.js';
import { isDateName } from '../../../domain/naming/oldPrefix.js';
import { countedNumbers } from '../../../domain/naming/numbers.js';
import { childOf } from '../../../domain/naming/projectPath.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { ARCHIVE_FOLDER, type SpecFolder } from '../../../domain/naming/specFolder.js';
import { CONFIG_FILE } from '../../../domain/project/projectFolders.js';
import type { StructureConfig } from '../../../domain/project/configuration.js';
import type { DirectoryEntry, FileSystem } from '../../../ports/fileSystem.js';

/** No disk takes a path that is deeper. */
const DEEPEST_GROUP = 4096;
/** With fewer entries no number reaches the years. */
const MANY = 190;
const NONE: ReadonlySet<number> = new Set();
const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules']);

type Looking = Pick<FileSystem, 'list' | 'stat' | 'isInside' | 'open' | 'placeOf'>;

export interface FoundFolders {
  /** By (archived, sequence, path). */
  readonly folders: readonly SpecFolder[];
  /** Paths that are links, those of specs among them; all others stand where their path says. */
  readonly links: ReadonlySet<string>;
  /** Why folders that may hold specs could not be looked into, by path. */
  readonly unreadable: ReadonlyMap<string, SpectoolError>;
}

/**
 * Every spec folder. A folder named like a spec is one, its document missing or not; a folder that holds a document is one
 * whatever its name; any other is a group and is looked into. Only names that could be a group's cost a look at their files.
 */
export class SpecFolderSearch {
  readonly #files: Looking;
  readonly #structure: StructureConfig;
  readonly #isGrouped: boolean;
  #folders: SpecFolder[] = [];
  readonly #links = new Set<string>();
  readonly #unreadable = new Map<string, SpectoolError>();
  readonly #holding = new Map<string, boolean>();
  /** Whether there is a document, by the folder that links lead to. */
  readonly #linked = new Map<string, boolean>();
  readonly #visited = new Set<string>();

  constructor(files: Looking, structure: StructureConfig) {
    this.#files = files;
    this.#structure = structure;
    this.#isGrouped = structure.pattern === 'custom' || folderPattern(structure).group !== '';
  }

  /** @throws SpectoolError `READ_FAILED` where not even `specsDir` can be looked into. */
  find(specsDir: string): FoundFolders {
    this.#folders = [];
    this.#visit(this.#files.list(specsDir), specsDir, '', false, 0);
    const folders = this.#folders;
    const isSorted = folders.every((folder, i) => i === 0 || inOrder(folders[i - 1] ?? folder, folder) <= 0);
    return {
      folders: isSorted ? folders : folders.sort(inOrder),
      links: this.#links,
      unreadable: this.#unreadable,
    };
  }

  #visit(
    listed: readonly DirectoryEntry[],
    path: string,
    group: string,
    archived: boolean,
    depth: number,
  ): void {
    if (this.#visited.has(path)) return;
    this.#visited.add(path);
    const entries = listed.map(({ name, kind }) => ({
      name,
      kind,
      named: parseFolderName(this.#structure, name),
    }));
    const counted = this.#counted(entries);
    for (const { name, kind, named } of entries) {
      if ((kind !== 'directory' && kind !== 'link') || name.startsWith('.') || PASSED_OVER.has(name))
        continue;
      const place = childOf(path, name);
      if (kind === 'link') {
        this.#links.add(place);
        if (this.#isFile(place)) continue;
      }
      if (!archived && group === '' && this.#isArchive(path, name)) {
        if (kind === 'directory') this.#visit(this.#listed(place), place, '', true, depth);
        continue;
      }
      const parts =
        kind === 'link' ? this.#linkParts(place, name, named) : this.#parts(place, name, named, counted);
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
      } else if (kind === 'directory' && depth < DEEPEST_GROUP) {
        const own = name.normalize();
        const inside = group === '' ? own : `${group}/${own}`;
        const entries = this.#listed(place);
        if (!isProject(this.#files, place, entries)) this.#visit(entries, place, inside, archived, depth + 1);
      }
    }
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
    return named !== undefined && !this.#holdsSpecs(place, 0) ? named : undefined;
  }

  /** Numbers like years that are numbers all the same: their folders need no look. */
  #counted(entries: readonly { readonly named: FolderNameParts | undefined }[]): ReadonlySet<number> {
    if (this.#isGrouped || entries.length < MANY) return NONE;
    return countedNumbers(entries.flatMap(({ named }) => named?.sequence ?? []));
  }

  /** A link is a spec, to be read or to be reported, never a group. */
  #linkParts(place: string, name: string, named: FolderNameParts | undefined): FolderNameParts | undefined {
    if (named !== undefined) return named;
    return this.#files.isInside(place) && this.#leadsToDocument(place)
      ? parseForeignFolderName(this.#structure, name)
      : undefined;
  }

  /** A link to a file is as little a spec as a file is. */
  #isFile(place: string): boolean {
    try {
      const opened = this.#files.open(place);
      opened?.close();
      return opened !== undefined;
    } catch (error) {
      if (error instanceof SpectoolError) return false;
      throw error;
    }
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
    this.#unreadable.set(place, error);
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

  /** Many links may lead to one folder. */
  #leadsToDocument(link: string): boolean {
    const place = this.#files.placeOf(link) ?? link;
    const known = this.#linked.get(place) ?? this.#holdsDocument(place);
    this.#linked.set(place, known);
    return known;
  }

  /** How many groups may stand in each other below it: of `2026/11`, what is said of a year in its README.md makes it no spec. */
  #mayHoldGroups(name: string): number {
    return this.#isGrouped || isDateName(name) ? DEEPEST_GROUP : 0;
  }

  #holdsSpecs(place: string, groups: number): boolean {
    const key = `${String(groups > 0)} ${place}`;
    const known = this.#holding.get(key) ?? this.#looksHolding(place, groups);
    this.#holding.set(key, known);
    return known;
  }

  #looksHolding(place: string, groups: number): boolean {
    return this.#listed(place).some(({ name, kind }) => {
      if (kind !== 'directory' || name.startsWith('.') || PASSED_OVER.has(name)) return false;
      const inside = `${place}/${name}`;
      if (parseFolderName(this.#structure, name) !== undefined && this.#holdsDocument(inside)) return true;
      return groups > 0 && this.#holdsSpecs(inside, groups - 1);
    });
  }
}

/** A project in a project, as a submodule may be: its log tells of its specs. */
export function isProject(
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
