import { quoted } from '../value/quoted.js';
import { isSamePerson, personText } from '../fields/person.js';
import { claimEnd, DEFAULT_LEASE } from '../claims/claimHolder.js';
import { evolve, knownEvent, type SpecEvent } from '../spec/specEvents.js';
import { type Changes, withField } from '../fields/fieldChange.js';
import { isWellFormed } from '../spec/isWellFormedSpec.js';
import { ABSENT, type ActiveSpec, type Spec } from '../spec/spec.js';
import { timestampOf } from '../value/timestamp.js';
import {
  type ConcurrentWork,
  outlivedDeletions,
  type Overruled,
  overruledClaims,
  concurrentWork,
} from './concurrentClaims.js';
import { RECORD_VERSION, type LogRecord, type RecordedEvent } from './records/record.js';
import { isLasting, recordsSetAside } from './records/recordsSetAside.js';

/** A record or an event that `foldSpec` skipped: it stays in the log and is reported, but it never makes a command fail. */
export interface SkippedRecord {
  readonly record: LogRecord;
  readonly event?: RecordedEvent;
  /**
   * Set if two branches made changes that contradict each other; absent for a record that this version of spectool cannot read.
   */
  readonly code?: 'CLAIMED_TWICE' | 'DELETED_AND_EDITED';
  readonly reason: string;
}

export interface FoldedSpec {
  readonly spec: Spec;
  readonly passedOver: readonly SkippedRecord[];
}

/**
 * Computes the state of a spec by applying the records of its log, which are sorted by `orderRecords`. Records of a newer
 * version, unknown events and damaged data are skipped and returned; the function never throws.
 * @param onRecord called after each record that can be read, with the spec so far.
 */
export function foldSpec(
  records: readonly LogRecord[],
  onRecord?: (record: LogRecord, spec: Spec) => void,
): FoldedSpec {
  const aside = recordsSetAside(records);
  let spec: Spec = ABSENT;
  const passedOver: SkippedRecord[] = [];
  const overruled = overruledClaims(records);
  const doneTwice = concurrentWork(records);
  const outlived = outlivedDeletions(records);
  for (const record of records) {
    if (record.v > RECORD_VERSION) {
      passedOver.push({
        record,
        reason: `it was written by a newer spectool (record version ${String(record.v)})`,
      });
      continue;
    }
    const other = overruled.get(record.id);
    for (const event of record.events) {
      if (aside.has(record.id) && !isLasting(event)) continue;
      const known = knownEvent(event);
      if (known === undefined) {
        passedOver.push({
          record,
          event,
          reason: `its event type ${quoted(event.type)} is unknown`,
        });
        continue;
      }
      const twice = known.type === 'SpecClaimed' ? doneTwice.get(record.id) : undefined;
      if (known.type === 'SpecClaimed' && (other?.isOpen === true || twice !== undefined))
        passedOver.push({
          record,
          event,
          code: 'CLAIMED_TWICE',
          reason: claimedBefore(other, twice),
        });
      if (known.type === 'SpecDeleted' && outlived.has(record.id)) {
        const reason = 'the spec was edited on another branch, and an edit wins over a deletion';
        if (outlived.get(record.id) === 'beside')
          passedOver.push({ record, event, code: 'DELETED_AND_EDITED', reason });
        continue;
      }
      const fact = other === undefined ? known : withoutClaim(known);
      if (fact !== undefined) spec = applied(spec, fact, record, passedOver, event);
    }
    // An observation (a record of a hand edit) has no time, and does not change `updated`.
    if (spec.kind !== 'absent' && record.at !== undefined)
      spec = tended(begun(stamped(spec, record.at), record, record.at), record.at, record.actor);
    onRecord?.(record, spec);
  }
  return { spec, passedOver };
}

/** True if an edit on another branch won over a deletion, so that the spec still exists even if its folder is missing. */
export function hasOutlivedDeletion({ passedOver }: FoldedSpec): boolean {
  return passedOver.some(({ code }) => code === 'DELETED_AND_EDITED');
}

/**
 * Returns the part of an event that counts although the event is in the record of an overruled claim: a completion counts, but
 * not the claim itself, nor the assignee and the status set with it. Undefined if nothing counts.
 */
function withoutClaim(event: SpecEvent): SpecEvent | undefined {
  if (event.type === 'SpecClaimed' || event.type === 'ClaimReleased') return undefined;
  if (event.type === 'StatusChanged') return event.data.to === 'complete' ? event : undefined;
  if (event.type !== 'FieldsChanged') return event;
  const { assignee: _other, ...changes } = (event.data.changes as Changes | undefined) ?? {};
  return { type: 'FieldsChanged', data: { changes } };
}

function claimedBefore(other: Overruled | undefined, twice: ConcurrentWork | undefined): string {
  const { actor, at } = (twice?.first ?? other?.winner) as LogRecord;
  const when = at === undefined ? '' : ` (${at})`;
  if (twice === undefined)
    return `has no effect: ${personText(actor)} claimed the spec earlier${when}, on another branch`;
  return `is a second claim: ${personText(actor)} claimed the spec earlier${when}, on another branch${twice.isComplete ? ', and completed it' : ''}`;
}

/**
 * Applies an event to the spec. If the data of the event has an unexpected shape, because the log is damaged or hostile, the
 * event is skipped.
 */
function applied(
  spec: Spec,
  known: SpecEvent,
  record: LogRecord,
  passedOver: SkippedRecord[],
  event: RecordedEvent,
): Spec {
  try {
    const next = evolve(spec, known);
    if (isWellFormed(next)) return next;
  } catch {
    // The event is reported as skipped below.
  }
  passedOver.push({ record, event, reason: `the data of its event ${quoted(event.type)} cannot be read` });
  return spec;
}

/** Returns the spec with `updated` set to the time of a record. */
function stamped(spec: ActiveSpec, at: string): ActiveSpec {
  return { ...spec, frontmatter: withField(spec.frontmatter, 'updated', timestampOf(at)) };
}

/**
 * Returns the spec with a claim for the actor, if a record of the update command set the spec in progress and no other claim is
 * running. The spec stays unclaimed if that status change does not count.
 */
function begun(spec: ActiveSpec, { command, actor, events }: LogRecord, at: string): ActiveSpec {
  if (command !== 'update' || actor === undefined || spec.frontmatter['status'] !== 'in-progress')
    return spec;
  if (!events.some(({ type, data }) => type === 'StatusChanged' && data['to'] === 'in-progress')) return spec;
  const end = spec.claim === undefined ? undefined : claimEnd(spec.claim);
  if (end !== undefined && end > Date.parse(at)) return spec;
  return { ...spec, claim: { by: actor, lease: DEFAULT_LEASE, since: at, seen: at, byUpdate: true } };
}

/** Returns the spec with its lease renewed, if the record was written by the holder of the claim. */
function tended(spec: ActiveSpec, at: string, actor: string | undefined): ActiveSpec {
  const { claim } = spec;
  if (claim === undefined || claim.over === true) return spec;
  if (claim.since === undefined) return { ...spec, claim: { ...claim, since: at, seen: at } };
  return isSamePerson(actor, claim.by) ? { ...spec, claim: { ...claim, seen: at } } : spec;
}
