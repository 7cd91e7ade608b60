import { BOUNDS } from '../value/bounds.js';
import { SpectoolError } from '../errors/spectoolError.js';
import { isSamePerson, personText } from '../fields/standardFields.js';
import type { ActiveSpec, Claim } from '../spec/spec.js';
import { largestNumber } from '../value/collections.js';
import { instantOf, millisecondsOf, momentIn } from '../value/dates.js';
import { isJsonObject, jsonIn, type JsonObject, type JsonValue } from '../value/jsonValue.js';
import { wordText } from '../value/text.js';

/** The holder of a claim, when the claim began, and when it ends. */
export interface Holder {
  readonly by: string;
  /** The linked worktree in which the spec was claimed; absent for the main worktree. */
  readonly place?: string;
  /** ISO 8601 UTC. */
  readonly since: string;
  /** The end of the lease, ISO 8601 UTC; other actors may then claim the spec. Each change by the holder extends the lease. */
  readonly until: string;
  /**
   * Set if the actor did not claim the spec but only set its status. Such a claim does not keep other actors from changing the
   * spec.
   */
  readonly byUpdate?: true;
  /** The git remote that has the claim; set if it was made in another clone. */
  readonly remote?: string;
  /** `session` is the holder's session, and `seen` the time of the holder's last change; each is absent if it is unknown. */
  readonly session?: string;
  readonly seen?: string;
}

/** The default lease: how long a claim lasts without a change by its holder. */
export const DEFAULT_LEASE = '4h';

/** A claim as listings display it; `expired` if its lease ended without a release, so that other actors may claim the spec. */
export interface ClaimView extends Holder {
  readonly expired?: true;
}

/** The actor who runs the command. */
export interface Claimant {
  readonly by: string;
  /** The linked worktree in which the command runs; absent for the main worktree. */
  readonly place?: string;
  readonly session?: string;
  /** True if the clone has a linked worktree of this name. */
  readonly knowsPlace: (place: string) => boolean;
  /** ISO 8601 UTC. */
  readonly now: string;
}

/** Returns a lease in ms; undefined if it is not a duration, zero, or more than 30 days. */
export function leaseMs(lease: string): number | undefined {
  const ms = millisecondsOf(lease);
  return ms === undefined || ms === 0 || ms > BOUNDS.leaseMs ? undefined : ms;
}

/**
 * Returns the end of a claim in ms since 1970: the lease after the time of the claim, or after the holder's last change if that
 * is later. Undefined for a claim without a time.
 */
export function claimEnd({ lease, since, seen }: Claim): number | undefined {
  const times = [since, seen].flatMap((at) => (at === undefined ? [] : [Date.parse(at)]));
  const latest = largestNumber(times);
  return Number.isFinite(latest) ? latest + (leaseMs(lease) ?? 0) : undefined;
}

/** True for the first change by the holder in each half of the lease. @param now the time of the change. */
export function isRenewalDue({ lease, since = '', seen = since }: Claim, now: string): boolean {
  const half = (leaseMs(lease) ?? 0) / 2;
  const partAt = (at: string) => Math.floor((Date.parse(at) - Date.parse(since)) / half);
  return partAt(now) > partAt(seen);
}

/**
 * Returns the claim on a spec for listings; undefined for a finished spec. The claim stays valid even if git restored a document
 * whose status is not `in-progress`.
 */
export function claimView(
  claim: Claim | undefined,
  { frontmatter, archived }: { readonly frontmatter: JsonObject; readonly archived: boolean },
  now: string,
): ClaimView | undefined {
  const end = claim === undefined ? undefined : claimEnd(claim);
  if (claim === undefined || end === undefined || claim.over === true) return undefined;
  if (archived || frontmatter['status'] === 'complete') return undefined;
  const { by, place, byUpdate, session, seen } = claim;
  const begun = Date.parse(claim.since ?? now);
  const since = Number.isNaN(begun) ? now : instantOf(begun);
  const until = instantOf(end);
  const isOver = end <= Date.parse(now);
  return {
    by,
    ...(place !== undefined && { place }),
    since,
    until,
    ...(byUpdate && { byUpdate }),
    ...(session !== undefined && { session, ...(seen !== undefined && { seen }) }),
    ...(isOver && { expired: true }),
  };
}

/** True for a spec in progress whose claim was released or has expired. */
export function isLeft(
  claim: Claim | undefined,
  spec: { readonly frontmatter: JsonObject; readonly archived: boolean },
  now: string,
): boolean {
  if (claim === undefined || spec.archived || spec.frontmatter['status'] !== 'in-progress') return false;
  return claim.over === true || claimView(claim, spec, now)?.expired === true;
}

