import { foundName, isFileName, type ReportedTest } from '../../domain/proof/reportedTests.js';
import { isMarkdown } from '../../domain/document/decodeText.js';
import type { ChangesSince, FoundTest } from '../../domain/proof/newVerdict.js';
import { NO_TEST, TestFileIndex } from '../../domain/proof/testFile.js';
import { isProjectPath, parentOf } from '../../domain/naming/projectPath.js';
import type { Commits } from '../../ports/repository/commits.js';
import type { FileStat, FileSystem } from '../../ports/fileSystem.js';
import type { ProjectLocation } from '../projectLocation.js';
import { remembered } from '../../domain/value/remembered.js';
import { filesBelow } from './filesBelow.js';

/** Where a test is; without files if that is not known. */
type TestPlace = Pick<FoundTest, 'files' | 'found' | 'missing'>;

/** The greatest number of files with the name of a test that are watched, and of changed files that are named. */
const [MOST_WATCHED, MOST_NAMED] = [20, 3];

/** Finds the files of tests, from the report or else from the project's files, and what changed since a test ran. */
export class TestFiles {
  constructor(
    private readonly files: FileSystem,
    private readonly commits: Commits,
    private readonly place: ProjectLocation,
  ) {}

  /** Returns a function that tells where a test is. @param tests the tests with the references to criteria in their names. */
  finder(
    tests: readonly { readonly test: ReportedTest; readonly written: string }[],
  ): (test: ReportedTest) => TestPlace {
    const exists = (path: string) => this.#stat(path)?.kind === 'file';
    const below = () => filesBelow(this.files, '');
    const index = new TestFileIndex(this.commits.projectFiles() ?? below(), exists);
    // Git does not list the files that it ignores, such as compiled tests.
    const all = remembered(() => new TestFileIndex(below(), exists));
    const byPath = remembered((path: string) =>
      isProjectPath(path) && exists(path) ? path : (index.byPath(path) ?? all(undefined).byPath(path)),
    );
    const byClass = remembered((className: string) => index.byClass(className));
    const textOf = remembered((path: string) => this.files.readText(path) ?? '');
    /** Returns the file that a report names, and its path: undefined if no file has the name, empty if it is not known. */
    const placeOf = ({ file, className = '' }: ReportedTest) => {
      const named = file ?? (isFileName(className) ? className : undefined);
      return { named, path: named === undefined ? (byClass(className) ?? '') : byPath(named) };
    };
    const untold = tests.filter(({ test }) => test.file === undefined && placeOf(test).path === '');
    const writtenIn = new Map(untold.map(({ test, written }) => [test, written]));
    const naming = untold.length > 0 && this.commits.filesContaining([...new Set(writtenIn.values())]);
    return (test) => {
      const { named, path } = placeOf(test);
      if (path === undefined) return { ...(named !== undefined && { missing: named }) };
      if (path !== '') {
        const found = foundName(test, textOf(path));
        return { files: [path], ...(found !== undefined && { found }) };
      }
      const found = writtenIn.get(test) ?? '';
      const files = ((naming && naming.get(found)) || []).filter(
        (one) => !one.startsWith(`${this.place.specsDir}/`) && !NO_TEST.test(one),
      );
      const ends = files.map((one) => {
        const end = foundName(test, textOf(one)) ?? '';
        return end.length > found.length ? end : found;
      });
      // A reference may stand in several files, and in several names; the whole name tells them apart.
      const longest = ends.reduce((one, other) => (other.length > one.length ? other : one), found);
      const holding = files.filter((_, i) => ends[i] === longest);
      return holding.length > 0 ? { files: holding.slice(0, MOST_WATCHED), found: longest } : {};
    };
  }

  /**
   * Returns a function that gives the files that changed since a test ran. Each file is looked at once, so it must not outlive the
   * command.
   * @param ofTests the files of all tests.
   */
  changes(ofTests: readonly string[]): (test: FoundTest, code: readonly string[]) => ChangesSince {
    const ownFolders = [`${this.place.specsDir}/`, '.spectool/'];
    const isTold = (path: string) => !isMarkdown(path) && !ownFolders.some((one) => path.startsWith(one));
    const timeOf = remembered((path: string) => this.#timeOf(path));
    const differing = this.commits.differingSince();
    const changedSince = remembered((ranAt: string) => {
      const end = Date.parse(ranAt);
      return (differing(end) ?? []).filter((path) => timeOf(path) > end);
    });
    // A checkout or a clone writes files again, unchanged, so only what git does not have counts by its time.
    const known = new Map<string, boolean>();
    const areNew = (paths: readonly string[]) => {
      if (paths.some((path) => !known.has(path))) {
        const asked = [...new Set([...ofTests, ...paths])];
        const found = new Set(this.commits.filesNotInHead(...asked) ?? asked);
        for (const path of asked) known.set(path, found.has(path));
      }
      return paths.filter((path) => known.get(path));
    };
    return ({ ranAt, files = [] }, code) => {
      const changed = changedSince(ranAt);
      const own = [...new Set([...files, ...code])];
      const later = own.filter((path) => !changed.includes(path) && timeOf(path) > Date.parse(ranAt));
      return {
        own: [...own.filter((path) => changed.includes(path)), ...areNew(later)],
        others: changed.filter((path) => !own.includes(path) && isTold(path)).slice(0, MOST_NAMED),
      };
    };
  }

  /** Returns when a file was written; for one that is gone, when its folder changed. */
  #timeOf(path: string): number {
    const written = this.#stat(path)?.mtimeNs;
    if (written !== undefined) return Number(written / 1_000_000n);
    return path === '' ? 0 : this.#timeOf(parentOf(path));
  }

  /** A file that cannot be looked at counts as missing. */
  #stat(path: string): FileStat | undefined {
    try {
      return this.files.stat(path);
    } catch {
      return undefined;
    }
  }
}
