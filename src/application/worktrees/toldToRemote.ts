import { leaseMs } from '../../domain/claims/claimHolder.js';
import {
  isRenewalDue,
  LONGEST_LEASE,
  parseRemoteClaim,
  type RemoteClaim,
} from '../../domain/claims/remoteClaim.js';
import { isSamePerson } from '../../domain/fields/person.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { LogRecord, StreamId } from '../../domain/log/records/record.js';
import type { Spec } from '../../domain/spec/spec.js';
import type { SeenEntry } from '../../ports/lockAndClaimRegistry.js';
import { claimsIn, endOf, holderIn } from './claimsInLogs.js';

/** A change of a spec: its new record, if it has one, and the log of this worktree with this record. */
export interface ChangedLog {
  readonly record?: LogRecord;
  readonly log: readonly LogRecord[];
}

/** What the remote is to have about a spec: a claim or the end of the spec, or nothing, because the claim is over. */
export interface Told {
  readonly stream: StreamId;
  /** Name of the spec. */
  readonly spec: string;
  readonly claim?: RemoteClaim;
  /** Version of the entry that this clone wrote before. */
  readonly was?: string;
  /** True if the log of this worktree has the change. */
  readonly isHere: boolean;
  /** True for a change that another clone can refuse, because it claims the spec or ends the work. */
  readonly isDecision: boolean;
}

/** True for a change that claims the spec, or ends the work. */
export function isDecision(changed: Required<ChangedLog> | undefined): boolean {
  if (changed === undefined) return false;
  const { record, log } = changed;
  if (claimsIn(record)) return true;
  const before = log.filter(({ id }) => id !== record.id);
  return endOf(foldSpec(log).spec) !== undefined && endOf(foldSpec(before).spec) === undefined;
}

/** True if the actor holds the spec according to the log. */
export function isHolder(actor: string | undefined, log: readonly LogRecord[], now: string): boolean {
  const holder = holderIn(foldSpec(log).spec, now);
  return holder !== undefined && isSamePerson(holder.by, actor);
}

/** Returns what the remote has to be told about a spec, if anything. @param decision the record, if the change is a decision. */
export function toldAbout(
  spec: Spec,
  about: {
    readonly stream: StreamId;
    /** Id of the newest record, and whether the log of this worktree has it. */
    readonly newest: string | undefined;
    readonly isHere: boolean;
    /** The actor whose claim or end the remote may lack; set if there is one. */
    readonly by: string | undefined;
    /** True to tell the remote although nothing differs from what it had. */
    readonly isForced: boolean;
    readonly clone: string;
    readonly now: string;
    /** The entry as this clone last saw it. */
    readonly entry: SeenEntry | undefined;
  },
  decision: LogRecord | undefined,
): readonly Told[] {
  const { stream, newest, isHere, isForced, clone, now, entry } = about;
  const last = entry?.own === true ? parseRemoteClaim(entry.text) : undefined;
  const by = (decision === undefined ? (about.by ?? last?.by) : decision.actor) ?? '';
  const name = spec.kind === 'absent' ? (last?.name ?? stream) : spec.labels.ref;
  const claim = wantedClaim(spec, { name, by, clone, written: now }, newest);
  const isAgreed = isSame(last, claim) && !isRenewalDue(claim, entry?.at ?? now, now);
  if (isAgreed && decision === undefined && !isForced) return [];
  const was = entry?.own === true ? { was: entry.version } : {};
  return [
    { stream, spec: name, ...(claim && { claim }), ...was, isHere, isDecision: decision !== undefined },
  ];
}

/** Returns the claim or the end of a spec according to its log; undefined if this actor does not hold the spec. */
function wantedClaim(
  spec: Spec,
  told: Pick<RemoteClaim, 'name' | 'by' | 'clone' | 'written'>,
  record: string | undefined,
): RemoteClaim | undefined {
  const state = endOf(spec);
  const { written } = told;
  if (state !== undefined)
    return { state, ...told, since: written, lease: LONGEST_LEASE, ...(record !== undefined && { record }) };
  const holder = holderIn(spec, written);
  if (spec.kind === 'absent' || holder === undefined || !isSamePerson(holder.by, told.by)) return undefined;
  const { by, since, session, byUpdate } = holder;
  const lease = (leaseMs(spec.claim?.lease ?? '') ?? 0) / 1000;
  return {
    ...{ state: 'claimed', ...told, by, since, lease },
    ...(session !== undefined && { session }),
    ...(byUpdate && { byUpdate }),
  };
}

function isSame(last: RemoteClaim | undefined, claim: RemoteClaim | undefined): boolean {
  if (last === undefined || claim === undefined) return last === claim;
  if (last.state !== 'claimed' || claim.state !== 'claimed') return last.state === claim.state;
  return isSamePerson(last.by, claim.by) && last.lease === claim.lease && last.byUpdate === claim.byUpdate;
}
