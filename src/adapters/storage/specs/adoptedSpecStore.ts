import type { AdoptedDocument, LoggedAdoption } from '../../../domain/adoption/adoptedDocument.js';
import {
  adoptedBody,
  adoptedId,
  type AdoptedState,
  adoptedState,
  countedBoxes,
  type FolderHabits,
  habitsOf,
  hasTasks,
  laterDocuments,
  type LaterDocuments,
  placesInFiles,
  recordedPlan,
  unusedBoxes,
  withLoggedItems,
  withTicksOf,
} from '../../../domain/adoption/adoptedState.js';
import { isMarkdown } from '../../../domain/document/documentText.js';
import { progressOf } from '../../../domain/criteria/criteria.js';
import { bodyOf, type LinePlace, type SpecDocument } from '../../../domain/document/specDocument.js';
import type { SpecSummary } from '../../../domain/document/frontmatter/parseSimpleFrontmatter.js';
import { textDigest } from '../../../domain/log/digests.js';
import { logEnd } from '../../../domain/log/logSummary.js';
import { PROJECT_STREAM, type StreamId } from '../../../domain/log/records/record.js';
import { fieldRank, IN_FILE, ITS_FILES } from '../../../domain/fields/standardFields.js';
import {
  fileInSpec,
  type Labels,
  lastNameIn,
  nameIn,
  parentOf,
  type SpecFolder,
} from '../../../domain/naming/projectPath.js';
import type { Configuration, AdoptedFolder } from '../../../domain/project/configuration.js';
import { present } from '../../../domain/value/collections.js';
import type { JsonValue } from '../../../domain/value/jsonValue.js';
import type { AdoptedDocuments } from '../../../ports/adoptedDocuments.js';
import type { EventLog } from '../../../ports/eventLog.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type {
  AdoptionFacts,
  FrontmatterParser,
  NotRead,
  SpecStore,
  StoredChange,
} from '../../../ports/specStore.js';
import type { Hasher } from '../../../ports/system.js';
import { inOrder } from './specFolderSearch.js';

/** What the store needs besides the specs of the specs folder. */
export interface AdoptedParts {
  readonly own: SpecStore;
  readonly config: Pick<Configuration, 'adopted' | 'specsDir' | 'criteria'>;
  readonly documents: AdoptedDocuments;
  readonly log: EventLog;
  readonly parser: FrontmatterParser;
  readonly files: FileSystem;
  readonly hasher: Hasher;
  /** Returns the same object during one use case, and another one during the next: what was read is valid for one use case. */
  readonly run: () => unknown;
  /** Returns for files their former paths and the day of their first commit; files that are not committed are left out. */
  readonly past: (paths: readonly string[]) => ReadonlyMap<string, FilePast>;
  /** Returns the last committed texts of deleted files, or of all files of deleted folders, by their paths. */
  readonly lastTexts: (paths: readonly string[]) => ReadonlyMap<string, { readonly text: string }>;
}

/** The past of a file in git. */
export interface FilePast {
  readonly origin: string;
  readonly since: string;
}

/** A document in an adopted folder. */
interface Entry {
  readonly folder: AdoptedFolder;
  readonly document: AdoptedDocument;
  readonly habits: FolderHabits;
  readonly later: LaterDocuments;
}

/** A spec in an adopted folder, with what the log says of it. */
interface Adopted {
  readonly kind: string;
  readonly folder: SpecFolder;
  readonly id: StreamId;
  readonly state: AdoptedState;
  /** Absent if the files were deleted. */
  readonly document?: AdoptedDocument;
  readonly habits: FolderHabits;
  readonly log?: LoggedAdoption;
}

/**
 * The specs of the specs folder, and those whose documents stay where another tool keeps them. The document of an adopted spec has
 * the fields that the log and the documents say, and the texts of all its files; of a changed document only ticks are written.
 */
