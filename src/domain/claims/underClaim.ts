import { SpectoolError } from '../errors/spectoolError.js';
import type { ActiveSpec } from '../spec/spec.js';
import type { SpecEvent } from '../spec/specEvents.js';
import { type Claimant, type Holder, holderOf, isHeldBy } from './holder.js';

/**
 * What a change comes to where somebody has claimed the spec: the holder who gives it to somebody else gives it back with that.
 * @param elsewhere who holds it in another worktree of the clone.
 * @throws SpectoolError `ALREADY_CLAIMED` when another holds it and the change says who works on it, or that the work is over.
 */
export function underClaim(
  spec: ActiveSpec,
  events: readonly SpecEvent[],
  claimant: Claimant,
  elsewhere?: Holder,
): { readonly events: readonly SpecEvent[]; readonly holder?: Holder } {
  // Whoever takes it has been asked already who has it.
  if (events.some(({ type, data }) => type === 'SpecClaimed' && data.by === claimant.by)) return { events };
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
  { by, place, since, until, byUpdate, session }: Holder,
): SpectoolError {
  const how = byUpdate === true ? 'set in progress' : 'claimed';
  const where = place === undefined ? '' : ` in the worktree ${place}`;
  return new SpectoolError(
    'ALREADY_CLAIMED',
    `${by} works on ${ref}${where}: ${how} ${since}, until ${until} if nothing more is heard.`,
    {
      advice: [
        { useCase: 'nextSpecs', to: 'see what else can be started' },
        {
          useCase: 'claimSpecs',
          request: { specs: [ref], steal: true },
          needs: ['reason'],
          to: 'take it over, if you know that nobody works on it',
        },
      ],
      ...(session !== undefined && {
        hint: 'Where that is an earlier session of your own: it is let in ten minutes after its last record.',
      }),
      details: { spec: ref, holder: by, ...(place !== undefined && { place }), since, until },
    },
  );
}

/** How work on a spec ends. */
export type Finished = 'complete' | 'archived' | 'deleted';

/** How a spec stands on a branch that has more of its log than this working tree. */
export interface Elsewhere {
  /** The branch; absent for another worktree. */
  readonly branch?: string;
  readonly status: Finished;
}

/** What was finished elsewhere in the clone is not to be begun here again, before anything is merged. */
export function finishedElsewhere(ref: string, { branch, status }: Elsewhere): SpectoolError {
  const where = branch === undefined ? 'in another worktree of this clone' : `on branch ${branch}`;
  return new SpectoolError('NOT_CLAIMABLE', `${ref} is ${status} ${where}: there is nothing to work on.`, {
    hint:
      branch === undefined
        ? 'Merge its branch to have the result here.'
        : `Merge ${branch} to have the result here. Where its work was dropped: \`git branch -D ${branch}\`.`,
    advice: [
      { useCase: 'nextSpecs', to: 'see what else can be started' },
      {
        useCase: 'claimSpecs',
        request: { specs: [ref], steal: true },
        needs: ['reason'],
        to: 'take it all the same',
      },
    ],
    details: { spec: ref, ...(branch !== undefined && { branch }) },
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
  return assignee !== undefined && assignee.to !== by;
}
