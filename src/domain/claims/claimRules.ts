import { wordText } from '../value/quoted.js';
import { isSamePerson, personText } from '../fields/person.js';
import { SpectoolError } from '../errors/spectoolError.js';
import type { ActiveSpec } from '../spec/spec.js';
import type { SpecEvent } from '../spec/specEvents.js';
import { type Claimant, type Holder, holderOf, isHeldBy } from './claimHolder.js';

/**
 * Checks a change of a spec against the spec's claim. If the holder assigns the spec to another actor, the event that releases
 * the claim is added.
 * @param elsewhere the actor who holds the spec in another worktree of the clone, if there is one.
 * @throws SpectoolError `ALREADY_CLAIMED` if another actor holds the spec and the change sets the assignee or ends the work.
 */
export function underClaim(
  spec: ActiveSpec,
  events: readonly SpecEvent[],
  claimant: Claimant,
  elsewhere?: Holder,
): { readonly events: readonly SpecEvent[]; readonly holder?: Holder } {
  // The events claim the spec for this actor, so the claim command has already checked the holder.
  if (events.some(({ type, data }) => type === 'SpecClaimed' && isSamePerson(data.by, claimant.by)))
    return { events };
  const own = holderOf(spec, claimant.now);
  const other = [own, elsewhere].find((one) => one !== undefined && !isHeldBy(one, claimant));
  if (other !== undefined) {
    if (other.byUpdate !== true && events.some(decidesWork)) throw alreadyClaimed(spec.labels.ref, other);
    return { events, holder: other };
  }
  const isGivenAway = own !== undefined && events.some((event) => givesAway(event, claimant.by));
  const isReleased = events.some(({ type }) => type === 'ClaimReleased');
  return {
    events: isGivenAway && !isReleased ? [...events, { type: 'ClaimReleased', data: {} }] : events,
  };
}

export function alreadyClaimed(
  ref: string,
  { by, place, since, until, byUpdate, session, remote }: Holder,
): SpectoolError {
  const how = byUpdate === true ? 'set in progress' : 'claimed';
  const inClone = remote === undefined ? '' : ` in another clone, as the remote ${wordText(remote)} has it`;
  const where = place === undefined ? inClone : ` in the worktree ${place}`;
  return new SpectoolError(
    'ALREADY_CLAIMED',
    `${personText(by)} works on ${ref}${where}. The spec was ${how} at ${since} and is held until ${until}, unless a new change extends the lease.`,
    {
      advice: [
        { useCase: 'nextSpecs', to: 'see which other specs are ready' },
        {
          useCase: 'claimSpecs',
          request: { specs: [ref], steal: true },
          needs: ['reason'],
          to: 'take the spec over, if this actor has stopped working on it',
        },
      ],
      ...(session !== undefined && {
        hint: 'If you claimed the spec in an earlier session, you can claim it again ten minutes after the last change of that session.',
      }),
      details: {
        spec: ref,
        holder: by,
        ...(place !== undefined && { place }),
        ...(remote !== undefined && { remote }),
        since,
        until,
      },
    },
  );
}

/** How work on a spec ends. */
export type Finished = 'complete' | 'archived' | 'deleted';

/**
 * How a spec was finished on another branch or in another worktree whose log has later records of the spec than this worktree's
 * log.
 */
export interface Elsewhere {
  /** The name of the branch; absent if the spec was finished in another worktree. */
  readonly branch?: string;
  readonly status: Finished;
  /** The remote that knows of it; set if the spec was finished in another clone. */
  readonly remote?: string;
}

/**
 * Returns the error for claiming a spec that was finished on another branch or in another worktree and is not merged here yet.
 */
export function finishedElsewhere(ref: string, { branch, status, remote }: Elsewhere): SpectoolError {
  const onBranch = branch === undefined ? '' : `on branch ${branch}`;
  const where =
    remote === undefined
      ? onBranch || 'in another worktree of this clone'
      : `in another clone${onBranch && ` ${onBranch}`}, as the remote ${wordText(remote)} has it`;
  const local =
    branch === undefined
      ? 'Merge the branch of that worktree to get the result.'
      : `Merge ${branch} to get the result.`;
  return new SpectoolError('NOT_CLAIMABLE', `${ref} is ${status} ${where}: there is nothing to work on.`, {
    hint:
      remote === undefined
        ? local
        : 'Fetch from the remote and merge to get the result. If it is not there, it was not pushed yet.',
    advice: [
      { useCase: 'nextSpecs', to: 'see which other specs are ready' },
      {
        useCase: 'claimSpecs',
        request: { specs: [ref], steal: true },
        needs: ['reason'],
        to: 'claim the spec anyway, if that work was dropped',
      },
    ],
    details: {
      spec: ref,
      ...(branch !== undefined && { branch }),
      ...(remote !== undefined && { remote }),
    },
  });
}

function decidesWork({ type, data }: SpecEvent): boolean {
  if (type === 'FieldsChanged') return Object.hasOwn(data.changes, 'assignee');
  if (type === 'FrontmatterEdited')
    return ['status', 'assignee'].some((key) => Object.hasOwn(data.changes, key));
  return ['StatusChanged', 'SpecArchived', 'SpecDeleted', 'SpecClaimed', 'ClaimReleased'].includes(type);
}

function givesAway({ type, data }: SpecEvent, by: string): boolean {
  if (type !== 'FieldsChanged' && type !== 'FrontmatterEdited') return false;
  const { assignee } = data.changes;
  return assignee !== undefined && !(typeof assignee.to === 'string' && isSamePerson(assignee.to, by));
}
