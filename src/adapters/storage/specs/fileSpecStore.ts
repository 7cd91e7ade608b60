import type { DocumentProblem } from '../../../domain/document/documentProblem.js';
import type { SpecDocument } from '../../../domain/document/specDocument.js';
import { type DocumentSummary, type SpecSummary, summaryOf } from '../../../domain/document/specSummary.js';
import { frontmatterPrint } from '../../../domain/log/frontmatterPrint.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { SpecFolder } from '../../../domain/naming/specFolder.js';
import type { Configuration } from '../../../domain/project/configuration.js';
import { STAGING_FOLDER } from '../../../domain/project/projectFolders.js';
import type { JsonObject, JsonValue } from '../../../domain/value/json.js';
import type { FileStat, FileSystem } from '../../../ports/fileSystem.js';
import type { FrontmatterParser, HiddenSpecs, SpecStore, StagedFolder } from '../../../ports/specStore.js';
import { foldersAsTheyWere, type KeptFolders, WatchedFolders } from '../../cache/foundFolders.js';
import { rememberedFolders } from '../../cache/rememberedFolders.js';
import type { Section } from '../../cache/section.js';
import { Snapshot } from '../../cache/snapshot.js';
import { parseSpecDocument } from './documentReader.js';
import { editDocument } from './editDocument.js';
import { hiddenSpecs, isUnnameable, specsBelow } from './hiddenSpecs.js';
import { documentBeside, keptFileIn } from './mainFile.js';
import { type ReadText, readDocumentText } from './readDocumentText.js';
import { type FoundFolders, SpecFolderSearch } from './specFolderSearch.js';

const MOST_FILES = 1000;
const FEW_ASKED = 30;

const NONE: ReadonlyMap<string, SpectoolError> = new Map();

/** What the last look at the tree showed. */
interface FolderListing {
  readonly folders: readonly SpecFolder[];
  /** Paths of those that are links. */
  readonly links: ReadonlySet<string>;
  readonly unreadable: ReadonlyMap<string, SpectoolError>;
  /** The specs directory stands inside the project. */
  readonly inside: boolean;
  /** Made where many are asked for. */
  paths?: ReadonlySet<string>;
}

/** Of a document all that listings show, and its print. */
type KeptSummary = readonly [
  title: string,
  frontmatter: JsonObject,
  print: number,
  criteria: DocumentSummary['criteria'] | null,
  problem?: DocumentProblem,
];

