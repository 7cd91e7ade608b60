import type { SpecSummary } from '../../domain/document/specSummary.js';
import { isMarkdown } from '../../domain/document/plainText.js';
import type { Advice } from '../../domain/errors/advice.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { chooseSource, isOwnSpec, patternsFor, type FoundKind } from '../../domain/import/chooseSource.js';
import { type ImportedDocument, isUnread } from '../../domain/import/importedDocument.js';
import { isImportedNumber } from '../../domain/import/importNames.js';
import { isAmongRecords } from '../../domain/import/recordPlaces.js';
import { NO_STATUS, statusWord } from '../../domain/import/statusWords.js';
import { PROJECT_STREAM, type StreamId } from '../../domain/log/records/record.js';
import { foldersAbove, parentOf } from '../../domain/naming/projectPath.js';
import type { ImportSource, SourceTree, SourceTrees } from '../../ports/importSource.js';
import { hasId } from '../changes/specIdentities.js';
import type { Warning } from '../warning.js';
import { joined } from './importedPlaces.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { EventLog } from '../../ports/eventLog.js';

/** One file with a number in its name is no collection. */
const FEWEST = 2;
/** Patterns in one advice; what is left is advised the next time. */
const MOST_PATTERNS = 5;
const WHAT = 'see what they would become';

/** A document of a spec of this project. */
export interface OwnDocument {
  readonly id: StreamId;
  /** In the tree. */
  readonly folder: string;
}

/** Documents of other tools. A spec of this project is none of them, wherever its document stands. */
export class ForeignDocuments {
  constructor(
    private readonly importSources: readonly ImportSource[],
    private readonly sourceTrees: SourceTrees,
    private readonly fileSystem: FileSystem,
    private readonly eventLog: EventLog,
  ) {}

  /** Every kind that is in a place, the one that it is taken for first. @param among kinds that come into question. */
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

  /** Those of some files that are specs of this project, by their `id`, or stand in the folder of one. */
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

  /** Documents of other tools in the project, which no command takes for specs. They are looked for where there are no specs yet. @param told what is known of unread places, such as those that a change of the setting left behind. */
  warnings(specsDir: string, told: readonly { readonly code: string }[] = []): readonly Warning[] {
    const tree = this.#tree(specsDir);
    const isTold = told.some(({ code }) => code === 'NOT_READ');
    const [moved] = tree === undefined || isTold ? [] : this.#moved(tree, specsDir);
    if (moved !== undefined) return [moved];
    const [first, ...others] = tree === undefined ? [] : this.kinds(tree);
    if (first === undefined || (first.surety === 'names' && first.documents.length < FEWEST)) return [];
    const { length } = first.documents;
    const more = others.map(({ source, documents }) => `, ${String(documents.length)} more (${source})`);
    return [
      {
        code: 'NOT_IMPORTED',
        message: `${length === 1 ? '1 document here is no spec' : `${String(length)} documents here are no specs`} yet (${first.source})${more.join('')}.`,
        advice: [{ useCase: 'importSpecs', to: WHAT }, ...adviceFor(others)],
      },
    ];
  }

