import { conflictLine } from '../../../domain/document/conflictMarks.js';
import {
  editFrontmatter,
  type FrontmatterChanges,
} from '../../../domain/document/frontmatter/editFrontmatter.js';
import {
  plainFrontmatter,
  splitDocument,
  type DocumentSummary,
  type SpecSummary,
  summaryOf,
} from '../../../domain/document/frontmatter/parseSimpleFrontmatter.js';
import {
  bodyOf,
  type DocumentProblem,
  type LinePlace,
  type SpecDocument,
} from '../../../domain/document/specDocument.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { frontmatterDiff } from '../../../domain/fields/fieldChange.js';
import { frontmatterHash } from '../../../domain/log/digests.js';
import type { SpecFolder } from '../../../domain/naming/projectPath.js';
import type { Configuration } from '../../../domain/project/configuration.js';
import type { JsonObject, JsonValue } from '../../../domain/value/jsonValue.js';
import type { FileStat, FileSystem } from '../../../ports/fileSystem.js';
import type { FrontmatterParser, NotRead, SpecStore, StoredChange } from '../../../ports/specStore.js';
import {
  cachedSpecFolders,
  type CachedSpecFolders,
  WatchedFolders,
  type FoundFolders,
  keptFileIn,
  linked,
  readDocumentText,
  type ReadText,
  SpecFolderSearch,
} from './specFolderSearch.js';
import { Snapshot, type Section } from '../../cache/snapshot.js';

/**
 * Parses a document. Problems are returned, never thrown. Frontmatter with only simple `key: value` lines is parsed without the
 * YAML library.
 */
export function parseSpecDocument(text: string, parser: FrontmatterParser): SpecDocument {
  const parts = splitDocument(text);
  if (parts.kind === 'bare') {
    const { bodyStart, problem: reason } = parts;
    // Search for conflict marks only before the text if there is no frontmatter, because conflict marks in the text may be an
    // example in code. Search everywhere if the frontmatter has no end, because conflict marks may have split it.
    const conflict = conflictLine(text, reason.code === 'FRONTMATTER_MISSING' ? bodyStart : text.length);
    return {
      text,
      frontmatter: {},
      entries: [],
      bodyStart,
      bodyLine: 1,
      problem: conflicted(conflict) ?? reason,
    };
  }
  const { blockStart, blockEnd, bodyStart, bodyLine } = parts;
  const { values, entries, problem } =
    plainFrontmatter(text, blockStart, blockEnd, 2) ?? parser.parse(text, blockStart, blockEnd, 2);
  const wrong = conflicted(conflictLine(text, bodyStart)) ?? problem;
  return {
    text,
    frontmatter: values,
    entries,
    bodyStart,
    bodyLine,
    ...(wrong !== undefined && { problem: wrong }),
  };
}

function conflicted(line: number | undefined): DocumentProblem | undefined {
  return line === undefined
    ? undefined
    : { code: 'MERGE_CONFLICT', message: 'The document has conflict marks of a merge.', line };
}

/**
 * Changes keys of the frontmatter and leaves every other byte unchanged; adds frontmatter to a document that has none. The result
 * is parsed again, and the edit is refused if it changed anything but the requested values.
 * @throws SpectoolError `SPEC_BROKEN`
 */
export function editDocument(
  document: SpecDocument,
  changes: FrontmatterChanges,
  parser: FrontmatterParser,
): SpecDocument {
  const { problem } = document;
  if (problem !== undefined && problem.code !== 'FRONTMATTER_MISSING') {
    throw refused(problem.message, problem.line);
  }
  const text = editFrontmatter(document, changes, parser.format);
  const edited = parseSpecDocument(text, parser);
  verify(document, edited, changes);
  return edited;
}

/**
 * Throws if an edit changed anything but the requested values, because YAML can be written in ways that the edit does not handle.
 */
