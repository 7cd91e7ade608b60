import type { Advice } from '../../domain/errors/advice.js';
import { briefly } from '../../domain/criteria/criteria.js';
import { withoutLabel } from '../../domain/criteria/checkboxGrammar.js';
import type { Finding } from '../../domain/findings/finding.js';
import type { CriterionView } from '../../domain/log/criteriaViews.js';
import type { Configuration } from '../../domain/project/configuration.js';
import { isProof } from '../../domain/proof/criterionStates.js';
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
    private readonly config: Configuration,
  ) {}

  findings(all: readonly SpecView[]): readonly Finding[] {
    const isRequired = this.config.workflow.proof === 'required';
    const specs = all.filter(({ archived, broken }) => !archived && broken !== true);
    const complete = isRequired ? specs.filter(({ status }) => status === 'complete') : [];
    const asked = [...new Set([...this.proofs.proved(specs), ...complete])];
    const criteria = this.proofs.criteria(asked);
    return asked.flatMap((spec) =>
      (criteria.get(spec.path) ?? []).flatMap((one) => this.#finding(spec, one, isRequired)),
    );
  }

  #finding(spec: SpecView, criterion: CriterionView, isRequired: boolean): readonly Finding[] {
    const { state, done, line, proof, verdict } = criterion;
    const isComplete = spec.status === 'complete';
    const place = { file: this.store.documentPath(spec), line };
    const what = `"${briefly(withoutLabel(criterion.text))}"`;
    if (state === 'failing' && (done || isComplete))
      return [
        {
          severity: 'error',
          code: 'CRITERION_FAILING',
          ...place,
          message: `${done ? 'This criterion is ticked' : 'The spec is complete'}, but a test of the criterion fails: ${what}, test ${verdict?.tests[0]?.name ?? ''}`,
          fix: 'Repair the code or the test, and run the tests again.',
          advice: [RECORD_REPORT],
        },
      ];
    if (!isRequired || !isComplete || isProof(state, proof)) return [];
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
