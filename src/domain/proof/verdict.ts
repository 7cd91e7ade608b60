import { isProjectPath } from '../naming/projectPath.js';
import { jsonEquals } from '../value/jsonValue.js';

/** A test that refers to a criterion, and the outcome of the test. */
export type ProvingTest = {
  readonly name: string;
  /** `gone`: an earlier run had the test; since then it was removed, renamed or moved. */
  readonly outcome: 'passed' | 'failed' | 'skipped' | 'gone';
  /** The files of the test, relative to the project; absent if they are not known. */
  readonly files?: readonly string[];
  /** The part of the test's name that these files contained at the time of the run; without it, the test is gone. */
  readonly found?: string;
  /** When the run ended: ISO 8601 UTC. */
  readonly ranAt?: string;
};

/** The contents of files: a hash for each path, or one digest for many files. */
export type FileContents =
  { readonly files: Readonly<Record<string, string>> } | { readonly digest: string; readonly count: number };

/**
 * The result of a test run for one criterion. A later verdict replaces it test by test: tests that the later one does not
 * contain keep their result from this one.
 */
export type Verdict = {
  readonly id: string;
  readonly label: string;
  /** The criterion's number and text at the time of the run. */
  readonly n: number;
  readonly text: string;
  /** The tests, failed ones first. */
  readonly tests: readonly ProvingTest[];
  /** The contents of the tests' files and of the files that the spec is about. */
  readonly of: FileContents;
  /** Other files that changed between the run and the recording of its result. */
  readonly after?: readonly string[];
  /** The reason why the verdict was recorded although the report is older than the criterion's text or files. */
  readonly reason?: string;
  /** The ids of the verdicts that this one replaces: a test in both verdicts counts only in this one. */
  readonly replaces?: readonly string[];
  /** Set for a verdict of an earlier version of spectool; a later verdict replaces all tests of it. */
  readonly isEarlier?: true;
};

/** The greatest number of files that a verdict lists, and the hash of a file that does not exist. */
const [MOST_FILES, MISSING] = [50, 'missing'];

/** Reads the contents that files have now. */
export interface FilesNow {
  /** Returns the hash of a file's content; undefined if there is no such file. */
  readonly hashOf: (path: string) => string | undefined;
  /** Returns how often the text of a file contains another text. */
  readonly times: (path: string, text: string) => number;
  /** Returns the files that the spec is about, besides the files of tests. */
  readonly codeFiles: () => readonly string[];
  readonly sha256: (text: string) => string;
}

/** Returns hashes of files' contents in the form in which a verdict stores them (`FileContents`). */
export function fileContentsOfVerdict(paths: readonly string[], { hashOf, sha256 }: FilesNow): FileContents {
  const hashes = [...new Set(paths)].sort().map((path) => [path, hashOf(path) ?? MISSING] as const);
  return hashes.length <= MOST_FILES
    ? { files: Object.fromEntries(hashes) }
    : { digest: sha256(JSON.stringify(hashes)).slice(0, 32), count: hashes.length };
}

/** A test that no later verdict has replaced. */
export type StandingTest = { readonly test: ProvingTest; readonly verdict: Verdict };

/** True if two tests are the same: they have the same name and, if the files of both are known, a common file. */
export function isSameTest(one: ProvingTest, other: ProvingTest): boolean {
  if (one.name !== other.name) return false;
  return !one.files || !other.files || one.files.some((path) => other.files?.includes(path));
}

/**
 * Returns the tests of a criterion that count. A test counts until a verdict that replaces its verdict contains the test again;
 * after a merge, a test may count in several verdicts.
 * @param own the verdicts on the criterion.
 */
export function standingTests(own: readonly Verdict[]): readonly StandingTest[] {
  return own.flatMap((verdict) => {
    const later = own.filter(({ replaces }) => replaces?.includes(verdict.id));
    const isReplaced = (test: ProvingTest) =>
      later.some(({ tests }) => verdict.isEarlier ?? tests.some((one) => isSameTest(one, test)));
    return verdict.tests.flatMap((test) => (isReplaced(test) ? [] : [{ test, verdict }]));
  });
}

