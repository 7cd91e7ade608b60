import { leaseMs } from '../claims/claimHolder.js';
import { jsonEquals } from '../value/jsonValue.js';
import type { LogRecord, RecordedEvent, RecordId } from './records/record.js';
import { RecordGraph } from './records/recordGraph.js';

/** The greatest number of concurrent claims on one spec that are compared with each other. */
const MOST_TOLD = 100;

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
  const isTaken = takeovers(claims, records);
  const isEnded = (claim: LogRecord) => known.has(claim.id) || isTaken(claim);
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
  const isTaken = takeovers(claims, records);
  const standing = claims.filter((claim) => !isGivenUp.has(claim.id) && !isTaken(claim)).slice(0, MOST_TOLD);
  // Returns early, because usually at most one claim is still valid.
  if (standing.length < 2) return new Map();
  const heads = headsThatKnow(standing, records);
  const knowsBoth = (a: LogRecord, b: LogRecord) =>
    [...(heads.get(a.id) ?? [])].some((head) => heads.get(b.id)?.has(head));
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
 * the deletion's record, `after` if the spec was restored later.
 */
export function outlivedDeletions(records: readonly LogRecord[]): ReadonlyMap<RecordId, 'beside' | 'after'> {
  const deletions = records.filter(isDeletion);
  if (deletions.length === 0) return new Map();
  return new RecordGraph(records, (record) => !isDeletion(record)).unaware(deletions);
}

/** Returns the ids of all ancestors of the records in `of`. */
function knownTo(of: readonly LogRecord[], records: readonly LogRecord[]): ReadonlySet<RecordId> {
  const byId = new Map(records.map((record) => [record.id, record]));
  const known = new Set<RecordId>();
  const waiting = of.flatMap(({ parents }) => parents);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const found = byId.get(id);
    if (found === undefined || known.has(id)) continue;
    known.add(id);
    for (const parent of found.parents) waiting.push(parent);
  }
  return known;
}

/** Returns for each record in `of` the heads that descend from it. */
function headsThatKnow(
  of: readonly LogRecord[],
  records: readonly LogRecord[],
): ReadonlyMap<RecordId, ReadonlySet<RecordId>> {
  const followers = new Map<RecordId, RecordId[]>();
  for (const { id, parents } of records)
    for (const parent of parents)
      followers
        .set(parent, followers.get(parent) ?? [])
        .get(parent)
        ?.push(id);
  return new Map(
    of.map(({ id: from }) => {
      const seen = new Set([from]);
      for (const id of seen) for (const follower of followers.get(id) ?? []) seen.add(follower);
      return [from, new Set([...seen].filter((id) => !followers.has(id)))];
    }),
  );
}

/**
 * Returns a function that is true for a claim that another actor took over on a branch without the record of the claim: by
 * stealing it from the holder in another worktree, or by claiming the spec after the lease had expired.
 */
function takeovers(
  claims: readonly LogRecord[],
  records: readonly LogRecord[],
): (claim: LogRecord) => boolean {
  const times = sorted(claims.map(timeOf));
  /** For each holder, the time of the last claim that another actor stole from the holder, in ms since 1970. */
  const stolen = new Map<unknown, number>();
  for (const claim of claims) {
    const from = claimIn(claim)?.['stolenFrom'];
    const at = timeOf(claim);
    if (!(at <= (stolen.get(from) ?? -Infinity)) && !Number.isNaN(at)) stolen.set(from, at);
  }
  const signs = new Map<unknown, number[]>();
  for (const record of records)
    signs
      .set(record.actor, signs.get(record.actor) ?? [])
      .get(record.actor)
      ?.push(timeOf(record));
  /**
   * The time in ms from a holder's record at `from` to the last claim by any actor before the holder's next record at `to`;
   * -Infinity if there is no such claim.
   */
  const silence = (from: number, to: number) => {
    const last = times[firstAbove(times, to) - 1] ?? -Infinity;
    return last > from ? last - from : -Infinity;
  };
  const heard = new Map(
    [...signs].map(([actor, all]) => {
      const own = sorted(all);
      const longest = own.map((from, i) => silence(from, own[i + 1] ?? Infinity));
      for (let i = longest.length - 2; i >= 0; i--)
        longest[i] = Math.max(longest[i] ?? -Infinity, longest[i + 1] ?? -Infinity);
      return [actor, { own, longest }];
    }),
  );
  return (claim) => {
    const before = claimIn(claim);
    const since = timeOf(claim);
    if (before === undefined || Number.isNaN(since)) return false;
    if ((stolen.get(before['by']) ?? -Infinity) > since) return true;
    const lease = typeof before['lease'] === 'string' ? (leaseMs(before['lease']) ?? 0) : 0;
    const { own, longest } = heard.get(before['by']) ?? { own: [], longest: [] };
    const next = firstAbove(own, since);
    return Math.max(silence(since, own[next] ?? Infinity), longest[next] ?? -Infinity) >= lease;
  };
}

function sorted(times: readonly number[]): readonly number[] {
  return times.filter((time) => !Number.isNaN(time)).sort((a, b) => a - b);
}

/** Returns the index of the first number above `value` in a sorted list. */
function firstAbove(list: readonly number[], value: number): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((list[middle] ?? 0) > value) to = middle;
    else from = middle + 1;
  }
  return from;
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