/** Spec folders below the specs directory, on any file system. */
export class FileSpecStore implements SpecStore {
  readonly #files: FileSystem;
  readonly #parser: FrontmatterParser;
  readonly #config: Pick<Configuration, 'specsDir' | 'structure' | 'criteria'>;
  readonly #snapshot: Snapshot;
  /** The same files, whose folders are remembered. */
  readonly #looking: FileSystem;
  #asked = 0;
  /** Names of documents that are not the configured one, by folder. */
  readonly #kept = new Map<string, string>();
  /** Documents beside a configured file without frontmatter, by folder path; null where there is none. */
  readonly #beside = new Map<string, string | null>();
  #listed: FolderListing = { folders: [], links: new Set(), unreadable: NONE, inside: false };
  /** What could not be looked into was asked for since the last look. */
  #isTold = false;
  /** Folders in specs and groups that could not be looked into, met since hidden specs were last looked for. */
  readonly #closed = new Map<string, SpectoolError>();
  /** Folders that links in specs led to, since then too. */
  readonly #behindLinks = new Set<bigint>();
  /** Files of specs, as they were read last. */
  readonly #unread = new Map<string, SpectoolError>();

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
    this.#looking = rememberedFolders(files, snapshot);
  }

  folders(): readonly SpecFolder[] {
    const { specsDir, structure } = this.#config;
    const section = this.#snapshot.section<KeptFolders>('places', JSON.stringify(structure));
    const known = foldersAsTheyWere(this.#files, section.last(specsDir));
    const found =
      known === undefined
        ? this.#search(section)
        : { folders: known, links: new Set<string>(), unreadable: NONE };
    // A disk may fail once and work again: what a look before could not see may be missing from the answer.
    const before = this.#isTold ? NONE : this.#listed.unreadable;
    const unreadable = before.size === 0 ? found.unreadable : new Map([...before, ...found.unreadable]);
    this.#listed = { ...found, unreadable, inside: this.#files.isInside(specsDir) };
    this.#isTold = false;
    return found.folders;
  }

  #search(section: Section<KeptFolders>): FoundFolders {
    const { specsDir, structure } = this.#config;
    const watched = new WatchedFolders(this.#looking);
    const found = new SpecFolderSearch(watched, structure).find(specsDir);
    // Another user may see more.
    const isSure = found.links.size === 0 && found.unreadable.size === 0;
    const kept = isSure ? watched.kept(found.folders, section) : undefined;
    if (kept !== undefined) section.put(specsDir, kept);
    return found;
  }

  summaries(folders: readonly SpecFolder[] = this.folders()): readonly SpecSummary[] {
    const { sections } = this.#config.criteria;
    const kept = this.#snapshot.section<KeptSummary>('summaries', JSON.stringify(sections));
    const isWhole = folders === this.#listed.folders;
    const { inside, links } = this.#listed;
    const summaries: SpecSummary[] = [];
    for (const folder of folders) {
      const direct = isWhole ? inside && !links.has(folder.path) : this.#isDirect(folder);
      summaries.push(this.#summary(folder, direct ? kept : undefined));
    }
    // Of a part of the tree only that part would be kept.
    if (isWhole) kept.keepMet();
    return summaries;
  }

  /** @param section only for a folder that is no link. */
  #summary(folder: SpecFolder, section: Section<KeptSummary> | undefined): SpecSummary {
    const configured = `${folder.path}/${this.#config.structure.defaultFile}`;
    const found = section === undefined ? undefined : this.#statOf(configured);
    const path = found === undefined ? this.documentPath(folder) : configured;
    const stat = section === undefined || found !== undefined ? found : this.#statOf(path);
    const known = stat === undefined ? undefined : section?.known(path, stat);
    if (stat !== undefined && known !== undefined) {
      const [title, frontmatter, print, criteria, problem] = known;
      const { size, mtimeNs } = stat;
      if (this.#isBeside(folder, problem)) return this.#summary(folder, undefined);
      // Built in place: spreading costs as much as the rest.
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
    if (this.#isBeside(folder, document.problem)) return this.#summary(folder, undefined);
    const summary = summaryOf(folder, document, this.#config.criteria.sections);
    const isKept = stat?.kind === 'file' && section?.isSettled(stat) === true && 'text' in read;
    const print = isKept ? frontmatterPrint(summary.frontmatter) : undefined;
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
      // Told by the reading.
      return undefined;
    }
  }

  open(folder: SpecFolder): SpecDocument {
    const document = this.#document(this.#read(folder, this.#mainFile(folder)));
    return this.#isBeside(folder, document.problem) ? this.open(folder) : document;
  }

  #read(folder: SpecFolder, name: string, stat?: FileStat): ReadText {
    // A name may lead through links inside the folder.
    const direct = this.#isDirect(folder) && !name.includes('/');
    return readDocumentText(this.#files, `${folder.path}/${name}`, direct, stat);
  }

  /** True for a folder that was seen where its path says: a file in it needs no look for links above it. */
  #isDirect({ path }: Pick<SpecFolder, 'path'>): boolean {
    const { folders, links, inside } = this.#listed;
    if (!inside || links.has(path)) return false;
    // A few are found by looking; who asks on and on will ask for all.
    this.#asked += 1;
    if (this.#asked <= FEW_ASKED) return folders.some((folder) => folder.path === path);
    this.#listed.paths ??= new Set(folders.map((folder) => folder.path));
    return this.#listed.paths.has(path);
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

  keptFiles(): ReadonlyMap<string, string> {
    return this.#kept;
  }

  hidden(): readonly HiddenSpecs[] {
    this.#closed.clear();
    this.#behindLinks.clear();
    return hiddenSpecs(this.#looking, this.#parse, this.#config, this.#listed, this.#note);
  }

  hiddenIn({ path }: Pick<SpecFolder, 'path'>): readonly string[] {
    const isLink = this.#listed.links.has(path);
    return specsBelow(
      this.#looking,
      this.#parse,
      this.#config,
      { path, isLink },
      this.#note,
      this.#behindLinks,
    );
  }

  readonly #parse = (text: string) => this.parse(text);

  readonly #note = (path: string, error: SpectoolError): void => {
    this.#closed.set(path, error);
  };

  unreadable(): ReadonlyMap<string, SpectoolError> {
    this.#isTold = true;
    const met = new Map([...this.#listed.unreadable, ...this.#closed]);
    for (const folder of met.size === 0 ? [] : this.#listed.folders) {
      // Told as a broken spec.
      if (met.has(folder.path) && this.#statOf(this.documentPath(folder)) === undefined)
        met.delete(folder.path);
    }
    return met;
  }

  foldersIn(specsDir: string): readonly SpecFolder[] {
    const { structure } = this.#config;
    const asked = this.#files.stat(specsDir);
    if (asked?.kind !== 'directory') return [];
    // A disk that does not tell case has one folder under both names.
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

  /** True once: what was read is a file of the configured name without frontmatter, and the document stands beside it. */
  #isBeside({ path }: Pick<SpecFolder, 'path'>, problem: DocumentProblem | undefined): boolean {
    if (problem?.code !== 'FRONTMATTER_MISSING' || this.#beside.has(path)) return false;
    const found = documentBeside(this.#files, path, this.#config.structure.defaultFile) ?? null;
    this.#beside.set(path, found);
    return found !== null;
  }

  /** A spec keeps the file it was made with when the configuration names another one. */
  #mainFile({ path }: Pick<SpecFolder, 'path'>): string {
    const { defaultFile } = this.#config.structure;
    const kept = this.#beside.get(path) ?? keptFileIn(this.#files, path, defaultFile);
    if (kept === undefined) this.#kept.delete(path);
    else this.#kept.set(path, kept);
    return kept ?? defaultFile;
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
        this.#closed.set(path, error);
        return [];
      }
    };
    const visit = (path: string, prefix: string, depth: number) => {
      for (const { name, kind } of looked(path, () => this.#files.list(path))) {
        if (names.length >= MOST_FILES || name.startsWith('.') || name === 'node_modules') continue;
        const place = `${path}/${name}`;
        // The reading says why.
        if (isUnnameable(this.#files, place, name)) looked(place, () => [this.#files.read(place)]);
        else if (kind === 'directory' && depth < 5) {
          folders.push(prefix + name);
          visit(place, `${prefix}${name}/`, depth + 1);
        } else if (kind === 'file' || kind === 'link') names.push(prefix + name);
      }
    };
    if (this.#isDirect(folder) || this.#files.isInside(folder.path)) visit(folder.path, '', 0);
    const { defaultFile } = this.#config.structure;
    // Where it is listed, nothing has to be looked for.
    const main =
      names.includes(defaultFile) && !this.#beside.has(folder.path) ? defaultFile : this.#mainFile(folder);
    const files = [...names.filter((name) => name === main), ...names.filter((name) => name !== main)];
    return { files, folders };
  }

  readFile(folder: SpecFolder, name: string): string | undefined {
    const path = `${folder.path}/${name}`;
    const read = this.#read(folder, name);
    if ('problem' in read && read.failure !== undefined) this.#unread.set(path, read.failure);
    else this.#unread.delete(path);
    return 'text' in read ? read.text : undefined;
  }

  unreadFiles(): ReadonlyMap<string, SpectoolError> {
    for (const path of this.#unread.keys()) if (this.#isGone(path)) this.#unread.delete(path);
    return this.#unread;
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
    // What a link leads to is not measured but read: it counts as large.
    return stat?.kind === 'link' ? Infinity : (stat?.size ?? 0);
  }

  edit(document: SpecDocument, changes: ReadonlyMap<string, JsonValue | null>): SpecDocument {
    return changes.size === 0 ? document : editDocument(document, changes, this.#parser);
  }

  stagedFolders(): readonly StagedFolder[] {
    return this.#files
      .list(STAGING_FOLDER)
      .filter(({ name, kind }) => kind === 'directory' && name.startsWith('new-'))
      .map(({ name }) => this.#staged(name.slice('new-'.length), `${STAGING_FOLDER}/${name}`));
  }

  #staged(id: string, path: string): StagedFolder {
    return {
      id,
      path,
      commit: (folder) => {
        if (this.#files.stat(folder.path) !== undefined) {
          throw new SpectoolError('SPEC_EXISTS', `${folder.path} already exists.`);
        }
        this.#files.move(path, folder.path);
      },
      discard: () => this.#files.remove(path),
    };
  }
}
