import { claimEnd, DEFAULT_LEASE, leaseMs } from '../claims/claims.js';
import { type Changes, withField } from '../fields/fieldChange.js';
import { isSamePerson, personText } from '../value/person.js';
import { ABSENT, type ActiveSpec, isWellFormed, type Spec } from '../spec/spec.js';
import { evolve, knownEvent, type SpecEvent } from '../spec/specEvents.js';
import { timestampOf } from '../value/dates.js';
import { jsonEquals } from '../value/jsonValue.js';
import { quoted } from '../value/text.js';
import { type LogRecord, RECORD_VERSION, type RecordedEvent, type RecordId } from './records/record.js';
import { ancestry } from './records/recordOrderAndFormat.js';

/** The greatest number of claims on one spec from different branches that are compared with each other. */
const MOST_TOLD = 100;
/** The greatest number of deletions of one spec that `outlivedDeletions` examines. */
const MOST_DELETIONS = 20;

/** The claim that overrules a later claim on another branch. */
interface Overruled {
  readonly winner: LogRecord;
  /** True if the overruled claim has not ended since, so that two actors still work on the spec. */
  readonly isOpen: boolean;
}

/** Two claims on one spec by different holders, made on branches that did not have each other's records. */
interface ConcurrentWork {
  readonly first: LogRecord;
  /** True if the holder of `first` completed the work; `first` then overrules no other claim. */
  readonly isComplete: boolean;
}

/**
 * Returns the records of claims and releases that an earlier claim on another branch overrules. An earlier claim overrules others
 * until a descendant record ends it (by a release, a completion or archiving), another actor takes the spec over, or its lease
 * has expired.
 * @param records the records of the spec, sorted by `orderRecords`.
 * @returns the overruling claim by the id of the overruled record.
 */
function overruledClaims(records: readonly LogRecord[]): ReadonlyMap<RecordId, Overruled> {
  const claims = records.filter(({ events }) => events.some(isClaim));
  if (claims.length < 2) return new Map();
  const known = knownTo(
    records.filter(({ events }) => events.some(endsClaim)),
    records,
  );
  const taken = takenOver(records);
  const isEnded = ({ id }: LogRecord) => known.has(id) || taken.has(id);
  const winner = claims.find((claim) => !isEnded(claim));
  if (winner === undefined) return new Map();
  // All these records come from branches without the winning claim, because a descendant of that claim would have ended it.
  const later = records.slice(records.indexOf(winner)).filter(({ events }) => events.some(isOfClaim));
  return new Map(
    later
      .filter((record) => !isSameHolder(record, winner))
      .map((record) => [record.id, { winner, isOpen: !isEnded(record) }]),
  );
}

/**
 * Finds pairs of claims on different branches where at least one of the two claims led to the completion of the spec. A pair is
 * reported until a record descends from both claims.
 * @param records the records of the spec, sorted by `orderRecords`.
 * @returns the earlier claim by the id of the later claim.
 */
function concurrentWork(records: readonly LogRecord[]): ReadonlyMap<RecordId, ConcurrentWork> {
  const claims = records.filter(({ events }) => events.some(isClaim));
  if (claims.length < 2) return new Map();
  const completions = records.filter(({ events }) => events.some(isCompletion));
  const isComplete = ({ id }: LogRecord) => done.has(id) || completions.some((one) => one.id === id);
  const done = knownTo(completions, records);
  const isGivenUp = knownTo(
    records.filter(({ events }) => events.some(isOfClaim) && !events.some(isCompletion)),
    records,
  );
  const taken = takenOver(records);
  const standing = claims.filter(({ id }) => !isGivenUp.has(id) && !taken.has(id)).slice(0, MOST_TOLD);
  // Returns early, because usually at most one claim is still valid.
  if (standing.length < 2) return new Map();
  const followers = new Map(standing.map((claim) => [claim, followersOf(claim, records)]));
  const knowsBoth = (a: LogRecord, b: LogRecord) =>
    [...(followers.get(a) ?? [])].some((id) => followers.get(b)?.has(id));
  return new Map(
    standing.flatMap((claim, i) => {
      const first = standing.slice(0, i).find((one) => !isSameHolder(one, claim) && !knowsBoth(one, claim));
      if (first === undefined || !(isComplete(first) || isComplete(claim))) return [];
      return [[claim.id, { first, isComplete: isComplete(first) }] as const];
    }),
  );
}

