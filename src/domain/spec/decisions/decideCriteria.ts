import {
  checkboxIn,
  isBlankText,
  isTicked,
  labelKey,
  markIn,
  withoutLabel,
} from '../../criteria/checkboxGrammar.js';
import { findCriterion } from '../../criteria/findCriterion.js';
import type { Criterion } from '../../criteria/criteria.js';
import { withCriterion } from '../../criteria/criterionEdits.js';
import { SpectoolError } from '../../errors/spectoolError.js';
import { isSamePerson } from '../../fields/person.js';
import { jsonEquals } from '../../value/jsonValue.js';
import { labelledLikeOthers, missingLabels } from '../../criteria/criterionLabels.js';
import type { CriterionAdded, CriterionChecked, CriterionUnchecked } from '../events/criterionEvents.js';
import type { CriteriaLabelled } from '../events/labelEvents.js';
import { fieldText } from '../../fields/checkFieldText.js';
import type { ActiveSpec } from '../spec.js';
import { criteriaIn, tickFact, tickFinder, ticksOf } from '../criteriaInText.js';
import type { SpecRequests } from '../specCommands.js';
import type { SpecEvent } from '../specEvents.js';
import { unmetIn } from '../../proof/unmetCriteria.js';
import { criteriaUnmet } from './refuseUnmet.js';

/**
 * Returns the events that tick criteria, which are named by number, label or the beginning of their text. A criterion that is
 * already ticked is recorded again if the log does not have its tick, if its text changed since, or if the proof is new; earlier
 * proofs are kept.
 * @throws SpectoolError `CRITERION_NOT_FOUND` if no criterion matches, `CRITERION_AMBIGUOUS` if several do, `CRITERIA_OPEN` if its
 * newest run failed.
 */
export function decideChecked(
  { criteria: wanted, proof: given, by }: SpecRequests['CheckCriteria'],
  spec: ActiveSpec,
): readonly CriterionChecked[] {
  const isOfHolder =
    given?.reason !== undefined && spec.claim?.over !== true && isSamePerson(spec.claim?.by, by);
  const proof = isOfHolder ? { ...given, byHolder: true as const } : given;
  const criteria = criteriaIn(spec);
  const tickOf = tickFinder(criteria, ticksOf(spec));
  const chosen = named(wanted, criteria, spec);
  const failing = unmetIn(spec).filter(
    ({ n, state }) => state === 'failing' && chosen.some((one) => one.n === n),
  );
  if (failing.length > 0) throw criteriaUnmet(spec, failing, 'was not changed');
  return chosen.flatMap((criterion) => {
    const { done, box } = criterion;
    const before = tickOf(criterion);
    const stands = done && before !== undefined && !before.isReworded;
    const known = stands
      ? [...(before.tick.earlier ?? []), ...(before.tick.proof ? [before.tick.proof] : [])]
      : [];
    if (stands && (proof === undefined || known.some((one) => jsonEquals(one, proof)))) return [];
    const earlier = known.length > 0 && { earlier: known };
    const tick = tickFact({ ...criterion, ...(proof && { proof }), ...earlier });
    const stood = done ? { wasTicked: true as const } : box !== '[ ]' && { was: box };
    return [{ type: 'CriterionChecked', data: { ...tick, ...stood } }];
  });
}

/** Returns the events that untick criteria; any other mark in a checkbox is also removed. */
export function decideUnchecked(
  { criteria: wanted, reason }: SpecRequests['UncheckCriteria'],
  spec: ActiveSpec,
): readonly CriterionUnchecked[] {
  const criteria = criteriaIn(spec);
  const tickOf = tickFinder(criteria, ticksOf(spec));
  return named(wanted, criteria, spec).flatMap((criterion) => {
    const { done, box } = criterion;
    if (markIn(box) === '') return [];
    const { proof, earlier } = (done ? tickOf(criterion)?.tick : undefined) ?? {};
    return [
      {
        type: 'CriterionUnchecked',
        data: {
          ...tickFact({ ...criterion, ...(proof && { proof }), ...(earlier && { earlier }) }),
          ...(reason !== undefined && { reason: fieldText('reason', reason) }),
          ...(!done && { was: box }),
          ...(box === '[X]' && { mark: 'X' as const }),
        },
      },
    ];
  });
}

/**
 * Returns the event that adds a criterion.
 * @throws SpectoolError `FIELD_INVALID` if the text is empty or has several lines, or if a criterion with this text exists.
 */
