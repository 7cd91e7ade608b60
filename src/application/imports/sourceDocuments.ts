import { isMarkdown } from '../../domain/document/documentText.js';
import type { SpecSummary } from '../../domain/document/frontmatter/parseSimpleFrontmatter.js';
import { type Advice, SpectoolError } from '../../domain/errors/spectoolError.js';
import {
  chooseSource,
  convertedTools,
  foldersToAdopt,
  type FoundKind,
  isAmongRecords,
  isDocumentText,
} from '../../domain/import/documentKinds.js';
import {
  type FoundDocument,
  type ImportedDocument,
  isUnreadDocument,
} from '../../domain/import/importedDocument.js';
import { PROJECT_STREAM, type StreamId } from '../../domain/log/records/record.js';
import { nearestWords } from '../../domain/naming/nearestWords.js';
import { foldersAbove, lastNameIn, parentOf } from '../../domain/naming/projectPath.js';
import { firstOf, remembered } from '../../domain/value/collections.js';
import type { ImportSource, SourceHistory, SourceTree } from '../../ports/importSource.js';
import { endsOfSpecs, hasId } from '../changes/specLogs.js';
import { Service, type Warning } from '../useCase.js';

/**
 * Minimum number of documents to recognize another tool by file names only: one file with a number in its name is no evidence.
 */
const FEWEST = 2;
/** File names of documents that are in a folder of their own. */
const DOCUMENT_FILES = ['README.md', 'spec.md'];
/** Number of folders that an advice names. */
const MOST_FOLDERS = 5;

/** Finds documents of other tools. Excludes documents of this project's specs, in any folder. */
export class ForeignDocuments extends Service {
  /** Returns all kinds of documents found in a tree, best match first. @param among sources to try. */
  kinds(tree: SourceTree, among = this.use.importSources): readonly FoundKind[] {
    return chooseSource(
      among.map((source) => {
        const found = source.detect(tree);
        const own = this.own(tree, found.documents);
        const documents = found.documents.filter((path) => !own.has(path));
        return { ...found, source: source.name, documents };
      }),
    );
  }

  /**
   * Returns the files that belong to specs of this project, each with the folder of its spec: documents whose `id` has a log, and
   * all files in the folders of these documents.
   */
  own(tree: SourceTree, paths: readonly string[]): ReadonlyMap<string, string> {
    const logged = new Set(this.use.eventLog.streams().filter((stream) => stream !== PROJECT_STREAM));
    const isOwn = remembered((path: string) => logged.has(idIn(tree, path) ?? PROJECT_STREAM));
    const found = (logged.size === 0 ? [] : paths).flatMap((path) => {
      const above = foldersAbove(path).flatMap((folder) => DOCUMENT_FILES.map((name) => `${folder}/${name}`));
      const document = [path, ...above].find(isOwn);
      return document === undefined ? [] : [[path, parentOf(document)] as const];
    });
    return new Map(found);
  }

  /**
   * Warns of documents of other tools in a project without specs.
   * @param told warnings already reported; after `NOT_READ`, specs outside the specs folder are not reported again.
   */
  warnings(specsDir: string, told: readonly { readonly code: string }[] = []): readonly Warning[] {
    const tree = this.#tree('', [specsDir]);
    const isTold = told.some(({ code }) => code === 'NOT_READ');
    const [moved] = tree === undefined || isTold ? [] : this.#moved(tree, specsDir);
    if (moved !== undefined) return [moved];
    const [first, ...others] = tree === undefined ? [] : this.kinds(tree);
    const converted = converters(tree);
    if (first === undefined || (first.surety === 'names' && first.documents.length < FEWEST))
      return converted;
    const { length } = first.documents;
    const more = others.map(({ source, documents }) => `, ${String(documents.length)} more (${source})`);
    const kinds = [first, ...others].map((one) => ({ ...one, adopted: foldersToAdopt(one) }));
    const adopted = kinds.flatMap((one) => one.adopted);
    return [
      {
        code: 'NOT_IMPORTED',
        message: `${length === 1 ? '1 document in this project is not a spec' : `${String(length)} documents in this project are not specs`} yet (${first.source})${more.join('')}.`,
        advice: [
          ...(adopted.length > 0 ? [adviceToAdopt(adopted)] : []),
          ...adviceFor(kinds.filter((one) => one.adopted.length === 0)),
        ],
      },
      ...converted,
    ];
  }

