import { ancestry } from './records/recordOrder.js';
import { leaseMs } from '../claims/claimHolder.js';
import { jsonEquals } from '../value/jsonValue.js';
import type { LogRecord, RecordedEvent, RecordId } from './records/record.js';

/** The greatest number of concurrent claims on one spec that are compared with each other. */
const MOST_TOLD = 100;
/** The greatest number of deletions of one spec that are looked at. */
const MOST_DELETIONS = 20;

/** The claim that overrules a concurrent claim. */
export interface Overruled {
  readonly winner: LogRecord;
  /** True if the overruled claim has not ended since, so that two actors still work on the spec. */
  readonly isOpen: boolean;
}

/** Two claims on one spec by different holders, made on branches that did not have each other's records. */
export interface ConcurrentWork {
  readonly first: LogRecord;
  /** True if the holder of `first` completed the work; `first` then overrules no other claim. */
  readonly isComplete: boolean;
}

/**
 * Returns the records of claims and releases that an earlier claim on another branch overrules. An earlier claim has this effect
 * until a descendant record ends the claim (by a release, a completion or archiving), another actor takes the claim over, or its
 * lease has expired.
 * @param records the records of the spec, sorted by `orderRecords`.
 * @returns the overruling claim by the id of the overruled record.
 */
export function overruledClaims(records: readonly LogRecord[]): ReadonlyMap<RecordId, Overruled> {
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
 * Finds pairs of claims on different branches of which at least one led to the completion of the spec. A pair is reported until a
 * record descends from both claims.
 * @param records the records of the spec, sorted by `orderRecords`.
 * @returns the earlier claim by the id of the later claim.
 */
export function concurrentWork(records: readonly LogRecord[]): ReadonlyMap<RecordId, ConcurrentWork> {
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
 * Finds deletions that a later or concurrent record made ineffective: `beside` if another branch edited the spec without having
 * the deletion's record, `after` if the spec was restored later. Only the last deletions are looked at.
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
