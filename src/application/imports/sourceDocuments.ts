import { textProblem } from '../../domain/document/plainText.js';
import type { Advice } from '../../domain/errors/advice.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { type FoundDocument, type ImportedDocument, isUnread } from '../../domain/import/importedDocument.js';
import type { FoundKind } from '../../domain/import/chooseSource.js';
import { nearest } from '../../domain/naming/nearest.js';
import type {
  ImportSource,
  Progress,
  SourceHistory,
  SourceTree,
  SourceTrees,
} from '../../ports/importSource.js';
import type { Warning } from '../warning.js';
import { adviceFor, type OwnDocument } from './foreignDocuments.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { ForeignDocuments } from './foreignDocuments.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { Configuration } from '../../domain/project/configuration.js';

/** More than this is taken over in parts: documents, and what comes along, which many of them may bring each for itself. */
const [MOST_DOCUMENTS, MOST_ALONG, MOST_BYTES_ALONG] = [20_000, 50_000, 2 * 1024 ** 3];

/** Which documents are meant, as somebody says it. */
export interface SourceRequest {
  readonly source?: string | undefined;
  readonly place?: string | undefined;
  readonly inPlace?: boolean | undefined;
  readonly noHistory?: boolean | undefined;
  readonly only?: readonly string[] | undefined;
}

/** All that is read there. */
export interface FoundSource {
  readonly source: ImportSource;
  readonly tree: SourceTree;
  /** Of what else is there. */
  readonly notes: readonly Warning[];
  /** Those too that cannot be read. */
  readonly found: readonly FoundDocument[];
  readonly documents: readonly ImportedDocument[];
  /** Those of them that are specs of this project, by place. */
  readonly own: ReadonlyMap<string, OwnDocument>;
  readonly history: ReturnType<SourceHistory['read']>;
}

/** Finds the documents that are to be imported, and what version control tells of them. */
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

  read(request: SourceRequest): FoundSource {
    const { name, place, tree } = this.#place(request);
    const { source, others } = this.#source(name, tree, request.inPlace === true);
    if (request.inPlace === true) this.#refuseOtherDocuments(source);
    else this.#refuseOwnFolder(tree);
    const found = this.#documents(source, tree, request.only);
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
      notes: name === undefined ? this.#besides(others, tree, { place, inPlace: request.inPlace }) : [],
      tree,
      found,
      documents,
      own,
      history: this.sourceHistory.read(tree.root, files),
    };
  }

  /** One word alone is a source, or else a folder or file of that name. */
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

  /** The one that is named, else the one that recognises the place best. */
  #source(
    name: string | undefined,
    tree: SourceTree,
    inPlace: boolean,
  ): { readonly source: ImportSource; readonly others: readonly FoundKind[] } {
    const { importSources, foreignDocuments, config } = this;
    const sources = inPlace
      ? importSources.filter((one) => one.inPlace !== undefined || one.name === name)
      : importSources;
    if (name !== undefined) {
      const named = sources.find((one) => one.name === name);
      if (named === undefined) throw this.#noSource(name);
      return { source: named, others: [] };
    }
    const [first, ...others] = foreignDocuments.kinds(tree, sources);
    const source =
      sources.find((one) => one.name === first?.source) ??
      // Where there are specs of this project alone, it is told how they stand.
      sources.find((one) => one.detect(tree).documents.length > 0);
    if (source !== undefined) return { source, others };
    const { specsDir } = config;
    const advice = inPlace ? [] : this.#inPlaceAdvice();
    if (advice.length > 0)
      throw new SpectoolError(
        'SOURCE_NOT_FOUND',
        `There are no documents of another tool but those in ${specsDir}, the folder for specs.`,
        { advice },
      );
    throw new SpectoolError('SOURCE_NOT_FOUND', `There are no documents of another tool in ${tree.root}.`, {
      hint: `Name the folder they are in. It looks for: ${sources.map((one) => `${one.name} (${one.description})`).join('; ')}.`,
    });
  }

  /** What else he may want who named no kind: those in the folder for specs too, where he looks at all of the project. */
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
              message: `Documents of other kinds are here too: ${told.join(', ')}.`,
              advice: adviceFor(kinds, asked),
            },
          ]),
      ...(inProject === '' && asked.inPlace !== true
        ? foreignDocuments.standing(config.specsDir, specStore.summaries())
        : []),
    ];
  }

  #inPlaceAdvice(): readonly Advice[] {
    const { foreignDocuments, config } = this;
    return foreignDocuments.standing(config.specsDir).flatMap(({ advice = [] }) => advice);
  }

  /** What stands there becomes specs as it stands: copies beside it would be a second of each. */
  #refuseOwnFolder({ inProject, root, isLeftOut }: SourceTree): void {
    if (isLeftOut !== true) return;
    const advice = this.#inPlaceAdvice();
    const hint =
      "Specs are there already; move another tool's documents to another place of the project first.";
    throw new SpectoolError(
      'USAGE',
      `${inProject ?? root} is in the folder for specs: nothing is copied from there.`,
      advice.length > 0 ? { advice } : { hint },
    );
  }

  /** A spec has one document, and its name is the project's. */
  #refuseOtherDocuments({ name, inPlace: file }: ImportSource): void {
    const { config, importSources } = this;
    const own = config.structure.defaultFile;
    if (file === undefined) {
      const kinds = importSources.flatMap((one) => (one.inPlace === undefined ? [] : [one.name]));
      throw new SpectoolError('USAGE', `${name} is not imported in place; ${kinds.join(' and ')} are.`, {
        advice: [
          {
            useCase: 'importSpecs',
            request: { source: name },
            to: 'make specs of copies: what is there stays',
          },
        ],
      });
    }
    if (file === own) return;
    throw new SpectoolError(
      'USAGE',
      `Documents of ${name} are called ${file}; those of specs here are ${own}.`,
      {
        hint: `Where specs with a ${own} stand beside them, rename one kind or the other instead.`,
        advice: [
          {
            useCase: 'setSetting',
            request: { key: 'structure.defaultFile', values: [file] },
            to: `have both tools work on ${file}, and import then`,
          },
        ],
      },
    );
  }

  #noSource(name: string): SpectoolError {
    const names = this.importSources.map((one) => one.name);
    const [near] = nearest(name, names, 1);
    return new SpectoolError('USAGE', `There is no source "${name}", and no folder of that name.`, {
      hint: near === undefined ? `Sources: ${names.join(', ')}.` : `Did you mean ${near}?`,
    });
  }

  #documents(
    source: ImportSource,
    tree: SourceTree,
    only: readonly string[] | undefined,
  ): readonly FoundDocument[] {
    const patterns = only?.map(patternOf);
    const sizes = new Map(tree.files.map(({ path, size }) => [path, size]));
    const found: FoundDocument[] = [];
    let [along, bytes] = [0, 0];
    for (const one of source.read(tree)) {
      this.progress.tell({ work: 'reading documents', done: found.length });
      if (patterns?.some((pattern) => pattern.test(one.place)) === false) continue;
      const problem = isUnread(one) ? undefined : unwritable(one);
      if (isUnread(one)) found.push(one);
      else if (problem !== undefined) found.push({ place: one.place, problem });
      else found.push(withFreeNames(one, this.config.structure.defaultFile));
      if (found.length > MOST_DOCUMENTS)
        throw tooMuch(`There are more than ${String(MOST_DOCUMENTS)} documents.`);
      const files = isUnread(one) ? [] : (one.files ?? []);
      along += files.length;
      for (const { from } of files) bytes += sizes.get(from) ?? 0;
      if (along > MOST_ALONG) throw tooMuch(`More than ${String(MOST_ALONG)} files would come along.`);
      if (bytes > MOST_BYTES_ALONG) throw tooMuch('More than 2 GB would come along.');
    }
    return found;
  }
}

