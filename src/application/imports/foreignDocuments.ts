import type { SpecSummary } from '../../domain/document/specSummary.js';
import { isMarkdown } from '../../domain/document/decodeText.js';
import type { Advice } from '../../domain/errors/advice.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { chooseSource, isOwnSpec, type FoundKind } from '../../domain/import/chooseImportSource.js';
import { type ImportedDocument, isUnread } from '../../domain/import/importedDocument.js';
import { isImportedNumber } from '../../domain/import/importedSpecNames.js';
import { convertedTools } from '../../domain/import/convertedTools.js';
import { isAmongRecords } from '../../domain/import/decisionRecordFolders.js';
import { NO_STATUS, statusWord } from '../../domain/import/statusWords.js';
import { PROJECT_STREAM, type StreamId } from '../../domain/log/records/record.js';
import { foldersAbove, parentOf } from '../../domain/naming/projectPath.js';
import type { ImportSource, SourceTree, SourceTrees } from '../../ports/importSource.js';
import { hasId } from '../changes/specLogFinder.js';
import type { Warning } from '../warning.js';
import { joined } from './importedPaths.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { EventLog } from '../../ports/eventLog.js';

/**
 * Minimum number of documents that count as a collection of another tool; a single file with a number in its name does not.
 */
const FEWEST = 2;
/** Maximum number of folders in one piece of advice; the others are advised at the next run. */
const MOST_FOLDERS = 5;
const BARE = 'FRONTMATTER_MISSING';
const WHAT = 'see which specs the documents would become';

/** A document that belongs to a spec of this project. */
export interface OwnDocument {
  readonly id: StreamId;
  /** Path of the folder in the source tree. */
  readonly folder: string;
}

/** Finds documents of other tools. Documents of this project's specs never count, wherever they are. */
export class ForeignDocuments {
  constructor(
    private readonly importSources: readonly ImportSource[],
    private readonly sourceTrees: SourceTrees,
    private readonly fileSystem: FileSystem,
    private readonly eventLog: EventLog,
  ) {}

  /** Returns all kinds of documents found in a tree, best match first. @param among sources to try. */
  kinds(tree: SourceTree, among = this.importSources): readonly FoundKind[] {
    return chooseSource(
      among.map((source) => {
        const found = source.detect(tree);
        return {
          ...found,
          source: source.name,
          documents: this.#foreign(tree, found.documents),
          notTaken: source.notTaken?.(tree) ?? [],
        };
      }),
    );
  }

  /**
   * Returns the files that belong to specs of this project: documents whose `id` has a log here, and all files in the folder
   * of such a document.
   */
  own(tree: SourceTree, paths: readonly string[]): ReadonlyMap<string, OwnDocument> {
    const { eventLog, importSources } = this;
    const logged = new Set(eventLog.streams().filter((stream) => stream !== PROJECT_STREAM));
    const names = importSources.flatMap(({ inPlace }) => inPlace ?? []);
    const known = new Map<string, OwnDocument | undefined>();
    const ownAt = (path: string) => {
      if (known.has(path)) return known.get(path);
      const id = idIn(tree, path);
      const isOwn = id !== undefined && logged.has(id) && isOwnSpec(eventLog.records(id));
      known.set(path, isOwn ? { id, folder: parentOf(path) } : undefined);
      return known.get(path);
    };
    const found = (logged.size === 0 ? [] : paths).flatMap((path) => {
      const above = foldersAbove(path).flatMap((folder) => names.map((name) => `${folder}/${name}`));
      const own = [path, ...above].map(ownAt).find((one) => one !== undefined);
      return own === undefined ? [] : [[path, own] as const];
    });
    return new Map(found);
  }

  /**
   * Warns of documents of other tools in a project without specs.
   * @param told findings reported before; with `NOT_READ` among them, specs outside the specs folder are not reported again.
   */
  warnings(specsDir: string, told: readonly { readonly code: string }[] = []): readonly Warning[] {
    const tree = this.#tree(specsDir);
    const isTold = told.some(({ code }) => code === 'NOT_READ');
    const [moved] = tree === undefined || isTold ? [] : this.#moved(tree, specsDir);
    if (moved !== undefined) return [moved];
    const [first, ...others] = tree === undefined ? [] : this.kinds(tree);
    const converted = converters(tree);
    if (first === undefined || (first.surety === 'names' && first.documents.length < FEWEST))
      return converted;
    const { length } = first.documents;
    const more = others.map(({ source, documents }) => `, ${String(documents.length)} more (${source})`);
    return [
      {
        code: 'NOT_IMPORTED',
        message: `${length === 1 ? '1 document in this project is not a spec' : `${String(length)} documents in this project are not specs`} yet (${first.source})${more.join('')}.`,
        advice: [{ useCase: 'importSpecs', to: WHAT }, ...adviceFor(others)],
      },
      ...converted,
    ];
  }

