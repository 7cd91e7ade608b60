import { labelKey } from '../criteria/checkboxGrammar.js';
import { isProjectPath } from '../naming/projectPath.js';
import { jsonEquals } from '../value/jsonValue.js';

/** What tests say about a criterion: all passed, one failed, or one was skipped or is gone. Worst first. */
export const RESULTS = ['failing', 'not-run', 'proven'] as const;
export type VerdictResult = (typeof RESULTS)[number];

/** A test that names a criterion, and how it ended. */
export type ProvingTest = {
  readonly name: string;
  /** `gone`: an earlier report had the test, and a report of all tests does not have it. */
  readonly outcome: 'passed' | 'failed' | 'skipped' | 'gone';
  /** The test's file, relative to the project. */
  readonly file?: string;
  /** Set if the test passed only after a failed try. */
  readonly flaky?: true;
};

/** The contents of files: their hashes by path, or for many files one digest of all. */
export type FileContents =
  { readonly files: Readonly<Record<string, string>> } | { readonly digest: string; readonly count: number };

/** A verdict of tests on a criterion. */
export type Verdict = {
  readonly id: string;
  readonly label: string;
  /** The criterion's number and text at the time of the verdict. */
  readonly n: number;
  readonly text: string;
  readonly result: VerdictResult;
  /** The tests, failed ones first; at most `MOST_TESTS`. */
  readonly tests: readonly ProvingTest[];
  /** The number of tests that are left out. */
  readonly more?: number;
  /** The files for which the verdict speaks. */
  readonly of: FileContents;
  /** The commit that was checked out when the verdict was recorded. */
  readonly commit?: string;
  /** The time of the test run: ISO 8601 UTC. */
  readonly ranAt?: string;
  /** The ids of the verdicts that this one replaces. */
  readonly replaces?: readonly string[];
};

export const MOST_TESTS = 50;
/** The greatest number of files that a verdict lists. */
const MOST_FILES = 50;

/** Reads the contents that files have now. */
export interface FilesNow {
  /** Returns the hash of a file's content; undefined if there is no such file. */
  readonly hashOf: (path: string) => string | undefined;
  /** Returns the files that the spec is about, besides the files of tests. */
  readonly codeFiles: () => readonly string[];
  readonly sha256: (text: string) => string;
}

/** The hash of a file that does not exist. */
const MISSING = 'missing';

/** Returns the contents of files as a verdict records them. */
export function contentsOf(paths: readonly string[], { hashOf, sha256 }: FilesNow): FileContents {
  const hashes = [...new Set(paths)].sort().map((path) => [path, hashOf(path) ?? MISSING] as const);
  return hashes.length <= MOST_FILES
    ? { files: Object.fromEntries(hashes) }
    : { digest: sha256(JSON.stringify(hashes)).slice(0, 32), count: hashes.length };
}

/** Returns the files of a verdict that have other contents now; undefined if they differ but the verdict does not list them. */
export function changedFiles({ of, tests }: Verdict, now: FilesNow): readonly string[] | undefined {
  if ('files' in of)
    return Object.entries(of.files).flatMap(([path, hash]) =>
      (now.hashOf(path) ?? MISSING) === hash ? [] : [path],
    );
  const paths = [...tests.flatMap(({ file }) => file ?? []), ...now.codeFiles()];
  return jsonEquals(contentsOf(paths, now), of) ? [] : undefined;
}

/** Returns the verdicts on a criterion that no other verdict replaces; after a merge, there may be several. */
export function standingVerdicts(verdicts: readonly Verdict[], label: string): readonly Verdict[] {
  const own = verdicts.filter((one) => labelKey(one.label) === labelKey(label));
  return withoutReplaced(own, own);
}

/**
 * Returns the verdict that counts for a criterion: the newest for the files as they are now, or else the newest. Of several from
 * branches that were merged, the worst counts.
 */
export function countingVerdict(
  verdicts: readonly Verdict[],
  label: string,
  isCurrent: (verdict: Verdict) => boolean,
): Verdict | undefined {
  const own = verdicts.filter((one) => labelKey(one.label) === labelKey(label));
  const current = own.filter(isCurrent);
  const among = withoutReplaced(current.length > 0 ? current : own, own);
  return among.toSorted((a, b) => RESULTS.indexOf(a.result) - RESULTS.indexOf(b.result))[0];
}

/** Returns the verdicts that none of the others replaces, directly or through verdicts in `all`. */
function withoutReplaced(verdicts: readonly Verdict[], all: readonly Verdict[]): readonly Verdict[] {
  if (verdicts.length < 2) return verdicts;
  const byId = new Map(all.map((one) => [one.id, one]));
  const replaced = new Set<string>();
  const left = verdicts.flatMap(({ replaces = [] }) => replaces);
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (replaced.has(id)) continue;
    replaced.add(id);
    for (const next of byId.get(id)?.replaces ?? []) left.push(next);
  }
  return verdicts.filter(({ id }) => !replaced.has(id));
}

/** True if two verdicts show the same: result, tests and files. */
export function showsSame(one: Verdict, other: Verdict): boolean {
  const shown = ({ result, tests, more, of }: Verdict) => ({ result, tests, more: more ?? 0, of });
  return jsonEquals(shown(one), shown(other));
}

/** Returns the result of tests: failing if one failed, not run if one was skipped or is gone, else proven. */
export function resultOf(tests: readonly Pick<ProvingTest, 'outcome'>[]): VerdictResult {
  if (tests.some(({ outcome }) => outcome === 'failed')) return 'failing';
  return tests.length > 0 && tests.every(({ outcome }) => outcome === 'passed') ? 'proven' : 'not-run';
}

/** True if the data of an event is a verdict; a log may be damaged or forged. */
export function isVerdict(data: unknown): data is Verdict {
  const { id, label, n, text, result, tests, of, replaces = [] } = data as Partial<Verdict>;
  return (
    [id, label, text].every((one) => typeof one === 'string') &&
    Number.isSafeInteger(n) &&
    RESULTS.includes(result as VerdictResult) &&
    Array.isArray(tests) &&
    (tests as readonly Partial<ProvingTest>[]).every(
      ({ name, outcome, file = '' }) =>
        typeof name === 'string' && typeof outcome === 'string' && isProjectPath(file),
    ) &&
    Array.isArray(replaces) &&
    typeof of === 'object' &&
    ('digest' in of
      ? typeof of.digest === 'string'
      : Object.entries(of.files).every(([path, hash]) => isProjectPath(path) && typeof hash === 'string'))
  );
}
