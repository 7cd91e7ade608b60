import { claimEnd, DEFAULT_LEASE } from '../claims/holder.js';
import { evolve, knownEvent, type SpecEvent } from '../spec/specEvents.js';
import { type Changes, withField } from '../fields/change.js';
import { draftOf, dropWritten, finished, takeWritten } from '../fields/frontmatterDraft.js';
import { isWellFormed } from '../spec/wellFormed.js';
import { ABSENT, type ActiveSpec, type Spec } from '../spec/spec.js';
import { timestampOf } from '../value/timestamp.js';
import {
  type DoneTwice,
  outlivedDeletions,
  type Overruled,
  overruledClaims,
  workDoneTwice,
} from './concurrent.js';
import { RECORD_VERSION, type LogRecord, type RecordedEvent, type RecordId } from './records/record.js';
import { upcast } from './records/upcast.js';
import { isLasting, recordsSetAside } from './records/setAside.js';

/** Something a fold passed over: kept in the log, reported, never an error. */
export interface PassedOver {
  readonly record: LogRecord;
  readonly event?: RecordedEvent;
  /** What two branches did that cannot both stand; absent for what this build cannot read. */
  readonly code?: 'CLAIMED_TWICE' | 'DELETED_AND_EDITED';
  readonly reason: string;
}

export interface FoldedSpec {
  readonly spec: Spec;
  readonly passedOver: readonly PassedOver[];
}

/**
 * The state a stream of records tells. Total and independent of file order: give it the records in folding order
 * (`orderRecords`). Records of a newer version and unknown events are passed over and reported.
 * @param onRecord is told what the spec is after each record that this build reads; its `updated` and its sets may come later.
 * @param aside records that do not count for fields and text; by default those that the log says.
 */
export function foldSpec(
  records: readonly LogRecord[],
  onRecord?: (record: LogRecord, spec: Spec) => void,
  aside: ReadonlySet<RecordId> = recordsSetAside(records),
): FoldedSpec {
  let spec: Spec = ABSENT;
  const passedOver: PassedOver[] = [];
  const overruled = overruledClaims(records);
  const doneTwice = workDoneTwice(records);
  const outlived = outlivedDeletions(records);
  /** When it was changed last, where its frontmatter does not say so yet: it is not copied for each record to say so. */
  let changedAt: string | undefined;
  for (const written of records) {
    const record = upcast(written);
    if (record === undefined) {
      const reason = `of an unknown record version (${String(written.v)})`;
      passedOver.push({ record: written, reason });
      continue;
    }
    if (record.v > RECORD_VERSION) {
      passedOver.push({
        record: written,
        reason: `written by a newer spectool (record version ${String(record.v)})`,
      });
      continue;
    }
    // What was observed beside the log leaves `updated` as it was seen.
    if (record.at === undefined && changedAt !== undefined) {
      spec = stamped(spec, changedAt);
      changedAt = undefined;
    }
    const other = overruled.get(record.id);
    for (const event of record.events) {
      if (aside.has(record.id) && !isLasting(event)) continue;
      const known = knownEvent(event);
      if (known === undefined) {
        passedOver.push({ record: written, event, reason: `unknown event type "${event.type}"` });
        continue;
      }
      const twice = known.type === 'SpecClaimed' ? doneTwice.get(record.id) : undefined;
      if (known.type === 'SpecClaimed' && (other?.isOpen === true || twice !== undefined))
        passedOver.push({
          record: written,
          event,
          code: 'CLAIMED_TWICE',
          reason: claimedBefore(other, twice),
        });
      if (known.type === 'SpecDeleted' && outlived.has(record.id)) {
        const reason = 'it was deleted on one branch and edited on another, and the edit wins';
        if (outlived.get(record.id) === 'beside')
          passedOver.push({ record: written, event, code: 'DELETED_AND_EDITED', reason });
        continue;
      }
      const fact = other === undefined ? known : withoutClaim(known);
      if (fact !== undefined) spec = applied(spec, fact, written, passedOver, event);
    }
    if (spec.kind === 'absent') changedAt = undefined;
    else if (record.at !== undefined) {
      const isStamped = Object.hasOwn(spec.frontmatter, 'updated');
      changedAt = isStamped ? record.at : undefined;
      const told = isStamped ? spec : stamped(spec, record.at);
      spec = tended(begun(told, record, record.at), record.at, record.actor);
    }
    onRecord?.(written, spec);
  }
  if (spec.kind === 'absent') return { spec, passedOver };
  const last = changedAt === undefined ? spec : stamped(spec, changedAt);
  return { spec: { ...last, frontmatter: finished(last.frontmatter) }, passedOver };
}

