import { firstOf } from '../value/collections.js';
import { quoted } from '../value/text.js';
import { labelKey, withoutLabel } from '../criteria/checkboxes.js';
import type { Criterion } from '../criteria/criteria.js';
import { isSameWording } from '../spec/criteriaInText.js';
import { timestampOf } from '../value/dates.js';
import { type CriterionState, criterionState, verdictFinder } from './criterionStates.js';
import {
  changedFiles,
  fileContentsOfVerdict,
  type FilesNow,
  isTestGone,
  isTestRenamed,
  isSameTest,
  newestRun,
  type ProvingTest,
  type StandingTest,
  standingTests,
  type Verdict,
  compareOutcomes,
} from './verdict.js';

/** A reported test that refers to a criterion. */
export type FoundTest = ProvingTest & {
  readonly ranAt: string;
  /** The test's file according to the report, if the project has no such file. */
  readonly missing?: string;
};

/** The files that changed since a test ran: its own files and those of the spec (`own`), and other files (`others`). */
export type ChangesSince = Readonly<Record<'own' | 'others', readonly string[]>>;

/** The reports' tests of one criterion, and the data needed to make a verdict of them. */
export interface VerdictSource {
  readonly criterion: Pick<Verdict, 'n' | 'label' | 'text'>;
  readonly tests: readonly FoundTest[];
  /** All verdicts and criteria of the spec. */
  readonly verdicts: readonly Verdict[];
  readonly criteria: readonly Criterion[];
  /** The time of the run, if the reports contain all tests; an earlier test that is not in them then counts as `gone`. */
  readonly wholeAt?: string;
  /** The reason for recording reports that are older than the criterion's current text or files. */
  readonly reason?: string;
  readonly changesSince: (test: FoundTest) => ChangesSince;
  readonly now: FilesNow;
  /** Text that makes the id of the verdict unique: the time and the spec. */
  readonly nonce: string;
}

/** A reported test that is not recorded, and the reason (`why`), worded to follow a colon. */
export interface RefusedTest {
  readonly label: string;
  readonly test: string;
  readonly code: 'REPORT_OLD' | 'FILE_NOT_FOUND' | 'LABEL_MOVED';
  readonly why: string;
}

/** The result of comparing reports with a criterion's earlier verdicts. */
export interface NewVerdict extends CriterionState {
  readonly label: string;
  /** The verdict to record; absent if the reports say nothing new. */
  readonly recorded?: Verdict;
  readonly refused: readonly RefusedTest[];
}

/**
 * Returns the verdict that follows from reports, if it differs from what is recorded, and the tests that are not recorded. Tests
 * that are missing in the reports stay as recorded, unless the reports contain all tests or the test's file no longer contains
 * the test.
 */
