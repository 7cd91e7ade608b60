import { BOUNDS } from '../../../domain/value/bounds.js';
import { isMarkdown, plainText } from '../../../domain/document/documentText.js';
import type { DocumentProblem } from '../../../domain/document/specDocument.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import {
  type FolderNameParts,
  isDateName,
  mayBeGroup,
  parseFolderName,
  parseForeignFolderName,
} from '../../../domain/naming/folderName.js';
import { ARCHIVE_FOLDER, childOf, type SpecFolder, parentOf } from '../../../domain/naming/projectPath.js';
import { folderPattern } from '../../../domain/naming/folderPattern.js';
import { countedNumbers } from '../../../domain/naming/specNumbers.js';
import type { StructureConfig } from '../../../domain/project/configuration.js';
import { CONFIG_FILE } from '../../../domain/project/projectFolders.js';
import type { DirectoryEntry, FileStat, FileSystem } from '../../../ports/fileSystem.js';
import type { NotRead } from '../../../ports/specStore.js';
import { type Section, isSame, type Stamp, stampOf } from '../../cache/snapshot.js';

/** The name of Spec Kit's documents, which can become specs without being renamed. */
const SPEC_KIT_DOCUMENT = 'spec.md';

type DocumentFiles = Pick<FileSystem, 'list' | 'stat' | 'readText'>;

/**
 * Returns the name of a spec's document if the document was made before another name was configured: the folder's only Markdown
 * file with a spec's frontmatter, or else README.md or the `spec.md` of Spec Kit. Undefined if the configured document exists, or
 * if there is no such file.
 */
export function keptFileIn(files: DocumentFiles, folder: string, defaultFile: string): string | undefined {
  try {
    if (files.stat(`${folder}/${defaultFile}`) !== undefined) return undefined;
    const entries = files.list(folder).filter(({ kind }) => kind === 'file');
    const written = entries.flatMap(({ name }) => (isMarkdown(name) ? name : []));
    const readme =
      written.find((name) => name.toLowerCase() === 'readme.md') ??
      written.find((name) => name === SPEC_KIT_DOCUMENT);
    if (readme !== undefined && written.length === 1) return readme;
    return onlyDocument(files, folder, written) ?? readme;
  } catch (error) {
    // Ignore the error, because reading the document reports it.
    if (error instanceof SpectoolError) return undefined;
    throw error;
  }
}

/** Returns the only one of these files that has frontmatter of a spec; undefined if none or several have. */
function onlyDocument(files: DocumentFiles, folder: string, names: readonly string[]): string | undefined {
  const documents = names.filter((name) => isOfSpec(files, `${folder}/${name}`));
  return documents.length === 1 ? documents[0] : undefined;
}

/**
 * Matches the fields `status` and `id`. Frontmatter without them belongs to another tool, such as that of Spec Kit's `tasks.md`.
 */
const OF_A_SPEC = /^(?:status|id)[ \t]*:/m;

/** True if a file begins with frontmatter of a spec. False if it does not, or cannot be read. */
function isOfSpec(files: DocumentFiles, path: string): boolean {
  try {
    const [, block = ''] =
      /^\uFEFF?---[ \t]*\r?\n([^]*?)(?:^---|$(?![^]))/m.exec(files.readText(path) ?? '') ?? [];
    return OF_A_SPEC.test(block);
  } catch (error) {
    // Ignore an unreadable file, so that the other files are still found.
    if (error instanceof SpectoolError) return false;
    throw error;
  }
}

/** The text of a document, or why it could not be read. */
export type ReadText =
  | { readonly text: string }
  /** @property failure the error of the operating system, which may be temporary. */
  | { readonly problem: DocumentProblem; readonly failure?: SpectoolError };

/**
 * Reads the text of a file of a spec. A link is not followed, but returned as a problem.
 * @param known the file's stat, if the caller already has it.
 */
export function readDocumentText(files: FileSystem, path: string, known?: FileStat): ReadText {
  try {
    const stat = known ?? files.stat(path);
    if (stat?.kind === 'link') return linked(path);
    if (stat !== undefined && stat.size > BOUNDS.document) return tooLarge();
    // If a folder lists the file but the file cannot be found by its name, `read` throws an error with the reason.
    const bytes = files.read(path);
    return bytes === undefined ? missing(path) : decoded(bytes);
  } catch (error) {
    if (!(error instanceof SpectoolError)) return unreadable('The file cannot be read.');
    return { ...unreadable(error.message), ...(isRefusal(error) && { failure: error }) };
  }
}

