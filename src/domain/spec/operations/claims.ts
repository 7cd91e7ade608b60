import {
  alreadyClaimed,
  type Claimant,
  type Holder,
  holderOf,
  isHeldBy,
  leaseMs,
} from '../../claims/claims.js';
import { reasonNeededError, SpectoolError } from '../../errors/spectoolError.js';
import { type Change, valueAt } from '../../fields/fieldChange.js';
import { isSamePerson, personText } from '../../value/person.js';
import { criteriaToKeep } from '../criteriaInText.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { ActiveSpec, Claim } from '../spec.js';
import type { Need } from '../../fields/statusAndPriority.js';
import { refuseArchived, type SpecArchived } from './archive.js';
import type { FieldsChanged } from './fields.js';
import type { FrontmatterEdited } from './handEdits.js';
import type { StatusChanged } from './status.js';
import { fieldText } from '../../fields/fieldText.js';
import { laterChangeError, undoRefused } from '../undoErrors.js';
import type { SpecDeleted } from './deletion.js';

/**
 * An actor claimed the spec. Assignee and status are set by other events of the same record, so that a program that does not know
 * claims gets the same frontmatter.
 */
export type SpecClaimed = Fact<
  'SpecClaimed',
  Pick<Claim, 'by' | 'lease' | 'place' | 'session' | 'assignedBefore'> & {
    readonly stolenFrom?: string;
    readonly reason?: string;
    /** Set if the claim continues a claim that another session of the same actor made. */
    readonly goesOn?: true;
  }
>;

export const specClaimed: EventDefinition<
  SpecClaimed,
  Fact<'ClaimReleased', Readonly<Record<string, never>>>
> = {
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
      throw laterChangeError(spec, 'claim', spec.claim?.by ?? null);
    return [{ type: 'ClaimReleased', data: {} }];
  },
};

function times({ since, seen }: Claim): Pick<Claim, 'since' | 'seen'> {
  return { ...(since !== undefined && { since }), ...(seen !== undefined && { seen }) };
}

/** The claim was released by its holder. */
export type ClaimReleased = Fact<'ClaimReleased', Readonly<Record<string, never>>>;

export const claimReleased: EventDefinition<ClaimReleased, never> = {
  type: 'ClaimReleased',
  apply: (spec) => (spec.claim === undefined ? spec : { ...spec, claim: { ...spec.claim, over: true } }),
  inverse: (spec) => {
    throw undoRefused(spec, 'another actor may have claimed the spec since', 'Claim it again.');
  },
};

export interface ClaimRequest {
  readonly claimant: Claimant;
  /** The lease: how long the claim lasts without a change by its holder, such as `4h`. */
  readonly lease: string;
  /** The actor who holds the spec in another worktree of the clone, if there is one. */
  readonly elsewhere?: Holder;
  readonly steal?: boolean;
  readonly reason?: string;
  /** The conditions for work on the spec that are not met. */
  readonly needs?: readonly Need[];
}

/**
 * Returns the events that claim a spec, which also set its assignee and status. A claim by the current holder changes nothing,
 * unless the lease or the session differs.
 * @throws SpectoolError `ALREADY_CLAIMED` if another actor holds the spec, `NOT_CLAIMABLE` if it cannot be claimed,
 * `FIELD_INVALID` if an argument is wrong.
 */
export function decideClaim(
  request: ClaimRequest,
  spec: ActiveSpec,
): readonly (SpecClaimed | ClaimReleased | StatusChanged | FieldsChanged)[] {
  const { claimant, lease, elsewhere, steal = false } = request;
  if (leaseMs(lease) === undefined)
    throw new SpectoolError('FIELD_INVALID', `"${lease}" is not a valid lease.`, {
      hint: 'Use minutes, hours or days, at most 30 days: 30m, 4h, 2d.',
      details: { field: 'lease' },
    });
  const reason = request.reason === undefined ? undefined : fieldText('reason', request.reason);
  refuseClosed(spec);
  const [need] = spec.frontmatter['status'] === 'planned' ? (request.needs ?? []) : [];
  if (need !== undefined) throw need.refusal();
  const own = holderOf(spec, claimant.now);
  const other = [own, elsewhere].find((one) => one !== undefined && !isHeldBy(one, claimant));
  if (other !== undefined && !steal) throw alreadyClaimed(spec.labels.ref, other);
  if (other !== undefined && reason === undefined)
    throw reasonNeededError(`Taking over ${spec.labels.ref} from ${personText(other.by)} needs a reason.`, {
      useCase: 'claimSpecs',
      request: { specs: [spec.labels.ref], steal },
      needs: ['reason'],
    });
  const goesOn =
    own?.session !== undefined && claimant.session !== undefined && own.session !== claimant.session;
  const isSame = spec.claim?.lease === lease && spec.claim.byUpdate !== true && !goesOn;
  if (own !== undefined && other === undefined && isSame) return [];
  const { by, place, session } = claimant;
  const [status, assignee] = [valueAt(spec.frontmatter, 'status'), valueAt(spec.frontmatter, 'assignee')];
  const isOwn = typeof assignee === 'string' && isSamePerson(assignee, by);
  const isByClaim = typeof assignee === 'string' && isSamePerson(spec.claim?.by, assignee);
  const assignedBefore = isOwn || isByClaim ? spec.claim?.assignedBefore : assignee;
  return [
    {
      type: 'SpecClaimed',
      data: {
        by,
        lease,
        ...(place !== undefined && { place }),
        ...(session !== undefined && { session }),
        ...(typeof assignedBefore === 'string' && other === undefined && { assignedBefore }),
        ...(goesOn && other === undefined && { goesOn: true as const }),
        ...(other !== undefined && { stolenFrom: other.by, reason: reason ?? '' }),
      },
    },
    ...(status === 'in-progress'
      ? []
      : [
          {
            type: 'StatusChanged' as const,
            data: { from: status, to: 'in-progress', ...criteriaToKeep(spec) },
          },
        ]),
    ...(isOwn ? [] : [assigned({ from: assignee, to: by })]),
  ];
}