export function newVerdict(source: VerdictSource): NewVerdict {
  const { criterion, tests, verdicts, criteria, wholeAt, reason, changesSince, now, nonce } = source;
  const { label } = criterion;
  const before = verdictFinder(criteria, verdicts)(criterion);
  const standing = standingTests(before);
  const refused: RefusedTest[] = [];
  const after = new Set<string>();
  const run = tests.flatMap(({ missing, ...test }): readonly ProvingTest[] => {
    const known = standing.filter((one) => isSameTest(one.test, test));
    const { own, others } = reason === undefined ? changesSince(test) : { own: [], others: [] };
    const isKnown = ({ test: one, verdict }: StandingTest) =>
      one.outcome === test.outcome &&
      one.ranAt === test.ranAt &&
      changedFiles({ test: one, verdict }, now).every((path) => others.includes(path)) &&
      isSameWording(verdict.text, criterion.text);
    if (known.length > 0 && known.every(isKnown)) return [];
    // Test runners report tests excluded by a filter as skipped, so `skipped` does not replace a result that is still valid.
    const isKept = ({ test: one, verdict: { of } }: StandingTest) =>
      (one.ranAt ?? '') > test.ranAt ||
      (['passed', 'failed'].includes(one.outcome) &&
        'files' in of &&
        (one.files ?? []).every((path) => of.files[path] === now.hashOf(path)));
    if (test.outcome === 'skipped' && known.some(isKept)) return [];
    const why = reason === undefined ? refusalOf(source, test, missing, known, own) : undefined;
    if (why !== undefined) refused.push({ label, test: test.name, ...why });
    else for (const path of others) after.add(path);
    return why === undefined ? [test] : [];
  });
  const gone = standing
    .map(({ test }) => test)
    .filter((one) => one.outcome !== 'gone' && !tests.some((test) => isSameTest(one, test)))
    .filter((one) =>
      wholeAt === undefined
        ? run.length > 0 && (isTestGone(one, now) || isTestRenamed(one, run, now))
        : (one.ranAt ?? '') <= wholeAt,
    );
  const all = [...run, ...gone.map((test) => ({ ...test, outcome: 'gone' as const }))].sort(compareOutcomes);
  const stateAfter = (known: readonly Verdict[]) => ({
    label,
    refused,
    ...criterionState({ ...criterion, done: true }, known, undefined, now),
  });
  if (all.length === 0) return stateAfter(before);
  const replaces = [...new Set(standing.map(({ verdict }) => verdict.id))];
  const said = {
    ...criterion,
    tests: all,
    of: fileContentsOfVerdict([...run.flatMap(({ files = [] }) => files), ...now.codeFiles()], now),
    ...(after.size > 0 && { after: [...after] }),
    ...(reason !== undefined && { reason }),
    ...(replaces.length > 0 && { replaces }),
  };
  const recorded = { id: now.sha256(JSON.stringify([nonce, said])).slice(0, 16), ...said };
  return { ...stateAfter([...before, recorded]), recorded };
}

/** Returns the words with which a refusal of a new verdict says that a criterion's text changed: `the words of AC1`. */
export function changedWordsLabel(label: string): string {
  return `the words of ${label}`;
}

/** Returns why a test is not recorded for a criterion; undefined if it is. */
function refusalOf(
  { criterion: { label, text }, verdicts, criteria }: VerdictSource,
  test: FoundTest,
  missing: string | undefined,
  known: readonly StandingTest[],
  changed: readonly string[],
): Omit<RefusedTest, 'label' | 'test'> | undefined {
  if (missing !== undefined)
    return { code: 'FILE_NOT_FOUND', why: `the report names ${missing}, but the project has no such file` };
  const isOther = (one: string) => labelKey(one) !== labelKey(label);
  const before = verdicts.findLast(
    (one) => !isOther(one.label) && one.tests.some((own) => isSameTest(own, test)),
  );
  if (before !== undefined && !isSameWording(before.text, text)) {
    const now = criteria.find((one) => isOther(one.label ?? '') && isSameWording(one.text, before.text));
    const stood = verdicts.find((one) => isOther(one.label) && isSameWording(one.text, text));
    const place =
      now === undefined
        ? stood && `, and ${stood.label} was ${quoted(withoutLabel(text))}`
        : `, which is ${now.label ?? `criterion ${String(now.n)}`} now`;
    if (place !== undefined)
      return {
        code: 'LABEL_MOVED',
        why: `the text of ${label} is now ${quoted(withoutLabel(text))}; this test proved ${quoted(withoutLabel(before.text))}${place}`,
      };
  }
  const ran = `the tests in this report ran at ${timestampOf(test.ranAt)}`;
  const later = newestRun(known.map((one) => one.test));
  if (later > test.ranAt)
    return { code: 'REPORT_OLD', why: `${ran}, but ${label} was tested again at ${timestampOf(later)}` };
  const isReworded = verdicts.some(
    (one) => !isOther(one.label) && !isSameWording(one.text, text) && newestRun(one.tests) >= test.ranAt,
  );
  const since = [...new Set([...changed, ...(isReworded ? [changedWordsLabel(label)] : [])])];
  return since.length === 0
    ? undefined
    : { code: 'REPORT_OLD', why: `${ran}, before ${firstOf(since)} changed` };
}
