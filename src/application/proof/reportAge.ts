import { parentOf } from '../../domain/naming/projectPath.js';
import { isMarkdown } from '../../domain/document/decodeText.js';
import type { ChangesSince, FoundTest } from '../../domain/proof/newVerdict.js';
import type { Commits } from '../../ports/repository/commits.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { ProjectLocation } from '../projectLocation.js';

/** Maximum number of files that are named of those for which a test does not speak. */
const MOST_NAMED = 3;

/** Finds what changed between a run of tests and now. */
export class ReportAge {
  constructor(
    private readonly files: FileSystem,
    private readonly commits: Commits,
    private readonly place: ProjectLocation,
  ) {}

  /**
   * Returns a function that gives the files that changed since a test ran. Each file is looked at once, so it must not outlive the
   * command.
   * @param ofTests the files of all tests.
   */
  start(ofTests: readonly string[]): (test: FoundTest, code: readonly string[]) => ChangesSince {
    const timeOf = remembered((path: string) => this.#timeOf(path));
    const differing = this.commits.differingSince();
    const changedSince = remembered((ranAt: string) => {
      const end = Date.parse(ranAt);
      return (differing(end) ?? []).filter((path) => timeOf(path) > end);
    });
    // A checkout or a clone writes files again, unchanged, so only what git does not have counts by its time.
    const untracked = new Map<string, boolean>();
    const areUntracked = (paths: readonly string[]) => {
      if (paths.some((path) => !untracked.has(path))) {
        const asked = [...new Set([...ofTests, ...paths])];
        const found = this.commits.filesNotInHead(...asked) ?? asked;
        for (const path of asked) untracked.set(path, found.includes(path));
      }
      return paths.filter((path) => untracked.get(path));
    };
    return ({ ranAt, files = [] }, code) => {
      const changed = changedSince(ranAt);
      const own = [...new Set([...files, ...code])];
      const later = own.filter((path) => !changed.includes(path) && timeOf(path) > Date.parse(ranAt));
      return {
        own: [...own.filter((path) => changed.includes(path)), ...areUntracked(later)],
        others: changed.filter((path) => !own.includes(path) && this.#isTold(path)).slice(0, MOST_NAMED),
      };
    };
  }

  #isTold(path: string): boolean {
    return !isMarkdown(path) && ![this.place.specsDir, '.spectool'].some((one) => path.startsWith(`${one}/`));
  }

  /** Returns when a file was written; for one that is gone, when its folder changed. */
  #timeOf(path: string): number {
    try {
      const written = this.files.stat(path)?.mtimeNs;
      if (written !== undefined) return Number(written / 1_000_000n);
    } catch {
      // As of a file that is gone.
    }
    return path === '' ? 0 : this.#timeOf(parentOf(path));
  }
}

function remembered<Value>(answer: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const value = known.get(key) ?? answer(key);
    known.set(key, value);
    return value;
  };
}