  /** Warns of specs of this project outside the specs folder, for example after `git mv specs docs/specs`. */
  #moved(tree: SourceTree, specsDir: string): readonly Warning[] {
    const documents = tree.files.flatMap(({ path }) => (isMarkdown(path) ? [path] : []));
    const places = [...this.own(tree, documents).values()].map(({ folder }) => parentOf(folder));
    const [first] = places.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    if (first === undefined || first === '') return [];
    return [
      {
        code: 'SPECS_MOVED',
        message: `The specs are in ${first}, but the setting specsDir names ${specsDir}.`,
        advice: [
          { useCase: 'setSetting', request: { key: 'specsDir', values: [first] }, to: 'change the setting' },
        ],
      },
    ];
  }

  /**
   * Warns of folders of another tool in the specs folder that are not specs yet.
   * @param among specs to check; all by default.
   * @param only the kind of documents to report, and the file name of documents that are not reported.
   */
  standing(
    specsDir: string,
    among?: readonly SpecSummary[],
    { source: wanted, without }: { readonly source?: string | undefined; readonly without?: string } = {},
  ): readonly Warning[] {
    const { importSources, sourceTrees, fileSystem } = this;
    const bare = among?.filter(isForeign);
    if (bare?.length === 0) return [];
    const problems = new Map(bare?.map(({ folder, problem }) => [folder.path, problem?.code]));
    try {
      const tree = sourceTrees.open(`${fileSystem.root}/${specsDir}`, []);
      return importSources
        .filter(
          ({ name, inPlace }) =>
            inPlace !== undefined && inPlace !== without && (wanted === undefined || name === wanted),
        )
        .flatMap((source): readonly Warning[] => {
          const problemOf = (path: string) => problems.get(parentOf(joined(specsDir, path)));
          const all = this.#foreign(tree, source.detect(tree).documents);
          const documents = bare === undefined ? all : all.filter((path) => problemOf(path) !== undefined);
          if (documents.length === 0) return [];
          // Specs that a hand wrote have no record yet, and are none of the other tool's.
          const only = documents.length < all.length ? documents.slice(0, MOST_FOLDERS) : [];
          const apply = bare !== undefined && documents.every((path) => problemOf(path) === BARE);
          return [
            {
              code: 'NOT_IMPORTED',
              message: `There are folders in ${specsDir} that are not specs yet; they look like folders of another tool (${source.name}).`,
              advice: [
                {
                  useCase: 'importSpecs',
                  request: {
                    source: source.name,
                    inPlace: true,
                    ...(only.length > 0 && { only: only.map((path) => `/${parentOf(path)}/**`) }),
                    ...(apply && { apply }),
                  },
                  to: 'turn these folders into specs in place',
                },
              ],
            },
          ];
        });
    } catch (error) {
      if (error instanceof SpectoolError) return [];
      throw error;
    }
  }

  /**
   * Returns the highest number that documents of other tools would get in an import, so that new specs leave these numbers
   * free. Counts documents in a folder of numbered documents or with a status; numbers in other file names (`01-intro.md`,
   * `404.md`) do not count.
   */
  leftFree(specsDir: string): { readonly highest: number; readonly warnings: readonly Warning[] } {
    const tree = this.#tree(specsDir);
    const moved = tree === undefined ? [] : this.#moved(tree, specsDir);
    if (moved.length > 0) return { highest: 0, warnings: moved };
    const numbers = new Map<string, number>();
    for (const source of tree === undefined ? [] : this.importSources) {
      if (tree === undefined || source.detect(tree).documents.length < FEWEST) continue;
      const found = [...source.read(tree)].flatMap((one): readonly [string, number][] =>
        !isUnread(one) && isImportedNumber(one.number) && isRecord(one) ? [[one.place, one.number]] : [],
      );
      const own = this.own(
        tree,
        found.map(([place]) => place),
      );
      const foreign = found.filter(([place]) => !own.has(place));
      // Two sources may find the same document, so the numbers are kept by path.
      if (foreign.length >= FEWEST) for (const [place, number] of foreign) numbers.set(place, number);
    }
    const [[place, highest] = ['', 0]] = [...numbers].sort(([, a], [, b]) => b - a);
    if (highest < 1) return { highest: 0, warnings: [] };
    return {
      highest,
      warnings: [
        {
          code: 'NOT_IMPORTED',
          message: `Numbers up to ${String(highest)} are reserved for the import of ${String(numbers.size)} documents that are not specs yet, such as ${place}: each is in a folder for numbered documents or has a status.`,
          advice: [{ useCase: 'importSpecs', to: WHAT }],
        },
      ],
    };
  }

  #foreign(tree: SourceTree, documents: readonly string[]): readonly string[] {
    const own = this.own(tree, documents);
    return documents.filter((path) => !own.has(path));
  }

  /** Returns the files of the whole project without its specs folder. */
  #tree(specsDir: string): SourceTree | undefined {
    const { sourceTrees, fileSystem } = this;
    try {
      return sourceTrees.open(fileSystem.root, [specsDir]);
    } catch (error) {
      // Ignore unreadable folders, because the commands that read them report them.
      if (error instanceof SpectoolError) return undefined;
      throw error;
    }
  }
}

/** Warns of files of other tools that a script of spectool converts. */
export function converters(tree: SourceTree | undefined): readonly Warning[] {
  return convertedTools((tree?.files ?? []).map(({ path }) => path)).map((one) => ({
    code: 'NOT_IMPORTED',
    message: `There are files of ${one.tool} here.`,
    hint: one.hint,
  }));
}

/** Advice on how to import each of these kinds of documents. @param asked place that the user asked for. */
export function adviceFor(
  kinds: readonly FoundKind[],
  asked: { readonly place?: string | undefined; readonly inPlace?: boolean | undefined } = {},
): readonly Advice[] {
  return kinds.map(({ source }) => ({
    useCase: 'importSpecs',
    request: {
      source,
      ...(asked.place !== undefined && { place: asked.place }),
      ...(asked.inPlace === true && { inPlace: true }),
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

/**
 * True for a document in a folder of numbered documents, or with a status word that begins with a letter (not `404 Not
 * Found`).
 */
function isRecord({ place, status }: ImportedDocument): boolean {
  const word = statusWord(status);
  return isAmongRecords(place) || (word !== NO_STATUS && /^\p{L}/u.test(word));
}

/** True if the spec's folder has no document, or one without frontmatter: the folder may belong to another tool. */
function isForeign({ problem }: SpecSummary): boolean {
  return problem?.code === 'MISSING_DOCUMENT' || problem?.code === BARE;
}
