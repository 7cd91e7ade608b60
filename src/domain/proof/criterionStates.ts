import type { Criterion, CriterionProof } from '../criteria/criteria.js';
import type { ActiveSpec } from '../spec/spec.js';
import { criteriaIn, retirementOf, isSameWording, tickFinder, ticksOf } from '../spec/criteriaInText.js';
import { changedFiles, countingVerdict, type FilesNow, type Verdict } from './verdict.js';

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

/** The state of a criterion, with the verdict that counts. */
export interface CriterionState {
  readonly state: ProofState;
  readonly verdict?: Verdict;
  /** The files that changed since the verdict; empty if the verdict does not list its files. */
  readonly changed?: readonly string[];
  /** The criterion's text at the time of the verdict, if its words have changed since. */
  readonly testedText?: string;
}

/**
 * Returns the state of a criterion.
 * @param now the files as they are now; undefined to take each verdict as it was recorded.
 */
export function criterionState(
  { label, text, done }: Pick<Criterion, 'label' | 'text' | 'done'>,
  verdicts: readonly Verdict[],
  proof: CriterionProof | undefined,
  now: FilesNow | undefined,
): CriterionState {
  const changedOf = (verdict: Verdict) => (now === undefined ? [] : changedFiles(verdict, now));
  const verdict =
    label === undefined ? undefined : countingVerdict(verdicts, label, (one) => changedOf(one)?.length === 0);
  const changed = verdict && changedOf(verdict);
  const isReworded = verdict !== undefined && !isSameWording(verdict.text, text);
  const isChanged = verdict !== undefined && changed?.length !== 0;
  const isAttested = proof?.by !== undefined && proof.reason !== undefined;
  const holds: Readonly<Record<ProofState, boolean>> = {
    failing: verdict?.result === 'failing',
    gone: verdict?.tests.every(({ outcome }) => outcome === 'gone') === true,
    open: !done,
    'not-run': verdict?.result === 'not-run',
    stale: isChanged || isReworded,
    unverified: verdict === undefined && !isAttested,
    attested: verdict === undefined,
    proven: true,
  };
  return {
    state: PROOF_STATES.find((state) => holds[state]) ?? 'open',
    ...(verdict && { verdict }),
    ...(isChanged && { changed: changed ?? [] }),
    ...(isReworded && { testedText: verdict.text }),
  };
}

/** A criterion that is not shown to be met. */
export type UnprovenCriterion = {
  readonly n: number;
  readonly label?: string;
  readonly text: string;
  readonly state: ProofState;
};

/** Returns the criteria that do not count in a project that requires proof: each must be proven, or attested by another actor. */
export function unprovenIn(spec: ActiveSpec, now: FilesNow): readonly UnprovenCriterion[] {
  const criteria = criteriaIn(spec);
  const tickOf = tickFinder(criteria, ticksOf(spec));
  return criteria.flatMap((criterion) => {
    if (retirementOf(spec, criterion.text) !== undefined) return [];
    const proof = criterion.done ? tickOf(criterion)?.tick.proof : undefined;
    const { state } = criterionState(criterion, spec.verdicts ?? [], proof, now);
    if (isProof(state, proof)) return [];
    const { n, label, text } = criterion;
    return [{ n, ...(label !== undefined && { label }), text, state }];
  });
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
export interface ProofCounts {
  readonly failing?: number;
  readonly gone?: number;
  readonly open?: number;
  readonly 'not-run'?: number;
  readonly stale?: number;
  readonly unverified?: number;
  readonly attested?: number;
  readonly proven?: number;
}

/** The proof of a spec: the worst state of its criteria, and how many are in each state. */
export interface SpecProof {
  readonly state: ProofState;
  readonly counts: ProofCounts;
}

/** Returns the proof of a spec; undefined for a spec without criteria. */
export function specProof(states: readonly ProofState[]): SpecProof | undefined {
  const counts = Object.fromEntries(
    PROOF_STATES.flatMap((state) => {
      const count = states.filter((one) => one === state).length;
      return count === 0 ? [] : [[state, count]];
    }),
  ) as ProofCounts;
  const worst = PROOF_STATES.find((state) => counts[state] !== undefined);
  return worst && { state: worst, counts };
}
