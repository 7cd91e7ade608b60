import { labelKey } from '../criteria/checkboxes.js';
import { lastNameIn, parentOf } from '../naming/projectPath.js';
import { groupBy, largestNumber } from '../value/collections.js';

/** Matches files that may mention tests but contain none: documents and reports. */
export const NO_TEST = /\.(?:mdx?|markdown|xml|html?|json|lock|snap)$/i;

/**
 * Returns a function that finds the project's file for the path of a reported test. The path may be absolute, from another
 * machine, or relative to a folder; the file with the most equal folders at the end of its path is returned. The result is empty
 * if several files fit equally well, and undefined if no file has the name or the path leads out of the project.
 * @param files all files of the project.
 * @param exists false for a file that was deleted.
 */
export function fileFinder(
  files: readonly string[],
  exists: (path: string) => boolean,
): (reported: string) => string | undefined {
  const byName = new Map(groupBy(files, lastNameIn).map((same) => [lastNameIn(same[0] ?? ''), same]));
  return (reported) => {
    if (reported.startsWith('../')) return undefined;
    const named = (byName.get(lastNameIn(reported)) ?? []).filter(exists);
    if (named.length === 0) return undefined;
    const [first, second] = named
      .map((path) => ({ path, equal: endInCommon(path, reported) }))
      .filter(({ path, equal }) => !reported.includes('/') || !path.includes('/') || equal > 0)
      .sort((a, b) => b.equal - a.equal);
    return first !== undefined && first.equal > (second?.equal ?? -1) ? first.path : '';
  };
}

/** Returns the number of equal folders at the end of two paths. */
function endInCommon(one: string, other: string): number {
  const folders = parentOf(one).split('/').reverse();
  const wanted = parentOf(other).split('/').reverse();
  const equal = wanted.findIndex((folder, i) => folder !== folders[i]);
  return equal < 0 ? wanted.length : equal;
}

/** The specs and labels that may be mentioned in names of tests. */
export interface SpecNames<Spec> {
  /** Returns the specs that have, or had, a number. */
  readonly numbered: (number: number) => readonly Spec[];
  /** Returns the spec with this folder name, name or id. */
  readonly named: (name: string) => Spec | undefined;
  /** True for the name of another project of the repository, as in `api:012/AC2`. */
  readonly isElsewhere: (project: string) => boolean;
  /** Returns the labels of a spec's criteria by their keys (see `labelKey`); undefined for a label that two criteria have. */
  readonly labels: (spec: Spec) => ReadonlyMap<string, string | undefined>;
}

/** A criterion to which the name of a test refers. */
export interface TestReference<Spec> {
  readonly spec: Spec;
  readonly label: string;
  /** The reference as written in the test, such as `012_AC2`. */
  readonly written: string;
}

/** A reference that matches no criterion, or several criteria. */
export interface MisfitReference<Spec> {
  readonly written: string;
  readonly why: 'no spec' | 'no label' | 'several specs' | 'several criteria';
  /** The specs with the number, or the spec that has no such label. */
  readonly specs: readonly Spec[];
}

const LABEL = String.raw`[A-Za-z]{1,12}[-_]?\d{1,4}(?:\.\d{1,4}){0,3}`;
/** Matches a label with the separator before it, and further labels in a list: `/AC1`, `/AC1,AC2`. */
const LABELS = new RegExp(String.raw`([/_ -])(${LABEL}(?:,\s?${LABEL}){0,50})(?![\p{L}\p{N}]|\.\d)`, 'gu');
/** Matches the separators that reporters print between the names of nested suites: `a > b`, `a › b`, `a::b`. */
const JOINTS = /\s*(?:::|[›>])\s*/g;
const LIST = /,\s?/;

/**
 * Returns the criteria that a text refers to. A reference is a spec (number, folder name, name or id), one of `/_-` or a blank,
 * and a label: `012/AC2`, `test_012_AC2_locks`. A project may be before the spec, as in `api:012/AC2`. The case of labels does
 * not matter, because some languages require lower case in names.
 */