  /** Warns of specs of this project outside the specs folder, for example after `git mv specs docs/specs`. */
  #moved(tree: SourceTree, specsDir: string): readonly Warning[] {
    const documents = tree.files.flatMap(({ path }) => (isMarkdown(path) ? [path] : []));
    const places = [...this.own(tree, documents).values()].map(parentOf);
    const [first] = places.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    if (first === undefined || first === '') return [];
    return [
      {
        code: 'SPECS_MOVED',
        message: `The specs are in ${first}, but the setting specsDir is ${specsDir}.`,
        advice: [
          { useCase: 'setSetting', request: { key: 'specsDir', values: [first] }, to: 'change the setting' },
        ],
      },
    ];
  }

  /**
   * Finds the folders of another tool in the specs folder that are not adopted: they have a document of that tool, and neither
   * one of ours nor a log. They are no specs, so commands leave them out, and the warning names them.
   */
  beside(among: readonly SpecSummary[]): {
    readonly own: readonly SpecSummary[];
    readonly folders: ReadonlySet<string>;
    readonly warnings: readonly Warning[];
  } {
    const none = { own: among, folders: new Set<string>(), warnings: [] };
    const odd = new Set(among.filter(mayBeForeign).map(({ folder }) => folder.path));
    if (odd.size === 0) return none;
    const { adoptedDocuments, eventLog, config } = this.use;
    const [kind] = adoptedDocuments.kindsIn(config.specsDir);
    if (kind === undefined) return none;
    const { documents } = adoptedDocuments.read({ path: config.specsDir, kind });
    const logged = new Set([...endsOfSpecs(eventLog).values()].map(({ named }) => named?.ref));
    const folders = new Set(
      documents.flatMap(({ path }) => (odd.has(path) && !logged.has(lastNameIn(path)) ? [path] : [])),
    );
    const count = `${String(folders.size)} folder${folders.size === 1 ? '' : 's'}`;
    const message = `Not specs yet: ${count} of another tool in ${config.specsDir} (${kind}).`;
    const advice = [adviceToAdopt([config.specsDir])];
    return {
      own: among.filter(({ folder }) => !folders.has(folder.path)),
      folders,
      warnings: folders.size === 0 ? [] : [{ code: 'NOT_IMPORTED', message, advice }],
    };
  }

  /** Names the folders of another tool in the specs folder of a project that is just made, which has no settings yet. */
  inNewProject(specsDir: string): readonly Warning[] {
    const [found] = this.use.adoptedDocuments.kindsIn(specsDir);
    if (found === undefined) return [];
    const message = `Not specs yet: folders of another tool in ${specsDir} (${found}).`;
    return [{ code: 'NOT_IMPORTED', message, advice: [adviceToAdopt([specsDir])] }];
  }

  /** Returns the files of a folder, `''` for the whole project; undefined if it is unreadable, which other checks report. */
  #tree(folder: string, without: readonly string[]): SourceTree | undefined {
    const { sourceTrees, fileSystem } = this.use;
    try {
      return sourceTrees.open(`${fileSystem.root}/${folder}`, without);
    } catch (error) {
      if (error instanceof SpectoolError) return undefined;
      throw error;
    }
  }
}

/** Warns of files of other tools for which spectool has a conversion script. */
function converters(tree: SourceTree | undefined): readonly Warning[] {
  return convertedTools((tree?.files ?? []).map(({ path }) => path)).map((one) => ({
    code: 'NOT_IMPORTED',
    message: `Files of ${one.tool} were found here.`,
    hint: one.hint,
  }));
}

/** Advice on how documents become specs where they are. */
function adviceToAdopt(paths: readonly string[]): Advice {
  return {
    useCase: 'adoptFolders',
    request: { paths: paths.slice(0, MOST_FOLDERS) },
    to: 'see them as specs where they are',
  };
}

/** Advice on how to import each of these kinds of documents. @param place folder or file that the user named. */
function adviceFor(kinds: readonly FoundKind[], place?: string): readonly Advice[] {
  return kinds.map(({ source }) => ({
    useCase: 'importSpecs',
    request: {
      source,
      ...(place !== undefined && { place }),
    },
    to: `see the documents of kind ${source}`,
  }));
}

/** Returns the `id` of a document; undefined if it has none or cannot be read. */
function idIn(tree: SourceTree, path: string): StreamId | undefined {
  try {
    const text = tree.text(path);
    if (text === undefined || !/^id:/m.test(text)) return undefined;
    const { frontmatter } = tree.parse(text);
    return hasId(frontmatter) ? frontmatter.id : undefined;
  } catch (error) {
    if (error instanceof SpectoolError) return undefined;
    throw error;
  }
}

