import { leaseMs } from '../claims/holder.js';
import { jsonEquals } from '../value/json.js';
import type { LogRecord, RecordedEvent, RecordId } from './records/record.js';
import { RecordGraph } from './records/recordGraph.js';

/** Of claims made twice; more branches of one spec do not meet. */
const MOST_TOLD = 100;

/** The claim that stands in place of another. */
export interface Overruled {
  readonly winner: LogRecord;
  /** The other was not given up since: two still work on one spec. */
  readonly isOpen: boolean;
}

/** A claim whose spec another had claimed before, neither knowing of the other, and on which both worked. */
export interface DoneTwice {
  readonly first: LogRecord;
  /** The first one's work was complete, and so its claim overrules nothing any more. */
  readonly isComplete: boolean;
}

/**
 * Records whose claim, or release of one, another claim overrules that they knew nothing of: of concurrent claims the earlier stands.
 * A claim that some record knew of and ended (stole, released, completed, archived) overrules nothing any more; nor does one that another
 * took over by its name, or whose time had run out when the other was made.
 * @param records in folding order. @returns by the id of the overruled record.
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
  // None of these knew of the winner: it would have ended it.
  const later = records.slice(records.indexOf(winner)).filter(({ events }) => events.some(isOfClaim));
  return new Map(
    later
      .filter((record) => !isSameHolder(record, winner))
      .map((record) => [record.id, { winner, isOpen: !isEnded(record) }]),
  );
}

/**
 * Claims that overrule nothing, or nothing any more, as the work of one is complete: told until some record knows of both.
 * @param records in folding order. @returns by the id of the later claim.
 */
export function workDoneTwice(records: readonly LogRecord[]): ReadonlyMap<RecordId, DoneTwice> {
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
  // Nearly always it is one.
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
 * Deletions after which the spec lives on: `beside`, another branch edited it and knew nothing of that; `after`, it was brought back.
 */
export function outlivedDeletions(records: readonly LogRecord[]): ReadonlyMap<RecordId, 'beside' | 'after'> {
  const deletions = records.filter(isDeletion);
  if (deletions.length === 0) return new Map();
  return new RecordGraph(records, (record) => !isDeletion(record)).unaware(deletions);
}

/** What any of these records stands on. */
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

/** Of each of these the ends of branches that stand on it. */
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
 * Tells of a claim whether another one took it over without its record: in another worktree, whose holder was known by name, or because
 * nobody held it any more.
 */
function takeovers(
  claims: readonly LogRecord[],
  records: readonly LogRecord[],
): (claim: LogRecord) => boolean {
  const times = sorted(claims.map(timeOf));
  /** When a claim was last stolen from somebody. */
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
  /** How long before a claim, at most, nothing had been heard since `from`, where the next sign came at `to`. */
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

/** Where in a sorted list the first stands that is greater. */
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

/** Milliseconds since 1970; NaN for a record that says no time. */
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

/** Another claim takes it over. */
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
