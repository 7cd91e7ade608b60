import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { ActiveSpec, Tick } from '../spec.js';
import { criterionNamed, isSameCriterion, withBox } from '../textFacts.js';
import { movedOn } from '../undoing.js';
import type { CriterionUnchecked } from './criterionUnchecked.js';

/** What shows that a criterion is met. */
export type CriterionProof =
  { readonly by: string } | { readonly commit: string } | { readonly test: string };

/** A box was ticked. It belongs to its words: `text` tells later whether they were changed since. */
export type CriterionChecked = Fact<
  'CriterionChecked',
  {
    readonly n: number;
    readonly label?: string;
    readonly text: string;
    readonly proof?: CriterionProof;
    /** The box had been ticked by hand, or for other words; it stays so when this is undone. */
    readonly wasTicked?: true;
    /** What an undone uncheck gives back: the letter in the box, where it was not `x`. */
    readonly mark?: 'X';
  }
>;

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

/** Ticks of other criteria than this one. */
export function otherTicks({ ticks = [] }: ActiveSpec, criterion: Omit<Tick, 'proof'>): readonly Tick[] {
  return ticks.filter(
    (tick) => !isSameCriterion(tick, criterion) || (tick.n !== criterion.n && tick.label === undefined),
  );
}
