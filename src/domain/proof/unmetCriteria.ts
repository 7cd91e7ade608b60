import { type KnownCriterion, type LostCriteria, lostCriteria } from '../criteria/removedCriteria.js';
import { criteriaIn, retirementOf, tickFinder, ticksOf } from '../spec/criteriaInText.js';
import type { ActiveSpec } from '../spec/spec.js';
import { criterionState, isProof, type ProofState } from './criterionStates.js';
import type { FilesNow, ProvingTest } from './verdict.js';

/** A criterion that keeps a spec from being complete. */
export type UnmetCriterion = {
  /** The number in the text; absent for a criterion that was removed from it. */
  readonly n?: number;
  readonly label?: string;
  readonly text: string;
  /** 1-based line number in the text below the frontmatter. */
  readonly line?: number;
  readonly state: ProofState | 'removed';
  /** Who attested it, if the project wants somebody else to. */
  readonly by?: string;
  /** The tests that say so. */
  readonly tests?: readonly ProvingTest[];
};

/** How criteria are judged. */
export interface Judging {
  readonly now?: FilesNow;
  readonly isRequired?: boolean;
}

/** The states in which a criterion counts as met in a project that does not require proof. */
const MET: ReadonlySet<ProofState> = new Set(['stale', 'unverified', 'attested', 'proven']);

/**
 * Returns the criteria that keep a spec from being complete: open, failing, gone or not run, or removed since the spec was begun.
 * Where proof is required, each must be proven, or attested by somebody else than the holder.
 * @param now the files as they are now; undefined to take each test as it was recorded.
 */
export function unmetIn(
  spec: ActiveSpec,
  { now, isRequired = false }: Judging = {},
): readonly UnmetCriterion[] {
  const criteria = criteriaIn(spec);
  const tickOf = tickFinder(criteria, ticksOf(spec));
  const unmet = criteria.flatMap((criterion): readonly UnmetCriterion[] => {
    if (retirementOf(spec, criterion.text) !== undefined) return [];
    const proof = criterion.done ? tickOf(criterion)?.tick.proof : undefined;
    const { state, verdict } = criterionState(criterion, spec.verdicts ?? [], proof, now);
    if (isRequired ? isProof(state, proof) : MET.has(state)) return [];
    const { n, label, text, line } = criterion;
    return [
      {
        n,
        ...(label !== undefined && { label }),
        text,
        line,
        state,
        ...(state === 'attested' && spec.claim !== undefined && { by: spec.claim.by }),
        ...(verdict && { tests: verdict.tests }),
      },
    ];
  });
  return [...unmet, ...lostIn(spec).removed.map((one) => ({ ...one, state: 'removed' as const }))];
}

/** Returns the criteria that were removed or reworded since the spec was begun. */
export function lostIn(
  spec: ActiveSpec,
  isAsked = ({ isHeld }: { readonly isHeld?: true }) => isHeld === true,
): LostCriteria {
  const { known = [], retired = [], text } = spec;
  if (text === undefined) return { removed: [], reworded: [] };
  return lostCriteria(
    known.filter(isAsked).map(({ label, text: words }) => named(label, words)),
    criteriaIn(spec),
    retired.map((one) => one.text),
  );
}

/** Returns the criteria that a spec has when it is begun, with those that were removed since it was begun before. */
export function criteriaToKeep(spec: ActiveSpec): { readonly criteria?: readonly KnownCriterion[] } {
  const own = criteriaIn(spec).filter(({ text }) => retirementOf(spec, text) === undefined);
  const criteria = [...own.map(({ label, text }) => named(label, text)), ...lostIn(spec).removed];
  return criteria.length === 0 ? {} : { criteria };
}

function named(label: string | undefined, text: string): KnownCriterion {
  return { ...(label !== undefined && { label }), text };
}
