import { jsonIn, isJsonObject, type JsonValue } from '../value/jsonValue.js';
import { BOUNDS } from '../value/bounds.js';
import { instantOf, momentIn } from '../value/dates.js';
import type { Finished, Holder } from './claims.js';

/** What a remote has about a spec: who holds it, or that a clone has ended it. */
export interface RemoteClaim {
  readonly state: 'claimed' | Finished;
  /** The name of the spec, for messages. */
  readonly name: string;
  readonly by: string;
  /** Set if the holder did not claim the spec but only set its status. */
  readonly byUpdate?: true;
  /** When the work began or ended, and when this was written; ISO 8601 UTC, by the clock of the clone that wrote it. */
  readonly since: string;
  readonly written: string;
  /** How long the claim lasts after it was written, in seconds. */
  readonly lease: number;
  /** A random text, so that no two clones write the same. Earlier versions wrote a random id of the clone. */
  readonly clone: string;
  /** Branch on which the spec was ended. */
  readonly branch?: string;
  /** Id of the record that began the work or ended the spec. Earlier versions wrote none for a claim. */
  readonly record?: string;
}

/**
 * What a remote claim means for a clone. `free`: there is none, or none that can be read. `ours`: the logs of this clone have it,
 * so that they say what it is worth. `expired`: its lease is over, or it ended a month ago. `held`: another clone works on the
 * spec. `ended`: another clone has ended the spec.
 */
export type RemoteStanding = 'free' | 'ours' | 'expired' | 'held' | 'ended';

const STATES: readonly string[] = ['claimed', 'complete', 'archived', 'deleted'];

/** Control and format characters, which could hide or reorder the text of a message. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

const BRANCH = /^(?!.*(?:\.\.|\/\/))[A-Za-z0-9][A-Za-z0-9._/-]{0,199}$/;

const ID = /^[A-Za-z0-9-]{1,80}$/;

/** Reads a claim that another clone wrote; undefined if the text is not one. Whatever is not safe to show is left out. */
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

/** Returns when the lease ends, ISO 8601 UTC. A claim that seems to come from the future counts as written now. */
function remoteClaimEnd({ lease, written }: RemoteClaim, now: string): string {
  return instantOf(Math.min(Date.parse(written), Date.parse(now)) + lease * 1000);
}

/** @param isOurs true if the logs of this clone have the claim or the end. */
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
