import { BLANK_BOX, boxIn, isTicked, markIn } from '../../criteria/boxGrammar.js';
import { findCriterion } from '../../criteria/findCriterion.js';
import type { Criterion, CriterionProof } from '../../criteria/criteria.js';
import { withCriterion } from '../../criteria/criterionEdits.js';
import { SpectoolError } from '../../errors/spectoolError.js';
import { jsonEquals } from '../../value/json.js';
import type { CriterionAdded, CriterionChecked, CriterionUnchecked } from '../events/criteria.js';
import { fieldText } from '../../fields/fieldText.js';
import type { ActiveSpec } from '../spec.js';
import { criteriaIn, tickFact, tickFinder, ticksOf } from '../textFacts.js';

/**
 * Ticks criteria, named by number, label or the beginning of their text. One that is ticked gets a tick that is recorded, where it
 * had none, for these words, or another proof.
 * @throws SpectoolError `CRITERION_NOT_FOUND`, `CRITERION_AMBIGUOUS`.
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

/** As `decideChecked`, the other way round; a mark that is no tick is taken out too. */
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

/** @throws SpectoolError `FIELD_INVALID` for a text of several lines or none, or a criterion there is already. */
export function decideAdded(
  { text: given }: { readonly text: string },
  spec: ActiveSpec,
): readonly CriterionAdded[] {
  const words = fieldText('text', given).trim();
  const bare = boxIn(`- ${words}`);
  // Without its item, `[P]` may be a word of the criterion.
  const isBox = bare !== undefined && (isTicked(bare.box) || markIn(bare.box) === '');
  const text = (isBox ? bare : boxIn(words))?.text ?? words;
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

/** `1,2` and `1-3` name several; anything else one. */
function numbersIn(wanted: string): readonly string[] {
  if (!/^\d{1,9}(?:-\d{1,9})?(?:\s*,\s*\d{1,9}(?:-\d{1,9})?)*$/.test(wanted)) return [wanted];
  return wanted.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.trim().split('-').map(Number);
    // Of a range too long to be meant its ends are looked for, and missed.
    if (last < first || last - first > LONGEST_RANGE) return [String(first), String(last)];
    return Array.from({ length: last - first + 1 }, (_, i) => String(first + i));
  });
}

/** Each once, in the order they stand. */
function named(
  wanted: readonly string[],
  criteria: readonly Criterion[],
  { labels }: ActiveSpec,
): readonly Criterion[] {
  const found = new Set(wanted.flatMap(numbersIn).map((one) => findCriterion(criteria, one, labels.ref)));
  return criteria.filter((one) => found.has(one));
}
