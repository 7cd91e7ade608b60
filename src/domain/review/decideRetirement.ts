import { findCriterion } from '../criteria/findCriterion.js';
import { retiredWords, struckWords } from '../criteria/retiredCriteria.js';
import { reasonNeeded } from '../errors/reasonNeeded.js';
import { SpectoolError } from '../errors/spectoolError.js';
import { fieldText } from '../fields/checkFieldText.js';
import { lostIn } from '../spec/criteriaInText.js';
import { criteriaIn, retirementOf } from '../spec/criteriaInText.js';
import type { CriterionRestored, CriterionRetired } from '../spec/events/retirementEvents.js';
import type { ActiveSpec } from '../spec/spec.js';
import type { SpecRequests } from '../spec/specCommands.js';

/**
 * Returns the event that retires a criterion, which is named by number, label or the beginning of its text.
 * @throws SpectoolError `CRITERION_NOT_FOUND`, `CRITERION_AMBIGUOUS`; `FIELD_INVALID` for a reason that cannot be written.
 */
export function decideRetired(
  request: SpecRequests['RetireCriterion'],
  spec: ActiveSpec,
): readonly CriterionRetired[] {
  // A criterion that was removed from the text can still be retired; it has no number.
  const removed = lostIn(spec).removed.map((one) => ({
    ...one,
    n: 0,
    done: false,
    line: 0,
    at: 0,
    end: 0,
    box: '',
  }));
  const { n, label, text, at, box, end } = findCriterion(
    [...criteriaIn(spec), ...removed],
    request.criterion,
    spec.labels.ref,
  );
  if (retirementOf(spec, text) !== undefined) return [];
  if (request.by === `${spec.labels.ref}/${label ?? String(n)}`)
    throw new SpectoolError('FIELD_INVALID', 'A criterion cannot replace itself.', {
      details: { field: 'by' },
    });
  if (request.reason.trim() === '')
    throw reasonNeeded('Retiring a criterion needs a reason.', {
      useCase: 'retireCriterion',
      request: { spec: spec.labels.ref, criterion: request.criterion },
      needs: ['reason'],
    });
  const reason = fieldText('reason', request.reason);
  if (reason.includes('~~') || reason.includes('\n'))
    throw new SpectoolError('FIELD_INVALID', 'The reason must be one line without "~~".', {
      details: { field: 'reason' },
    });
  const struck = retiredWords(text) ?? struckWords(text);
  const was = spec.text?.body.slice(at + box.length, end).trimStart();
  return [
    {
      type: 'CriterionRetired',
      data: {
        n,
        ...(label !== undefined && { label }),
        text: struck ?? text,
        reason,
        ...(request.by !== undefined && { by: request.by }),
        ...(struck !== undefined && was !== undefined && { was }),
      },
    },
  ];
}

/** Returns the event that restores a retired criterion; none if the criterion is not retired. */
export function decideRestored(
  { criterion }: SpecRequests['RestoreCriterion'],
  spec: ActiveSpec,
): readonly CriterionRestored[] {
  const { text, n } = findCriterion(criteriaIn(spec), criterion, spec.labels.ref);
  const found = retirementOf(spec, text);
  return found === undefined ? [] : [{ type: 'CriterionRestored', data: { ...found, n } }];
}
