import { foundName, isFileName, type ReportedTest } from '../../domain/proof/reportedTests.js';
import { mayBeTest, TestFileIndex } from '../../domain/proof/testFile.js';
import { isProjectPath } from '../../domain/naming/projectPath.js';
import type { Commits } from '../../ports/repository/commits.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { ProjectLocation } from '../projectLocation.js';
import { filesBelow } from './filesBelow.js';

/** A test and the reference to a criterion in its name. */
export interface NamingTest {
  readonly test: ReportedTest;
  readonly written: string;
}

/** Where a test is. */
export interface TestPlace {
  /** Absent if the file is not known. */
  readonly files?: readonly string[];
  /** The part of the test's name that stands in the files. */
  readonly found?: string;
  /** The file that the report names, if no file has its name. */
  readonly missing?: string;
}

/** Maximum number of files with the name of a test that are watched. */
const MOST_WATCHED = 20;

/** Finds the files of tests: from the report, or else from the project's files. */
export class TestFiles {
  constructor(
    private readonly files: FileSystem,
    private readonly commits: Commits,
    private readonly place: ProjectLocation,
  ) {}

  /** Returns a function that tells where a test is. */
  finder(tests: readonly NamingTest[]): (test: ReportedTest) => TestPlace {
    const exists = (path: string) => this.#isFile(path);
    const index = new TestFileIndex(this.commits.projectFiles() ?? filesBelow(this.files, ''), exists);
    let all: TestFileIndex | undefined;
    // A file has many tests, and a class too.
    const places = new Map<string, string | undefined>();
    const placeOf = ({ file, className }: ReportedTest): string | undefined => {
      const named = file ?? (className !== undefined && isFileName(className) ? className : undefined);
      if (named === undefined) return className === undefined ? '' : (index.byClass(className) ?? '');
      if (isProjectPath(named) && this.#isFile(named)) return named;
      // Git does not list the files that it ignores, such as compiled tests.
      return (
        index.byPath(named) ?? (all ??= new TestFileIndex(filesBelow(this.files, ''), exists)).byPath(named)
      );
    };
    const untold: NamingTest[] = [];
    const known = new Map<ReportedTest, TestPlace>();
    const texts = new Map<string, string>();
    for (const one of tests) {
      const { file, className = '' } = one.test;
      const key = JSON.stringify([file, className]);
      if (!places.has(key)) places.set(key, placeOf(one.test));
      const path = places.get(key);
      if (path === undefined) known.set(one.test, { missing: file ?? className });
      else if (path !== '') known.set(one.test, this.#placeIn(path, one.test, texts));
      else if (file === undefined) untold.push(one);
    }
    if (untold.length > 0) {
      const naming = this.commits.filesContaining([...new Set(untold.map(({ written }) => written))]);
      for (const { test, written } of untold) {
        const files = (naming.get(written) ?? []).filter((path) => this.#isCode(path)).slice(0, MOST_WATCHED);
        if (files.length > 0) known.set(test, { files, found: written });
      }
    }
    return (test) => known.get(test) ?? {};
  }

  #placeIn(path: string, test: ReportedTest, texts: Map<string, string>): TestPlace {
    const text = texts.get(path) ?? this.files.readText(path) ?? '';
    texts.set(path, text);
    const found = foundName(test, text);
    return { files: [path], ...(found !== undefined && { found }) };
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
