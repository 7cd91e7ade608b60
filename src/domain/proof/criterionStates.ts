import { labelKey } from '../criteria/checkboxes.js';
import type { Criterion, CriterionProof } from '../criteria/criteria.js';
import { isSamePerson } from '../fields/standardFields.js';
import {
  criteriaIn,
  isSameWording,
  lostIn,
  named,
  retirementOf,
  tickFinder,
  ticksOf,
} from '../spec/criteriaInText.js';
import type { ActiveSpec } from '../spec/spec.js';
import { isProjectPath } from '../naming/projectPath.js';
import { jsonEquals } from '../value/jsonValue.js';

/** How far a criterion is shown to be met; of several states, the first in this list counts (`docs/prove.md` explains each). */
export const PROOF_STATES = [
  'failing',
  'gone',
  'open',
  'not-run',
  'stale',
  'unverified',
  'attested',
  'proven',
] as const;
/** The states in which a criterion is not met in any project. */
const UNMET: readonly ProofState[] = PROOF_STATES.slice(0, PROOF_STATES.indexOf('stale'));
export type ProofState = (typeof PROOF_STATES)[number];

/** Returns a state in words: `not run` for `not-run`. */
export function stateWords(state: string): string {
  return state.replace('-', ' ');
}

/** What tests say about a criterion, whether or not they still speak for it. */
export interface CriterionVerdict {
  readonly result: ReturnType<typeof resultOf>;
  /** The tests that count, failed ones first. */
  readonly tests: readonly ProvingTest[];
  /** When the last run ended. */
  readonly ranAt?: string;
  /** The files that have changed since; `one of 60 files` for many. */
  readonly changed?: readonly string[];
  /** The criterion's text at the time of a run, if its words have changed since. */
  readonly reworded?: string;
}

/** The state of a criterion, with what tests say about it. */
export interface CriterionState {
  readonly state: ProofState;
  /** Absent if no test report was recorded for the criterion. */
  readonly verdict?: CriterionVerdict;
}

/**
 * Returns a function that finds the verdicts on a criterion: those with its label, and those on the same words whose label no
 * criterion has any more, so that another label does not end a verdict.
 */
export function verdictFinder(
  criteria: readonly Pick<Criterion, 'label'>[],
  verdicts: readonly Verdict[] = [],
): (criterion: Pick<Criterion, 'label' | 'text'>) => readonly Verdict[] {
  const labels = new Set(criteria.map(({ label = '' }) => labelKey(label)));
  return ({ label = '', text }) =>
    verdicts.filter((one) => {
      const key = labelKey(one.label);
      return key === labelKey(label) || (!labels.has(key) && isSameWording(one.text, text));
    });
}

/**
 * Returns the state of a criterion, which is that of the worst of its tests.
 * @param own the verdicts on the criterion.
 * @param now the files as they are now; undefined to take each test as it was recorded.
 */
export function criterionState(
  { text, done }: Pick<Criterion, 'text' | 'done'>,
  own: readonly Verdict[],
  proof: CriterionProof | undefined,
  now: FilesNow | undefined,
): CriterionState {
  const judged = standingTests(own).map((one) => {
    const changed = now === undefined ? (one.verdict.after ?? []) : changedFiles(one, now);
    const isLost =
      one.test.outcome === 'gone' || (now !== undefined && changed.length > 0 && isGone(one.test, now));
    return { ...one, changed, isLost };
  });
  // A test that is gone is forgotten when another one ran later.
  const newest = newestRun(judged.flatMap(({ test, isLost }) => (isLost ? [] : [test])));
  const counting = judged.filter(({ test, isLost }) => !isLost || (test.ranAt ?? '') >= newest);
  if (counting.length === 0) {
    const isAttested = proof?.by !== undefined && proof.reason !== undefined;
    return { state: !done ? 'open' : isAttested ? 'attested' : 'unverified' };
  }
  const tests = counting
    .map(({ test, isLost }) =>
      isLost && test.outcome !== 'failed' ? { ...test, outcome: 'gone' as const } : test,
    )
    .sort(worstFirst)
    // Branches that met may both have run a test.
    .filter((one, i, all) => all.findIndex((other) => isSameTest(one, other)) === i);
  const result = resultOf(tests.map(({ outcome }) => outcome));
  const changed = [...new Set(counting.flatMap((one) => one.changed))];
  const reworded = counting.find(({ verdict }) => !isSameWording(verdict.text, text))?.verdict.text;
  const isStale = changed.length > 0 || reworded !== undefined || counting.some(({ isLost }) => isLost);
  const last = newestRun(tests);
  return {
    state:
      isBad(result) || (done && result === 'not-run')
        ? result
        : !done
          ? 'open'
          : isStale
            ? 'stale'
            : 'proven',
    verdict: {
      result,
      tests,
      ...(last !== '' && { ranAt: last }),
      ...(changed.length > 0 && { changed }),
      ...(reworded !== undefined && { reworded }),
    },
  };
}