/** Returns the current holder; undefined if the lease has expired. */
export function holderOf({ claim, frontmatter, labels }: ActiveSpec, now: string): Holder | undefined {
  const view = claimView(claim, { frontmatter, archived: labels.archived }, now);
  return view?.expired === true ? undefined : view;
}

/**
 * Time in ms without a change after which another session of the same actor may use the claim, because an agent that was
 * restarted after a crash has a new session.
 */
const SILENT_MS = 10 * 60_000;

/** True if another session of the same actor holds the claim and made a change recently. */
function isOfAnotherSession({ session, seen = '' }: Pick<Holder, 'session' | 'seen'>, claimant: Claimant) {
  if (session === undefined || claimant.session === undefined || session === claimant.session) return false;
  return Date.parse(claimant.now) - Date.parse(seen) < SILENT_MS;
}

/**
 * True if the claimant holds the claim. The worktree must match too, because an actor may work in several worktrees; a worktree
 * that this clone does not have is ignored.
 */
export function isHeldBy(
  { by, place, byUpdate, remote, ...told }: Omit<Holder, 'since' | 'until'>,
  claimant: Claimant,
): boolean {
  // The same name in two clones may be two agents.
  if (remote !== undefined || !isSamePerson(by, claimant.by) || isOfAnotherSession(told, claimant))
    return false;
  return (
    byUpdate === true || place === claimant.place || (place !== undefined && !claimant.knowsPlace(place))
  );
}

export function alreadyClaimed(
  ref: string,
  { by, place, since, until, byUpdate, session, remote }: Holder,
): SpectoolError {
  const how = byUpdate === true ? 'set in progress' : 'claimed';
  const inClone =
    remote === undefined ? '' : ` in another clone (according to the remote ${wordText(remote)})`;
  const where = place === undefined ? inClone : ` in the worktree ${place}`;
  return new SpectoolError(
    'ALREADY_CLAIMED',
    `${ref} was ${how} by ${personText(by)}${where} at ${since}. The lease ends at ${until}, unless a new change extends it.`,
    {
      advice: [
        { useCase: 'nextSpecs', to: 'see which other specs are ready' },
        {
          useCase: 'claimSpecs',
          request: { specs: [ref], steal: true },
          needs: ['reason'],
          to: 'take the spec over, if this actor has stopped working on it',
        },
      ],
      ...(session !== undefined && {
        hint: 'If you claimed the spec in an earlier session, wait ten minutes after the last change of that session, then claim it again.',
      }),
      details: {
        spec: ref,
        holder: by,
        ...(place !== undefined && { place }),
        ...(remote !== undefined && { remote }),
        since,
        until,
      },
    },
  );
}

/** How work on a spec ends. */
export type Finished = 'complete' | 'archived' | 'deleted';

/**
 * How a spec was finished on another branch or in another worktree whose log has later records of the spec than this worktree's
 * log.
 */
export interface Elsewhere {
  /** The name of the branch; absent if the spec was finished in another worktree. */
  readonly branch?: string;
  readonly status: Finished;
  /** The remote that knows of it; set if the spec was finished in another clone. */
  readonly remote?: string;
}

/**
 * Returns the error for claiming a spec that was finished on another branch or in another worktree and is not merged here yet.
 */
export function finishedElsewhere(ref: string, { branch, status, remote }: Elsewhere): SpectoolError {
  const onBranch = branch === undefined ? '' : `on branch ${branch}`;
  const where =
    remote === undefined
      ? onBranch || 'in another worktree of this clone'
      : `in another clone${onBranch && ` ${onBranch}`} (according to the remote ${wordText(remote)})`;
  const local =
    branch === undefined
      ? 'Merge the branch of that worktree to get the result.'
      : `Merge ${branch} to get the result.`;
  return new SpectoolError('NOT_CLAIMABLE', `${ref} is ${status} ${where}: there is nothing to work on.`, {
    hint:
      remote === undefined
        ? local
        : 'Fetch from the remote and merge to get the result. If it is missing there, it has not been pushed yet.',
    advice: [
      { useCase: 'nextSpecs', to: 'see which other specs are ready' },
      {
        useCase: 'claimSpecs',
        request: { specs: [ref], steal: true },
        needs: ['reason'],
        to: 'claim the spec anyway, if that work was discarded',
      },
    ],
    details: {
      spec: ref,
      ...(branch !== undefined && { branch }),
      ...(remote !== undefined && { remote }),
    },
  });
}

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
