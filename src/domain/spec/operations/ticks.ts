import { markIn } from '../../criteria/checkboxes.js';
import { type Criterion, type CriterionProof, findCriterion } from '../../criteria/criteria.js';
import { isSamePerson } from '../../value/person.js';
import { unmetCriteriaOf } from '../../proof/criterionStates.js';
import { jsonEquals } from '../../value/jsonValue.js';
import { criteriaIn, criterionNamed, tickFact, tickFinder, ticksOf, withBox } from '../criteriaInText.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { ActiveSpec, Tick, TickFact } from '../spec.js';
import { unmetCriteriaError } from './status.js';
import { fieldText } from '../../fields/fieldText.js';
import { laterChangeError } from '../undoErrors.js';

/** A criterion was ticked. `text` is the criterion's text at that time, so that later changes of the text can be detected. */
export type CriterionChecked = Fact<'CriterionChecked', TickFact>;

export const criterionChecked: EventDefinition<CriterionChecked, CriterionUnchecked> = {
  type: 'CriterionChecked',
  apply: (spec, data) => {
    const { wasTicked, mark = 'x' } = data;
    const tick = tickFact(data);
    const ticked = { ...spec, ticks: { fact: tick, isTicked: true, before: spec.ticks } };
    return wasTicked === true ? ticked : withBox(ticked, tick, `[${mark}]`);
  },
  inverse: (spec, data) => {
    const found = criterionNamed(spec, data);
    if (found?.done !== true)
      throw laterChangeError(spec, `criterion ${String(data.n)}`, found ? 'open' : textNow(spec, data));
    const { wasTicked, was } = data;
    return [
      {
        type: 'CriterionUnchecked',
        data: {
          ...tickFact(data),
          ...(wasTicked === true && { staysTicked: true as const }),
          ...(was !== undefined && { box: was }),
        },
      },
    ];
  },
};

/** Returns the current text of the criterion with the same label or number, or null if there is none. */
function textNow(spec: ActiveSpec, { n, label }: Pick<Tick, 'n' | 'label'>): string | null {
  const now = criteriaIn(spec).find((one) => (label === undefined ? one.n === n : one.label === label));
  return now?.text ?? null;
}

/** A criterion was unticked, or another mark was removed from its checkbox. */
export type CriterionUnchecked = Fact<
  'CriterionUnchecked',
  Tick & {
    readonly reason?: string;
    /** The letter in the checkbox before this event, if it was not `x`; an undo restores the letter. */
    readonly mark?: 'X';
    /** Set if the checkbox stays ticked, because it was already ticked before the tick that this event reverts. */
    readonly staysTicked?: true;
    /** The checkbox before this event, if it was not ticked: `[~]`. */
    readonly was?: string;
    /** The checkbox after this event, if it is not `[ ]`. */
    readonly box?: string;
  }
>;

const OPEN = '[ ]';

export const criterionUnchecked: EventDefinition<
  CriterionUnchecked,
  CriterionUnchecked | Fact<'CriterionChecked', TickFact>
> = {
  type: 'CriterionUnchecked',
  apply: (spec, data) => {
    const open = { ...spec, ticks: { fact: tickFact(data), isTicked: false, before: spec.ticks } };
    return data.staysTicked === true ? open : withBox(open, data, data.box ?? OPEN);
  },
  inverse: (spec, data) => {
    const { mark, staysTicked, was, box } = data;
    const found = criterionNamed(spec, data);
    if (found === undefined || (staysTicked !== true && found.box !== (box ?? OPEN)))
      throw laterChangeError(
        spec,
        `criterion ${String(data.n)}`,
        found?.done === true ? 'ticked' : (found?.box ?? textNow(spec, data)),
      );
    if (was !== undefined)
      return [{ type: 'CriterionUnchecked', data: { ...tickFact(data), was: box ?? OPEN, box: was } }];
    return [
      {
        type: 'CriterionChecked',
        data: {
          ...tickFact(data),
          ...(mark !== undefined && { mark }),
          ...(staysTicked === true && { wasTicked: true as const }),
          ...(box !== undefined && { was: box }),
        },
      },
    ];
  },
};

/**
 * Returns the events that tick criteria, which are given by number, label or the beginning of their text. A ticked criterion is
 * recorded again if its tick is not in the log, if its text has changed since, or if the proof is new; earlier proofs are kept.
 * @throws SpectoolError `CRITERION_NOT_FOUND` if no criterion matches, `CRITERION_AMBIGUOUS` if several do, `CRITERIA_OPEN` if
 * the newest test run of a criterion failed.
 */
export function decideChecked(
  {
    criteria: wanted,
    proof: given,
    by,
  }: {
    readonly criteria: readonly string[];
    readonly proof?: CriterionProof;
    /** The actor who runs the command; if the actor holds the spec, the proof is marked `byHolder`. */
    readonly by?: string;
  },
  spec: ActiveSpec,
): readonly CriterionChecked[] {
  const isOfHolder = given?.reason !== undefined && isSamePerson(spec.lastHolder, by);
  const proof = isOfHolder ? { ...given, byHolder: true as const } : given;
  const criteria = criteriaIn(spec);
  const tickOf = tickFinder(criteria, ticksOf(spec));
  const chosen = named(wanted, criteria, spec);
  const failing = unmetCriteriaOf(spec).filter(
    ({ n, state }) => state === 'failing' && chosen.some((one) => one.n === n),
  );
  if (failing.length > 0) throw unmetCriteriaError(spec, failing, 'was not changed');
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
  { criteria: wanted, reason }: { readonly criteria: readonly string[]; readonly reason?: string },
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

/** Returns the criteria to which `wanted` refers (`2`, `AC2`, `Locks out`), each once, in the order of the document. */
function named(
  wanted: readonly string[],
  criteria: readonly Criterion[],
  { labels }: ActiveSpec,
): readonly Criterion[] {
  const found = new Set(wanted.flatMap(numbersIn).map((one) => findCriterion(criteria, one, labels.ref)));
  return criteria.filter((one) => found.has(one));
}
