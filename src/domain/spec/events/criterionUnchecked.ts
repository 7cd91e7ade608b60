import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { Tick, TickFact } from '../spec.js';
import { criterionNamed, tickFact, withBox } from '../textFacts.js';
import { movedOn } from '../undoing.js';

/** A tick was taken back, or another mark. */
export type CriterionUnchecked = Fact<
  'CriterionUnchecked',
  Tick & {
    readonly reason?: string;
    /** What undoing this gives back besides the proof: the letter in the box, where it was not `x`. */
    readonly mark?: 'X';
    /** Only the record of the tick is taken back: the box had been ticked before it. */
    readonly staysTicked?: true;
    /** The box as it stood, where it was not ticked. */
    readonly was?: string;
    /** The box it gets, where that is not `[ ]`. */
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
  writes: () => ({}),
};
