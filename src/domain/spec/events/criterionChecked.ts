import type { EventDefinition, Fact } from '../eventDefinition.js';
import { textNotKept } from '../undoing.js';

/** What shows that a criterion is met. */
export type CriterionProof =
  { readonly by: string } | { readonly commit: string } | { readonly test: string };

/** A box was ticked. It belongs to its words: `text` tells later whether they were changed since. */
export type CriterionChecked = Fact<
  'CriterionChecked',
  { readonly n: number; readonly label?: string; readonly text: string; readonly proof?: CriterionProof }
>;

export const criterionChecked: EventDefinition<CriterionChecked, never> = {
  type: 'CriterionChecked',
  apply: (spec) => spec,
  inverse: (spec) => {
    throw textNotKept(spec);
  },
  writes: () => ({}),
};