/** True if the spec's folder has no README.md, and no other document with frontmatter: the folder may belong to another tool. */
function mayBeForeign({ problem, file }: SpecSummary): boolean {
  if (problem?.code === 'MISSING_DOCUMENT') return true;
  return problem?.code === 'FRONTMATTER_MISSING' && file?.path.endsWith('/spec.md') === true;
}

/**
 * Warns of texts beside imported documents that are not imported: guides, records in other markup, folders without a document. A
 * file beside a single document counts only in a folder of records.
 */
export function textsBeside(tree: SourceTree, found: readonly FoundDocument[]): readonly Warning[] {
  const documents = found.flatMap((one) => (isUnreadDocument(one) ? [] : [one]));
  const along = documents.flatMap(({ files = [] }) => files.map(({ from }) => from));
  const taken = new Set([...found.map(({ place }) => place), ...along]);
  const counts = new Map<string, number>();
  for (const { place } of found)
    if (tree.has(place)) counts.set(parentOf(place), (counts.get(parentOf(place)) ?? 0) + 1);
  const homes = new Set(documents.flatMap(({ folder }) => (folder === undefined ? [] : [parentOf(folder)])));
  const left = tree.files.flatMap(({ path }) => {
    const folder = parentOf(path);
    const isBeside =
      (folder !== '' && homes.has(parentOf(folder))) ||
      (counts.get(folder) ?? 0) > (isAmongRecords(path) ? 0 : 1);
    return isBeside && isDocumentText(path) && !taken.has(path) ? [path] : [];
  });
  return skipped('These documents are not specs and were not imported', left);
}

/** Warns of files that were not imported, with their number and the first names. @param what begins the sentence. */
function skipped(what: string, paths: readonly string[]): readonly Warning[] {
  return paths.length === 0 ? [] : [{ code: 'IMPORT_SKIPPED', message: `${what}: ${firstOf(paths)}.` }];
}

/** The most documents of one import. */
const MOST_DOCUMENTS = 20_000;

/** Request fields that name the documents to import. */
interface SourceRequest {
  readonly source?: string | undefined;
  readonly place?: string | undefined;
}

/** The source and folder that a request names, and the files there. */
interface PlacedRequest {
  readonly name?: string | undefined;
  readonly place?: string | undefined;
  readonly tree: SourceTree;
}

function notCopied(specsDir: string): SpectoolError {
  const message = `${specsDir} is the specs folder, of which no copy is made.`;
  return new SpectoolError('USAGE', message, { advice: [adviceToAdopt([specsDir])] });
}

/** Everything read from the source. */
export interface FoundSource {
  readonly source: ImportSource;
  readonly tree: SourceTree;
  /** Warnings that other kinds of documents exist beside the imported ones. */
  readonly notes: readonly Warning[];
  /** All documents that are not specs of this project, including unreadable ones. */
  readonly found: readonly FoundDocument[];
  readonly documents: readonly ImportedDocument[];
  readonly history: ReturnType<SourceHistory['read']>;
}

/** Finds the documents to import and reads their history. */
export class SourceDocuments extends Service {
  /**
   * Reads what a request names. Documents that a named tool has only in the specs folder are shown, but not copied.
   * @throws SpectoolError `USAGE` if such documents are to be imported.
   */
  read(request: SourceRequest & { readonly apply?: boolean | undefined }): FoundSource {
    const { sourceTrees, config } = this.use;
    const at = this.#place(request);
    const copied = this.#read(at);
    if (copied.found.length > 0 || at.name === undefined || at.place !== undefined) return copied;
    const standing = this.#read({ ...at, tree: sourceTrees.open('.', []) });
    if (standing.found.length === 0) return copied;
    const refusal = notCopied(config.specsDir);
    if (request.apply === true) throw refusal;
    const { message, advice } = refusal;
    return { ...standing, notes: [...standing.notes, { code: 'NOT_IMPORTED', message, advice }] };
  }

