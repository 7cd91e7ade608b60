import { labelKey } from '../criteria/checkboxes.js';
import type { Criterion, CriterionProof } from '../criteria/criteria.js';
import { isSamePerson } from '../value/person.js';
import {
  criteriaIn,
  isSameWording,
  criteriaLostSinceBegin,
  knownCriterion,
  retirementOf,
  tickFinder,
  ticksOf,
} from '../spec/criteriaInText.js';
import type { ActiveSpec } from '../spec/spec.js';
import {
  type FilesNow,
  type ProvingTest,
  type Verdict,
  changedFiles,
  isTestGone,
  isSameTest,
  newestRun,
  combinedOutcome,
  standingTests,
  compareOutcomes,
} from './verdict.js';
import type { KnownCriterion } from '../review/pairedTexts.js';

/** The states of a criterion, worst first: if several apply, the first in this list is used (`docs/prove.md` explains each). */
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
/** The states in which a criterion is not met whatever the project's setting `workflow.proof`. */
const UNMET: readonly ProofState[] = PROOF_STATES.slice(0, PROOF_STATES.indexOf('stale'));
export type ProofState = (typeof PROOF_STATES)[number];

/** Returns the state of a criterion (`ProofState`) in words: `not run` for `not-run`. */
export function stateWords(state: string): string {
  return state.replace('-', ' ');
}

/** The result of a criterion's tests, even if the criterion or its files have changed since the run. */
export interface CriterionVerdict {
  readonly result: ReturnType<typeof combinedOutcome>;
  /** The tests whose results no later run has replaced, failed ones first. */
  readonly tests: readonly ProvingTest[];
  /** When the last run ended. */
  readonly ranAt?: string;
  /** The files that have changed since the run; `one of 60 files` if the verdict has only a digest of many files. */
  readonly changed?: readonly string[];
  /** The criterion's text at the time of a run, if its words have changed since. */
  readonly reworded?: string;
}

/** The state of a criterion, with the result of its tests. */
export interface CriterionState {
  readonly state: ProofState;
  /** Absent if no test report was recorded for the criterion. */
  readonly verdict?: CriterionVerdict;
}

/**
 * Returns a function that finds the verdicts that decide the state of a criterion: those with its label, and those with the same
 * words whose label no criterion has any more. A criterion therefore keeps its verdicts when it gets another label.
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
 * Returns the state of a criterion, which is the state of its worst test.
 * @param own the verdicts on the criterion.
 * @param now the current files; undefined to use the results of tests as recorded.
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
      one.test.outcome === 'gone' || (now !== undefined && changed.length > 0 && isTestGone(one.test, now));
    return { ...one, changed, isLost };
  });
  // A test that no longer exists is ignored if another test ran later.
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
    .sort(compareOutcomes)
    // After a merge, the same test may have been run on both branches.
    .filter((one, i, all) => all.findIndex((other) => isSameTest(one, other)) === i);
  const result = combinedOutcome(tests.map(({ outcome }) => outcome));
  const changed = [...new Set(counting.flatMap((one) => one.changed))];
  const reworded = counting.find(({ verdict }) => !isSameWording(verdict.text, text))?.verdict.text;
  const isStale = changed.length > 0 || reworded !== undefined || counting.some(({ isLost }) => isLost);
  const last = newestRun(tests);
  return {
    state:
      isFailedCriterionState(result) || (done && result === 'not-run')
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

/** True for the states in which a test of the criterion fails or no longer exists. */
export function isFailedCriterionState(state: ProofState): boolean {
  return state === 'failing' || state === 'gone';
}

/** True if a criterion in this state is met in a project that requires proof. */
export function isProvenCriterionState(state: ProofState, proof: CriterionProof | undefined): boolean {
  return state === 'proven' || (state === 'attested' && proof?.byHolder !== true);
}

/** How many criteria of a spec are in each state; states without criteria are left out. */
export type ProofCounts = Readonly<Partial<Record<ProofState, number>>>;

/** The state of a spec's proofs: the worst state of its criteria, and how many criteria are in each state. */
export interface SpecProof {
  readonly state: ProofState;
  readonly counts: ProofCounts;
}

/** Returns how many criteria are in each `ProofState`, in words: `1 failing`, `2 stale`. */
export function describeCriterionCounts(counts: ProofCounts = {}): readonly string[] {
  const known = PROOF_STATES.filter((state) => counts[state] !== undefined);
  return known.map((state) => `${String(counts[state])} ${stateWords(state)}`);
}

/** Returns the numbers of criteria that are neither proven, attested nor open, in words; empty without proof. */
export function describeDoubtfulCriteria(proof: SpecProof | undefined): readonly string[] {
  const { open: _open, attested: _attested, proven: _proven, ...doubted } = proof?.counts ?? {};
  return describeCriterionCounts(doubted);
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
  /** The criterion's number in the text; absent if the criterion was removed from the text. */
  readonly n?: number;
  readonly label?: string;
  readonly text: string;
  /** 1-based line number in the document. */
  readonly line?: number;
  readonly state: ProofState | 'removed';
  /** The person who attested the criterion, if it does not count because that person also holds or completes the spec. */
  readonly by?: string;
  /** The tests that led to `state`. */
  readonly tests?: readonly ProvingTest[];
};

/** How criteria are judged: by the current files (`now`), or without `now` by the results of tests as recorded. */
export interface Judging {
  readonly now?: FilesNow;
  /** True if each criterion needs proof. */
  readonly isRequired?: boolean;
  /** The actor who completes the spec. */
  readonly by?: string | undefined;
}

/**
 * Returns the criteria that keep a spec from being complete: open, failing, gone or not run, or removed since the spec was begun.
 * Where proof is required, each criterion must be proven, or attested by a person who neither holds nor completes the spec.
 */
export function unmetCriteriaOf(
  spec: ActiveSpec,
  { now, isRequired, by }: Judging = {},
): readonly UnmetCriterion[] {
  const criteria = criteriaIn(spec);
  const tickOf = tickFinder(criteria, ticksOf(spec));
  const verdictsOn = verdictFinder(criteria, spec.verdicts);
  const unmet = criteria.flatMap((criterion): readonly UnmetCriterion[] => {
    if (retirementOf(spec, criterion.text) !== undefined) return [];
    const proof = criterion.done ? tickOf(criterion)?.tick.proof : undefined;
    const { state, verdict } = criterionState(criterion, verdictsOn(criterion), proof, now);
    const attester = state === 'attested' ? proof?.by : undefined;
    const isOwn = attester !== undefined && [by, spec.lastHolder].some((one) => isSamePerson(one, attester));
    if (isRequired === true ? isProvenCriterionState(state, proof) && !isOwn : !UNMET.includes(state))
      return [];
    return [
      {
        n: criterion.n,
        ...knownCriterion(criterion),
        line: criterion.line + (spec.text?.bodyLine ?? 1) - 1,
        state,
        ...(isOwn && { by: attester }),
        ...(verdict && { tests: verdict.tests }),
      },
    ];
  });
  return [
    ...unmet,
    ...criteriaLostSinceBegin(spec).removed.map((one) => ({ ...one, state: 'removed' as const })),
  ];
}

/** Returns a function that finds the last test verdict on a criterion. */
export function testResultFinder({ verdicts = [] }: ActiveSpec) {
  return ({ label, text }: KnownCriterion) =>
    verdicts.findLast((one) => one.label === label || isSameWording(one.text, text));
}
