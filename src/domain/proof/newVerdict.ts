import {
  contentsOf,
  type FilesNow,
  MOST_TESTS,
  type ProvingTest,
  resultOf,
  type Verdict,
} from './verdict.js';

/** What a report says about a criterion. */
export interface VerdictSource {
  readonly criterion: { readonly n: number; readonly label: string; readonly text: string };
  /** The tests in the report that name the criterion. */
  readonly tests: readonly ProvingTest[];
  /** The verdicts that stand so far. */
  readonly standing: readonly Verdict[];
  /** True if the report has all tests, so that a test that is missing in it is gone. */
  readonly isWhole: boolean;
  readonly now: FilesNow;
  readonly ranAt?: string;
  readonly commit?: string;
  /** Makes the id of the verdict different from that of other verdicts. */
  readonly nonce: string;
}

/**
 * Returns the verdict that follows from a report. A test that the report does not have keeps its last outcome, with the contents
 * that its file had then, unless the report has all tests. Undefined if there are no tests.
 */
export function newVerdict(source: VerdictSource): Verdict | undefined {
  const { criterion, tests, standing, isWhole, now, ranAt, commit, nonce } = source;
  const names = new Set(tests.map(({ name }) => name));
  const missing = standing
    .flatMap((verdict) => verdict.tests.map((test) => ({ test, of: verdict.of })))
    .filter(({ test }) => !names.has(test.name));
  const areGone = isWhole && tests.length === 0;
  const kept = isWhole ? [] : missing.filter(({ test: { outcome } }) => outcome !== 'gone');
  const all = areGone
    ? missing.map(({ test }) => ({ ...test, outcome: 'gone' as const }))
    : [...tests, ...kept.map(({ test }) => test)];
  if (all.length === 0) return undefined;
  const order = ['failed', 'gone', 'skipped', 'passed'];
  const unique = [...new Map(all.map((test) => [JSON.stringify(test), test])).values()].sort(
    (a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome) || (a.name < b.name ? -1 : 1),
  );
  const shown = unique.slice(0, MOST_TESTS);
  const before = kept.flatMap(({ of }) => ('files' in of ? Object.entries(of.files) : []));
  const own = new Set(tests.flatMap(({ file }) => file ?? []));
  const then = new Map(before.filter(([path]) => !own.has(path)));
  const paths = [...shown.flatMap(({ file }) => file ?? []), ...now.codeFiles()];
  const hashOf = (path: string) => then.get(path) ?? now.hashOf(path);
  return {
    id: now.sha256(`${nonce} ${criterion.label}`).slice(0, 16),
    ...criterion,
    result: resultOf(unique),
    tests: shown,
    ...(unique.length > shown.length && { more: unique.length - shown.length }),
    of: contentsOf(paths, { ...now, hashOf }),
    ...(commit !== undefined && { commit }),
    ...(ranAt !== undefined && { ranAt }),
  };
}