  #read({ name, place, tree }: PlacedRequest): FoundSource {
    const { importSources, foreignDocuments, sourceHistory } = this.use;
    const kinds = foreignDocuments.kinds(tree);
    const chosen = name ?? kinds[0]?.source;
    const source = importSources.find((one) => one.name === chosen);
    if (source === undefined) throw name === undefined ? this.#nothing(tree) : this.#noSource(name);
    // Documents of the named kind that another kind matches more closely.
    const elsewhere = kinds.find((one) => one.source === chosen)?.elsewhere ?? [];
    const found = this.#documents(source, tree, new Set(elsewhere));
    const documents = found.flatMap((one) => (isUnreadDocument(one) ? [] : [one]));
    const files = new Map(documents.flatMap(({ past }) => [...(past ?? [])]));
    return {
      source,
      notes: [
        ...(name === undefined ? [...this.#besides(kinds.slice(1), tree, place), ...converters(tree)] : []),
        ...skipped('These documents match another kind more closely and were left to it', elsewhere),
      ],
      tree,
      found,
      documents,
      history: sourceHistory.read(tree.root, files),
    };
  }

  /** Determines source and place from the request: a single word is the name of a source, anything else a folder or file. */
  #place({ source, place }: SourceRequest): PlacedRequest {
    const { sourceTrees, importSources, config } = this.use;
    const isKind = place !== undefined || importSources.some(({ name }) => name === source);
    const [name, path] = isKind ? [source, place] : [undefined, source];
    try {
      const tree = sourceTrees.open(path ?? '.', [config.specsDir]);
      if (tree.isLeftOut !== true) return { name, place: path, tree };
    } catch (error) {
      const isMissing = error instanceof SpectoolError && error.code === 'SOURCE_NOT_FOUND';
      const isWord = !isKind && path !== undefined && /^[a-z-]+$/.test(path);
      throw isMissing && isWord ? this.#noSource(path) : error;
    }
    throw notCopied(config.specsDir);
  }

  #nothing(tree: SourceTree): SpectoolError {
    const { foreignDocuments, specStore, importSources } = this.use;
    const [converted] = converters(tree);
    const [standing] = foreignDocuments.beside(specStore.summaries()).warnings;
    const kinds = importSources.map(({ name }) => name).join(', ');
    return new SpectoolError('SOURCE_NOT_FOUND', `There are no documents of another tool in ${tree.root}.`, {
      ...(standing?.advice && { advice: standing.advice }),
      hint: converted?.hint ?? `Specify the folder of the documents. Known kinds: ${kinds} (docs/import.md).`,
    });
  }

  /** Warns of other kinds of documents, including those in the specs folder if the whole project is searched. */
  #besides(
    kinds: readonly FoundKind[],
    { inProject }: SourceTree,
    place: string | undefined,
  ): readonly Warning[] {
    const { foreignDocuments, specStore } = this.use;
    const told = kinds.map(
      ({ source, documents }) => `${String(documents.length)} of ${source} (${documents[0] ?? ''})`,
    );
    const message = `There are also documents of other kinds: ${told.join(', ')}.`;
    const advice = adviceFor(kinds, place);
    return [
      ...(kinds.length === 0 ? [] : [{ code: 'OTHER_KINDS', message, advice }]),
      ...(inProject === '' ? foreignDocuments.beside(specStore.summaries()).warnings : []),
    ];
  }

  #noSource(name: string): SpectoolError {
    const names = this.use.importSources.map((one) => one.name);
    const [near] = nearestWords(name, names, 1);
    return new SpectoolError('USAGE', `"${name}" is neither a kind of documents nor a folder.`, {
      hint: near === undefined ? `Known kinds: ${names.join(', ')}.` : `Did you mean ${near}?`,
    });
  }

  #documents(
    source: ImportSource,
    tree: SourceTree,
    elsewhere: ReadonlySet<string>,
  ): readonly FoundDocument[] {
    const { foreignDocuments, config } = this.use;
    const read = [...source.read(tree)].filter(({ place }) => !elsewhere.has(place));
    const places = read.map(({ place }) => place);
    const own = foreignDocuments.own(tree, places);
    const found = read
      .filter(({ place }) => !own.has(place))
      .map((one) => (isUnreadDocument(one) ? one : withFreeNames(one, config.structure.defaultFile)));
    if (found.length > MOST_DOCUMENTS)
      throw new SpectoolError('USAGE', `There are more than ${String(MOST_DOCUMENTS)} documents.`, {
        hint: 'Import the documents in parts, one folder at a time.',
      });
    return found;
  }
}

/** Gives each accompanying file a unique name, different from the document's; names that differ only in case count as equal. */
function withFreeNames(document: ImportedDocument, defaultFile: string): ImportedDocument {
  const taken = new Set([defaultFile.toLowerCase()]);
  const files = document.files?.map(({ from, name }) => {
    let given = name;
    for (let turn = 2; taken.has(given.toLowerCase()); turn += 1)
      given = name.replace(/(?=(?:\.[^./]*)?$)/, `-${String(turn)}`);
    taken.add(given.toLowerCase());
    return { from, name: given };
  });
  return { ...document, ...(files && { files }) };
}
