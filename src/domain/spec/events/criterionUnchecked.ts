import type { EventDefinition, Fact } from '../eventDefinition.js';
import { textNotKept } from '../undoing.js';

/** A tick was taken back. */
export type CriterionUnchecked = Fact<
  'CriterionUnchecked',
  { readonly n: number; readonly label?: string; readonly text: string; readonly reason?: string }
>;

export const criterionUnchecked: EventDefinition<CriterionUnchecked, never> = {
  type: 'CriterionUnchecked',
  apply: (spec) => spec,
  inverse: (spec) => {
    throw textNotKept(spec);
  },
  writes: () => ({}),
};
