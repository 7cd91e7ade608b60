import type { CriterionProof } from '../../criteria/criteria.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { TickFact } from '../spec.js';
import { criterionNamed, otherTicks, withBox } from '../textFacts.js';
import { movedOn } from '../undoing.js';

/** A tick was taken back. */
export type CriterionUnchecked = Fact<
  'CriterionUnchecked',
  {
    readonly n: number;
    readonly label?: string;
    readonly text: string;
    readonly reason?: string;
    /** What the tick had, for who undoes this: the proof, and the letter in the box where it was not `x`. */
    readonly proof?: CriterionProof;
    readonly mark?: 'X';
    /** Only the record of the tick is taken back: the box had been ticked before it. */
    readonly staysTicked?: true;
  }
>;

export const criterionUnchecked: EventDefinition<CriterionUnchecked, Fact<'CriterionChecked', TickFact>> = {
  type: 'CriterionUnchecked',
  apply: (spec, { n, label, text, staysTicked }) => {
    const criterion = { n, text, ...(label !== undefined && { label }) };
    const open = { ...spec, ticks: otherTicks(spec, criterion) };
    return staysTicked === true ? open : withBox(open, criterion, ' ');
  },
  inverse: (spec, { n, label, text, proof, mark, staysTicked }) => {
    const found = criterionNamed(spec, { n, text });
    if (found === undefined || (found.done && staysTicked !== true))
      throw movedOn(spec, `criterion ${String(n)}`, found === undefined ? null : 'ticked');
    return [
      {
        type: 'CriterionChecked',
        data: {
          n,
          ...(label !== undefined && { label }),
          text,
          ...(proof !== undefined && { proof }),
          ...(mark !== undefined && { mark }),
          ...(staysTicked === true && { wasTicked: true as const }),
        },
      },
    ];
  },
  writes: () => ({}),
};
