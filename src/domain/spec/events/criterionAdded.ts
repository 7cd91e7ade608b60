import type { EventDefinition, Fact } from '../eventDefinition.js';
import { textNotKept } from '../undoing.js';

export type CriterionAdded = Fact<'CriterionAdded', { readonly text: string }>;

export const criterionAdded: EventDefinition<CriterionAdded, never> = {
  type: 'CriterionAdded',
  apply: (spec) => spec,
  inverse: (spec) => {
    throw textNotKept(spec);
  },
  writes: () => ({}),
};
