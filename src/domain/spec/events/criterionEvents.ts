import { withCriterion, withoutCriterion, type AddedCriterion } from '../../criteria/criterionEdits.js';
import { labelOf } from '../../criteria/checkboxGrammar.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { ActiveSpec, Tick, TickFact } from '../spec.js';
import { criterionNamed, tickFact, withBody, withBox } from '../criteriaInText.js';
import { withLastLabel } from './labelEvents.js';
import { movedOn } from '../inverseChanges.js';

/** A criterion was ticked. `text` is the criterion's text at that time, so that later changes of the text can be detected. */
export type CriterionChecked = Fact<'CriterionChecked', TickFact>;

const criterionChecked: EventDefinition<CriterionChecked, CriterionUnchecked> = {
  type: 'CriterionChecked',
  apply: (spec, data) => {
    const { wasTicked, mark = 'x' } = data;
    const tick = tickFact(data);
    const ticked = { ...spec, ticks: { fact: tick, isTicked: true, before: spec.ticks } };
    return wasTicked === true ? ticked : withBox(ticked, tick, `[${mark}]`);
  },
  inverse: (spec, data) => {
    const found = criterionNamed(spec, data);
    if (found?.done !== true) throw movedOn(spec, `criterion ${String(data.n)}`, found ? 'open' : null);
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

const criterionUnchecked: EventDefinition<
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
      throw movedOn(
        spec,
        `criterion ${String(data.n)}`,
        found?.done === true ? 'ticked' : (found?.box ?? null),
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

export type CriterionAdded = Fact<'CriterionAdded', AddedCriterion>;

const criterionAdded: EventDefinition<CriterionAdded, CriterionRemoved> = {
  type: 'CriterionAdded',
  apply: (spec, { text }) => {
    const label = labelOf(text);
    const isHeld = spec.frontmatter['status'] === 'in-progress';
    const added = { ...(label !== undefined && { label }), text, ...(isHeld && { isHeld: true as const }) };
    const known = [...(spec.known ?? []), added];
    const edited = withBody(
      spec,
      (body) => withCriterion(body, spec.text?.criteriaSections ?? [], text).body,
    );
    return withLastLabel({ ...edited, known }, label);
  },
  inverse: (spec, data) => {
    if (withoutAdded(spec, data) === undefined) throw movedOn(spec, 'the criterion', 'another or ticked');
    return [{ type: 'CriterionRemoved', data }];
  },
};

/** A criterion that a command had added was removed. */
export type CriterionRemoved = Fact<'CriterionRemoved', AddedCriterion>;

const criterionRemoved: EventDefinition<CriterionRemoved, Fact<'CriterionAdded', AddedCriterion>> = {
  type: 'CriterionRemoved',
  apply: (spec, data) => {
    const known = (spec.known ?? []).filter(({ text }) => text !== data.text);
    return withBody({ ...spec, known }, (body) => withoutAdded(spec, data) ?? body);
  },
  inverse: (_spec, data) => [{ type: 'CriterionAdded', data }],
};

/** Returns the text without the added criterion; undefined if the criterion was changed since it was added. */
export function withoutAdded({ text }: ActiveSpec, data: AddedCriterion): string | undefined {
  return text && withoutCriterion(text.body, text.criteriaSections, data);
}

export const CRITERION_EVENTS = [
  criterionChecked,
  criterionUnchecked,
  criterionAdded,
  criterionRemoved,
] as const;
