import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { TickFact } from '../spec.js';
import { criterionNamed, tickFact, withBox } from '../textFacts.js';
import { movedOn } from '../undoing.js';
import type { CriterionUnchecked } from './criterionUnchecked.js';

/** A box was ticked. It belongs to its words: `text` tells later whether they were changed since. */
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
  writes: () => ({}),
};
