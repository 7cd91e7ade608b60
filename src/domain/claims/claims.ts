import { BOUNDS } from '../value/bounds.js';
import { type Advice, SpectoolError } from '../errors/spectoolError.js';
import { isSamePerson, personText } from '../value/person.js';
import type { ActiveSpec, Claim } from '../spec/spec.js';
import { largestNumber } from '../value/collections.js';
import { instantOf, millisecondsOf } from '../value/dates.js';
import type { JsonObject } from '../value/jsonValue.js';
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
   * Set if the actor did not claim the spec but only set its status with `update`. Such a claim does not keep other actors from
   * changing the spec.
   */
  readonly byUpdate?: true;
  /** The git remote that has the claim; set if it was made in another clone. */
  readonly remote?: string;
  /** The session of the holder, and the time of the holder's last change (`seen`); each is absent if unknown. */
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
 * Returns the time at which a claim ends, in ms since 1970: one lease after the claim was made, or after the holder's last change
 * if that is later. Undefined for a claim without a time.
 */
export function claimEnd({ lease, since, seen }: Claim): number | undefined {
  const times = [since, seen].flatMap((at) => (at === undefined ? [] : [Date.parse(at)]));
  const latest = largestNumber(times);
  return Number.isFinite(latest) ? latest + (leaseMs(lease) ?? 0) : undefined;
}

/**
 * True if the claim on the git remote must be renewed. The time since the claim is divided into halves of a lease, and only the
 * holder's first change in each half renews it.
 * @param now the time of the new change.
 */
export function isRenewalDue({ lease, since = '', seen = since }: Claim, now: string): boolean {
  const half = (leaseMs(lease) ?? 0) / 2;
  const partAt = (at: string) => Math.floor((Date.parse(at) - Date.parse(since)) / half);
  return partAt(now) > partAt(seen);
}

/**
 * Returns a claim as listings display it; undefined for a finished spec. The claim stays valid even if git restored an older
 * document whose status is not `in-progress`.
 */
export function claimView(
  claim: Claim | undefined,
  { frontmatter, archived }: { readonly frontmatter: JsonObject; readonly archived: boolean },
  now: string,
): ClaimView | undefined {
  if (claim === undefined || claim.over === true) return undefined;
  if (archived || frontmatter['status'] === 'complete') return undefined;
  const end = claimEnd(claim);
  if (end === undefined) return undefined;
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
  return claim.over === true || (claimEnd(claim) ?? Infinity) <= Date.parse(now);
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

/** True if another session of the same actor holds the claim and made a change within `SILENT_MS`. */
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
  // A claim of another clone is never the claimant's own, because two agents in different clones may have the same name.
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
        adviceOnOthers(remote),
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

/** Returns advice to turn to another spec. `next` alone does not ask the remote, so it may list specs of other clones. */
export function adviceOnOthers(remote: string | undefined): Advice {
  return remote === undefined
    ? { useCase: 'nextSpecs', to: 'see which other specs are ready' }
    : { useCase: 'claimNext', to: 'claim another spec that is ready' };
}

/** How work on a spec ends. */
export type Finished = 'complete' | 'archived' | 'deleted';

/**
 * How a spec was finished elsewhere: on another branch, or in another worktree or clone, whose log has later records of the spec.
 */
export interface Elsewhere {
  /** The name of the branch; absent if the spec was finished in another worktree. */
  readonly branch?: string;
  readonly status: Finished;
  /** The remote that reported the end; set if the spec was finished in another clone. */
  readonly remote?: string;
}

/**
 * Returns the error of a claim on a spec that was finished elsewhere: on another branch or worktree or in another clone, and is
 * not merged here yet.
 */
export function finishedSpecClaimError(ref: string, { branch, status, remote }: Elsewhere): SpectoolError {
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
      adviceOnOthers(remote),
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
