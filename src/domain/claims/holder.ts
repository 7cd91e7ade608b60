import type { ActiveSpec, Claim } from '../spec/spec.js';
import { millisecondsOf } from '../value/duration.js';
import type { JsonObject } from '../value/json.js';
import { instantOf } from '../value/timestamp.js';
import { largest } from '../value/largest.js';

/** Who has a spec, and until when. */
export interface Holder {
  readonly by: string;
  /** The linked worktree it was claimed in; absent for a main one. */
  readonly place?: string;
  /** ISO 8601 UTC. */
  readonly since: string;
  /** From then on it is open to others, unless the holder shows a sign of life before. */
  readonly until: string;
  /** By setting its status alone; it keeps nobody else from changing the spec. */
  readonly byUpdate?: true;
  /** Which session of theirs, and when it was heard of last; absent where nothing tells sessions apart. */
  readonly session?: string;
  readonly seen?: string;
}

/** How long a claim holds without a sign of life. */
export const DEFAULT_LEASE = '4h';

/** A claim as listings show it; `expired`: it was never given back, and the spec is open to others. */
export interface ClaimView extends Holder {
  readonly expired?: true;
}

/** Who asks. */
export interface Claimant {
  readonly by: string;
  /** The linked worktree the command runs in; absent for a main one. */
  readonly place?: string;
  readonly session?: string;
  /** Whether the clone has a linked worktree of this name. */
  readonly knowsPlace: (place: string) => boolean;
  /** ISO 8601 UTC. */
  readonly now: string;
}

/** A claim of weeks is nobody's work of today. */
const LONGEST_MS = 30 * 24 * 60 * 60_000;

/** What a lease is in milliseconds; undefined for none: not a duration, none at all, or more than 30 days. */
export function leaseMs(lease: string): number | undefined {
  const ms = millisecondsOf(lease);
  return ms === undefined || ms === 0 || ms > LONGEST_MS ? undefined : ms;
}

/**
 * Until when a claim holds: its lease from its own time, or from the holder's last record since, if that is later. Undefined for one
 * that says no time.
 */
export function claimEnd({ lease, since, seen }: Claim): number | undefined {
  const times = [since, seen].flatMap((at) => (at === undefined ? [] : [Date.parse(at)]));
  const latest = largest(times);
  return Number.isFinite(latest) ? latest + (leaseMs(lease) ?? 0) : undefined;
}

/** The claim on a spec; none on what is finished. It holds also where git put a document back that tells of no work. */
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

/** Begun, and left by who had it: it was given back or the lease ran out, and nobody has begun since. */
export function isLeft(
  claim: Claim | undefined,
  spec: { readonly frontmatter: JsonObject; readonly archived: boolean },
  now: string,
): boolean {
  if (claim === undefined || spec.archived || spec.frontmatter['status'] !== 'in-progress') return false;
  return claim.over === true || claimView(claim, spec, now)?.expired === true;
}

/** Who works on a spec now; nobody whose lease ran out. */
export function holderOf({ claim, frontmatter, labels }: ActiveSpec, now: string): Holder | undefined {
  const view = claimView(claim, { frontmatter, archived: labels.archived }, now);
  return view?.expired === true ? undefined : view;
}

/** An agent that is begun anew after a crash has another session: the one before is silent by then. */
const SILENT_MS = 10 * 60_000;

/** Another session under the name has it, and was heard of a moment ago. */
function isOfAnotherSession({ session, seen = '' }: Pick<Holder, 'session' | 'seen'>, claimant: Claimant) {
  if (session === undefined || claimant.session === undefined || session === claimant.session) return false;
  return Date.parse(claimant.now) - Date.parse(seen) < SILENT_MS;
}

/** One name may work in several worktrees; then the claim is the worktree's. Of one that this clone has not only the name counts. */
export function isHeldBy(
  { by, place, byUpdate, ...told }: Pick<Holder, 'by' | 'place' | 'byUpdate' | 'session' | 'seen'>,
  claimant: Claimant,
): boolean {
  if (by !== claimant.by || isOfAnotherSession(told, claimant)) return false;
  return (
    byUpdate === true || place === claimant.place || (place !== undefined && !claimant.knowsPlace(place))
  );
}
