import { isSamePerson, personText } from '../../fields/person.js';
import { alreadyClaimed } from '../../claims/claimRules.js';
import { holderOf, isHeldBy, leaseMs } from '../../claims/claimHolder.js';
import { reasonNeeded } from '../../errors/reasonNeeded.js';
import { SpectoolError } from '../../errors/spectoolError.js';
import { type Change, valueAt } from '../../fields/fieldChange.js';
import { refuseArchived } from './decideArchive.js';
import { fieldText } from '../../fields/checkFieldText.js';
import { criteriaToKeep } from '../criteriaInText.js';
import type { ActiveSpec } from '../spec.js';
import type { ClaimRequest, SpecRequests } from '../specCommands.js';
import { refuseUnapproved } from '../../review/decideApproval.js';
import type { SpecEvent } from '../specEvents.js';

/**
 * Returns the events that claim a spec, which also set its assignee and status. A claim by the current holder changes nothing,
 * unless the lease or the session differs.
 * @throws SpectoolError `ALREADY_CLAIMED` if another actor holds the spec, `NOT_CLAIMABLE` if it cannot be claimed,
 * `FIELD_INVALID` if an argument is wrong.
 */
export function decideClaim(request: ClaimRequest, spec: ActiveSpec): readonly SpecEvent[] {
  const { claimant, lease, elsewhere, steal = false } = request;
  if (leaseMs(lease) === undefined)
    throw new SpectoolError('FIELD_INVALID', `"${lease}" is not a valid lease.`, {
      hint: 'Give minutes, hours or days, 30 days at most: 30m, 4h, 2d.',
      details: { field: 'lease' },
    });
  const reason = request.reason === undefined ? undefined : fieldText('reason', request.reason);
  refuseClosed(spec);
  if (spec.frontmatter['status'] === 'planned') refuseUnapproved(spec, request.approval);
  const own = holderOf(spec, claimant.now);
  const other = [own, elsewhere].find((one) => one !== undefined && !isHeldBy(one, claimant));
  if (other !== undefined && !steal) throw alreadyClaimed(spec.labels.ref, other);
  if (other !== undefined && reason === undefined)
    throw reasonNeeded(`Taking ${spec.labels.ref} over from ${personText(other.by)} needs a reason.`, {
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
 * Returns the events that release the claimant's claim, even after its lease ended. The spec is assigned again to the person to
 * whom it was assigned before the claim. With `toPlanned`, the status becomes planned again.
 * @throws SpectoolError `ALREADY_CLAIMED` if another actor holds the spec.
 */
export function decideRelease(
  { claimant, toPlanned = false }: SpecRequests['Release'],
  spec: ActiveSpec,
): readonly SpecEvent[] {
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

function assigned(assignee: Change): SpecEvent {
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