/** An edit on another branch won over a deletion: the spec is there, whatever became of its folder. */
export function hasOutlivedDeletion({ passedOver }: FoldedSpec): boolean {
  return passedOver.some(({ code }) => code === 'DELETED_AND_EDITED');
}

/** What an overruled record says besides who works on the spec; that work was completed stays true. */
function withoutClaim(event: SpecEvent): SpecEvent | undefined {
  if (event.type === 'SpecClaimed' || event.type === 'ClaimReleased') return undefined;
  if (event.type === 'StatusChanged') return event.data.to === 'complete' ? event : undefined;
  if (event.type !== 'FieldsChanged') return event;
  const { assignee: _other, ...changes } = (event.data.changes as Changes | undefined) ?? {};
  return { type: 'FieldsChanged', data: { changes } };
}

function claimedBefore(other: Overruled | undefined, twice: DoneTwice | undefined): string {
  const { actor = 'somebody', at } = (twice?.first ?? other?.winner) as LogRecord;
  const when = at === undefined ? '' : ` (${at})`;
  if (twice === undefined)
    return `has no effect: ${actor} had claimed it before${when}, on another branch, and that claim wins`;
  return `came after that of ${actor}${when}, on another branch${twice.isComplete ? ', who completed it' : ''}`;
}

/** A known type with data of another shape (a hostile or damaged log) must not stop the fold. */
function applied(
  spec: Spec,
  known: SpecEvent,
  record: LogRecord,
  passedOver: PassedOver[],
  event: RecordedEvent,
): Spec {
  try {
    const next = evolve(spec, known);
    if (isWellFormed(next)) return taken(next);
  } catch {
    // Told below.
  }
  if (spec.kind === 'active') dropWritten(spec.frontmatter);
  passedOver.push({ record, event, reason: `unreadable data in a "${event.type}" event` });
  return spec;
}

/** What was written into the frontmatter stands there, and the fold alone holds it. */
function taken(spec: ActiveSpec): ActiveSpec {
  const frontmatter = draftOf(spec.frontmatter);
  takeWritten(frontmatter);
  return { ...spec, frontmatter };
}

/** `updated` follows the records. */
function stamped<Told extends Spec>(spec: Told, at: string): Told | ActiveSpec {
  if (spec.kind === 'absent') return spec;
  return taken({ ...spec, frontmatter: withField(spec.frontmatter, 'updated', timestampOf(at)) });
}

/** Whoever sets a spec in progress by command works on it, where nobody has claimed it; not where what the record says does not count. */
function begun(spec: ActiveSpec, { command, actor, events }: LogRecord, at: string): ActiveSpec {
  if (command !== 'update' || actor === undefined || spec.frontmatter['status'] !== 'in-progress')
    return spec;
  if (!events.some(({ type, data }) => type === 'StatusChanged' && data['to'] === 'in-progress')) return spec;
  const end = spec.claim === undefined ? undefined : claimEnd(spec.claim);
  if (end !== undefined && end > Date.parse(at)) return spec;
  return { ...spec, claim: { by: actor, lease: DEFAULT_LEASE, since: at, seen: at, byUpdate: true } };
}

/** A claim lives on with everything its holder records of the spec. */
function tended(spec: ActiveSpec, at: string, actor: string | undefined): ActiveSpec {
  const { claim } = spec;
  if (claim === undefined || claim.over === true) return spec;
  if (claim.since === undefined) return { ...spec, claim: { ...claim, since: at, seen: at } };
  return actor === claim.by ? { ...spec, claim: { ...claim, seen: at } } : spec;
}