/**
 * Returns the files that changed since a test of a verdict ran: the test's files, the files that the spec is about, and `after`.
 * If the verdict has only a digest of many files, they are reported as `one of 60 files`.
 */
export function changedFiles(
  { test, verdict: { of, tests, after = [] } }: StandingTest,
  now: FilesNow,
): readonly string[] {
  const ofTests = tests.flatMap(({ outcome, files = [] }) => (outcome === 'gone' ? [] : files));
  if ('digest' in of) {
    const isSame = jsonEquals(fileContentsOfVerdict([...ofTests, ...now.codeFiles()], now), of);
    return isSame ? after : [`one of ${String(of.count)} files`, ...after];
  }
  const code = Object.keys(of.files).filter((path) => !ofTests.includes(path));
  const own = test.outcome === 'gone' ? [] : (test.files ?? []);
  const changed = [...own, ...code, ...now.codeFiles()].filter(
    (path) => (now.hashOf(path) ?? MISSING) !== of.files[path],
  );
  return [...new Set([...changed, ...after])];
}

/** Returns when the newest run of tests ended; empty if no time is known. */
export function newestRun(tests: readonly ProvingTest[]): string {
  return tests.reduce((newest, { ranAt = '' }) => (ranAt > newest ? ranAt : newest), '');
}

/** True if a test in a verdict was removed since: none of its files exists and still contains its name. */
export function isTestGone({ outcome, files = [], found }: ProvingTest, now: FilesNow): boolean {
  const lacks = (path: string) =>
    now.hashOf(path) === undefined || (found !== undefined && now.times(path, found) === 0);
  return outcome === 'gone' || (files.length > 0 && files.every(lacks));
}

/**
 * True if a test was renamed: the run has a test in the same file whose name contains the old name, which the file has only once.
 */
export function isTestRenamed(
  { name, files = [], found }: ProvingTest,
  run: readonly ProvingTest[],
  now: FilesNow,
) {
  if (found === undefined || !name.endsWith(found)) return false;
  return files.some(
    (path) =>
      now.times(path, found) === 1 &&
      run.some((one) => one.found?.includes(found) === true && one.files?.includes(path) === true),
  );
}

/** The order of outcomes, worst first. */
const OUTCOMES = ['failed', 'gone', 'skipped', 'passed'];

/** Compares test outcomes, the worst first. */
export function compareOutcomes(one: ProvingTest, other: ProvingTest): number {
  return OUTCOMES.indexOf(one.outcome) - OUTCOMES.indexOf(other.outcome);
}

/** Returns the combined result of tests, which is the worst one; tests that are gone count only if all of them are gone. */
export function combinedOutcome(outcomes: readonly string[]): 'failing' | 'gone' | 'not-run' | 'proven' {
  if (outcomes.includes('failed')) return 'failing';
  if (outcomes.every((one) => one === 'gone')) return 'gone';
  return outcomes.includes('skipped') ? 'not-run' : 'proven';
}

/**
 * Returns the verdict in an event's data after checking its shape.
 * @throws TypeError if the data is not a verdict, because a log may be damaged or forged.
 */
export function verdictIn(verdict: Verdict): Verdict {
  const { id, label, n, text, tests, of, after = [], replaces = [] } = verdict;
  const hashes = 'digest' in of ? {} : of.files;
  const texts = [id, label, text, ...replaces, ...tests.map(({ name }) => name), ...Object.values(hashes)];
  const paths = [...after, ...Object.keys(hashes), ...tests.flatMap(({ files = [] }) => files)];
  const isRead =
    texts.every((one) => typeof one === 'string') &&
    paths.every(isProjectPath) &&
    tests.every(({ outcome }) => OUTCOMES.includes(outcome)) &&
    Number.isSafeInteger(n) &&
    typeof ('digest' in of ? of.digest : '') === 'string';
  if (!isRead) throw new TypeError('no verdict');
  return verdict;
}
