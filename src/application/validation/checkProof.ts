import type { Advice } from '../../domain/errors/advice.js';
import { briefly } from '../../domain/criteria/criteria.js';
import { withoutLabel } from '../../domain/criteria/checkboxGrammar.js';
import type { Finding } from '../../domain/findings/finding.js';
import type { CriterionView } from '../../domain/log/criteriaViews.js';
import { contradictionOf } from '../../domain/proof/criterionStates.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { CriterionProofs } from '../proof/criterionProofs.js';

const RECORD_REPORT: Advice = { useCase: 'proveCriteria', needs: ['reports'], to: 'record their report' };

/**
 * Finds criteria that count as met, but whose tests fail; where the project requires proof, also criteria of complete specs without
 * a valid proof. These findings are not cached, because they depend on the files that tests speak for.
 */
export class CheckProof {
  constructor(
    private readonly proofs: CriterionProofs,
    private readonly store: SpecStore,
  ) {}

  findings(all: readonly SpecView[]): readonly Finding[] {
    const specs = all.filter(({ archived, broken }) => !archived && broken !== true);
    const criteria = this.proofs.judged(specs);
    return specs.flatMap((spec) =>
      (criteria.get(spec.path) ?? []).flatMap((one) => this.#finding(spec, one)),
    );
  }

  #finding(spec: SpecView, criterion: CriterionView): readonly Finding[] {
    const { state, done, line, verdict } = criterion;
    const isComplete = spec.status === 'complete';
    const contradiction = contradictionOf(criterion, { isComplete, isRequired: this.proofs.isRequired });
    if (contradiction === undefined) return [];
    const place = { file: this.store.documentPath(spec), line };
    const what = `"${briefly(withoutLabel(criterion.text))}"`;
    if (contradiction === 'failing')
      return [
        {
          severity: 'error',
          code: 'CRITERION_FAILING',
          ...place,
          message: `${done ? 'This criterion is ticked' : 'The spec is complete'}, but ${state === 'gone' ? 'its tests are gone' : 'a test of it fails'}: ${what}, test ${verdict?.tests[0]?.name ?? ''}`,
          fix: 'Repair the code or the test, and run the tests again.',
          advice: [RECORD_REPORT],
        },
      ];
    return [
      {
        severity: 'error',
        ...(state === 'stale'
          ? {
              code: 'PROOF_STALE',
              message: `The proof of this criterion is stale, because ${verdict?.reworded === undefined ? 'a file' : 'the criterion'} changed after the tests ran: ${what}`,
            }
          : {
              code: 'CRITERION_UNVERIFIED',
              message: `The spec is complete and this project requires proof, but no test report proves this criterion: ${what}`,
            }),
        ...place,
        fix: 'Run the tests.',
        advice: [
          RECORD_REPORT,
          {
            useCase: 'checkCriteria',
            request: { spec: spec.ref, criteria: [String(criterion.n)] },
            needs: ['by', 'reason'],
            to: 'attest a criterion that no test can show',
          },
        ],
      },
    ];
  }
}
