import type { Advice } from '../../domain/errors/advice.js';
import type { Finding } from '../../domain/findings/finding.js';
import type { CriterionView } from '../../domain/log/criteriaViews.js';
import { isBad, type ProofState } from '../../domain/proof/criterionStates.js';
import { unmetWords } from '../../domain/spec/decisions/refuseUnmet.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { Services } from '../services.js';

const RECORD_REPORT: Advice = { useCase: 'proveCriteria', needs: ['reports'], to: 'record their report' };

/** The states of a ticked criterion that no run of its tests shows to be met. */
const UNSHOWN: ReadonlySet<ProofState> = new Set(['not-run', 'stale', 'unverified']);

/**
 * Finds criteria that count as met, but whose tests fail or are gone; where the project requires proof, also criteria of complete
 * specs without a valid proof. For the last check of a spec, also its other failing and gone criteria, and where the project has
 * ever proved a criterion, ticks that nothing shows. These findings are not cached, because they depend on the files that tests
 * speak for.
 */
export class CheckProof {
  constructor(private readonly use: Services) {}

  /** @param last the paths of specs that are checked for the last time before they are complete. */
  findings(all: readonly SpecView[], last: ReadonlySet<string> = new Set()): readonly Finding[] {
    const specs = all.filter(({ archived, broken }) => !archived && broken !== true);
    const isLast = ({ path }: SpecView) => last.has(path);
    const criteria = new Map([
      ...this.use.criterionProofs.criteria(this.use.criterionProofs.judgeable(specs)),
      ...(specs.some(isLast) && this.use.criterionProofs.proved(all).length > 0
        ? this.use.criterionProofs.criteria(specs.filter(isLast))
        : []),
    ]);
    return specs.flatMap((spec) =>
      (criteria.get(spec.path) ?? []).flatMap((one) => this.#finding(spec, one, isLast(spec))),
    );
  }

  #finding(spec: SpecView, criterion: CriterionView, isLast: boolean): readonly Finding[] {
    const { state, done, line, verdict, n } = criterion;
    const isComplete = spec.status === 'complete';
    const isBroken = isBad(state);
    const contradicts = this.use.criterionProofs.contradicts(criterion, spec.status);
    if (!contradicts && !(isLast && (isBroken || (done && UNSHOWN.has(state))))) return [];
    const where = done ? 'although it is ticked' : isComplete ? 'although the spec is complete' : '';
    const words = unmetWords({ ...criterion, tests: verdict?.tests ?? [] });
    const attest: Advice = {
      useCase: 'checkCriteria',
      request: { spec: spec.ref, criteria: [String(n)] },
      needs: ['by', 'reason'],
      to: 'attest a criterion that no test can show',
    };
    return [
      {
        severity: contradicts && isComplete ? 'error' : 'warning',
        code: isBroken ? 'CRITERION_FAILING' : 'CRITERION_UNVERIFIED',
        file: this.use.specStore.documentPath(spec),
        line,
        message: `${words.state}${where === '' ? '' : `, ${where}`}.`,
        fix: `${words.wayOut}.`.replace(/^./, (first) => first.toUpperCase()),
        advice: isBroken ? [RECORD_REPORT] : [RECORD_REPORT, attest],
      },
    ];
  }
}
