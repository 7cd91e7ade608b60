import { isJsonObject, jsonIn, type JsonValue } from '../value/jsonValue.js';
import { instantOf, momentIn } from '../value/timestamp.js';
import type { Holder } from './claimHolder.js';
import type { Finished } from './claimRules.js';

/** What a remote has about a spec: who holds it, or that a clone has ended it. */
export interface RemoteClaim {
  readonly state: 'claimed' | Finished;
  /** The name of the spec, for messages. */
  readonly name: string;
  readonly by: string;
  readonly session?: string;
  /** Set if the holder did not claim the spec but only set its status. */
  readonly byUpdate?: true;
  /** When the work began or ended, and when this was written; ISO 8601 UTC, by the clock of the clone that wrote it. */
  readonly since: string;
  readonly written: string;
  /** How long the claim lasts after it was written, in seconds. */
  readonly lease: number;
  /** Random id of the clone that wrote it. */
  readonly clone: string;
  /** Branch on which the spec was ended. */
  readonly branch?: string;
  /** Id of the record that ended the spec. */
  readonly record?: string;
}

/**
 * What a remote claim means for a clone. `free`: there is none, or none that can be read. `ours`: this clone wrote it.
 * `expired`: its lease is over, or it ended a month ago. `held`: another clone works on the spec. `ended`: another clone has ended the spec.
 */
export type RemoteStanding = 'free' | 'ours' | 'expired' | 'held' | 'ended';

const STATES: readonly string[] = ['claimed', 'complete', 'archived', 'deleted'];
const LONGEST_TEXT = 4_000;
/** The longest lease, and how long the end of a spec stays; in seconds. */
export const LONGEST_LEASE = 30 * 24 * 60 * 60;
/** Control and format characters, which could hide or reorder the text of a message. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const BRANCH = /^(?!.*(?:\.\.|\/\/))[A-Za-z0-9][A-Za-z0-9._/-]{0,199}$/;
const ID = /^[A-Za-z0-9-]{1,80}$/;
/** The largest difference between the clocks of two clones, in ms. A clone that sees an older claim does not wait for its end. */
const CLOCKS_APART = 7 * 24 * 60 * 60_000;

/** Reads a claim that another clone wrote; undefined if the text is not one. Whatever is not safe to show is left out. */
export function parseRemoteClaim(text: string): RemoteClaim | undefined {
  const value = text.length > LONGEST_TEXT ? undefined : jsonIn(text);
  if (!isJsonObject(value)) return undefined;
  const { state, name, by, session, byUpdate, lease, clone, branch, record } = value;
  const [since, written] = [momentOf(value['since']), momentOf(value['written'])];
  if (typeof state !== 'string' || !STATES.includes(state)) return undefined;
  if (!isShort(name) || !isShort(by) || !matches(clone, ID)) return undefined;
  if (since === undefined || written === undefined) return undefined;
  if (typeof lease !== 'number' || !(lease >= 1 && lease <= LONGEST_LEASE)) return undefined;
  return {
    state: state as RemoteClaim['state'],
    name,
    by,
    ...(matches(session, ID) && { session }),
    ...(byUpdate === true && { byUpdate }),
    since,
    written,
    lease,
    clone,
    ...(matches(branch, BRANCH) && { branch }),
    ...(matches(record, ID) && { record }),
  };
}

/**
 * @param claim the parsed claim; undefined if there is none.
 * @param seen when this clone first saw this claim, by its own clock: another clone's clock may be days off.
 */
export function remoteStanding(
  claim: RemoteClaim | undefined,
  { clone, seen, now }: { readonly clone: string; readonly seen: string; readonly now: string },
): RemoteStanding {
  if (claim === undefined) return 'free';
  if (claim.clone === clone) return 'ours';
  if (Date.parse(now) >= Date.parse(remoteClaimEnd(claim, seen))) return 'expired';
  return claim.state === 'claimed' ? 'held' : 'ended';
}

/** Returns when the lease ends by the clock of this clone, ISO 8601 UTC. */
export function remoteClaimEnd({ lease, written }: RemoteClaim, seen: string): string {
  return instantOf(Math.min(Date.parse(seen), Date.parse(written) + CLOCKS_APART) + lease * 1000);
}

/** Returns the holder of a claim that another clone made. */
export function remoteHolder(claim: RemoteClaim, seen: string, remote: string): Holder {
  const { by, since, byUpdate } = claim;
  return { by, since, until: remoteClaimEnd(claim, seen), ...(byUpdate && { byUpdate }), remote };
}

/** True for a claim of which half of the lease has passed since the holder wrote it. */
export function isRenewalDue(claim: RemoteClaim | undefined, written: string, now: string): boolean {
  return claim?.state === 'claimed' && Date.parse(now) - Date.parse(written) >= claim.lease * 500;
}

/** The highest number that a counter may add to the highest number of a clone; a higher one is a mistake or an attack. */
const FARTHEST = 100_000;

/**
 * Reads the counter of numbers: the next number that no clone has taken. Undefined if the text is not a counter, or is too far
 * above the numbers that this clone knows.
 */
export function parseCounter(text: string, highest: number): number | undefined {
  const value = text.length > LONGEST_TEXT ? undefined : jsonIn(text);
  const next = isJsonObject(value) ? value['next'] : undefined;
  const isOne = typeof next === 'number' && Number.isSafeInteger(next) && next >= 1;
  return isOne && next <= highest + FARTHEST ? next : undefined;
}

function isShort(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 200 && !UNSAFE.test(value);
}

function momentOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? momentIn(value) : undefined;
}

function matches(value: JsonValue | undefined, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}
