import { leaseMs } from '../claims/holder.js';
import { jsonEquals } from '../value/json.js';
import type { LogRecord, RecordedEvent, RecordId } from './record.js';
import { ancestry } from './recordOrder.js';

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
  const lines = ancestries(
    records,
    records.filter(({ events }) => events.some(endsClaim)),
  );
  const isEnded = (claim: LogRecord) =>
    [...lines].some(([ender, line]) => ender !== claim.id && line.has(claim.id)) ||
    claims.some((other) => takesOver(other, claim, records));
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
  const known = new Set(records.flatMap(({ parents }) => parents));
  const heads = records.filter(({ id }) => !known.has(id));
  const ends = [...ancestries(records, heads).values()];
  // Nearly always one record knows of all.
  if (ends.some((line) => claims.every(({ id }) => line.has(id)))) return new Map();
  const knowsBoth = (a: LogRecord, b: LogRecord) => ends.some((line) => line.has(a.id) && line.has(b.id));
  const completions = records.filter(({ events }) => events.some(isCompletion));
  const lines = ancestries(records, [
    ...records.filter(({ events }) => events.some(isOfClaim)),
    ...completions,
  ]);
  const isComplete = (claim: LogRecord) => completions.some(({ id }) => lines.get(id)?.has(claim.id));
  const isGivenUp = (claim: LogRecord) =>
    [...lines].some(
      ([id, line]) => id !== claim.id && line.has(claim.id) && !completions.some((one) => one.id === id),
    ) || claims.some((other) => takesOver(other, claim, records));
  const standing = claims.filter((claim) => !isGivenUp(claim));
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
  const edits = records.filter((record) => !isDeletion(record));
  const lines = ancestries(records, records);
  return new Map(
    deletions.flatMap(({ id }) => {
      const unknown = edits.filter((edit) => lines.get(id)?.has(edit.id) === false);
      if (unknown.length === 0) return [];
      return [[id, unknown.every((edit) => lines.get(edit.id)?.has(id)) ? 'after' : 'beside'] as const];
    }),
  );
}

function ancestries(
  records: readonly LogRecord[],
  of: readonly LogRecord[],
): ReadonlyMap<RecordId, ReadonlySet<RecordId>> {
  const byId = new Map(records.map((record) => [record.id, record]));
  return new Map(of.map((record) => [record.id, ancestry(record, byId)]));
}

/** Without its record: in another worktree, whose holder was known by name, or because nobody held it any more. */
function takesOver(other: LogRecord, claim: LogRecord, records: readonly LogRecord[]): boolean {
  const [own, before] = [claimIn(other), claimIn(claim)];
  if (own === undefined || before === undefined) return false;
  const [at, since] = [timeOf(other), timeOf(claim)];
  if (other.id === claim.id || !(at > since)) return false;
  if (own['stolenFrom'] === before['by']) return true;
  const lease = typeof before['lease'] === 'string' ? (leaseMs(before['lease']) ?? 0) : 0;
  const signs = records.filter(({ actor }) => actor === before['by']).map(timeOf);
  const seen = signs.filter((time) => time >= since && time < at);
  return Math.max(since, ...seen) + lease <= at;
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