  /** Specs of this project that stand elsewhere, as after `git mv specs docs/specs`. */
  #moved(tree: SourceTree, specsDir: string): readonly Warning[] {
    const documents = tree.files.flatMap(({ path }) => (isMarkdown(path) ? [path] : []));
    const places = [...this.own(tree, documents).values()].map(({ folder }) => parentOf(folder));
    const [first] = places.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    if (first === undefined || first === '') return [];
    return [
      {
        code: 'SPECS_MOVED',
        message: `The specs stand in ${first}, but the setting specsDir names ${specsDir}.`,
        advice: [
          { useCase: 'setSetting', request: { key: 'specsDir', values: [first] }, to: 'read them there' },
        ],
      },
    ];
  }

  /**
   * Folders of another tool that stand where specs do, and are none yet.
   * @param among those that are looked at; all without it. @param without a document that specs themselves have.
   */
  standing(specsDir: string, among?: readonly SpecSummary[], without?: string): readonly Warning[] {
    const { importSources, sourceTrees, fileSystem } = this;
    const bare = among?.filter(isForeign);
    if (bare?.length === 0) return [];
    const problems = new Map(bare?.map(({ folder, problem }) => [folder.path, problem?.code]));
    try {
      const tree = sourceTrees.open(`${fileSystem.root}/${specsDir}`, []);
      const problemOf = (path: string) => problems.get(parentOf(joined(specsDir, path)));
      return importSources
        .filter(({ inPlace }) => inPlace !== undefined && inPlace !== without)
        .flatMap((source): readonly Warning[] => {
          const { documents: found } = source.detect(tree);
          const all = this.#foreign(tree, found);
          const documents = bare === undefined ? all : all.filter((path) => problemOf(path) !== undefined);
          if (documents.length === 0) return [];
          const alone = patternsFor(documents, found) ?? [];
          // Specs of this project are passed over anyway.
          const patterns = alone.length > MOST_PATTERNS ? (patternsFor(documents, all) ?? []) : alone;
          const only = patterns.slice(0, MOST_PATTERNS);
          // Nothing else has to be done or said before it.
          const apply = bare !== undefined && documents.every((path) => problemOf(path) === BARE);
          return [
            {
              code: 'NOT_IMPORTED',
              message: `There are folders in ${specsDir} that are no specs yet (${source.name}).`,
              advice: [
                {
                  useCase: 'importSpecs',
                  request: {
                    source: source.name,
                    inPlace: true,
                    ...(only.length > 0 && { only }),
                    ...(apply && { apply }),
                  },
                  to: 'make specs of them where they stand',
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
   * Numbers that the first spec leaves to documents which an import would give theirs: those in a folder made for numbered
   * documents, or with a status. A number in the name of any other file (`01-intro.md`, `404.md`) says nothing of specs.
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
      // Two kinds of sources may find the same document.
      if (foreign.length >= FEWEST) for (const [place, number] of foreign) numbers.set(place, number);
    }
    const [[place, highest] = ['', 0]] = [...numbers].sort(([, a], [, b]) => b - a);
    if (highest < 1) return { highest: 0, warnings: [] };
    return {
      highest,
      warnings: [
        {
          code: 'NOT_IMPORTED',
          message: `Numbers up to ${String(highest)} are left free for ${String(numbers.size)} documents that are no specs yet, such as ${place}: they stand in a folder for numbered documents, or have a status.`,
          advice: [{ useCase: 'importSpecs', to: WHAT }],
        },
      ],
    };
  }

  #foreign(tree: SourceTree, documents: readonly string[]): readonly string[] {
    const own = this.own(tree, documents);
    return documents.filter((path) => !own.has(path));
  }

  /** All of the project but its specs, wherever somebody stands in it. */
  #tree(specsDir: string): SourceTree | undefined {
    const { sourceTrees, fileSystem } = this;
    try {
      return sourceTrees.open(fileSystem.root, [specsDir]);
    } catch (error) {
      // What cannot be looked into is told by the commands that need it.
      if (error instanceof SpectoolError) return undefined;
      throw error;
    }
  }
}

/** How each of these kinds is imported from a place. @param asked what was asked of the place itself. */
export function adviceFor(
  kinds: readonly FoundKind[],
  asked: { readonly place?: string | undefined; readonly inPlace?: boolean | undefined } = {},
): readonly Advice[] {
  return kinds.map(({ source, only }) => ({
    useCase: 'importSpecs',
    request: {
      source,
      ...(asked.place !== undefined && { place: asked.place }),
      ...(asked.inPlace === true && { inPlace: true }),
      ...(only && { only }),
    },
    to: `see those of ${source}`,
  }));
}

/** One that cannot be read says of none. */
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

/** A status is a word: `404 Not Found` in a text on servers is none. */
function isRecord({ place, status }: ImportedDocument): boolean {
  const word = statusWord(status);
  return isAmongRecords(place) || (word !== NO_STATUS && /^\p{L}/u.test(word));
}

const BARE = 'FRONTMATTER_MISSING';

/** A folder without a document of ours, or one that has no frontmatter, may be another tool's. */
function isForeign({ problem }: SpecSummary): boolean {
  return problem?.code === 'MISSING_DOCUMENT' || problem?.code === BARE;
}
