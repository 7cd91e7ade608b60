import type { ActiveSpec, Claim } from '../spec/spec.js';
import { millisecondsOf } from '../value/duration.js';
import type { JsonObject } from '../value/json.js';
import { instantOf } from '../value/timestamp.js';
import { largestNumber } from '../value/largestNumber.js';

/** The holder of a claim, and the times of the claim. */
export interface Holder {
  readonly by: string;
  /** The linked worktree in which the spec was claimed; absent for the main worktree. */
  readonly place?: string;
  /** ISO 8601 UTC. */
  readonly since: string;
  /** From then on others may claim the spec, unless the holder changes it before. ISO 8601 UTC. */
  readonly until: string;
  /** Set if the claim comes only from setting the status; it does not keep others from changing the spec. */
  readonly byUpdate?: true;
  /** The holder's session, and the time of its last change; absent if there are no sessions. */
  readonly session?: string;
  readonly seen?: string;
}

/** How long a claim lasts without a change by its holder. */
export const DEFAULT_LEASE = '4h';

/** A claim as listings display it; `expired` if its lease ended without a release, so that others may claim the spec. */
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

/** The longest lease. */
const LONGEST_MS = 30 * 24 * 60 * 60_000;

/** Returns a lease in ms; undefined if it is not a duration, zero, or more than 30 days. */
export function leaseMs(lease: string): number | undefined {
  const ms = millisecondsOf(lease);
  return ms === undefined || ms === 0 || ms > LONGEST_MS ? undefined : ms;
}

/**
 * Returns the end of a claim in ms since 1970: its lease after its own time, or after the holder's last record if that is later.
 * Undefined for a claim without a time.
 */
export function claimEnd({ lease, since, seen }: Claim): number | undefined {
  const times = [since, seen].flatMap((at) => (at === undefined ? [] : [Date.parse(at)]));
  const latest = largestNumber(times);
  return Number.isFinite(latest) ? latest + (leaseMs(lease) ?? 0) : undefined;
}

/**
 * Returns the claim on a spec; undefined for a finished spec. It also holds if git restored a document that is not in progress.
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

/** After this time, another session of the same actor may continue: an agent restarted after a crash has a new session. */
const SILENT_MS = 10 * 60_000;

/** True if another session of the same actor holds the claim and made a change recently. */
function isOfAnotherSession({ session, seen = '' }: Pick<Holder, 'session' | 'seen'>, claimant: Claimant) {
  if (session === undefined || claimant.session === undefined || session === claimant.session) return false;
  return Date.parse(claimant.now) - Date.parse(seen) < SILENT_MS;
}

/**
 * True if the claimant holds the claim. An actor may work in several worktrees, so the worktree must match too, unless this clone
 * does not have the claim's worktree.
 */
export function isHeldBy(
  { by, place, byUpdate, ...told }: Pick<Holder, 'by' | 'place' | 'byUpdate' | 'session' | 'seen'>,
  claimant: Claimant,
): boolean {
  if (by !== claimant.by || isOfAnotherSession(told, claimant)) return false;
  return (
    byUpdate === true || place === claimant.place || (place !== undefined && !claimant.knowsPlace(place))
  );
}
