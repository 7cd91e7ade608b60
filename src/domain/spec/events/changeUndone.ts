import type { EventDefinition, Fact } from '../eventDefinition.js';

/** The record whose events the following events of this record take back. */
export type ChangeUndone = Fact<'ChangeUndone', { readonly undone: string }>;

export const changeUndone: EventDefinition<ChangeUndone, never> = {
  type: 'ChangeUndone',
  apply: (spec) => spec,
  // What it marks is taken back by the inverses of its companions.
  inverse: () => [],
  writes: () => ({}),
};
