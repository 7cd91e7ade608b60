import { BOUNDS } from '../../domain/value/bounds.js';
import { labelKey } from '../../domain/criteria/checkboxes.js';
import { criteriaOfDocument, type Criterion } from '../../domain/criteria/criteria.js';
import { isMarkdown } from '../../domain/document/documentText.js';
import { childOf, isProjectPath, parentOf, type SpecFolder } from '../../domain/naming/projectPath.js';
import type { ChangesSince, FoundTest } from '../../domain/proof/newVerdict.js';
import {
  fileFinder,
  testNameInFile,
  type MisfitReference,
  textsNamingCriteria,
  NO_TEST,
  referencesIn,
  type ReportedTest,
  type RunTest,
  type SpecNames,
  type TestReference,
} from '../../domain/proof/reportedTests.js';
import { remembered } from '../../domain/value/collections.js';
import type { FileStat, FileSystem } from '../../ports/fileSystem.js';
import { Service } from '../useCase.js';

/** A test with the criteria to which its name refers. */
export type BoundTest = {
  readonly test: RunTest;
  readonly references: readonly TestReference<SpecFolder>[];
  readonly misfits: readonly MisfitReference<SpecFolder>[];
};

/** Finds the criteria to which the names of tests refer. */
export class CriteriaOfTests extends Service {
  /** Returns the tests that refer to a criterion, or seem to, with these references. */
  bind(tests: readonly RunTest[]): readonly BoundTest[] {
    const others = this.use.commitLog.otherProjects();
    const names = this.#names(new Set(others.map(({ name }) => name)));
    const places = others.map(({ folder }) => folder);
    return tests.flatMap((test) => {
      // Skip tests in files of another project: their numbers refer to that project's specs.
      if (places.some((folder) => test.file?.startsWith(folder))) return [];
      const found = textsNamingCriteria(test).map((text) => referencesIn(text, names));
      const references = new Map(
        found.flatMap((one) => one.references).map((one) => [`${one.spec.path} ${one.label}`, one]),
      );
      const misfits = new Map(found.flatMap((one) => one.misfits).map((one) => [one.written, one]));
      if (references.size + misfits.size === 0) return [];
      return [{ test, references: [...references.values()], misfits: [...misfits.values()] }];
    });
  }

  /** Returns the criteria in the document of a spec. */
  criteria(folder: SpecFolder): readonly Criterion[] {
    return criteriaOfDocument(this.use.specStore.open(folder), this.use.config.criteria.sections);
  }

  #names(others: ReadonlySet<string>): SpecNames<SpecFolder> {
    const numbers = new Map<number, SpecFolder[]>();
    const names = new Map<string, SpecFolder | undefined>();
    const summaries = this.use.specStore.summaries();
    const folders = summaries.map(({ folder }) => folder);
    for (const { folder, id, names: inLog } of this.use.oldNames.inLogs(folders, summaries)) {
      const former = inLog.flatMap(({ sequence }) => sequence ?? []);
      for (const number of new Set([folder.sequence ?? former, former].flat()))
        numbers.set(number, [...(numbers.get(number) ?? []), folder]);
      // A name that two specs share refers to neither.
      for (const name of new Set([folder.ref, folder.name, id || folder.ref]))
        names.set(name, names.has(name) ? undefined : folder);
    }
    const now = this.use.oldNames.now(folders, summaries);
    return {
      numbered: (number) => numbers.get(number) ?? [],
      named: (name) => (names.has(name) ? names.get(name) : now(name)),
      isElsewhere: (project) => others.has(project),
      labels: remembered((folder: SpecFolder) => labelsOf(this.criteria(folder))),
    };
  }
}

/** Returns the labels of criteria by key; undefined for a label that two criteria have. */
function labelsOf(criteria: readonly Criterion[]): ReadonlyMap<string, string | undefined> {
  const labels = new Map<string, string | undefined>();
  for (const label of criteria.flatMap((one) => one.label ?? []))
    labels.set(labelKey(label), labels.has(labelKey(label)) ? undefined : label);
  return labels;
}

/** Folders to skip, because they contain neither reports nor tests of the project. */
const PASSED_OVER = new Set(['.git', '.hg', '.svn', '.spectool', 'node_modules']);

/** Returns the files and links below a folder, also those that git ignores. */
export function filesBelow(files: FileSystem, folder: string): readonly string[] {
  const found: string[] = [];
  let left = BOUNDS.files;
  const visit = (path: string, depth: number): void => {
    for (const { name, kind } of files.list(path)) {
      if ((left -= 1) < 0) return;
      if (kind !== 'directory') found.push(childOf(path, name));
      else if (depth < BOUNDS.depth && !PASSED_OVER.has(name)) visit(childOf(path, name), depth + 1);
    }
  };
  visit(folder, 0);
  return found;
}

/** The files that contain a test; without files if they are unknown. */
type TestPlace = Pick<FoundTest, 'files' | 'found' | 'missing'>;

/** Finds the files of tests, from the report or else from the project, and the files that changed since a test ran. */
export class TestFiles extends Service {
  /** Returns a function that finds the files of a test. @param tests each test with the reference to a criterion in its name. */
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
      // Several files and tests may contain the same reference; the whole name of the test distinguishes them.
      const ends = files.map((one) => testNameInFile(test, textOf(one)) ?? written);
      const found = ends.reduce((one, other) => (other.length > one.length ? other : one), written);
      const holding = files.filter((_, i) => ends[i] === found).slice(0, BOUNDS.listed);
      return holding.length === 0 ? {} : { files: holding, ...(found !== '' && { found }) };
    };
  }

  /**
   * Returns a function that returns the files that changed since a test ran. It checks each file once, so it must not be kept
   * after the command.
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
    // A checkout gives unchanged files a new time, so compare times only for files that differ from the last commit.
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
        others: changed.filter((path) => !own.includes(path) && isTold(path)).slice(0, BOUNDS.named),
      };
    };
  }

  /** Returns when a file was last written; for a missing file, when its folder changed. */
  #timeOf(path: string): number {
    const written = this.#stat(path)?.mtimeNs;
    if (written !== undefined) return Number(written / 1_000_000n);
    return path === '' ? 0 : this.#timeOf(parentOf(path));
  }

  /** Returns the metadata of a file. An inaccessible file counts as missing. */
  #stat(path: string): FileStat | undefined {
    try {
      return this.use.fileSystem.stat(path);
    } catch {
      return undefined;
    }
  }
}
