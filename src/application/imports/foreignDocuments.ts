import type { SpecSummary } from '../../domain/document/specSummary.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { type ImportedDocument, isUnread } from '../../domain/import/importedDocument.js';
import { isImportedNumber } from '../../domain/import/importNames.js';
import { isAmongRecords } from '../../domain/import/recordPlaces.js';
import { NO_STATUS, statusWord } from '../../domain/import/statusWords.js';
import type { ImportSource, SourceTree } from '../../ports/import/importSource.js';
import type { Warning } from '../warning.js';
import type { SourceTrees } from '../../ports/import/importSource.js';
import type { FileSystem } from '../../ports/fileSystem.js';

/** One file with a number in its name is no collection. */
const FEWEST = 2;

/** Documents of other tools in the project, which no command takes for specs. It is looked for where there are no specs yet. */
export class ForeignDocuments {
  constructor(
    private readonly importSources: readonly ImportSource[],
    private readonly sourceTrees: SourceTrees,
    private readonly fileSystem: FileSystem,
  ) {}

  warnings(specsDir: string): readonly Warning[] {
    const found = this.#found(specsDir);
    if (found === undefined) return [];
    return [
      {
        code: 'NOT_IMPORTED',
        message: `${String(found.count)} documents here are no specs yet (${found.source.name}).`,
        advice: [{ useCase: 'importSpecs', to: 'see what they would become' }],
      },
    ];
  }

  /** Folders of another tool that stand where specs do, and are none yet. @param without a document that specs themselves have. */
  standing(specsDir: string, without?: string): readonly Warning[] {
    const { importSources, sourceTrees, fileSystem } = this;
    try {
      const tree = sourceTrees.open(`${fileSystem.root}/${specsDir}`, []);
      const found = importSources
        .filter(({ inPlace }) => inPlace !== undefined && inPlace !== without)
        .find((source) => source.detect(tree) > 0);
      if (found === undefined) return [];
      return [
        {
          code: 'NOT_IMPORTED',
          message: `There are folders in ${specsDir} that are no specs yet (${found.name}).`,
          advice: [
            {
              useCase: 'importSpecs',
              request: { source: found.name, inPlace: true },
              to: 'make specs of them where they stand',
            },
          ],
        },
      ];
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
    const numbers = new Map<string, number>();
    for (const source of tree === undefined ? [] : this.importSources) {
      if (tree === undefined || source.detect(tree) < FEWEST) continue;
      const found = [...source.read(tree)].flatMap((one): readonly [string, number][] =>
        !isUnread(one) && isImportedNumber(one.number) && isRecord(one) ? [[one.place, one.number]] : [],
      );
      // Two kinds of sources may find the same document.
      if (found.length >= FEWEST) for (const [place, number] of found) numbers.set(place, number);
    }
    const [[place, highest] = ['', 0]] = [...numbers].sort(([, a], [, b]) => b - a);
    if (highest < 1) return { highest: 0, warnings: [] };
    return {
      highest,
      warnings: [
        {
          code: 'NOT_IMPORTED',
          message: `Numbers up to ${String(highest)} are left free for ${String(numbers.size)} documents that are no specs yet, such as ${place}: they stand in a folder for numbered documents, or have a status.`,
          advice: [{ useCase: 'importSpecs', to: 'see what they would become' }],
        },
      ],
    };
  }

  #found(specsDir: string): { readonly source: ImportSource; readonly count: number } | undefined {
    const tree = this.#tree(specsDir);
    if (tree === undefined) return undefined;
    const counts = this.importSources.map((source) => ({ source, count: source.detect(tree) }));
    const most = counts.reduce((a, b) => (b.count > a.count ? b : a));
    return most.count < FEWEST ? undefined : most;
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

/** A status is a word: `404 Not Found` in a text on servers is none. */
function isRecord({ place, status }: ImportedDocument): boolean {
  const word = statusWord(status);
  return isAmongRecords(place) || (word !== NO_STATUS && /^\p{L}/u.test(word));
}

/** A folder without a document of ours, or one that has no frontmatter, may be another tool's. */
export function isForeign({ problem }: Pick<SpecSummary, 'problem'>): boolean {
  return problem?.code === 'MISSING_DOCUMENT' || problem?.code === 'FRONTMATTER_MISSING';
}
