import { groupBy } from '../value/groupBy.js';
import { largestNumber } from '../value/largestNumber.js';

/** A test in a report. */
export interface ReportedTest {
  readonly name: string;
  /** The names of the suites around the test, outermost first. */
  readonly suites: readonly string[];
  readonly className?: string;
  /** The values of the properties of the test and its suites. */
  readonly properties: readonly string[];
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** The file of the test: from the project's root if this machine has it, else as the report has it. */
  readonly file?: string;
}

/** A test with the time when its run ended, in ms since 1970. */
export type RunTest = ReportedTest & { readonly endedAt: number };

/** A report of a test run. */
export interface TestReport {
  /** The path as the user gave it; `-` for standard input. */
  readonly path: string;
  readonly tests: readonly ReportedTest[];
  /** When the run ended, in ms since 1970. */
  readonly endedAt: number;
}

const RANK = { failed: 0, passed: 1, skipped: 2 } as const;

/**
 * Joins the results of each test, because several reports in one command are one run: failed counts before passed, and passed
 * before skipped, as when shards skip each other's tests. In one report, a name that failed until it passed was tried again and
 * passed. A name that goes on after it passed is that of several tests, as in a table.
 */
export function joinedTests(reports: readonly TestReport[]): readonly RunTest[] {
  const keyOf = (one: ReportedTest) => [one.name, one.className, one.file, ...one.suites].join('\0');
  const all = reports.flatMap(({ tests, endedAt }) =>
    groupBy(tests, keyOf).flatMap((same) => {
      const isRetried = same.findIndex(({ outcome }) => outcome === 'passed') === same.length - 1;
      return same.slice(isRetried ? -1 : 0).map((one) => ({ ...one, endedAt }));
    }),
  );
  return groupBy(all, keyOf).flatMap((same) => {
    const endedAt = largestNumber(
      same.map((one) => one.endedAt),
      0,
    );
    return same
      .sort((a, b) => RANK[a.outcome] - RANK[b.outcome])
      .slice(0, 1)
      .map((one) => ({ ...one, endedAt }));
  });
}

/** Returns the texts of a test that may name a criterion. The names of nested suites and the test are joined as levels. */
export function namingTexts({ name, suites, className = '', properties }: ReportedTest): readonly string[] {
  return [[...suites, name].join(' > '), `${className} ${name}`, ...properties];
}

/** Returns the name of a test for people: with its class, unless the name has it or the class is a path. */
export function shownName({ name, className = '' }: ReportedTest): string {
  return className === '' || /[/\\]/.test(className) || name.includes(className)
    ? name
    : `${className} ${name}`;
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
