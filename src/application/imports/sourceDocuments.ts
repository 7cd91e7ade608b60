import type { Advice } from '../../domain/errors/advice.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { type FoundDocument, type ImportedDocument, isUnread } from '../../domain/import/importedDocument.js';
import type { FoundKind } from '../../domain/import/chooseImportSource.js';
import { pathMatcher } from '../../domain/trace/codeGlobs.js';
import { nearestWords } from '../../domain/naming/nearestWords.js';
import type {
  ImportSource,
  Progress,
  SourceHistory,
  SourceTree,
  SourceTrees,
} from '../../ports/importSource.js';
import type { Warning } from '../warning.js';
import { skipped } from './skippedFiles.js';
import { adviceFor, converters, type OwnDocument } from './foreignDocuments.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { ForeignDocuments } from './foreignDocuments.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { Configuration } from '../../domain/project/configuration.js';

/**
 * Limits of one import: number of documents, and number and bytes of accompanying files (several documents may each bring a
 * copy).
 */
const [MOST_DOCUMENTS, MOST_ALONG, MOST_BYTES_ALONG] = [20_000, 50_000, 2 * 1024 ** 3];

/** Request fields that name the documents to import. */
export interface SourceRequest {
  readonly source?: string | undefined;
  readonly place?: string | undefined;
  readonly inPlace?: boolean | undefined;
  readonly apply?: boolean | undefined;
  readonly noHistory?: boolean | undefined;
  readonly only?: readonly string[] | undefined;
}

/** Everything read from the source. */
export interface FoundSource {
  readonly source: ImportSource;
  readonly tree: SourceTree;
  /** True if the documents become specs where they are. */
  readonly inPlace: boolean;
  /** Warnings that other kinds of documents exist beside the imported ones. */
  readonly notes: readonly Warning[];
  /** All documents, including unreadable ones. */
  readonly found: readonly FoundDocument[];
  readonly documents: readonly ImportedDocument[];
  /** Documents that are already specs of this project, by path. */
  readonly own: ReadonlyMap<string, OwnDocument>;
  readonly history: ReturnType<SourceHistory['read']>;
}

/** Finds the documents to import and reads their history. */
export class SourceDocuments {
  constructor(
    private readonly importSources: readonly ImportSource[],
    private readonly sourceTrees: SourceTrees,
    private readonly sourceHistory: SourceHistory,
    private readonly fileSystem: FileSystem,
    private readonly foreignDocuments: ForeignDocuments,
    private readonly specStore: SpecStore,
    private readonly progress: Progress,
    private readonly config: Configuration,
  ) {}