function verify(before: SpecDocument, after: SpecDocument, changes: FrontmatterChanges): void {
  if (after.problem !== undefined) {
    const { message, line } = after.problem;
    throw refused(`This change would make the frontmatter unreadable: ${message}`, line, PLAINLY);
  }
  if (bodyOf(before) !== bodyOf(after)) throw notSafely(undefined);
  const wanted = { ...before.frontmatter, ...Object.fromEntries(changes) };
  const [key] = frontmatterDiff(wanted, after.frontmatter).keys();
  if (key !== undefined) throw notSafely(before.entries.find((entry) => entry.key === key)?.line);
}

const PLAINLY =
  'Write the frontmatter as plain `key: value` lines, one field per line, then run the command again.';

function notSafely(line: number | undefined): SpectoolError {
  return refused(
    'This change cannot be made without changing other parts of the frontmatter.',
    line,
    PLAINLY,
  );
}

function refused(
  message: string,
  line: number | undefined,
  hint = 'Correct the file by hand, then run the command again.',
): SpectoolError {
  const place = line === undefined ? '' : ` (line ${String(line)})`;
  return new SpectoolError('SPEC_BROKEN', `${message.replace(/\.$/, '')}${place}.`, {
    hint,
    ...(line !== undefined && { details: { line } }),
  });
}

const MOST_FILES = 1000;

const NONE: ReadonlySet<string> = new Set();

/** The cached summary of a document: everything that listings of specs show, and the hash of the frontmatter. */
type KeptSummary = readonly [
  title: string,
  frontmatter: JsonObject,
  print: number,
  criteria: DocumentSummary['criteria'] | null,
  problem?: DocumentProblem,
];

/** Reads and writes specs in the specs folder of a file system. */
export class FileSpecStore implements SpecStore {
  readonly #files: FileSystem;
  readonly #parser: FrontmatterParser;
  readonly #config: Pick<Configuration, 'specsDir' | 'structure' | 'criteria'>;
  readonly #snapshot: Snapshot;
  /** The result of the last search for spec folders, and the paths of specs that are links. */
  #listed: FoundFolders = { folders: [], notRead: [] };
  #links = NONE;
  /** The errors of the spec files and folders that could not be read at the last attempt, by path. */
  readonly #failed = new Map<string, SpectoolError>();

  constructor(
    files: FileSystem,
    parser: FrontmatterParser,
    config: Pick<Configuration, 'specsDir' | 'structure' | 'criteria'>,
    snapshot = new Snapshot(),
  ) {
    this.#files = files;
    this.#parser = parser;
    this.#config = config;
    this.#snapshot = snapshot;
  }

  folders(): readonly SpecFolder[] {
    const { specsDir, structure } = this.#config;
    const section = this.#snapshot.section<CachedSpecFolders>('places', JSON.stringify(structure));
    this.#listed = cachedSpecFolders(this.#files, section.last(specsDir)) ?? this.#search(section);
    const links = this.#listed.notRead.filter(({ why }) => why === 'link');
    this.#links = links.length === 0 ? NONE : new Set(links.map(({ path }) => path));
    return this.#listed.folders;
  }

  #search(section: Section<CachedSpecFolders>): FoundFolders {
    const { specsDir, structure } = this.#config;
    const watched = new WatchedFolders(this.#files);
    const found = new SpecFolderSearch(watched, structure).find(specsDir);
    // Do not cache a search in which a folder could not be read, because another user may be able to read the folder.
    const isSure = found.notRead.every(({ error }) => error === undefined);
    const kept = isSure ? watched.kept(found, section) : undefined;
    if (kept !== undefined) section.put(specsDir, kept);
    return found;
  }