/** True if the tests of a criterion in this state fail, or are gone. */
export function isBad(state: ProofState): boolean {
  return state === 'failing' || state === 'gone';
}

/** True if a criterion in this state counts where proof is required. */
export function isProof(state: ProofState, proof: CriterionProof | undefined): boolean {
  return state === 'proven' || (state === 'attested' && proof?.byHolder !== true);
}

/** How many criteria of a spec are in each state; states without criteria are left out. */
export type ProofCounts = Readonly<Partial<Record<ProofState, number>>>;

/** The proof of a spec: the worst state of its criteria, and how many are in each state. */
export interface SpecProof {
  readonly state: ProofState;
  readonly counts: ProofCounts;
}

/** Returns how many criteria are in each state, in words: `1 failing`, `2 stale`. */
export function countWords(counts: ProofCounts = {}): readonly string[] {
  const known = PROOF_STATES.filter((state) => counts[state] !== undefined);
  return known.map((state) => `${String(counts[state])} ${stateWords(state)}`);
}

/** Returns the criteria that tests do not show to be met, in words; open ones are left out. */
export function doubtWords(proof: SpecProof | undefined): readonly string[] {
  const { open: _open, attested: _attested, proven: _proven, ...doubted } = proof?.counts ?? {};
  return countWords(doubted);
}

/** Returns the proof of a spec; undefined for a spec without criteria. */
export function specProof(states: readonly ProofState[]): SpecProof | undefined {
  const counts: Partial<Record<ProofState, number>> = {};
  for (const state of states) counts[state] = (counts[state] ?? 0) + 1;
  const worst = PROOF_STATES.find((state) => counts[state] !== undefined);
  return worst && { state: worst, counts };
}

/** A criterion that keeps a spec from being complete. */
export type UnmetCriterion = {
  /** The number in the text; absent for a criterion that was removed from it. */
  readonly n?: number;
  readonly label?: string;
  readonly text: string;
  /** 1-based line number in the document. */
  readonly line?: number;
  readonly state: ProofState | 'removed';
  /** Who attested it, if that is the one who holds or completes the spec; absent if the holder recorded it for another person. */
  readonly by?: string;
  /** The tests that say so. */
  readonly tests?: readonly ProvingTest[];
};

/** How criteria are judged: by the files as they are now, or else by the tests as they were recorded. */
export interface Judging {
  readonly now?: FilesNow;
  /** True if each needs proof. */
  readonly isRequired?: boolean;
  /** Who completes the spec. */
  readonly by?: string | undefined;
}

/**
 * Returns the criteria that keep a spec from being complete: open, failing, gone or not run, or removed since the spec was begun.
 * Where proof is required, each must be proven, or attested by somebody else than the holder and the one who completes it.
 */
export function unmetIn(spec: ActiveSpec, { now, isRequired, by }: Judging = {}): readonly UnmetCriterion[] {
  const criteria = criteriaIn(spec);
  const tickOf = tickFinder(criteria, ticksOf(spec));
  const verdictsOn = verdictFinder(criteria, spec.verdicts);
  const unmet = criteria.flatMap((criterion): readonly UnmetCriterion[] => {
    if (retirementOf(spec, criterion.text) !== undefined) return [];
    const proof = criterion.done ? tickOf(criterion)?.tick.proof : undefined;
    const { state, verdict } = criterionState(criterion, verdictsOn(criterion), proof, now);
    const attester = state === 'attested' ? proof?.by : undefined;
    const isOwn = attester !== undefined && [by, spec.lastHolder].some((one) => isSamePerson(one, attester));
    if (isRequired === true ? isProof(state, proof) && !isOwn : !UNMET.includes(state)) return [];
    return [
      {
        n: criterion.n,
        ...named(criterion),
        line: criterion.line + (spec.text?.bodyLine ?? 1) - 1,
        state,
        ...(isOwn && { by: attester }),
        ...(verdict && { tests: verdict.tests }),
      },
    ];
  });
  return [...unmet, ...lostIn(spec).removed.map((one) => ({ ...one, state: 'removed' as const }))];
}

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
export function contentsOf(paths: readonly string[], { hashOf, sha256 }: FilesNow): FileContents {
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
    const isSame = jsonEquals(contentsOf([...ofTests, ...now.codeFiles()], now), of);
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
export function isGone({ outcome, files = [], found }: ProvingTest, now: FilesNow): boolean {
  const lacks = (path: string) =>
    now.hashOf(path) === undefined || (found !== undefined && now.times(path, found) === 0);
  return outcome === 'gone' || (files.length > 0 && files.every(lacks));
}

/** True if a run has a test whose name goes on from a test's whole name, which stands only once in their file. */
export function isRenamed(
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

export function worstFirst(one: ProvingTest, other: ProvingTest): number {
  return OUTCOMES.indexOf(one.outcome) - OUTCOMES.indexOf(other.outcome);
}

/** Returns what tests with these outcomes say together: the worst counts; one that is gone does not, if others are left. */
export function resultOf(outcomes: readonly string[]): 'failing' | 'gone' | 'not-run' | 'proven' {
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