export function referencesIn<Spec>(text: string, names: SpecNames<Spec>) {
  const references: TestReference<Spec>[] = [];
  const misfits: MisfitReference<Spec>[] = [];
  const levels = text.slice(0, 2000).split(JOINTS);
  const plain = levels.join(' ');
  for (const { index, 1: separator = '', 2: list = '' } of plain.matchAll(LABELS)) {
    const before = plain.slice(0, index);
    const asked = list.split(LIST);
    const near = specBefore(before, names);
    const isAlone = separator === ' ' && (near?.specs.length ?? 0) === 0;
    const found = isAlone ? specAround(levels, index, asked, names) : near;
    if (found === undefined) continue;
    const { written, specs } = found;
    const project = /(?<![\p{L}\p{N}_.-])([\p{L}\p{N}_.-]{1,100}):$/u.exec(
      before.slice(0, -written.length),
    )?.[1];
    if (!isAlone && project !== undefined && names.isElsewhere(project)) continue;
    // A match before `-` or `/` may be only a part of a folder name with digits, such as `012-user2/AC1`.
    const isPart = /^[-/]/.test(plain.slice(index + separator.length + list.length));
    const [spec, ...others] = specs;
    const labels = spec !== undefined && others.length === 0 ? names.labels(spec) : undefined;
    for (const label of labels === undefined ? [list] : asked) {
      const known = labels?.get(labelKey(label));
      if (spec !== undefined && known !== undefined)
        references.push({ spec, label: known, written: `${written}${separator}${list}` });
      else if (!isPart && (labels === undefined || separator !== ' ' || asked.length > 1)) {
        const unknown = labels?.has(labelKey(label)) === true ? 'several criteria' : 'no label';
        const why = labels !== undefined ? unknown : spec === undefined ? 'no spec' : 'several specs';
        misfits.push({ written: `${written}${separator}${label}`, why, specs });
      }
    }
  }
  return { references, misfits };
}

/** A word of a text (`written`), and the specs to which it may refer. */
type FoundSpecs<Spec> = { readonly written: string; readonly specs: readonly Spec[] };

/** Returns the specs to which the end of a text refers, by name or number; undefined if the end is neither. */
function specBefore<Spec>(before: string, names: SpecNames<Spec>): FoundSpecs<Spec> | undefined {
  const word = /[^\s()[\]{}'"`:>›/]{1,200}$/u.exec(before)?.[0] ?? '';
  if (word === '') return undefined;
  const named = names.named(word);
  const written = named === undefined ? (/\d{1,9}$/.exec(word)?.[0] ?? '') : word;
  if (written === '' || !isBound(before.slice(0, -written.length))) return undefined;
  return { written, specs: named === undefined ? names.numbered(Number(written)) : [named] };
}

/**
 * Finds the spec in the names of the suites around a label: a suite whose whole name is a spec. If another name begins with
 * another spec, both are returned, because a runner that joins suite names by blanks may have put the test into the wrong suite.
 */
function specAround<Spec>(
  levels: readonly string[],
  index: number,
  labels: readonly string[],
  names: SpecNames<Spec>,
): FoundSpecs<Spec> | undefined {
  const specsOf = (word: string): readonly Spec[] => {
    const named = names.named(word);
    if (named !== undefined) return [named];
    return /^\d{1,9}$/.test(word) ? names.numbered(Number(word)) : [];
  };
  let end = -1;
  const outer = levels.filter(({ length }) => (end += length + 1) <= index);
  const written = outer.findLast((level) => specsOf(level).length > 0);
  if (written === undefined) return undefined;
  const beginnings = levels
    .slice(0, outer.length + 1)
    .flatMap((level) => /^(?!\d{1,2} )\S{1,200}(?= )/.exec(level)?.[0] ?? []);
  const specs = [...new Set([...outer, ...beginnings].flatMap(specsOf))];
  const isMeant = specs.some((spec) => labels.some((label) => names.labels(spec).has(labelKey(label))));
  return isMeant ? { written, specs } : undefined;
}

/**
 * True if a reference may begin after this text: at the beginning, after a blank, a bracket, a quote, `:`, `>`, `›`, `/`, or `_`
 * after a word without digits, as in `test_012_AC2`.
 */
function isBound(before: string): boolean {
  if (before === '' || /[\s([{'"`:>›]$/u.test(before)) return true;
  if (before.endsWith('/')) return !/[\d.]\/$/.test(before);
  return /(?:^|[^\p{L}\p{N}_-])[\p{L}_]*_$/u.test(before);
}

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
 * Joins the results of each test from several reports, which are one run: a failed result outweighs a passed one, and a passed
 * one a skipped one, because shards skip each other's tests. In one report, a test that passed only at its last attempt has
 * passed. If the same name occurs again after it passed, several tests have this name, as in a table of cases.
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
export function textsNamingCriteria({
  name,
  suites,
  className = '',
  properties,
}: ReportedTest): readonly string[] {
  return [[...suites, name].join(' > '), `${className} ${name}`, ...properties];
}

/** Returns the name of a test for messages: with its class, unless the name contains the class or the class is a path. */
export function displayedTestName({ name, className = '' }: ReportedTest): string {
  return className === '' || /[/\\]/.test(className) || name.includes(className)
    ? name
    : `${className} ${name}`;
}

/**
 * Returns the longest end of a test's name that occurs in the text of its file; undefined if there is none, as for a name that is
 * composed at run time.
 */
export function testNameInFile({ name }: ReportedTest, text: string): string | undefined {
  const words = name.replace(/\[[^\]]*\]$/, '');
  const starts = [...words.matchAll(/^|\s+(?:[>›]\s+)?/g)].map(({ index, 0: { length } }) => index + length);
  const ends = starts.slice(0, 20).map((start) => words.slice(start));
  return ends.find((end) => end.length > 5 && text.includes(end));
}
