import { criteriaIn, lostIn, named, retirementOf, tickFinder, ticksOf } from '../spec/criteriaInText.js';
import { isSamePerson } from '../fields/person.js';
import type { ActiveSpec } from '../spec/spec.js';
import { criterionState, isProof, type ProofState, UNMET, verdictFinder } from './criterionStates.js';
import type { FilesNow, ProvingTest } from './verdict.js';

/** A criterion that keeps a spec from being complete. */
export type UnmetCriterion = {
  /** The number in the text; absent for a criterion that was removed from it. */
  readonly n?: number;
  readonly label?: string;
  readonly text: string;
  /** 1-based line number in the document. */
  readonly line?: number;
  readonly state: ProofState | 'removed';
  /** Who attested it, if the project wants somebody else to. */
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
    const isOwn = attester !== undefined && [by, spec.claim?.by].some((one) => isSamePerson(one, attester));
    if (isRequired === true ? isProof(state, proof) && !isOwn : !UNMET.includes(state)) return [];
    return [
      {
        n: criterion.n,
        ...named(criterion),
        line: criterion.line + (spec.text?.bodyLine ?? 1) - 1,
        state,
        ...(attester && { by: attester }),
        ...(verdict && { tests: verdict.tests }),
      },
    ];
  });
  return [...unmet, ...lostIn(spec).removed.map((one) => ({ ...one, state: 'removed' as const }))];
}