export class AdoptedSpecStore implements SpecStore {
  readonly #parts: AdoptedParts;
  #found?: {
    readonly run: unknown;
    readonly specs: ReadonlyMap<string, Adopted>;
    lastTexts?: ReturnType<AdoptedParts['lastTexts']>;
  };

  constructor(parts: AdoptedParts) {
    this.#parts = parts;
  }

  folders(): readonly SpecFolder[] {
    const adopted = this.#adopted();
    const own = this.#parts.own.folders().filter(({ path }) => !adopted.has(path));
    // A deleted spec keeps its files, and is read only to be restored.
    const current = [...adopted.values()].filter(({ log }) => log?.isDeleted !== true);
    return [...own, ...current.map(({ folder }) => folder)].sort(inOrder);
  }

  summaries(folders: readonly SpecFolder[] = this.folders()): readonly SpecSummary[] {
    const adopted = this.#adopted();
    const own = folders.filter(({ path }) => !adopted.has(path));
    const summaries = new Map(this.#parts.own.summaries(own).map((one) => [one.folder.path, one]));
    return folders.flatMap((folder) => {
      const found = adopted.get(folder.path);
      return (found === undefined ? summaries.get(folder.path) : this.#summary(found)) ?? [];
    });
  }

  #summary(adopted: Adopted): SpecSummary {
    const { folder, state, document, log, habits } = adopted;
    const title = document?.title ?? log?.title ?? folder.name;
    const boxes = document !== undefined && hasTasks(document, habits) ? document.boxes : undefined;
    const counted =
      log?.hasItems === true
        ? progressOf(bodyOf(this.#document(adopted)), this.#parts.config.criteria.sections)
        : boxes && { done: boxes.ticked, total: boxes.total };
    return { folder, frontmatter: state.frontmatter, title, ...(counted && { criteria: counted }) };
  }

  open(folder: SpecFolder): SpecDocument {
    const found = this.#adopted().get(folder.path);
    return found === undefined ? this.#parts.own.open(folder) : this.#document(found);
  }

  #document(adopted: Adopted): SpecDocument {
    const { state, id, log } = adopted;
    const body = this.#body(adopted);
    const { sections } = this.#parts.config.criteria;
    const text = { body, criteriaSections: sections };
    const whole = log?.hasItems === true ? withLoggedItems(text, this.#parts.log.records(id)) : body;
    const parsed = this.parse(`${this.#head(state)}${whole}`);
    return { ...parsed, ...(adopted.document && unusedBoxes(adopted.document, adopted.habits)) };
  }

  #head({ frontmatter }: AdoptedState): string {
    const lines = Object.entries(frontmatter)
      .sort(([a], [b]) => fieldRank(a) - fieldRank(b))
      .map(([key, value]) => `${key}: ${this.#parts.parser.format(value)}`);
    return `---\n${lines.join('\n')}\n---\n`;
  }

  /** Returns the text of a spec's files, or their last committed text if they were deleted. */
  #body({ document, folder, habits, log }: Adopted): string {
    if (document === undefined) {
      const files = [...this.#lastTexts()].flatMap(([path, { text }]) =>
        path === folder.path || path.startsWith(`${folder.path}/`) ? [[path, text] as const] : [],
      );
      const texts = files.length === 0 ? [[folder.path, ''] as const] : files;
      return adoptedBody({ title: log?.title ?? folder.name }, texts, false);
    }
    return adoptedBody(document, this.#texts(document), hasTasks(document, habits));
  }

  /** Returns the last texts of all deleted documents, which are read together because git is slow. */
  #lastTexts() {
    const found = this.#found;
    const gone = [...this.#adopted().values()].filter(({ document }) => document === undefined);
    const texts = found?.lastTexts ?? this.#parts.lastTexts(gone.map(({ folder }) => folder.path));
    if (found !== undefined) found.lastTexts = texts;
    return texts;
  }

  /** Returns the texts of a document's files, with the file that has its tasks. */
  #texts(document: AdoptedDocument): readonly (readonly [path: string, text: string])[] {
    return pathsOf(document).map((path) => [path, this.#parts.documents.text(path) ?? '']);
  }

  parse(text: string): SpecDocument {
    return this.#parts.own.parse(text);
  }

  documentPath(folder: Pick<SpecFolder, 'path'>): string {
    const found = this.#adopted().get(folder.path);
    if (found === undefined) return this.#parts.own.documentPath(folder);
    return found.document?.texts[0] ?? folder.path;
  }

  places(folder: Pick<SpecFolder, 'path'>): (line: number) => LinePlace {
    const found = this.#adopted().get(folder.path);
    if (found?.document === undefined) return this.#parts.own.places(folder);
    const document = this.#document(found);
    const places = placesInFiles(bodyOf(document), this.#texts(found.document));
    return (line) => places[line - document.bodyLine] ?? { file: this.documentPath(folder), line: 1 };
  }

  notRead(): readonly NotRead[] {
    const adopted = this.#adopted();
    const places = this.#parts.config.adopted.map(({ path }) => `${path}/`);
    return this.#parts.own
      .notRead()
      .filter(({ path }) => !adopted.has(path) && !places.some((place) => path.startsWith(place)));
  }

  foldersIn(specsDir: string): readonly SpecFolder[] {
    const adopted = this.#adopted();
    return this.#parts.own.foldersIn(specsDir).filter(({ path }) => !adopted.has(path));
  }

  files(folder: SpecFolder, closed?: 'passed over'): readonly string[] {
    const found = this.#adopted().get(folder.path);
    return found === undefined ? this.#parts.own.files(folder, closed) : namesOf(found);
  }

  contents(folder: SpecFolder): { readonly files: readonly string[]; readonly folders: readonly string[] } {
    const found = this.#adopted().get(folder.path);
    if (found === undefined) return this.#parts.own.contents(folder);
    const { document } = found;
    const further = document === undefined ? [] : pathsOf(document).slice(1);
    return { files: [...namesOf(found), ...further.map((path) => nameFrom(found, path))], folders: [] };
  }

  readFile(folder: SpecFolder, name: string): string | undefined {
    const found = this.#adopted().get(folder.path);
    if (found === undefined) return this.#parts.own.readFile(folder, name);
    if (name === namesOf(found)[0]) return this.#document(found).text;
    const isFile = this.contents(folder).files.includes(name);
    return isFile ? this.#parts.documents.text(fileInSpec(found.folder, name)) : undefined;
  }

  fileSize(folder: SpecFolder, name: string): number {
    const found = this.#adopted().get(folder.path);
    if (found === undefined) return this.#parts.own.fileSize(folder, name);
    return this.#parts.files.stat(fileInSpec(found.folder, name))?.size ?? 0;
  }

  edit(document: SpecDocument, changes: ReadonlyMap<string, JsonValue | null>): SpecDocument {
    return this.#parts.own.edit(document, changes);
  }

  adoption({ path }: Pick<SpecFolder, 'path'>): AdoptionFacts | undefined {
    const found = this.#adopted().get(path);
    if (found === undefined) return undefined;
    const { kind, document, state } = found;
    return { kind, texts: document === undefined ? [] : pathsOf(document), overrides: state.overrides };
  }

  source({ path }: Pick<SpecFolder, 'path'>): string | undefined {
    const found = this.#adopted().get(path);
    return found && (found.state.overrides('planned') ?? ITS_FILES);
  }

  unrecorded(): readonly SpecFolder[] {
    const fresh = [...this.#adopted().values()].filter(({ log, document }) =>
      document === undefined ? log?.labels.archived === false : log === undefined,
    );
    return fresh.map(({ folder }) => folder).sort(inOrder);
  }

  stored(folder: SpecFolder, before: SpecDocument | undefined, after: SpecDocument): StoredChange {
    const found = this.#adopted().get(folder.path);
    if (found?.document === undefined || before === undefined)
      return found === undefined
        ? this.#parts.own.stored(folder, before, after)
        : { document: after, texts: [] };
    const { document, habits } = found;
    const texts = this.#texts(document).flatMap(([path, was]) => {
      const boxes = document.boxes?.path === path && hasTasks(document, habits) ? document.boxes : undefined;
      const text = withTicksOf(was, bodyOf(before), bodyOf(after), boxes);
      return text === was ? [] : [{ path, was, text }];
    });
    if (texts.length === 0) return { document: after, texts };
    const [written] = texts;
    const boxes = document.boxes && written && countedBoxes(document.boxes, written.text);
    const ticked = { ...document, ...(boxes && { boxes }) };
    const log = { labels: found.folder, title: document.title, frontmatter: after.frontmatter };
    const state = adoptedState(ticked, log, habits);
    return { document: this.parse(`${this.#head(state)}${bodyOf(after)}`), texts };
  }

  #adopted(): ReadonlyMap<string, Adopted> {
    const run = this.#parts.run();
    const known = this.#found;
    if (known !== undefined && known.run === run) return known.specs;
    const specs = this.#read();
    this.#found = { run, specs };
    return specs;
  }

  #read(): ReadonlyMap<string, Adopted> {
    const { config, documents, log, hasher } = this.#parts;
    const streams = log.streams().filter((stream) => stream !== PROJECT_STREAM);
    const ends = log.ends?.(streams) ?? new Map(streams.map((one) => [one, logEnd(log.records(one))]));
    const logged = new Map<StreamId, LoggedAdoption>();
    for (const [stream, { adopted }] of ends) if (adopted !== undefined) logged.set(stream, adopted);
    const read = config.adopted.flatMap((folder) => {
      const all = documents
        .read(folder, (key) => recordedPlan(logged.get(adoptedId(folder, key, hasher.sha256))))
        .documents.filter(({ path }) => !this.#isOwn(path));
      const habits = habitsOf(folder, all);
      const later = laterDocuments(all, habits);
      return all.map((document) => ({
        ...{ folder, habits, document, later },
        id: adoptedId(folder, document.key, hasher.sha256),
      }));
    });
    const names = timesOf(read.map(({ document }) => document.name));
    const refs = timesOf(read.map(({ id }) => logged.get(id)?.labels.ref));
    const entries = new Map(
      read.map((one) => {
        const { document, folder, id } = one;
        const labels = labelsIn(document, folder, config.specsDir, names.get(document.name) === 1);
        const { at, ref = '', name = '' } = logged.get(id)?.labels ?? {};
        // A recorded name stays, even if another document with the same name comes.
        const isNamed = at === document.path && refs.get(ref) === 1;
        return [id, { ...one, labels: isNamed ? { ...labels, ref, name } : labels }];
      }),
    );
    const gone = new Map([...logged].filter(([id]) => !entries.has(id)));
    const fresh = [...entries.values()].filter(({ id }) => !logged.has(id));
    const continued = new Map(
      fresh.flatMap(({ id, ...one }) => {
        const [same] = [...gone].find(([, known]) => isSame(one, known)) ?? [];
        return same !== undefined && gone.delete(same) ? [[id, same]] : [];
      }),
    );
    const unknown = fresh.flatMap(({ id, document }) => (continued.has(id) ? [] : filesOf(document)));
    const past = unknown.length === 0 ? new Map<string, FilePast>() : this.#parts.past(unknown);
    const found = new Map<string, Adopted>();
    for (const entry of entries.values()) {
      const { document, habits, folder, labels, later } = entry;
      const moved =
        continued.get(entry.id) ?? (logged.has(entry.id) ? undefined : this.#moved(entry, gone, past));
      if (moved !== undefined) gone.delete(moved);
      const id = moved ?? entry.id;
      const known = logged.get(id);
      const refsOf = (keys: readonly string[]) =>
        keys.flatMap((key) => entries.get(adoptedId(folder, key, hasher.sha256))?.labels.ref ?? []);
      const [whole] = refsOf(document.partOf === undefined ? [] : [document.partOf]);
      const [successor] = refsOf(later('superseded_by', document.key));
      const amendedBy = refsOf(later('amended_by', document.key));
      const fields = {
        ...document.fields,
        ...present({ part_of: whole, superseded_by: successor }),
        ...(amendedBy.length > 0 && { amended_by: amendedBy }),
      };
      // A plan whose design was deleted stays that design's plan, so that both are one spec when the design is back.
      const isPlan = document.key === recordedPlan(known)?.plan;
      const state = adoptedState(
        { ...document, fields, ...(isPlan && { plan: document.key }) },
        known,
        habits,
      );
      const days = filesOf(document).flatMap((path) => past.get(path)?.since ?? []);
      const [created] = [...days, ...(document.created === undefined ? [] : [document.created])].sort();
      const frontmatter = {
        ...(known === undefined && created !== undefined && { created }),
        ...state.frontmatter,
        id,
      };
      found.set(document.path, {
        ...{ kind: folder.kind, id, document, habits, state: { ...state, frontmatter } },
        folder: { ...labels, archived: state.archived, path: document.path },
        ...(known !== undefined && { log: known }),
      });
    }
    for (const [id, known] of gone) {
      const path = known.labels.at ?? '';
      const setting = config.adopted.find((one) => path.startsWith(`${one.path}/`));
      if (known.isDeleted === true || found.has(path) || setting === undefined) continue;
      found.set(path, {
        ...{ kind: setting.kind, id, log: known, habits: habitsOf(setting, []) },
        state: {
          frontmatter: { ...known.frontmatter, [IN_FILE]: { gone: true }, id },
          archived: true,
          overrides: () => undefined,
        },
        folder: { ...known.labels, archived: true, path },
      });
    }
    return found;
  }

  /** True for a folder in the specs folder whose document is one of spectool. */
  #isOwn(path: string): boolean {
    const { own, config } = this.#parts;
    if (!path.startsWith(`${config.specsDir}/`)) return false;
    const { frontmatter } = own.open({ path, ref: '', name: '', sequence: null, archived: false });
    return typeof frontmatter['id'] === 'string' && frontmatter['id'] !== '';
  }

  /** Returns the spec whose files are gone and that a new document continues: by a rename in git, by its name, or by its text. */
  #moved(
    { document, habits }: Pick<Entry, 'document' | 'habits'>,
    gone: ReadonlyMap<StreamId, LoggedAdoption>,
    past: ReadonlyMap<string, FilePast>,
  ): StreamId | undefined {
    if (gone.size === 0) return undefined;
    const origin = past.get(document.texts[0] ?? '')?.origin ?? '';
    const byName = [...gone].filter(
      ([, { labels }]) =>
        labels.at !== undefined &&
        parentOf(labels.at) === parentOf(document.path) &&
        [labels.name, labels.ref].includes(document.name),
    );
    const byRename = [...gone].filter(
      ([, { labels }]) => labels.at === origin || `${origin}/`.startsWith(`${labels.at ?? ' '}/`),
    );
    const only = [byRename, byName].find(({ length }) => length === 1)?.[0];
    if (only !== undefined) return only[0];
    const body = adoptedBody(document, this.#texts(document), hasTasks(document, habits));
    const digest = textDigest(body, this.#parts.hasher.sha256);
    return [...gone.keys()].find((id) => this.#parts.log.records(id).some(({ text }) => text === digest));
  }
}

/** Returns how often each value occurs. */
function timesOf<Value>(values: readonly Value[]): ReadonlyMap<Value, number> {
  const times = new Map<Value, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return times;
}

/** True if a document without a record is that of a logged spec: it is at the same place, or it is the plan of the spec or its design. */
function isSame(
  { folder, document: { path, key, plan = key } }: Pick<Entry, 'folder' | 'document'>,
  known: LoggedAdoption,
): boolean {
  const { at = '' } = known.labels;
  return at === path || (at.startsWith(`${folder.path}/`) && recordedPlan(known)?.plan === plan);
}

/** Returns the labels of a document. One without a number is named by its name, if no other document has the same name. */
function labelsIn(
  { name, number, path }: AdoptedDocument,
  folder: AdoptedFolder,
  specsDir: string,
  isAlone: boolean,
): Omit<Labels, 'archived'> {
  const stem = nameIn(path).normalize();
  const short = name.normalize();
  const isShort = number === undefined && isAlone && /^[\p{L}\p{N}]/u.test(short);
  return {
    ...{ sequence: number ?? null, name: isShort ? stem : short, ref: isShort ? short : stem },
    ...(folder.path !== specsDir && { group: lastNameIn(folder.path).replace(/^\.+/, '') }),
    at: path,
  };
}

function filesOf(document: AdoptedDocument): readonly string[] {
  return [...new Set([...pathsOf(document), ...document.files])];
}

/** Returns the paths of the files whose texts are the document: those with its text, and the one with its tasks. */
function pathsOf({ texts, boxes }: AdoptedDocument): readonly string[] {
  return boxes === undefined || texts.includes(boxes.path) ? texts : [...texts, boxes.path];
}

/** Returns the names of a spec's files, the document first, relative to the spec's folder. */
function namesOf(adopted: Adopted): readonly string[] {
  const { folder, document } = adopted;
  const paths =
    document === undefined ? [folder.path] : [document.texts[0] ?? folder.path, ...document.files];
  return paths.map((path) => nameFrom(adopted, path));
}

function nameFrom({ folder }: Adopted, path: string): string {
  return relativeTo(isMarkdown(folder.path) ? parentOf(folder.path) : folder.path, path);
}

function relativeTo(folder: string, path: string): string {
  if (folder === '' || path.startsWith(`${folder}/`))
    return path.slice(folder === '' ? 0 : folder.length + 1);
  return `../${relativeTo(parentOf(folder), path)}`;
}
