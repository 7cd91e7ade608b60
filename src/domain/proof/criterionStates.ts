import type { Criterion, CriterionProof } from '../criteria/criteria.js';
import { isSameWording } from '../spec/criteriaInText.js';
import {
  changedFiles,
  type FilesNow,
  isGone,
  type ProvingTest,
  standingTests,
  type Verdict,
  worstFirst,
} from './verdict.js';

/**
 * How far a criterion is shown to be met; of several states, the first in this list counts:
 * - `failing`: a test failed, and no later run passed, whatever changed since.
 * - `gone`: all its tests are gone.
 * - `open`: not ticked.
 * - `not-run`: a test was skipped, or is gone.
 * - `stale`: its tests passed, but since then a file or the criterion's wording changed.
 * - `unverified`: ticked, but no test report says so.
 * - `attested`: a person confirmed it and gave a reason, because no test can show it.
 * - `proven`: all its tests passed.
 */
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
export type ProofState = (typeof PROOF_STATES)[number];

/** Returns a state in words: `not run` for `not-run`. */
export function stateWords(state: string): string {
  return state.replace('-', ' ');
}

/** What tests say about a criterion, whether or not they still speak for it. */
export interface CriterionVerdict {
  readonly result: 'failing' | 'gone' | 'not-run' | 'proven';
  /** The tests that count, failed ones first. */
  readonly tests: readonly ProvingTest[];
  /** The number of tests that are left out. */
  readonly more?: number;
  /** When the last run ended. */
  readonly ranAt?: string;
  /** The files that have changed since; empty if a file has changed but the log does not list the files. */
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
 * Returns the state of a criterion, which is that of the worst of its tests.
 * @param now the files as they are now; undefined to take each test as it was recorded.
 */
export function criterionState(
  { label, text, done }: Pick<Criterion, 'label' | 'text' | 'done'>,
  verdicts: readonly Verdict[],
  proof: CriterionProof | undefined,
  now: FilesNow | undefined,
): CriterionState {
  const known = label === undefined ? [] : standingTests(verdicts, label);
  const judged = known.map((one) => {
    const changed = now === undefined ? (one.verdict.after ?? []) : changedFiles(one, now);
    const isChanged = now !== undefined && changed?.length !== 0;
    return { ...one, changed, isGone: one.test.outcome === 'gone' || (isChanged && isGone(one.test, now)) };
  });
  // A test that is gone is forgotten when another one ran later.
  const counting = judged.filter(
    ({ test, isGone: isLost }) => !isLost || !judged.some((one) => !one.isGone && isLater(one.test, test)),
  );
  const changed = counting.some((one) => one.changed === undefined)
    ? []
    : [...new Set(counting.flatMap((one) => one.changed ?? []))];
  const isChanged = counting.some((one) => one.changed?.length !== 0);
  const reworded = counting.find(({ verdict }) => !isSameWording(verdict.text, text))?.verdict.text;
  const has = (outcome: string) => counting.some(({ test }) => test.outcome === outcome);
  const isAttested = proof?.by !== undefined && proof.reason !== undefined;
  const isTested = counting.length > 0;
  const holds: Readonly<Record<ProofState, boolean>> = {
    failing: has('failed'),
    gone: isTested && counting.every((one) => one.isGone),
    open: !done,
    'not-run': has('skipped'),
    stale: isTested && (isChanged || reworded !== undefined || counting.some((one) => one.isGone)),
    unverified: !isTested && !isAttested,
    attested: !isTested,
    proven: true,
  };
  const state = PROOF_STATES.find((one) => holds[one]) ?? 'open';
  if (!isTested) return { state };
  const result = (['failing', 'gone', 'not-run'] as const).find((one) => holds[one]) ?? 'proven';
  const last = counting.reduce((one, other) => (isLater(one.test, other.test) ? one : other));
  const more = [...new Set(counting.map(({ verdict }) => verdict))].reduce(
    (sum, one) => sum + (one.more ?? 0),
    0,
  );
  const { ranAt } = last.test;
  return {
    state,
    verdict: {
      result,
      tests: counting
        .map(({ test, isGone: isLost }) =>
          isLost && test.outcome !== 'failed' ? { ...test, outcome: 'gone' as const } : test,
        )
        .sort(worstFirst),
      ...(more > 0 && { more }),
      ...(ranAt !== undefined && { ranAt }),
      ...(isChanged && { changed }),
      ...(reworded !== undefined && { reworded }),
    },
  };
}

function isLater({ ranAt = '' }: ProvingTest, { ranAt: other = '' }: ProvingTest): boolean {
  return ranAt > other;
}

/** True if a criterion in this state counts where proof is required. */
export function isProof(state: ProofState, proof: CriterionProof | undefined): boolean {
  return state === 'proven' || (state === 'attested' && proof?.byHolder !== true);
}

/**
 * Returns why a criterion contradicts its tick or the completion of its spec: its tests fail or are gone, or a proof that the
 * project requires is missing. Undefined if it does not.
 */
export function contradictionOf(
  {
    state,
    done,
    proof,
  }: Pick<CriterionState, 'state'> & { readonly done: boolean; readonly proof?: CriterionProof },
  { isComplete, isRequired }: { readonly isComplete: boolean; readonly isRequired: boolean },
): 'failing' | 'unproven' | undefined {
  if ((state === 'failing' || state === 'gone') && (done || isComplete)) return 'failing';
  return isRequired && isComplete && !isProof(state, proof) ? 'unproven' : undefined;
}

/** How many criteria of a spec are in each state; states without criteria are left out. */
export type ProofCounts = Readonly<Partial<Record<ProofState, number>>>;

/** The proof of a spec: the worst state of its criteria, and how many are in each state. */
export interface SpecProof {
  readonly state: ProofState;
  readonly counts: ProofCounts;
}

/** The states of which a count of met criteria tells, besides open ones. */
const DOUBTED: readonly ProofState[] = ['failing', 'gone', 'not-run', 'stale', 'unverified'];

/** Returns the criteria that tests do not show to be met, in words: `1 failing`, `2 stale`. */
export function doubtWords(proof: SpecProof | undefined): readonly string[] {
  return DOUBTED.flatMap((state) => {
    const count = proof?.counts[state];
    return count === undefined ? [] : [`${String(count)} ${stateWords(state)}`];
  });
}

/** Returns the proof of a spec; undefined for a spec without criteria. */
export function specProof(states: readonly ProofState[]): SpecProof | undefined {
  const counts: Partial<Record<ProofState, number>> = {};
  for (const state of states) counts[state] = (counts[state] ?? 0) + 1;
  const worst = PROOF_STATES.find((state) => counts[state] !== undefined);
  return worst && { state: worst, counts };
}
