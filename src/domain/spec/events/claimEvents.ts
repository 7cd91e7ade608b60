import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { Claim } from '../spec.js';
import { movedOn, undoRefused } from '../inverseChanges.js';

/**
 * An actor claimed the spec. Assignee and status are set by other events of the same record, so that a program that does not know
 * claims gets the same frontmatter.
 */
export type SpecClaimed = Fact<
  'SpecClaimed',
  Pick<Claim, 'by' | 'lease' | 'place' | 'session' | 'assignedBefore'> & {
    readonly stolenFrom?: string;
    readonly reason?: string;
    /** Set if the claim continues the claim of another session of the same actor. */
    readonly goesOn?: true;
  }
>;

const specClaimed: EventDefinition<SpecClaimed, Fact<'ClaimReleased', Readonly<Record<string, never>>>> = {
  type: 'SpecClaimed',
  apply: (spec, { by, lease, place, session, assignedBefore }) => ({
    ...spec,
    claim: {
      by,
      lease,
      ...(place !== undefined && { place }),
      ...(session !== undefined && { session }),
      ...(assignedBefore !== undefined && { assignedBefore }),
      // A new claim by the same holder in the same worktree keeps the time of the first claim.
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
};

function times({ since, seen }: Claim): Pick<Claim, 'since' | 'seen'> {
  return { ...(since !== undefined && { since }), ...(seen !== undefined && { seen }) };
}

/** The claim was released by its holder. */
export type ClaimReleased = Fact<'ClaimReleased', Readonly<Record<string, never>>>;

const claimReleased: EventDefinition<ClaimReleased, never> = {
  type: 'ClaimReleased',
  apply: (spec) => (spec.claim === undefined ? spec : { ...spec, claim: { ...spec.claim, over: true } }),
  inverse: (spec) => {
    throw undoRefused(spec, 'another actor may have claimed the spec since', 'Claim it again.');
  },
};

export const CLAIM_EVENTS = [specClaimed, claimReleased] as const;