function isRefusal({ code }: SpectoolError): boolean {
  return code === 'READ_FAILED' || code === 'OUTSIDE_PROJECT';
}

/** Returns the problem for a file that is a link. */
export function linked(path: string): ReadText {
  const message = `${path} is a link, and links in the specs folder are not followed.`;
  const hint = 'Replace the link with the file or folder itself.';
  return {
    ...unreadable(message),
    failure: new SpectoolError('OUTSIDE_PROJECT', message, { hint, details: { path } }),
  };
}

function decoded(bytes: Uint8Array): ReadText {
  if (bytes.length > BOUNDS.document) return tooLarge();
  const { text, problem } = plainText(bytes);
  return problem === undefined ? { text } : unreadable(`The file ${problem}.`);
}

function missing(path: string): ReadText {
  const message = `There is no ${path.slice(path.lastIndexOf('/') + 1)}.`;
  return { problem: { code: 'MISSING_DOCUMENT', message } };
}

function tooLarge() {
  return unreadable('The file is larger than 50 MB.');
}

function unreadable(message: string): { readonly problem: DocumentProblem } {
  return { problem: { code: 'DOCUMENT_UNREADABLE', message } };
}

/** In a folder with fewer entries than this, no number that looks like a year can result from numbering specs consecutively. */
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
        // Normalize the names to composed Unicode, because some disks decompose them; only `path` keeps the name on disk.
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

  /** True if a link's target is in the specs folder, where the search finds the target anyway. */
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
   * Returns the numbers that look like years, but result from numbering specs consecutively. Folders with these numbers are
   * specs, so they need not be read.
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

  /** Lists a folder. For a folder that cannot be read, records the error and returns an empty list. */
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

/** Compares two spec folders: archived ones come last, then by number, then by path. */
export function inOrder(a: SpecFolder, b: SpecFolder): number {
  if (a.archived !== b.archived) return a.archived ? 1 : -1;
  const [left, right] = [a.sequence ?? Infinity, b.sequence ?? Infinity];
  if (left !== right) return left < right ? -1 : 1;
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

/** A cached search for spec folders, with the stamp (times, size and inode) of every folder that the search result depends on. */
export interface CachedSpecFolders {
  readonly seen: readonly (readonly [path: string, stamp: Stamp])[];
  readonly folders: readonly SpecFolder[];
  readonly notRead: readonly NotRead[];
}

/** Returns the cached result `kept`; undefined if there is none, or if a folder that it depends on may have changed. */
export function cachedSpecFolders(
  files: Looking,
  kept: CachedSpecFolders | undefined,
): CachedSpecFolders | undefined {
  const isUnchanged = kept?.seen.every(([path, stamp]) => {
    const stat = files.stat(path);
    return stat !== undefined && isSame(stamp, 0, stat);
  });
  return isUnchanged === true ? kept : undefined;
}

/** Wraps a file system and records the stat of every folder that a search depends on, taken before the folder is read. */
export class WatchedFolders implements Looking {
  readonly #files: Looking;
  readonly #seen = new Map<string, FileStat | undefined>();

  constructor(files: Looking) {
    this.#files = files;
  }

  list(path: string): readonly DirectoryEntry[] {
    this.#watch(path);
    return this.#files.list(path);
  }

  stat(path: string) {
    this.#watch(parentOf(path));
    return this.#files.stat(path);
  }

  placeOf(path: string): string | undefined {
    return this.#files.placeOf(path);
  }

  /**
   * Returns the search result with the stamps of its folders, ready to be cached. Returns undefined if a folder changed so
   * recently that a further change might not alter its stamp.
   */
  kept(
    { folders, notRead }: Omit<CachedSpecFolders, 'seen'>,
    section: Section<CachedSpecFolders>,
  ): CachedSpecFolders | undefined {
    const seen: [string, Stamp][] = [];
    for (const [path, stat] of this.#seen) {
      if (stat?.kind !== 'directory' || !section.isSettled(stat)) return undefined;
      seen.push([path, stampOf(stat)]);
    }
    return { seen, folders, notRead };
  }

  #watch(path: string): void {
    if (!this.#seen.has(path)) this.#seen.set(path, this.#files.stat(path));
  }
}
