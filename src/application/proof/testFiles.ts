import { foundName, type ReportedTest } from '../../domain/proof/reportedTests.js';
import { isMarkdown } from '../../domain/document/decodeText.js';
import type { ChangesSince, FoundTest } from '../../domain/proof/newVerdict.js';
import { fileFinder, NO_TEST } from '../../domain/proof/testFile.js';
import { isProjectPath, parentOf } from '../../domain/naming/projectPath.js';
import type { FileStat } from '../../ports/fileSystem.js';
import { remembered } from '../../domain/value/remembered.js';
import { filesBelow } from './filesBelow.js';
import type { Services } from '../services.js';

/** Where a test is; without files if that is not known. */
type TestPlace = Pick<FoundTest, 'files' | 'found' | 'missing'>;

/** The greatest number of files with the name of a test that are watched, and of changed files that are named. */
const [MOST_WATCHED, MOST_NAMED] = [20, 3];

/** Finds the files of tests, from the report or else from the project's files, and what changed since a test ran. */
export class TestFiles {
  constructor(private readonly use: Services) {}

  /** Returns a function that tells where a test is. @param tests the tests with the references to criteria in their names. */
  finder(
    tests: readonly { readonly test: ReportedTest; readonly written: string }[],
  ): (test: ReportedTest) => TestPlace {
    const exists = (path: string) => this.#stat(path)?.kind === 'file';
    const below = () => filesBelow(this.use.fileSystem, '');
    const inGit = remembered(() => fileFinder(this.use.commits.projectFiles() ?? below(), exists));
    // Git does not list the files that it ignores, such as compiled tests.
    const inAll = remembered(() => fileFinder(below(), exists));
    const pathOf = remembered((file: string) =>
      isProjectPath(file) && exists(file) ? file : (inGit(undefined)(file) ?? inAll(undefined)(file)),
    );
    const textOf = remembered((path: string) => this.use.fileSystem.readText(path) ?? '');
    const writtenIn = new Map(
      tests.flatMap(({ test, written }) => (test.file === undefined ? [[test, written]] : [])),
    );
    const naming = this.use.commits.filesContaining([...new Set(writtenIn.values())]);
    return (test) => {
      const { file } = test;
      const path = file === undefined ? '' : pathOf(file);
      if (path === undefined) return { missing: file ?? '' };
      const written = writtenIn.get(test) ?? '';
      const files =
        path === ''
          ? (naming.get(written) ?? []).filter(
              (one) => !one.startsWith(`${this.use.place.specsDir}/`) && !NO_TEST.test(one),
            )
          : [path];
      // A reference may stand in several files, and in several names; the whole name tells them apart.
      const ends = files.map((one) => foundName(test, textOf(one)) ?? written);
      const found = ends.reduce((one, other) => (other.length > one.length ? other : one), written);
      const holding = files.filter((_, i) => ends[i] === found).slice(0, MOST_WATCHED);
      return holding.length === 0 ? {} : { files: holding, ...(found !== '' && { found }) };
    };
  }

  /**
   * Returns a function that gives the files that changed since a test ran. Each file is looked at once, so it must not outlive the
   * command.
   * @param ofTests the files of all tests.
   */
  changes(ofTests: readonly string[]): (test: FoundTest, code: readonly string[]) => ChangesSince {
    const ownFolders = [`${this.use.place.specsDir}/`, '.spectool/'];
    const isTold = (path: string) => !isMarkdown(path) && !ownFolders.some((one) => path.startsWith(one));
    const timeOf = remembered((path: string) => this.#timeOf(path));
    const differing = this.use.commits.differingSince();
    const changedSince = remembered((ranAt: string) => {
      const end = Date.parse(ranAt);
      return (differing(end) ?? []).filter((path) => timeOf(path) > end);
    });
    // A checkout or a clone writes files again, unchanged, so only what git does not have counts by its time.
    const notInHead = remembered((code: readonly string[]) => {
      const asked = [...new Set([...ofTests, ...code])];
      return new Set(this.use.commits.filesNotInHead(...asked) ?? asked);
    });
    return ({ ranAt, files = [] }, code) => {
      const changed = changedSince(ranAt);
      const own = [...new Set([...files, ...code])];
      const isNew = (path: string) =>
        timeOf(path) > Date.parse(ranAt) && notInHead(code.length > 0 ? code : ofTests).has(path);
      return {
        own: own.filter((path) => changed.includes(path) || isNew(path)),
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
      return this.use.fileSystem.stat(path);
    } catch {
      return undefined;
    }
  }
}
