import { quoted } from '../../domain/value/quoted.js';
import { labelKey } from '../../domain/criteria/checkboxGrammar.js';
import { briefly } from '../../domain/criteria/criteria.js';
import { retiredWords } from '../../domain/criteria/retiredCriteria.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import type { Finding } from '../../domain/findings/finding.js';
import { criteriaViews, forcedCompletion } from '../../domain/log/criteriaViews.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { unmetWords } from '../../domain/spec/decisions/refuseUnmet.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { reopening } from '../changes/requestFields.js';

/**
 * Finds open criteria of specs that were completed without force, criteria whose text was changed after they were ticked, and
 * labels that two criteria have.
 */
export function checkCriteria(
  spec: SpecView,
  document: SpecDocument,
  file: string,
  sections: readonly string[],
  records: readonly LogRecord[],
): readonly Finding[] {
  if (spec.archived || spec.criteria === undefined) return [];
  // A forced completion has its reason in the log; `view` and `stats` report it.
  const isSettled = forcedCompletion(records) !== undefined;
  const views = criteriaViews(document, sections, records);
  const found = views.flatMap((criterion): readonly Finding[] => {
    const { n, text, state, line, reworded, retired } = criterion;
    if (retired !== undefined) return [];
    if (retiredWords(text) !== undefined)
      return [
        {
          severity: 'warning',
          code: 'RETIRED_BY_HAND',
          file,
          line,
          message: `This criterion was marked as retired by hand, so it still counts: ${quoted(briefly(text))}.`,
          advice: [
            {
              useCase: 'retireCriterion',
              request: { spec: spec.ref, criterion: String(n) },
              needs: ['reason'],
              to: 'retire it',
            },
          ],
        },
      ];
    const tick = {
      useCase: 'checkCriteria',
      request: { spec: spec.ref, criteria: [String(n)] },
    } as const;
    if (reworded !== undefined)
      return [
        {
          severity: 'warning',
          code: 'CRITERION_REWORDED',
          file,
          line,
          message: `This criterion was reworded after it was ticked. Its earlier text: ${briefly(reworded)}`,
          advice: [
            { ...tick, to: 'confirm that the new text is met too' },
            { useCase: 'uncheckCriteria', request: tick.request, to: 'untick the criterion' },
          ],
        },
      ];
    // `CheckProof` tells of failing and gone ones.
    if (state !== 'open' || isSettled || spec.status !== 'complete') return [];
    return [
      {
        severity: 'warning',
        code: 'CRITERIA_UNCHECKED',
        file,
        line,
        message: `${unmetWords(criterion).state}, although the spec is complete.`,
        advice: [{ ...tick, to: 'tick the criterion once it is met' }, reopening(spec.ref, spec.archived)],
      },
    ];
  });
  const keys = views.map(({ label = '' }) => labelKey(label));
  const repeated = views.flatMap(({ label, line }, i): readonly Finding[] =>
    label === undefined || keys.indexOf(labelKey(label)) === i
      ? []
      : [
          {
            severity: 'warning',
            code: 'LABEL_DUPLICATE',
            file,
            line,
            message: `Two criteria have the label ${label}, so a test that names the label proves neither.`,
            advice: [
              {
                useCase: 'labelCriteria',
                request: { spec: spec.ref },
                to: 'give this criterion a new label; tests that mean it then have to name the new label',
              },
            ],
          },
        ],
  );
  return [...found, ...repeated];
}
