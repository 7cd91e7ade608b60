import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { Claim } from '../spec.js';
import { movedOn, undoRefused } from '../undoing.js';

/**
 * Somebody took the spec to work on it. Assignee and status stand beside it in the same record, so that whoever does not know claims
 * reads the same frontmatter.
 */
export type SpecClaimed = Fact<
  'SpecClaimed',
  Pick<Claim, 'by' | 'lease' | 'place' | 'session'> & {
    readonly stolenFrom?: string;
    readonly reason?: string;
    /** Another session under the name had it, and had been silent. */
    readonly goesOn?: true;
  }
>;

export const specClaimed: EventDefinition<
  SpecClaimed,
  Fact<'ClaimReleased', Readonly<Record<string, never>>>
> = {
  type: 'SpecClaimed',
  apply: (spec, { by, lease, place, session }) => ({
    ...spec,
    claim: {
      by,
      lease,
      ...(place !== undefined && { place }),
      ...(session !== undefined && { session }),
      // The same holder with another lease has had it all the time.
      ...(spec.claim?.by === by &&
        spec.claim.place === place &&
        spec.claim.over !== true &&
        times(spec.claim)),
    },
  }),
  inverse: (spec, { by }) => {
    if (spec.claim?.by !== by || spec.claim.over === true)
      throw movedOn(spec, 'claim', spec.claim?.by ?? null);
    return [{ type: 'ClaimReleased', data: {} }];
  },
  writes: () => ({}),
};

function times({ since, seen }: Claim): Pick<Claim, 'since' | 'seen'> {
  return { ...(since !== undefined && { since }), ...(seen !== undefined && { seen }) };
}

/** The spec was given back, by whoever held it. */
export type ClaimReleased = Fact<'ClaimReleased', Readonly<Record<string, never>>>;

export const claimReleased: EventDefinition<ClaimReleased, never> = {
  type: 'ClaimReleased',
  apply: (spec) => (spec.claim === undefined ? spec : { ...spec, claim: { ...spec.claim, over: true } }),
  inverse: (spec) => {
    throw undoRefused(spec, 'anybody may have claimed it since', 'Claim it again.');
  },
  writes: () => ({}),
};
