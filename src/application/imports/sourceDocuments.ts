import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { type FoundDocument, type ImportedDocument, isUnread } from '../../domain/import/importedDocument.js';
import type { FoundKind } from '../../domain/import/chooseImportSource.js';
import { nearestWords } from '../../domain/naming/nearestWords.js';
import type { ImportSource, SourceHistory, SourceTree } from '../../ports/importSource.js';
import type { Warning } from '../warning.js';
import { skipped } from './skippedFiles.js';
import { adviceFor, converters, type OwnDocument } from './foreignDocuments.js';
import type { Services } from '../services.js';

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
  readonly noHistory?: boolean | undefined;
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
  constructor(private readonly use: Services) {}

  read(request: SourceRequest): FoundSource {
    const { name, place, tree, inPlace } = this.#place(request);
    const { source, others, elsewhere } = this.#source(name, tree, inPlace);
    if (inPlace && request.inPlace !== true) this.#refuseOwn(source, tree);
    const found = this.#documents(source, tree, new Set(elsewhere));
    const documents = found.flatMap((one) => (isUnread(one) ? [] : [one]));
    const own = this.use.foreignDocuments.own(
      tree,
      found.map((one) => one.place),
    );
    const foreign = request.noHistory === true ? [] : documents.filter((one) => !own.has(one.place));
    const files = new Map(foreign.flatMap(({ past }) => [...(past ?? [])]));
    return {
      source,
      notes: [
        ...(name === undefined ? [...this.#besides(others, tree, place), ...converters(tree)] : []),
        ...skipped('These documents were left to the kinds that recognise them more surely', elsewhere),
      ],
      tree,
      inPlace,
      found,
      documents,
      own,
      history: this.use.sourceHistory.read(tree.root, files),
    };
  }

  /**
   * Determines source and place from the request: a single word is the name of a source, anything else a folder or file. Documents
   * in the specs folder, if a place is there or there are no others, become specs in place.
   */
  #place({ source, place, inPlace = false }: SourceRequest): {
    readonly name?: string;
    readonly place?: string | undefined;
    readonly tree: SourceTree;
    readonly inPlace: boolean;
  } {
    const { sourceTrees, importSources, fileSystem, foreignDocuments, config } = this.use;
    const isKind = place !== undefined || importSources.some(({ name }) => name === source);
    const [name, path] = isKind ? [source, place] : [undefined, source ?? place];
    const asked = { ...(name !== undefined && { name }), place: path };
    try {
      if (path !== undefined || !inPlace) {
        const tree = sourceTrees.open(path ?? '.', [config.specsDir]);
        if (tree.isLeftOut === true) return { ...asked, tree, inPlace: true };
        const among = importSources.filter((one) => name === undefined || one.name === name);
        const isOnlyThere =
          path === undefined &&
          among.some((one) => one.inPlace !== undefined) &&
          foreignDocuments.kinds(tree, among).length === 0 &&
          foreignDocuments.standing(config.specsDir).length > 0;
        if (!isOnlyThere) return { ...asked, tree, inPlace };
      }
      return { ...asked, tree: sourceTrees.open(`${fileSystem.root}/${config.specsDir}`, []), inPlace: true };
    } catch (error) {
      if (
        path === source &&
        path !== undefined &&
        error instanceof SpectoolError &&
        error.code === 'SOURCE_NOT_FOUND'
      )
        throw this.#noSource(path);
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
    const sources = this.use.importSources.filter(
      (one) => !inPlace || one.inPlace !== undefined || one.name === name,
    );
    const kinds = this.use.foreignDocuments.kinds(tree, sources);
    const [first, ...others] = kinds;
    const source = sources.find((one) =>
      name !== undefined
        ? one.name === name
        : first !== undefined
          ? one.name === first.source
          : // If all documents are already specs of this project, still choose a source, so that the result lists these specs.
            one.detect(tree).documents.length > 0,
    );
    if (source !== undefined && inPlace && source.inPlace === undefined)
      throw new SpectoolError(
        'USAGE',
        `Documents of kind ${source.name} in the specs folder cannot be imported in place.`,
        {
          hint: 'Move them out of the specs folder first; an import then makes copies, and keeps the originals.',
        },
      );
    if (source !== undefined)
      return {
        source,
        others: name === undefined ? others : [],
        elsewhere:
          (name === undefined ? undefined : kinds.find((one) => one.source === name)?.elsewhere) ?? [],
      };
    if (name !== undefined) throw this.#noSource(name);
    const [converted] = converters(tree);
    throw new SpectoolError('SOURCE_NOT_FOUND', `There are no documents of another tool in ${tree.root}.`, {
      hint:
        converted?.hint ??
        `Name the folder with the documents. Known kinds: ${sources.map((one) => `${one.name} (${one.description})`).join('; ')}.`,
    });
  }

  /** Refuses documents in the specs folder that are all specs already, unless in place was asked for. */
  #refuseOwn(source: ImportSource, tree: SourceTree): void {
    if (this.use.foreignDocuments.kinds(tree, [source]).length > 0) return;
    throw new SpectoolError(
      'USAGE',
      `All documents of kind ${source.name} in the specs folder are specs of this project.`,
      { hint: 'Name the folder of the documents to import.' },
    );
  }

  /** Warns of other kinds of documents, including those in the specs folder if the whole project is searched. */
  #besides(
    kinds: readonly FoundKind[],
    { inProject }: SourceTree,
    place: string | undefined,
  ): readonly Warning[] {
    const { foreignDocuments, specStore, config } = this.use;
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
              advice: adviceFor(kinds, place),
            },
          ]),
      ...(inProject === '' ? foreignDocuments.standing(config.specsDir, specStore.summaries()) : []),
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
    const sizes = new Map(tree.files.map(({ path, size }) => [path, size]));
    const found: FoundDocument[] = [];
    let [along, bytes] = [0, 0];
    for (const one of source.read(tree)) {
      if (elsewhere.has(one.place)) continue;
      found.push(isUnread(one) ? one : withFreeNames(one, this.use.config.structure.defaultFile));
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
    hint: 'Import the documents in parts: name a folder.',
  });
}

/** Gives each accompanying file a name of its own, in any case of its letters, different from the document's. */
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
