import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { Tick, TickFact } from '../spec.js';
import { criterionNamed, tickFact, withBox } from '../textFacts.js';
import { movedOn } from '../undoing.js';

/** A tick was taken back. */
export type CriterionUnchecked = Fact<
  'CriterionUnchecked',
  Tick & {
    readonly reason?: string;
    /** What undoing this gives back besides the proof: the letter in the box, where it was not `x`. */
    readonly mark?: 'X';
    /** Only the record of the tick is taken back: the box had been ticked before it. */
    readonly staysTicked?: true;
  }
>;

export const criterionUnchecked: EventDefinition<CriterionUnchecked, Fact<'CriterionChecked', TickFact>> = {
  type: 'CriterionUnchecked',
  apply: (spec, data) => {
    const open = { ...spec, ticks: { fact: tickFact(data), isTicked: false, before: spec.ticks } };
    return data.staysTicked === true ? open : withBox(open, data, ' ');
  },
  inverse: (spec, data) => {
    const { mark, staysTicked } = data;
    const found = criterionNamed(spec, data);
    if (found === undefined || (found.done && staysTicked !== true))
      throw movedOn(spec, `criterion ${String(data.n)}`, found === undefined ? null : 'ticked');
    return [
      {
        type: 'CriterionChecked',
        data: {
          ...tickFact(data),
          ...(mark !== undefined && { mark }),
          ...(staysTicked === true && { wasTicked: true as const }),
        },
      },
    ];
  },
  writes: () => ({}),
};