  /** Documents that are only in the specs folder are shown as they would become specs there. */
  read(request: SourceRequest): FoundSource {
    const isPreview = request.place === undefined && request.inPlace !== true && request.apply !== true;
    const inPlace = request.inPlace === true || (isPreview && this.#areOnlyInPlace(request));
    const { name, place, tree } = this.#place({ ...request, inPlace });
    const { source, others, ...kinds } = this.#source(name, tree, inPlace);
    const elsewhere = request.only === undefined ? kinds.elsewhere : [];
    if (!inPlace) this.#refuseOwnFolder(tree);
    const found = this.#documents(source, tree, request.only, new Set(elsewhere));
    const documents = found.flatMap((one) => (isUnread(one) ? [] : [one]));
    const own = this.foreignDocuments.own(
      tree,
      found.map((one) => one.place),
    );
    const foreign = request.noHistory === true ? [] : documents.filter((one) => !own.has(one.place));
    const files = foreign.flatMap(({ past }) => past?.files ?? []);
    this.progress.tell({ work: 'reading their past', done: 0 });
    return {
      source,
      notes: [
        ...(name === undefined
          ? [...this.#besides(others, tree, { place, inPlace }), ...converters(tree)]
          : []),
        ...skipped(
          'These documents were left to the kinds that recognise them more surely; naming their paths takes them',
          elsewhere,
        ),
      ],
      tree,
      inPlace,
      found,
      documents,
      own,
      history: this.sourceHistory.read(tree.root, files),
    };
  }

  /** Determines source and place from the request: a single word is the name of a source, anything else a folder or file. */
  #place({ source, place, inPlace }: SourceRequest): {
    readonly name?: string;
    readonly place?: string | undefined;
    readonly tree: SourceTree;
  } {
    const { sourceTrees, importSources, fileSystem, config } = this;
    const [home, without] =
      inPlace === true ? [`${fileSystem.root}/${config.specsDir}`, []] : ['.', [config.specsDir]];
    if (source === undefined) return { place, tree: sourceTrees.open(place ?? home, without) };
    const isKind = importSources.some(({ name }) => name === source);
    if (place !== undefined || isKind)
      return { name: source, tree: sourceTrees.open(place ?? home, without) };
    try {
      return { place: source, tree: sourceTrees.open(source, without) };
    } catch (error) {
      if (error instanceof SpectoolError && error.code === 'SOURCE_NOT_FOUND') throw this.#noSource(source);
      throw error;
    }
  }

  /**
   * Returns the source (kind of documents) with the given name; without a name, the one that fits the found documents best.
   */
  #source(
    name: string | undefined,
    tree: SourceTree,
    inPlace: boolean,
  ): {
    readonly source: ImportSource;
    readonly others: readonly FoundKind[];
    /** Documents of the named source that are documents of another one too, more certainly. */
    readonly elsewhere: readonly string[];
  } {
    const { importSources, foreignDocuments } = this;
    const sources = inPlace
      ? importSources.filter((one) => one.inPlace !== undefined || one.name === name)
      : importSources;
    const kinds = foreignDocuments.kinds(tree, sources);
    if (name !== undefined) {
      const named = sources.find((one) => one.name === name);
      if (named === undefined) throw this.#noSource(name);
      if (inPlace && named.inPlace === undefined)
        throw new SpectoolError('USAGE', `Documents of kind ${name} cannot be imported in place.`, {
          hint: 'An import that is not in place makes copies and keeps the originals.',
        });
      if (!inPlace && tree.inProject === '' && named.detect(tree).documents.length === 0)
        this.#refuseOnlyInPlace(name);
      const { elsewhere = [] } = kinds.find((one) => one.source === name) ?? {};
      return { source: named, others: [], elsewhere };
    }
    const [first, ...others] = kinds;
    const source =
      sources.find((one) => one.name === first?.source) ??
      // If all documents are already specs of this project, still choose a source, so that the result lists these specs.
      sources.find((one) => one.detect(tree).documents.length > 0);
    if (source !== undefined) return { source, others, elsewhere: [] };
    if (!inPlace) this.#refuseOnlyInPlace();
    const [converted] = converters(tree);
    throw new SpectoolError('SOURCE_NOT_FOUND', `There are no documents of another tool in ${tree.root}.`, {
      hint:
        converted?.hint ??
        `Name the folder with the documents. Known kinds: ${sources.map((one) => `${one.name} (${one.description})`).join('; ')}.`,
    });
  }