  summaries(folders: readonly SpecFolder[] = this.folders()): readonly SpecSummary[] {
    const { sections } = this.#config.criteria;
    const kept = this.#snapshot.section<KeptSummary>('summaries', JSON.stringify(sections));
    const isWhole = folders === this.#listed.folders;
    const summaries: SpecSummary[] = [];
    for (const folder of folders)
      summaries.push(this.#summary(folder, this.#links.has(folder.path) ? undefined : kept));
    // `keepMet` removes entries that were not looked up, so call it only if all specs were.
    if (isWhole) kept.keepMet();
    return summaries;
  }

  /**
   * Returns the summary of a spec's document, from the cache if possible.
   * @param section the cache; undefined for a spec folder that is a link.
   */
  #summary(folder: SpecFolder, section: Section<KeptSummary> | undefined): SpecSummary {
    const configured = `${folder.path}/${this.#config.structure.defaultFile}`;
    const found = section === undefined ? undefined : this.#statOf(configured);
    const path = found === undefined ? this.documentPath(folder) : configured;
    const stat = section === undefined || found !== undefined ? found : this.#statOf(path);
    const known = stat === undefined ? undefined : section?.known(path, stat);
    if (stat !== undefined && known !== undefined) {
      const [title, frontmatter, print, criteria, problem] = known;
      const { size, mtimeNs } = stat;
      // The object is not built with a spread, because that would double the time.
      const summary: { -readonly [Key in keyof SpecSummary]: SpecSummary[Key] } = {
        folder,
        frontmatter,
        title,
        print,
        file: { path, mtimeNs, size },
      };
      if (criteria != null) summary.criteria = criteria;
      if (problem !== undefined) summary.problem = problem;
      return summary;
    }
    const read = this.#read(folder, path.slice(folder.path.length + 1), stat);
    const document = this.#document(read);
    const summary = summaryOf(folder, document, this.#config.criteria.sections);
    const isKept = stat?.kind === 'file' && section?.isSettled(stat) === true && 'text' in read;
    const print = isKept ? frontmatterHash(summary.frontmatter) : undefined;
    if (isKept && print !== undefined) {
      const { title, frontmatter, criteria = null, problem } = summary;
      section.learn(
        path,
        stat,
        problem ? [title, frontmatter, print, criteria, problem] : [title, frontmatter, print, criteria],
      );
    }
    return {
      ...summary,
      ...(print !== undefined && { print }),
      ...(stat?.kind === 'file' && { file: { path, mtimeNs: stat.mtimeNs, size: stat.size } }),
    };
  }

  #statOf(path: string): FileStat | undefined {
    try {
      return this.#files.stat(path);
    } catch {
      // Ignore the error, because reading the file reports it.
      return undefined;
    }
  }

  open(folder: SpecFolder): SpecDocument {
    return this.#document(this.#read(folder, this.#mainFile(folder)));
  }

