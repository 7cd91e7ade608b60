import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { SpecDeleted } from './specDeleted.js';

/** A deletion was taken back: the folder stands where it stood. `reason` is the deletion's. */
export type SpecRestored = Fact<'SpecRestored', SpecDeleted['data']>;

export const specRestored: EventDefinition<SpecRestored, SpecDeleted> = {
  type: 'SpecRestored',
  // Any later fact says that the spec is there; this one says why.
  apply: (spec) => spec,
  inverse: (_spec, { reason }) => [{ type: 'SpecDeleted', data: { reason } }],
  writes: () => ({}),
};