export function decideAdded(
  { text: given }: SpecRequests['AddCriterion'],
  spec: ActiveSpec,
): readonly CriterionAdded[] {
  const line = fieldText('text', given).trim();
  const bare = checkboxIn(`- ${line}`);
  // If the given text is not a list item, brackets such as `[P]` may be a word of the criterion, so only `[ ]` and `[x]` are
  // removed.
  const isBox = bare !== undefined && (isTicked(bare.box) || markIn(bare.box) === '');
  const text = (isBox ? bare : checkboxIn(line))?.text ?? line;
  if (isBlankText(text))
    throw new SpectoolError('FIELD_INVALID', 'A criterion needs a text.', { details: { field: 'text' } });
  const criteria = criteriaIn(spec);
  const words = withoutLabel(text);
  const same = criteria.find((one) => one.text === text || withoutLabel(one.text) === words);
  if (same !== undefined)
    throw new SpectoolError(
      'FIELD_INVALID',
      `${spec.labels.ref} has this criterion already, as number ${String(same.n)}.`,
      {
        details: { field: 'text', n: same.n },
      },
    );
  const { blank, newSection } = withCriterion(spec.text?.body ?? '', spec.text?.criteriaSections ?? [], text);
  const named = labelledLikeOthers(text, criteria, spec.lastLabel ?? 0, blank?.trim());
  return [
    {
      type: 'CriterionAdded',
      data: { text: named, ...(blank !== undefined && { blank }), ...(newSection && { newSection }) },
    },
  ];
}

/** Returns the event that gives labels to criteria without one. */
export function decideLabelled(_: object, spec: ActiveSpec): readonly CriteriaLabelled[] {
  const labels = missingLabels(criteriaIn(spec), spec.lastLabel ?? 0);
  return labels.length === 0 ? [] : [{ type: 'CriteriaLabelled', data: { labels } }];
}

/**
 * Returns the events for what tests say about criteria. A proven criterion is ticked; a failing one is unticked, except in a
 * complete spec, which only a person reopens.
 */
export function decideVerdicts(
  { tested }: SpecRequests['RecordVerdicts'],
  spec: ActiveSpec,
): readonly SpecEvent[] {
  const byLabel = new Map(
    criteriaIn(spec).flatMap((one) => (one.label === undefined ? [] : [[labelKey(one.label), one]])),
  );
  return tested.flatMap(({ label, state, recorded }): readonly SpecEvent[] => {
    const criterion = byLabel.get(labelKey(label));
    if (criterion === undefined) return [];
    const { done, box } = criterion;
    const events: SpecEvent[] = recorded === undefined ? [] : [{ type: 'CriterionTested', data: recorded }];
    if (state === 'proven' && !done)
      events.push({
        type: 'CriterionChecked',
        data: { ...tickFact(criterion), ...(box !== '[ ]' && { was: box }) },
      });
    const failed = recorded?.tests.find(({ outcome }) => outcome === 'failed');
    if (failed !== undefined && done && spec.frontmatter['status'] !== 'complete')
      events.push({
        type: 'CriterionUnchecked',
        data: {
          ...tickFact(criterion),
          reason: `test failed: ${failed.name}`.slice(0, 200),
          ...(box === '[X]' && { mark: 'X' as const }),
        },
      });
    return events;
  });
}

const LONGEST_RANGE = 1000;

/** Expands lists and ranges of numbers, such as `1,2` and `1-3`; any other text names one criterion and is returned unchanged. */
function numbersIn(wanted: string): readonly string[] {
  if (!/^\d{1,9}(?:-\d{1,9})?(?:\s*,\s*\d{1,9}(?:-\d{1,9})?)*$/.test(wanted)) return [wanted];
  return wanted.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.trim().split('-').map(Number);
    // For a reversed or very long range, only the two ends are looked up.
    if (last < first || last - first > LONGEST_RANGE) return [String(first), String(last)];
    return Array.from({ length: last - first + 1 }, (_, i) => String(first + i));
  });
}

/** Returns the criteria that `wanted` names, each once, in the order of the document. */
function named(
  wanted: readonly string[],
  criteria: readonly Criterion[],
  { labels }: ActiveSpec,
): readonly Criterion[] {
  const found = new Set(wanted.flatMap(numbersIn).map((one) => findCriterion(criteria, one, labels.ref)));
  return criteria.filter((one) => found.has(one));
}