  #read({ path }: SpecFolder, name: string, stat?: FileStat): ReadText {
    return this.#links.has(path) ? linked(path) : readDocumentText(this.#files, `${path}/${name}`, stat);
  }

  #document(read: ReadText): SpecDocument {
    if ('text' in read) return this.parse(read.text);
    return { text: '', frontmatter: {}, entries: [], bodyStart: 0, bodyLine: 1, problem: read.problem };
  }

  parse(text: string): SpecDocument {
    return parseSpecDocument(text, this.#parser);
  }

  documentPath(folder: Pick<SpecFolder, 'path'>): string {
    return `${folder.path}/${this.#mainFile(folder)}`;
  }

  notRead(): readonly NotRead[] {
    const { notRead } = this.#listed;
    for (const path of this.#failed.keys()) if (this.#isGone(path)) this.#failed.delete(path);
    const failed = [...this.#failed].map(([path, error]): NotRead => ({ path, why: 'failed', error }));
    return [...notRead, ...failed].filter(({ path }) => !this.#isBroken(path));
  }

  /** True for a spec folder that is a link or has no document. Such a spec is reported separately. */
  #isBroken(path: string): boolean {
    if (!this.#listed.folders.some((folder) => folder.path === path)) return false;
    return this.#links.has(path) || this.#statOf(this.documentPath({ path })) === undefined;
  }

  foldersIn(specsDir: string): readonly SpecFolder[] {
    const { structure } = this.#config;
    const asked = this.#files.stat(specsDir);
    if (asked?.kind !== 'directory') return [];
    // On a disk that ignores case, `specsDir` may be the configured specs folder in another spelling. In that case, return
    // nothing.
    const isSpelled = specsDir.toLowerCase() === this.#config.specsDir.toLowerCase();
    if (isSpelled && asked.inode === this.#files.stat(this.#config.specsDir)?.inode) return [];
    return new SpecFolderSearch(this.#files, structure)
      .find(specsDir)
      .folders.filter(
        ({ path }) =>
          this.#statOf(`${path}/${structure.defaultFile}`) !== undefined ||
          keptFileIn(this.#files, path, structure.defaultFile) !== undefined,
      );
  }

  /** Returns the file name of a spec's document. An existing document keeps its name when the configured name changes. */
  #mainFile({ path }: Pick<SpecFolder, 'path'>): string {
    const { defaultFile } = this.#config.structure;
    return keptFileIn(this.#files, path, defaultFile) ?? defaultFile;
  }

  files(folder: SpecFolder, closed?: 'passed over'): readonly string[] {
    return this.#contents(folder, closed).files;
  }

  contents(folder: SpecFolder): { readonly files: readonly string[]; readonly folders: readonly string[] } {
    return this.#contents(folder, 'passed over');
  }

  #contents(folder: SpecFolder, closed: 'passed over' | undefined) {
    const names: string[] = [];
    const folders: string[] = [];
    const looked = <T>(path: string, look: () => readonly T[]) => {
      try {
        return look();
      } catch (error) {
        if (closed === undefined || !(error instanceof SpectoolError) || error.code !== 'READ_FAILED')
          throw error;
        this.#failed.set(path, error);
        return [];
      }
    };
    const visit = (path: string, prefix: string, depth: number) => {
      for (const { name, kind } of looked(path, () => this.#files.list(path))) {
        if (names.length >= MOST_FILES || name.startsWith('.') || name === 'node_modules') continue;
        const place = `${path}/${name}`;
        if (kind === 'directory' && depth < 5) {
          folders.push(prefix + name);
          visit(place, `${prefix}${name}/`, depth + 1);
        } else if (kind === 'file' || kind === 'link') names.push(prefix + name);
      }
    };
    if (!this.#links.has(folder.path)) visit(folder.path, '', 0);
    const { defaultFile } = this.#config.structure;
    // If the folder lists a file with the configured name, use it as the document without a search.
    const main = names.includes(defaultFile) ? defaultFile : this.#mainFile(folder);
    const files = [...names.filter((name) => name === main), ...names.filter((name) => name !== main)];
    return { files, folders };
  }

  readFile(folder: SpecFolder, name: string): string | undefined {
    const path = `${folder.path}/${name}`;
    const read = this.#read(folder, name);
    if ('problem' in read && read.failure !== undefined) this.#failed.set(path, read.failure);
    else this.#failed.delete(path);
    return 'text' in read ? read.text : undefined;
  }

  #isGone(path: string): boolean {
    try {
      return this.#files.stat(path) === undefined;
    } catch {
      return false;
    }
  }

  fileSize(folder: SpecFolder, name: string): number {
    const stat = this.#statOf(`${folder.path}/${name}`);
    // A link counts as infinitely large, because the size of its target is not measured.
    return stat?.kind === 'link' ? Infinity : (stat?.size ?? 0);
  }

  edit(document: SpecDocument, changes: ReadonlyMap<string, JsonValue | null>): SpecDocument {
    return changes.size === 0 ? document : editDocument(document, changes, this.#parser);
  }

  places(): (line: number) => LinePlace {
    return (line) => ({ line });
  }

  stored(folder: SpecFolder, before: SpecDocument | undefined, after: SpecDocument): StoredChange {
    const { text } = after;
    if (text === before?.text) return { document: after, texts: [] };
    const was = before && { was: before.text };
    return { document: after, texts: [{ path: this.documentPath(folder), text, ...was }] };
  }
}
