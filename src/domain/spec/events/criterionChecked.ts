import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { TickFact } from '../spec.js';
import { criterionNamed, otherTicks, withBox } from '../textFacts.js';
import { movedOn } from '../undoing.js';
import type { CriterionUnchecked } from './criterionUnchecked.js';

/** A box was ticked. It belongs to its words: `text` tells later whether they were changed since. */
export type CriterionChecked = Fact<'CriterionChecked', TickFact>;

export const criterionChecked: EventDefinition<CriterionChecked, CriterionUnchecked> = {
  type: 'CriterionChecked',
  apply: (spec, data) => {
    const { n, label, text, proof, wasTicked, mark = 'x' } = data;
    const tick = { n, text, ...(label !== undefined && { label }), ...(proof !== undefined && { proof }) };
    const ticked = { ...spec, ticks: [...otherTicks(spec, tick), tick] };
    return wasTicked === true ? ticked : withBox(ticked, tick, mark);
  },
  inverse: (spec, { n, label, text, proof, wasTicked }) => {
    if (criterionNamed(spec, { n, text })?.done === false)
      throw movedOn(spec, `criterion ${String(n)}`, 'open');
    if (criterionNamed(spec, { n, text }) === undefined) throw movedOn(spec, `criterion ${String(n)}`, null);
    return [
      {
        type: 'CriterionUnchecked',
        data: {
          n,
          ...(label !== undefined && { label }),
          text,
          ...(proof !== undefined && { proof }),
          ...(wasTicked === true && { staysTicked: true as const }),
        },
      },
    ];
  },
  writes: () => ({}),
};
