import type { ReportedTest } from '../../domain/proof/reportedTests.js';
import { mayBeTest, TestFileIndex } from '../../domain/proof/testFile.js';
import { isProjectPath } from '../../domain/naming/projectPath.js';
import type { Commits } from '../../ports/repository/commits.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { ProjectLocation } from '../projectLocation.js';

/** A test and the reference to a criterion in its name. */
export interface NamingTest {
  readonly test: ReportedTest;
  readonly written: string;
}

/** Finds the files of tests: from the report, or else from the project's files. */
export class TestFiles {
  constructor(
    private readonly files: FileSystem,
    private readonly commits: Commits,
    private readonly place: ProjectLocation,
  ) {}

  /** Returns a function that gives the file of a test, relative to the project; undefined if it is not known. */
  finder(tests: readonly NamingTest[]): (test: ReportedTest) => string | undefined {
    const index = new TestFileIndex(this.commits.projectFiles() ?? []);
    const known = new Map<ReportedTest, string | undefined>();
    // A file has many tests, and a class too.
    const byPlace = new Map<string, string | undefined>();
    for (const { test } of tests) {
      const place = JSON.stringify([test.file, test.className]);
      if (!byPlace.has(place)) byPlace.set(place, this.#inReport(test, index));
      known.set(test, byPlace.get(place));
    }
    const untold = tests.filter(({ test }) => known.get(test) === undefined);
    if (untold.length > 0) {
      const naming = this.commits.filesContaining([...new Set(untold.map(({ written }) => written))]);
      const onlyFile = new Map(
        [...naming].map(([written, paths]) => {
          const [file, ...others] = paths.filter((path) => this.#isCode(path));
          return [written, others.length === 0 ? file : undefined];
        }),
      );
      for (const { test, written } of untold) known.set(test, onlyFile.get(written));
    }
    return (test) => known.get(test);
  }

  #inReport({ file, className }: ReportedTest, index: TestFileIndex): string | undefined {
    for (const path of [file, className])
      if (path !== undefined && isProjectPath(path) && /[./]/.test(path) && this.#isFile(path)) return path;
    return (
      (file === undefined ? undefined : index.byPath(file)) ??
      (className === undefined ? undefined : (index.byPath(className) ?? index.byClass(className)))
    );
  }

  #isFile(path: string): boolean {
    try {
      return this.files.stat(path)?.kind === 'file';
    } catch {
      return false;
    }
  }

  #isCode(path: string): boolean {
    return !path.startsWith(`${this.place.specsDir}/`) && mayBeTest(path);
  }
}