/**
 * Finds the deletions that `foldSpec` ignores: `beside` if another branch edited the spec without having the deletion's record,
 * `after` if the spec was restored later. Only the last `MOST_DELETIONS` deletions are examined.
 */
export function outlivedDeletions(records: readonly LogRecord[]): ReadonlyMap<RecordId, 'beside' | 'after'> {
  const deletions = records.filter(isDeletion).slice(-MOST_DELETIONS);
  if (deletions.length === 0) return new Map();
  const edits = records.filter((record) => !isDeletion(record));
  return new Map(
    deletions.flatMap((deletion) => {
      const known = knownTo([deletion], records);
      const unknown = edits.filter(({ id }) => !known.has(id));
      if (unknown.length === 0) return [];
      const later = followersOf(deletion, records);
      const isAfter = unknown.every(({ id }) => later.has(id));
      return [[deletion.id, isAfter ? 'after' : 'beside'] as const];
    }),
  );
}

/** Returns the ids of all ancestors of the records in `of`. */
function knownTo(of: readonly LogRecord[], records: readonly LogRecord[]): ReadonlySet<RecordId> {
  const byId = new Map(records.map((record) => [record.id, record]));
  return ancestry(
    of.flatMap(({ parents }) => parents.flatMap((id) => byId.get(id) ?? [])),
    byId,
  );
}

/** Returns the ids of a record and of all its descendants. */
function followersOf({ id: first }: LogRecord, records: readonly LogRecord[]): ReadonlySet<RecordId> {
  const known = new Set([first]);
  for (const { id, parents } of records) if (parents.some((parent) => known.has(parent))) known.add(id);
  return known;
}

/**
 * Returns the ids of the claims that another actor took over on a branch without the record of the claim: by stealing it from the
 * holder in another worktree, or by claiming the spec after the lease had expired.
 */
function takenOver(records: readonly LogRecord[]): ReadonlySet<RecordId> {
  const taken = new Set<RecordId>();
  let running: { id: RecordId; by: unknown; lease: number; since: number; seen: number }[] = [];
  const timed = records
    .map((record) => ({ record, at: timeOf(record) }))
    .filter(({ at }) => !Number.isNaN(at));
  for (const { record, at } of timed.sort((a, b) => a.at - b.at)) {
    const { id: own, actor } = record;
    const claim = claimIn(record);
    if (claim !== undefined)
      for (const { id, by, lease, since, seen } of running)
        if (since < at && (claim['stolenFrom'] === by || at - seen >= lease)) taken.add(id);
    running = running.filter(({ id }) => !taken.has(id));
    for (const one of running) if (one.by === actor) one.seen = at;
    if (claim === undefined) continue;
    const lease = typeof claim['lease'] === 'string' ? (leaseMs(claim['lease']) ?? 0) : 0;
    running = [...running.slice(-MOST_TOLD), { id: own, by: claim['by'], lease, since: at, seen: at }];
  }
  return taken;
}

function claimIn({ events }: LogRecord): RecordedEvent['data'] | undefined {
  return events.find(isClaim)?.data;
}

/** Returns the time of a record in ms since 1970; NaN for a record without a time. */
function timeOf({ at = '' }: LogRecord): number {
  return Date.parse(at);
}

function isDeletion({ events }: LogRecord): boolean {
  return events.some(({ type }) => type === 'SpecDeleted');
}

function isClaim({ type }: RecordedEvent): boolean {
  return type === 'SpecClaimed';
}

function isOfClaim(event: RecordedEvent): boolean {
  return isClaim(event) || event.type === 'ClaimReleased';
}

/** True for an event that ends the claims made in earlier records of the same branch. */
function endsClaim(event: RecordedEvent): boolean {
  const { type } = event;
  return isOfClaim(event) || isCompletion(event) || type === 'SpecArchived' || type === 'SpecDeleted';
}

function isCompletion({ type, data }: RecordedEvent): boolean {
  return type === 'StatusChanged' && data['to'] === 'complete';
}

function isSameHolder(a: LogRecord, b: LogRecord): boolean {
  const [one = {}, other = {}] = [a, b].map(claimIn);
  return jsonEquals(one['by'], other['by']) && jsonEquals(one['place'], other['place']);
}

