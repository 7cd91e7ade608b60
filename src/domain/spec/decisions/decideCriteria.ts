import { BLANK_BOX, checkboxIn, isTicked, markIn } from '../../criteria/checkboxGrammar.js';
import { findCriterion } from '../../criteria/findCriterion.js';
import type { Criterion, CriterionProof } from '../../criteria/criteria.js';
import { withCriterion } from '../../criteria/criterionEdits.js';
import { SpectoolError } from '../../errors/spectoolError.js';
import { jsonEquals } from '../../value/jsonValue.js';
import type { CriterionAdded, CriterionChecked, CriterionUnchecked } from '../events/criterionEvents.js';
import { fieldText } from '../../fields/checkFieldText.js';
import type { ActiveSpec } from '../spec.js';
import { criteriaIn, tickFact, tickFinder, ticksOf } from '../criteriaInText.js';

/**
 * Returns the events that tick criteria, which are named by number, label or the beginning of their text. A criterion that is
 * already ticked is recorded again if the log does not have its tick, if its text changed since, or if the proof differs.
 * @throws SpectoolError `CRITERION_NOT_FOUND` if no criterion matches, `CRITERION_AMBIGUOUS` if several do.
 */
export function decideChecked(
  { criteria: wanted, proof }: { readonly criteria: readonly string[]; readonly proof?: CriterionProof },
  spec: ActiveSpec,
): readonly CriterionChecked[] {
  const criteria = criteriaIn(spec);
  const tickOf = tickFinder(criteria, ticksOf(spec));
  return named(wanted, criteria, spec).flatMap((criterion) => {
    const { done, box } = criterion;
    const before = tickOf(criterion);
    const stands = done && before !== undefined && !before.isReworded;
    if (stands && (proof === undefined || jsonEquals(before.tick.proof ?? null, proof))) return [];
    const tick = tickFact({ ...criterion, ...(proof && { proof }) });
    const stood = done ? { wasTicked: true as const } : box !== '[ ]' && { was: box };
    return [{ type: 'CriterionChecked', data: { ...tick, ...stood } }];
  });
}

/** Returns the events that untick criteria; any other mark in a checkbox is also removed. */
export function decideUnchecked(
  { criteria: wanted, reason }: { readonly criteria: readonly string[]; readonly reason?: string },
  spec: ActiveSpec,
): readonly CriterionUnchecked[] {
  const criteria = criteriaIn(spec);
  const tickOf = tickFinder(criteria, ticksOf(spec));
  return named(wanted, criteria, spec).flatMap((criterion) => {
    const { done, box } = criterion;
    if (markIn(box) === '') return [];
    const proof = done ? tickOf(criterion)?.tick.proof : undefined;
    return [
      {
        type: 'CriterionUnchecked',
        data: {
          ...tickFact({ ...criterion, ...(proof && { proof }) }),
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
  { text: given }: { readonly text: string },
  spec: ActiveSpec,
): readonly CriterionAdded[] {
  const words = fieldText('text', given).trim();
  const bare = checkboxIn(`- ${words}`);
  // If the given text is not a list item, brackets such as `[P]` may be a word of the criterion, so only `[ ]` and `[x]` are
  // removed.
  const isBox = bare !== undefined && (isTicked(bare.box) || markIn(bare.box) === '');
  const text = (isBox ? bare : checkboxIn(words))?.text ?? words;
  if (BLANK_BOX.test(text))
    throw new SpectoolError('FIELD_INVALID', 'A criterion needs a text.', { details: { field: 'text' } });
  const same = criteriaIn(spec).find((one) => one.text === text);
  if (same !== undefined)
    throw new SpectoolError(
      'FIELD_INVALID',
      `${spec.labels.ref} has this criterion already, as number ${String(same.n)}.`,
      {
        details: { field: 'text', n: same.n },
      },
    );
  const { blank, newSection } = withCriterion(spec.text?.body ?? '', spec.text?.criteriaSections ?? [], text);
  return [
    {
      type: 'CriterionAdded',
      data: { text, ...(blank !== undefined && { blank }), ...(newSection && { newSection }) },
    },
  ];
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
