import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { instantOf } from '../../domain/value/timestamp.js';
import type { Commits } from '../../ports/repository/commits.js';
import type { FileSystem } from '../../ports/fileSystem.js';

const MOST_NAMED = 5;

/** Compares the time of a test run with the files that its verdicts speak for. */
export class ReportAge {
  constructor(
    private readonly files: FileSystem,
    private readonly commits: Commits,
  ) {}

  /**
   * Returns a function that refuses reports if a file for which they speak was changed after the test run; it throws `REPORT_OLD`.
   * Each file is looked at once, so it must not outlive the command.
   * @param ranAt the time of the run in ms since 1970; undefined if it is not known.
   * @param reports the reports as the request names them.
   */
  refuser(ranAt: number | undefined, reports: readonly string[]): (paths: readonly string[]) => void {
    const times = new Map<string, number>();
    const writtenAt = (path: string) => {
      const at = times.get(path) ?? this.#writtenAt(path);
      times.set(path, at);
      return at;
    };
    return (paths) => {
      if (ranAt === undefined) return;
      const newer = [...new Set(paths)].filter((path) => writtenAt(path) > ranAt);
      if (newer.length > 0) this.#refuse(newer, ranAt, reports);
    };
  }

  #refuse(newer: readonly string[], ranAt: number, reports: readonly string[]): void {
    const changed = this.#changedSince(newer, ranAt);
    if (changed.length === 0) return;
    const more = changed.length > MOST_NAMED ? `, and ${String(changed.length - MOST_NAMED)} more` : '';
    throw new SpectoolError(
      'REPORT_OLD',
      `The tests ran at ${instantOf(ranAt)}, before ${changed.slice(0, MOST_NAMED).join(', ')}${more} changed. Nothing was recorded.`,
      {
        hint: 'Run the tests again.',
        advice: [
          { useCase: 'proveCriteria', request: { reports, force: true }, to: 'record the report anyway' },
        ],
        details: { files: changed },
      },
    );
  }

  #writtenAt(path: string): number {
    try {
      return Number((this.files.stat(path)?.mtimeNs ?? 0n) / 1_000_000n);
    } catch {
      return 0;
    }
  }

  /** Leaves out files whose content was committed before the run: a checkout or a clone wrote them again, unchanged. */
  #changedSince(paths: readonly string[], ranAt: number): readonly string[] {
    const unsaved = this.commits.filesNotInHead(...paths);
    if (unsaved === undefined) return paths;
    const committed = this.commits.lastCommits(paths);
    return paths.filter((path) => unsaved.includes(path) || (committed.get(path) ?? Infinity) > ranAt);
  }
}