/**
 * Returns the events that release the actor's own claim, even after its lease expired. The spec is assigned again to the person
 * who had it before the claim. With `toPlanned`, the status becomes planned again.
 * @throws SpectoolError `ALREADY_CLAIMED` if another actor holds the spec.
 */
export function decideRelease(
  { claimant, toPlanned = false }: Pick<ClaimRequest, 'claimant'> & { readonly toPlanned?: boolean },
  spec: ActiveSpec,
): readonly (SpecClaimed | ClaimReleased | StatusChanged | FieldsChanged)[] {
  const { claim, frontmatter, labels } = spec;
  const holder = holderOf(spec, claimant.now);
  const isClaimed = holder !== undefined && holder.byUpdate !== true;
  if (isClaimed && !isHeldBy(holder, claimant)) throw alreadyClaimed(labels.ref, holder);
  if (claim === undefined || claim.over === true || !isHeldBy(claim, claimant)) return [];
  const { assignee } = frontmatter;
  const isTheirs = typeof assignee === 'string' && isSamePerson(assignee, claim.by);
  return [
    { type: 'ClaimReleased', data: {} },
    ...(toPlanned && frontmatter['status'] === 'in-progress'
      ? [{ type: 'StatusChanged' as const, data: { from: 'in-progress', to: 'planned' } }]
      : []),
    ...(isTheirs ? [assigned({ from: assignee, to: claim.assignedBefore ?? null })] : []),
  ];
}

function assigned(assignee: Change): FieldsChanged {
  return { type: 'FieldsChanged', data: { changes: { assignee } } };
}

function refuseClosed(spec: ActiveSpec): void {
  refuseArchived('NOT_CLAIMABLE', spec);
  const { status } = spec.frontmatter;
  if (status === 'planned' || status === 'in-progress') return;
  const { ref } = spec.labels;
  const why =
    status === 'complete'
      ? 'is complete, so there is nothing to work on'
      : `has the unknown status ${JSON.stringify(status ?? null)}, so it cannot be claimed`;
  throw new SpectoolError('NOT_CLAIMABLE', `${ref} ${why}.`, {
    advice: [
      {
        useCase: 'updateSpec',
        request: { spec: ref, status: 'in-progress', force: true },
        needs: ['reason'],
        to: 'set the spec in progress first',
      },
    ],
    details: { spec: ref },
  });
}

/**
 * Checks events against the claim on the spec. If the holder assigns the spec to another actor, an event that releases the claim
 * is added.
 * @param elsewhere the actor who holds the spec in another worktree of the clone, if there is one.
 * @throws SpectoolError `ALREADY_CLAIMED` if another actor holds the spec and the change sets the assignee or ends the work.
 */
export function underClaim<Event extends Fact>(
  spec: ActiveSpec,
  all: readonly Event[],
  claimant: Claimant,
  elsewhere?: Holder,
): { readonly events: readonly (Event | ClaimReleased)[]; readonly holder?: Holder } {
  const events = all as readonly Fact[] as readonly AboutWork[];
  // The events claim the spec for this actor, so the claim command has already checked the holder.
  if (events.some(({ type, data }) => type === 'SpecClaimed' && isSamePerson(data.by, claimant.by)))
    return { events: all };
  const own = holderOf(spec, claimant.now);
  const other = [own, elsewhere].find((one) => one !== undefined && !isHeldBy(one, claimant));
  if (other !== undefined) {
    if (other.byUpdate !== true && events.some(decidesWork)) throw alreadyClaimed(spec.labels.ref, other);
    return { events: all, holder: other };
  }
  const isGivenAway = own !== undefined && events.some((event) => givesAway(event, claimant.by));
  const isReleased = events.some(({ type }) => type === 'ClaimReleased');
  return {
    events: isGivenAway && !isReleased ? [...all, { type: 'ClaimReleased', data: {} }] : all,
  };
}

/** The events that change who works on a spec, or that end the work. */
type AboutWork =
  | SpecClaimed
  | ClaimReleased
  | StatusChanged
  | FieldsChanged
  | FrontmatterEdited
  | SpecArchived
  | SpecDeleted;

function decidesWork({ type, data }: AboutWork): boolean {
  if (type === 'FieldsChanged') return Object.hasOwn(data.changes, 'assignee');
  if (type === 'FrontmatterEdited')
    return ['status', 'assignee'].some((key) => Object.hasOwn(data.changes, key));
  return ['StatusChanged', 'SpecArchived', 'SpecDeleted', 'SpecClaimed', 'ClaimReleased'].includes(type);
}

function givesAway({ type, data }: AboutWork, by: string): boolean {
  if (type !== 'FieldsChanged' && type !== 'FrontmatterEdited') return false;
  const { assignee } = data.changes;
  return assignee !== undefined && !(typeof assignee.to === 'string' && isSamePerson(assignee.to, by));
}
