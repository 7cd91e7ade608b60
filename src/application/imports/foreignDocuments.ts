import type { SpecSummary } from '../../domain/document/specSummary.js';
import { isMarkdown } from '../../domain/document/decodeText.js';
import type { Advice } from '../../domain/errors/advice.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { chooseSource, type FoundKind } from '../../domain/import/chooseImportSource.js';
import { convertedTools } from '../../domain/import/convertedTools.js';
import { PROJECT_STREAM, type StreamId } from '../../domain/log/records/record.js';
import { foldersAbove, parentOf } from '../../domain/naming/projectPath.js';
import type { SourceTree } from '../../ports/importSource.js';
import { hasId } from '../changes/specLogFinder.js';
import type { Warning } from '../warning.js';
import type { Services } from '../services.js';

/**
 * Minimum number of documents that count as a collection of another tool; a single file with a number in its name does not.
 */
const FEWEST = 2;
/** The names of documents in a folder of their own. */
const DOCUMENT_FILES = ['README.md', 'spec.md'];
const WHAT = 'see which specs the documents would become';

/** A document that belongs to a spec of this project. */
export interface OwnDocument {
  readonly id: StreamId;
  /** Path of the folder in the source tree. */
  readonly folder: string;
}

/** Finds documents of other tools. Documents of this project's specs never count, wherever they are. */
export class ForeignDocuments {
  constructor(private readonly use: Services) {}

  /** Returns all kinds of documents found in a tree, best match first. @param among sources to try. */
  kinds(tree: SourceTree, among = this.use.importSources): readonly FoundKind[] {
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
    const logged = new Set(this.use.eventLog.streams().filter((stream) => stream !== PROJECT_STREAM));
    const known = new Map<string, OwnDocument | undefined>();
    const ownAt = (path: string) => {
      if (known.has(path)) return known.get(path);
      const id = idIn(tree, path);
      known.set(path, id !== undefined && logged.has(id) ? { id, folder: parentOf(path) } : undefined);
      return known.get(path);
    };
    const found = (logged.size === 0 ? [] : paths).flatMap((path) => {
      const above = foldersAbove(path).flatMap((folder) => DOCUMENT_FILES.map((name) => `${folder}/${name}`));
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
   */
  standing(specsDir: string, among?: readonly SpecSummary[]): readonly Warning[] {
    if (among?.some(isForeign) === false) return [];
    const tree = this.#tree(specsDir, []);
    return this.use.importSources.flatMap((source): readonly Warning[] =>
      tree === undefined ||
      source.inPlace === undefined ||
      this.#foreign(tree, source.detect(tree).documents).length === 0
        ? []
        : [
            {
              code: 'NOT_IMPORTED',
              message: `There are folders in ${specsDir} that are not specs yet; they look like folders of another tool (${source.name}).`,
              advice: [
                {
                  useCase: 'importSpecs',
                  request: { source: source.name, inPlace: true },
                  to: 'see which specs these folders would become in place',
                },
              ],
            },
          ],
    );
  }

  #foreign(tree: SourceTree, documents: readonly string[]): readonly string[] {
    const own = this.own(tree, documents);
    return documents.filter((path) => !own.has(path));
  }

  /** Returns the files of a folder of the project, `''` for the whole one; undefined if it cannot be read, which others report. */
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

/** Warns of files of other tools that a script of spectool converts. */
export function converters(tree: SourceTree | undefined): readonly Warning[] {
  return convertedTools((tree?.files ?? []).map(({ path }) => path)).map((one) => ({
    code: 'NOT_IMPORTED',
    message: `There are files of ${one.tool} here.`,
    hint: one.hint,
  }));
}

/** Advice on how to import each of these kinds of documents. @param place that the user asked for. */
export function adviceFor(kinds: readonly FoundKind[], place?: string): readonly Advice[] {
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

/** True if the spec's folder has no document, or one without frontmatter: the folder may belong to another tool. */
function isForeign({ problem }: SpecSummary): boolean {
  return problem?.code === 'MISSING_DOCUMENT' || problem?.code === 'FRONTMATTER_MISSING';
}