/**
 * The events that count even if their record is set aside, because they do not concern the document's content: claims,
 * acceptances, approvals, verdicts of tests, and changes of the folder.
 */
const LASTING: ReadonlySet<string> = new Set([
  'SpecCreated',
  'SpecImported',
  'SpecAdopted',
  'SpecTakenOver',
  'SpecClaimed',
  'ClaimReleased',
  'SpecAccepted',
  'AcceptanceWithdrawn',
  'SpecApproved',
  'ApprovalWithdrawn',
  'SpecRenumbered',
  'SpecRenamed',
  'SpecArchived',
  'SpecUnarchived',
  'SpecDeleted',
  'SpecRestored',
  'CriterionTested',
  'VerdictWithdrawn',
]);

/**
 * Returns the records that later records list as set aside: they do not count for fields and text, because git restored an older
 * document (stash, reset, restore).
 * @param records the records of the log, sorted by `orderRecords`.
 */
export function recordsSetAside(records: readonly LogRecord[]): ReadonlySet<RecordId> {
  const aside = new Set<RecordId>();
  for (const { events } of records)
    for (const { type, data } of events) {
      if (type !== 'RecordsSetAside' && type !== 'RecordsRestored') continue;
      const { records: named } = data;
      for (const id of Array.isArray(named) ? named : [])
        if (typeof id !== 'string') continue;
        else if (type === 'RecordsSetAside') aside.add(id);
        else aside.delete(id);
    }
  return aside;
}

/** True if an event counts although its record is set aside. */
function isLasting({ type }: { readonly type: string }): boolean {
  return LASTING.has(type);
}

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

interface FoldedSpec {
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
    if (spec.kind === 'active' && spec.claim !== undefined && spec.claim.by !== spec.lastHolder)
      spec = { ...spec, lastHolder: spec.claim.by };
    onRecord?.(record, spec);
  }
  return { spec, passedOver };
}

/** True if an edit on another branch won over a deletion, so that the spec still exists even if its folder is missing. */
export function hasOutlivedDeletion({ passedOver }: FoldedSpec): boolean {
  return passedOver.some(({ code }) => code === 'DELETED_AND_EDITED');
}

/**
 * Returns the part of an event that counts even in the record of an overruled claim: a completion counts, but not the claim
 * itself, nor the assignee and the status that were set with it. Undefined if nothing counts.
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
    // An event that cannot be applied is reported as skipped below.
  }
  passedOver.push({ record, event, reason: `the data of its event ${quoted(event.type)} cannot be read` });
  return spec;
}

/** Returns the spec with `updated` set to the time of a record. */
function stamped(spec: ActiveSpec, at: string): ActiveSpec {
  return { ...spec, frontmatter: withField(spec.frontmatter, 'updated', timestampOf(at)) };
}

/**
 * Returns the spec with a claim for the actor if the record set the status to in-progress with `update` and the spec has no other
 * running claim. The spec stays unclaimed if that status change does not count.
 */
function begun(spec: ActiveSpec, { command, actor, events }: LogRecord, at: string): ActiveSpec {
  if (command !== 'update' || actor === undefined || spec.frontmatter['status'] !== 'in-progress')
    return spec;
  if (!events.some(({ type, data }) => type === 'StatusChanged' && data['to'] === 'in-progress')) return spec;
  const end = spec.claim === undefined ? undefined : claimEnd(spec.claim);
  // A claim of the same record has no time yet.
  const isClaimed = spec.claim?.since === undefined && events.some(({ type }) => type === 'SpecClaimed');
  if (isClaimed || (end !== undefined && end > Date.parse(at))) return spec;
  return { ...spec, claim: { by: actor, lease: DEFAULT_LEASE, since: at, seen: at, byUpdate: true } };
}

/** Returns the spec with its lease renewed, if the record was written by the holder of the claim. */
function tended(spec: ActiveSpec, at: string, actor: string | undefined): ActiveSpec {
  const { claim } = spec;
  if (claim === undefined || claim.over === true) return spec;
  if (claim.since === undefined) return { ...spec, claim: { ...claim, since: at, seen: at } };
  return isSamePerson(actor, claim.by) ? { ...spec, claim: { ...claim, seen: at } } : spec;
}