  /** Warns of other kinds of documents, including those in the specs folder if the whole project is searched. */
  #besides(
    kinds: readonly FoundKind[],
    { inProject }: SourceTree,
    asked: Pick<SourceRequest, 'place' | 'inPlace'>,
  ): readonly Warning[] {
    const { foreignDocuments, specStore, config } = this;
    const told = kinds.map(
      ({ source, documents }) => `${String(documents.length)} of ${source} (${documents[0] ?? ''})`,
    );
    return [
      ...(kinds.length === 0
        ? []
        : [
            {
              code: 'OTHER_KINDS',
              message: `There are documents of other kinds too: ${told.join(', ')}.`,
              advice: adviceFor(kinds, asked),
            },
          ]),
      ...(inProject === '' && asked.inPlace !== true
        ? foreignDocuments.standing(config.specsDir, specStore.summaries())
        : []),
    ];
  }

  /** True if the only documents of the asked kind are in the specs folder. */
  #areOnlyInPlace({ source }: SourceRequest): boolean {
    const { foreignDocuments, importSources, sourceTrees, fileSystem, config } = this;
    const among = importSources.filter(({ name }) => source === undefined || name === source);
    return (
      this.#inPlaceAdvice(source).length > 0 &&
      foreignDocuments.kinds(sourceTrees.open(fileSystem.root, [config.specsDir]), among).length === 0
    );
  }

  /** @param source the kind that was asked for. */
  #refuseOnlyInPlace(source?: string): void {
    const advice = this.#inPlaceAdvice(source);
    if (advice.length > 0)
      throw new SpectoolError(
        'SOURCE_NOT_FOUND',
        `The only documents of another tool are in ${this.config.specsDir}, the specs folder, and can be imported only in place.`,
        { advice },
      );
  }

  #inPlaceAdvice(source?: string): readonly Advice[] {
    const { foreignDocuments, config } = this;
    return foreignDocuments
      .standing(config.specsDir, undefined, { source })
      .flatMap(({ advice = [] }) => advice);
  }

  /** Refuses to import from the specs folder other than in place, because copies would duplicate its documents. */
  #refuseOwnFolder({ inProject, root, isLeftOut }: SourceTree): void {
    if (isLeftOut !== true) return;
    const advice = this.#inPlaceAdvice();
    const hint = 'Move the documents out of the specs folder first.';
    throw new SpectoolError(
      'USAGE',
      `${inProject ?? root} is in the specs folder, and documents in the specs folder cannot be imported as copies.`,
      advice.length > 0 ? { advice } : { hint },
    );
  }

  #noSource(name: string): SpectoolError {
    const names = this.importSources.map((one) => one.name);
    const [near] = nearestWords(name, names, 1);
    return new SpectoolError('USAGE', `"${name}" is neither a kind of documents nor a folder.`, {
      hint: near === undefined ? `Known kinds: ${names.join(', ')}.` : `Did you mean ${near}?`,
    });
  }

  #documents(
    source: ImportSource,
    tree: SourceTree,
    only: readonly string[] | undefined,
    elsewhere: ReadonlySet<string>,
  ): readonly FoundDocument[] {
    const patterns = only?.map(patternOf);
    const sizes = new Map(tree.files.map(({ path, size }) => [path, size]));
    const found: FoundDocument[] = [];
    let [along, bytes] = [0, 0];
    for (const one of source.read(tree)) {
      this.progress.tell({ work: 'reading documents', done: found.length });
      if (patterns?.some((isMatch) => isMatch(one.place)) === false || elsewhere.has(one.place)) continue;
      found.push(isUnread(one) ? one : withFreeNames(one, this.config.structure.defaultFile));
      if (found.length > MOST_DOCUMENTS)
        throw tooMuch(`There are more than ${String(MOST_DOCUMENTS)} documents.`);
      const files = isUnread(one) ? [] : (one.files ?? []);
      along += files.length;
      for (const { from } of files) bytes += sizes.get(from) ?? 0;
      if (along > MOST_ALONG) throw tooMuch(`More than ${String(MOST_ALONG)} files would be copied.`);
      if (bytes > MOST_BYTES_ALONG) throw tooMuch('More than 2 GB would be copied.');
    }
    return found;
  }
}

function tooMuch(message: string): SpectoolError {
  return new SpectoolError('USAGE', message, {
    hint: 'Import the documents in parts: name a folder, or give patterns.',
  });
}

/** Returns whether a path matches a pattern, which counts anywhere in the path unless it begins with `/`. */
function patternOf(glob: string): (path: string) => boolean {
  return pathMatcher(glob.startsWith('/') ? glob : `**/${glob}`);
}

/** Gives each accompanying file a unique name, different from the document's. */
function withFreeNames(document: ImportedDocument, defaultFile: string): ImportedDocument {
  const { files } = document;
  if (files === undefined) return document;
  const [own, ...names] = [defaultFile, ...files.map(({ name }) => name)].map((name) => name.toLowerCase());
  const wanted = new Set(names);
  const taken = new Set([own]);
  let number = 1;
  const free = (name: string) => {
    const first = name.toLowerCase() === own ? `original-${name}` : name;
    let given = first;
    while (taken.has(given.toLowerCase()) || (given !== name && wanted.has(given.toLowerCase())))
      given = numberedName(first, (number += 1));
    taken.add(given.toLowerCase());
    return given;
  };
  return { ...document, files: files.map(({ from, name }) => ({ from, name: free(name) })) };
}

/** Adds a number before the extension: `img/x-2.png`. */
function numberedName(path: string, number: number): string {
  return path.replace(/(?=(?:\.[^./]*)?$)/, `-${String(number)}`);
}
