import { jsonIn, isJsonObject, type JsonValue } from '../value/jsonValue.js';
import { BOUNDS } from '../value/bounds.js';
import { instantOf, momentIn } from '../value/dates.js';
import type { Finished, Holder } from './claims.js';

/** The entry of a spec on a git remote: who holds the spec, or that a clone has completed, archived or deleted it. */
export interface RemoteClaim {
  readonly state: 'claimed' | Finished;
  /** The name of the spec, for messages. */
  readonly name: string;
  readonly by: string;
  /** Set if the holder did not claim the spec but only set its status with `update`. */
  readonly byUpdate?: true;
  /** When the work began or ended (`since`), and when this entry was written; ISO 8601 UTC, by the clock of the writing clone. */
  readonly since: string;
  readonly written: string;
  /** How long the entry stays valid after it was written, in seconds. */
  readonly lease: number;
  /** A random text, so that no two clones write equal entries. Earlier versions wrote a random id of the clone. */
  readonly clone: string;
  /** The branch on which the spec was completed, archived or deleted. */
  readonly branch?: string;
  /** The id of the record that began or ended the work. Earlier versions wrote no id for a claim. */
  readonly record?: string;
}

/**
 * What a remote's entry on a spec means for this clone. `free`: there is no readable entry. `ours`: this clone's logs contain the
 * claim or its end, so the logs decide. `expired`: the entry is no longer valid. `held`: another clone works on the spec.
 * `ended`: another clone has completed, archived or deleted the spec.
 */
export type RemoteStanding = 'free' | 'ours' | 'expired' | 'held' | 'ended';

const STATES: readonly string[] = ['claimed', 'complete', 'archived', 'deleted'];

/** Control and format characters, which could hide or reorder the text of a message. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

const BRANCH = /^(?!.*(?:\.\.|\/\/))[A-Za-z0-9][A-Za-z0-9._/-]{0,199}$/;

const ID = /^[A-Za-z0-9-]{1,80}$/;

/** Reads an entry that another clone wrote; undefined if the text is not an entry. Unsafe text in optional fields is left out. */
export function parseRemoteClaim(text: string): RemoteClaim | undefined {
  const value = jsonIn(text);
  if (!isJsonObject(value)) return undefined;
  const { state, name, by, byUpdate, lease, clone, branch, record } = value;
  const [since, written] = [momentOf(value['since']), momentOf(value['written'])];
  if (typeof state !== 'string' || !STATES.includes(state)) return undefined;
  if (!isShort(name) || !isShort(by) || !matches(clone, ID)) return undefined;
  if (since === undefined || written === undefined) return undefined;
  if (typeof lease !== 'number' || !(lease >= 1 && lease <= BOUNDS.leaseMs / 1000)) return undefined;
  return {
    state: state as RemoteClaim['state'],
    name,
    by,
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
 * Returns the time at which an entry's lease ends, ISO 8601 UTC. If `written` is in the future, because of a wrong clock, `now`
 * is used instead.
 */
function remoteClaimEnd({ lease, written }: RemoteClaim, now: string): string {
  return instantOf(Math.min(Date.parse(written), Date.parse(now)) + lease * 1000);
}

/** Returns what an entry means for this clone. @param isOurs true if the logs of this clone contain the entry. */
export function remoteStanding(
  claim: RemoteClaim | undefined,
  isOurs: (claim: RemoteClaim) => boolean,
  now: string,
): RemoteStanding {
  if (claim === undefined) return 'free';
  if (Date.parse(now) >= Date.parse(remoteClaimEnd(claim, now))) return 'expired';
  if (isOurs(claim)) return 'ours';
  return claim.state === 'claimed' ? 'held' : 'ended';
}

/** Returns the holder of a claim that another clone made. */
export function remoteHolder(claim: RemoteClaim, now: string, remote: string): Holder {
  const { by, since, byUpdate } = claim;
  return { by, since, until: remoteClaimEnd(claim, now), ...(byUpdate && { byUpdate }), remote };
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
