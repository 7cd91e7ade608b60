import { groupBy } from '../value/groupBy.js';

/** A test in a report. */
export interface ReportedTest {
  readonly name: string;
  /** The names of the suites around the test, outermost first. */
  readonly suites: readonly string[];
  readonly className?: string;
  /** The values of the properties of the test and its suites. */
  readonly properties: readonly string[];
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Set if the test passed only after a failed try. */
  readonly isFlaky?: true;
  /** The file of the test as the report has it. */
  readonly file?: string;
  /** When the run ended, in ms since 1970. */
  readonly endedAt?: number;
}

/** A report of a test run. */
export interface TestReport {
  /** The path as the user gave it; `-` for standard input. */
  readonly path: string;
  readonly tests: readonly ReportedTest[];
  /** When the run ended, in ms since 1970. */
  readonly endedAt: number;
}

/**
 * Joins the results of each test, because several reports in one command are one run. A test that failed in one of them failed. In
 * one report, a name that failed until it passed was tried again: it passed, and is flaky. A name that goes on after it passed is
 * that of several tests, as in a table.
 */
export function joinedTests(reports: readonly TestReport[]): readonly ReportedTest[] {
  const keyOf = (one: ReportedTest) => [one.name, one.className, one.file, ...one.suites].join('\0');
  const all = reports.flatMap(({ tests, endedAt }) =>
    groupBy(tests, keyOf).flatMap((same) => {
      const isRetried =
        same.length > 1 && same.findIndex(({ outcome }) => outcome !== 'failed') === same.length - 1;
      return same.slice(isRetried ? -1 : 0).map((one) => ({
        ...one,
        endedAt,
        ...(isRetried && one.outcome === 'passed' && { isFlaky: isRetried }),
      }));
    }),
  );
  return groupBy(all, keyOf).flatMap((same) => same.slice(1).reduce(worse, same[0] as ReportedTest));
}

const RANK = { failed: 0, passed: 1, skipped: 2 } as const;

/** Returns the result that counts: failed before passed, and passed before skipped, as when shards skip each other's tests. */
function worse(one: ReportedTest, other: ReportedTest): ReportedTest {
  const worst = RANK[one.outcome] <= RANK[other.outcome] ? one : other;
  const isFlaky = (one.isFlaky ?? other.isFlaky) === true && worst.outcome === 'passed';
  const endedAt = Math.max(one.endedAt ?? 0, other.endedAt ?? 0);
  return { ...worst, endedAt, ...(isFlaky && { isFlaky }) };
}

/** Returns the texts of a test that may name a criterion. The names of nested suites and the test are joined as levels. */
export function namingTexts({ name, suites, className = '', properties }: ReportedTest): readonly string[] {
  return [[...suites, name].join(' > '), `${className} ${name}`, ...properties];
}

/** Returns the name of a test for people: with its class, unless the name has it or the class is a file. */
export function shownName({ name, className = '' }: ReportedTest): string {
  const isFile = /[/\\]/.test(className) || isFileName(className);
  return className === '' || isFile || name.includes(className) ? name : `${className} ${name}`;
}

/** True for a class name that is the name of a file, as some runners write it. */
export function isFileName(className: string): boolean {
  return /\.(?:[cm]?[jt]sx?|py|rb|php|dart|feature|vue)$/.test(className);
}

/**
 * Returns the longest end of a test's name that stands in the text of its file; undefined if there is none, as for a name that is
 * put together.
 */
export function foundName({ name }: ReportedTest, text: string): string | undefined {
  const words = name.replace(/\[[^\]]*\]$/, '');
  const starts = [...words.matchAll(/^|\s+(?:[>›]\s+)?/g)].map(({ index, 0: { length } }) => index + length);
  const ends = starts.slice(0, 20).map((start) => words.slice(start));
  return ends.find((end) => end.length > 5 && text.includes(end));
}
