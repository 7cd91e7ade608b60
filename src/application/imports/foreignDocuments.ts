import type { SpecSummary } from '../../domain/document/specSummary.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { isUnread } from '../../domain/import/importedDocument.js';
import type { ImportSource, SourceTree } from '../../ports/import/importSource.js';
import type { Needs } from '../services.js';
import type { Warning } from '../warning.js';

/** One file with a number in its name is no collection. */
const FEWEST = 2;

/** Documents of other tools in the project, which no command takes for specs. It is looked for where there are no specs yet. */
export class ForeignDocuments {
  static readonly needs = ['importSources', 'sourceTrees', 'fileSystem'] as const;
  readonly #services: Needs<typeof ForeignDocuments>;

  constructor(services: Needs<typeof ForeignDocuments>) {
    this.#services = services;
  }

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
    const { importSources, sourceTrees, fileSystem } = this.#services;
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

  /** The highest number that one of them has, 0 where none has any: a new spec does not take what an import would give. */
  highestNumber(specsDir: string): number {
    const found = this.#found(specsDir);
    if (found === undefined) return 0;
    let highest = 0;
    for (const one of found.source.read(found.tree))
      if (!isUnread(one)) highest = Math.max(highest, one.number ?? 0);
    return highest;
  }

  #found(
    specsDir: string,
  ): { readonly source: ImportSource; readonly tree: SourceTree; readonly count: number } | undefined {
    try {
      const tree = this.#services.sourceTrees.open('.', [specsDir]);
      const counts = this.#services.importSources.map((source) => ({
        source,
        tree,
        count: source.detect(tree),
      }));
      const most = counts.reduce((a, b) => (b.count > a.count ? b : a));
      return most.count < FEWEST ? undefined : most;
    } catch (error) {
      // What cannot be looked into is told by the commands that need it.
      if (error instanceof SpectoolError) return undefined;
      throw error;
    }
  }
}

/** A folder without a document of ours, or one that has no frontmatter, may be another tool's. */
export function isForeign({ problem }: Pick<SpecSummary, 'problem'>): boolean {
  return problem?.code === 'MISSING_DOCUMENT' || problem?.code === 'FRONTMATTER_MISSING';
}