/** Why a text in it cannot be written: of JSON and XML come texts that no file has. */
function unwritable(document: ImportedDocument): string | undefined {
  const left: unknown[] = [document];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    const problem = typeof value === 'string' ? textProblem(value) : undefined;
    if (problem !== undefined) return problem;
    if (typeof value === 'object' && value !== null)
      for (const member of Object.values(value) as readonly unknown[])
        if (member !== undefined) left.push(member);
  }
  return undefined;
}

function tooMuch(message: string): SpectoolError {
  return new SpectoolError('USAGE', message, {
    hint: 'Import them in parts: name a folder, or give patterns.',
  });
}

/** `*` any text without `/`, `**` any text, `?` a letter; anywhere in the path unless it begins with `/`. */
function patternOf(glob: string): { readonly test: (path: string) => boolean } {
  const parts = glob.replace(/^\//, '').split(/(\*\*\/?|\*|\?)/);
  return { test: (path) => isMatch(path, parts, glob.startsWith('/')) };
}

/** All places that the parts lead to are kept: as a regular expression, many stars take a power of the length. */
function isMatch(path: string, parts: readonly string[], isFromStart: boolean): boolean {
  let places = new Set([0]);
  if (!isFromStart) for (const { index } of path.matchAll(/\//g)) places.add(index + 1);
  for (const part of parts) {
    const next = new Set<number>();
    let isOpen = false;
    for (let i = 0; i <= path.length; i += 1) {
      const isHere = places.has(i);
      isOpen = (isOpen && (part !== '*' || path[i - 1] !== '/')) || isHere;
      if (part.startsWith('*')) {
        if (isOpen) next.add(i);
      } else if (part === '?') {
        if (isHere && i < path.length && path[i] !== '/') next.add(i + 1);
      } else if (isHere && path.startsWith(part, i)) next.add(i + part.length);
    }
    places = next;
  }
  return places.has(path.length);
}

/** The document's own name is for the document, and each file has one of its own. */
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

/** `img/x-2.png` */
function numberedName(path: string, number: number): string {
  return path.replace(/(?=(?:\.[^./]*)?$)/, `-${String(number)}`);
}
