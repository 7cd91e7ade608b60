import { isProjectPath } from '../naming/projectPath.js';
import { jsonEquals } from '../value/jsonValue.js';

/** A test that names a criterion, and how it ended. */
export type ProvingTest = {
  readonly name: string;
  /** `gone`: an earlier run had the test; since then it was removed, renamed or moved. */
  readonly outcome: 'passed' | 'failed' | 'skipped' | 'gone';
  /** The files of the test, relative to the project; absent if they are not known. */
  readonly files?: readonly string[];
  /** The part of the name that stood in these files. */
  readonly found?: string;
  /** When the run ended: ISO 8601 UTC. */
  readonly ranAt?: string;
};

/** The contents of files: their hashes by path, or for many files one digest of all. */
export type FileContents =
  { readonly files: Readonly<Record<string, string>> } | { readonly digest: string; readonly count: number };

/** What a run of tests said about a criterion. Each of its tests counts until a later verdict that replaces this one has it. */
export type Verdict = {
  readonly id: string;
  readonly label: string;
  /** The criterion's number and text at the time of the run. */
  readonly n: number;
  readonly text: string;
  /** The tests, failed ones first. */
  readonly tests: readonly ProvingTest[];
  /** The files of the tests, and those that the spec is about. */
  readonly of: FileContents;
  /** A few other files that had changed between the run and its record. */
  readonly after?: readonly string[];
  /** Why it was recorded although the report did not speak for the criterion as it is. */
  readonly reason?: string;
  /** The ids of the verdicts whose tests still counted. */
  readonly replaces?: readonly string[];
  /** Set for a verdict of an earlier version, which a later one replaces as a whole. */
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

/** Returns the contents of files as a verdict records them. */
export function fileContentsOfVerdict(paths: readonly string[], { hashOf, sha256 }: FilesNow): FileContents {
  const hashes = [...new Set(paths)].sort().map((path) => [path, hashOf(path) ?? MISSING] as const);
  return hashes.length <= MOST_FILES
    ? { files: Object.fromEntries(hashes) }
    : { digest: sha256(JSON.stringify(hashes)).slice(0, 32), count: hashes.length };
}

/** A test that no later verdict has replaced. */
export type StandingTest = { readonly test: ProvingTest; readonly verdict: Verdict };

/** True if two tests are the same: they have a name in common, and a file if both are known. */
export function isSameTest(one: ProvingTest, other: ProvingTest): boolean {
  if (one.name !== other.name) return false;
  return !one.files || !other.files || one.files.some((path) => other.files?.includes(path));
}

/**
 * Returns the tests of a criterion that count: those that no verdict which knew them has said anew. After a merge, a test may be
 * in several of them.
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
 * Returns the files that changed since a test ran: its own, those that the spec is about, and others that the record names. Of
 * files that the record does not list, only their number is known.
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

/** True if no file of a test has it any more. */
export function isTestGone({ outcome, files = [], found }: ProvingTest, now: FilesNow): boolean {
  const lacks = (path: string) =>
    now.hashOf(path) === undefined || (found !== undefined && now.times(path, found) === 0);
  return outcome === 'gone' || (files.length > 0 && files.every(lacks));
}

/** True if a run has a test whose name goes on from a test's whole name, which stands only once in their file. */
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

/** Returns what tests with these outcomes say together: the worst counts; one that is gone does not, if others are left. */
export function combinedOutcome(outcomes: readonly string[]): 'failing' | 'gone' | 'not-run' | 'proven' {
  if (outcomes.includes('failed')) return 'failing';
  if (outcomes.every((one) => one === 'gone')) return 'gone';
  return outcomes.includes('skipped') ? 'not-run' : 'proven';
}

/**
 * Returns the verdict that an event carries.
 * @throws TypeError if its data is none, because a log may be damaged or forged.
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
