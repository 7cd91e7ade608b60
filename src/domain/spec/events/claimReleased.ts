import type { EventDefinition, Fact } from '../eventDefinition.js';
import { undoRefused } from '../undoing.js';

/** The spec was given back, by whoever held it. */
export type ClaimReleased = Fact<'ClaimReleased', Readonly<Record<string, never>>>;

export const claimReleased: EventDefinition<ClaimReleased, never> = {
  type: 'ClaimReleased',
  apply: ({ claim: _ended, ...spec }) => spec,
  inverse: (spec) => {
    throw undoRefused(spec, 'anybody may have claimed it since', 'Claim it again.');
  },
  writes: () => ({}),
};
