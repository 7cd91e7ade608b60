import { type Claimant, leaseMs } from '../../domain/claims/claimHolder.js';
import { alreadyClaimed, finishedElsewhere } from '../../domain/claims/claimRules.js';
import {
  isRenewalDue,
  parseRemoteClaim,
  type RemoteClaim,
  remoteClaimEnd,
  type RemoteStanding,
  remoteStanding,
} from '../../domain/claims/remoteClaim.js';
import type { SpectoolError } from '../../domain/errors/spectoolError.js';
import { isSamePerson } from '../../domain/fields/person.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { LogRecord, StreamId } from '../../domain/log/records/record.js';
import type { Spec } from '../../domain/spec/spec.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { RemoteChange, RemoteNotes, SeenEntry } from '../../ports/lockAndClaimRegistry.js';
import { endOf, holderIn } from './claimsInLogs.js';
import { BUSY, type RemoteLink } from './remoteLink.js';
import type { Wanted } from './wantedClaims.js';

/** Attempts of a change while other clones keep changing the same entry. */
const MOST_TRIES = 5;

/** What the remote is told about a spec: a claim, or the end of the spec; or that the claim of this clone is over. */
interface Told {
  readonly stream: StreamId;
  readonly claim?: RemoteClaim;
  readonly was?: string;
  readonly steals?: boolean;
}

/** A claim of another clone, which keeps a spec from this one. */
export interface HeldByClone {
  readonly claim: RemoteClaim;
  /** The end of the lease by the clock of this clone. */
  readonly until: string;
}

export interface ClaimOnRemote {
  readonly stream: StreamId;
  /** Name of the entry. */
  readonly name: string;
  readonly standing: RemoteStanding;
  readonly version: string;
  readonly claim: RemoteClaim;
  /** When this clone first saw the claim; ISO 8601 UTC. */
  readonly seen: string;
}

interface ClaimsRead {
  readonly claims: readonly ClaimOnRemote[];
  /** All entries of this project, also those that are no claims. */
  readonly all: readonly { readonly name: string; readonly version: string }[];
  /** The remote's default branch as this clone calls it. */
  readonly mainBranch?: string;
}

/** Claims that the remote has given to this clone. */
export interface TakenFromRemote {
  readonly refusals: ReadonlyMap<StreamId, SpectoolError>;
  /** Gives the claims back, because the spec was not claimed after all. */
  giveBack(): void;
}

/** Claims that all clones agree on by a git remote. What the remote did not answer is offered to it again later. */
export class ClaimsOnRemote {
  /** Specs whose claims the remote has just been asked for, so that the record of the claim is not told again. */
  #taking: ReadonlySet<StreamId> = new Set();

  constructor(
    private readonly link: RemoteLink,
    private readonly log: EventLog,
  ) {}

  get remote(): string | undefined {
    return this.link.remote;
  }

  /** Takes the claims on the remote; if one of them is refused, the others are given back. */
  take(wanted: readonly Wanted[], { session }: Claimant, now: string): TakenFromRemote {
    if (wanted.length === 0 || this.remote === undefined) return NOTHING_TAKEN;
    const notes = this.link.notes();
    const told = wanted.map(({ entry, steals = false }): Told => {
      const { spec, name, by, since, until } = entry;
      const lease = (Date.parse(until) - Date.parse(since)) / 1000;
      const claim = { state: 'claimed' as const, name, by, since, lease, clone: notes.clone };
      return {
        stream: spec,
        claim: session === undefined ? claim : { ...claim, session },
        ...ownVersion(notes, spec),
        steals,
      };
    });
    this.#taking = new Set(told.map(({ stream }) => stream));
    const due = this.#due(notes, now).filter(({ stream }) => !this.#taking.has(stream));
    const held = this.#tell([...told, ...due], now);
    const refusals = new Map(
      [...held].flatMap(([stream, one]) =>
        this.#taking.has(stream) ? [[stream, this.#refusal(one)] as const] : [],
      ),
    );
    this.#tellLost(new Map([...held].filter(([stream]) => !this.#taking.has(stream))));
    const giveBack = () => {
      this.#taking = new Set();
      const after = this.link.notes();
      // A claim that this clone had before is still its own.
      const fresh = told.filter(({ stream, was }) => was === undefined && !refusals.has(stream));
      this.#tell(
        fresh.flatMap(({ stream }) => {
          const own = ownVersion(after, stream);
          return own.was === undefined ? [] : [{ stream, ...own }];
        }),
        now,
      );
      this.link.learn({ seen: new Map(), due: new Map(fresh.map(({ stream }) => [stream, undefined])) });
    };
    if (refusals.size > 0) giveBack();
    return { refusals, giveBack };
  }

  /** Returns the specs that other clones hold or have ended; none if the remote does not answer. */
  kept(now: string): readonly StreamId[] {
    const { clone } = this.link.notes();
    return (this.read(now)?.claims ?? []).flatMap(({ stream, claim, seen }) =>
      this.#mayReplace({ stream, claim }, claim, seen, { clone, now }) ? [] : [stream],
    );
  }

  /** Reads the claims on the remote; undefined, with a warning, if the remote does not answer. */
  read(now: string): ClaimsRead | undefined {
    if (this.remote === undefined) return undefined;
    const reading = this.link.entries.read();
    if (reading.kind !== 'read') {
      this.link.unreachable(reading.reason);
      return undefined;
    }
    const { seen, clone } = this.link.notes();
    const learnt = new Map<string, SeenEntry | undefined>(
      Object.keys(seen).flatMap((name) => (reading.entries.has(name) ? [] : [[name, undefined]])),
    );
    const claims = [...reading.entries].flatMap(([name, { version, text }]): readonly ClaimOnRemote[] => {
      if (!name.startsWith(CLAIMS)) return [];
      const known = seen[name]?.version === version ? seen[name] : { version, at: now };
      learnt.set(name, known);
      const claim = parseRemoteClaim(text);
      const stream = name.slice(CLAIMS.length);
      const standing = remoteStanding(claim, { clone, seen: known.at, now });
      return claim === undefined ? [] : [{ stream, name, version, claim, standing, seen: known.at }];
    });
    this.link.learn({ seen: learnt });
    const all = [...reading.entries].map(([name, { version }]) => ({ name, version }));
    const { mainBranch } = reading;
    return { claims, all, ...(mainBranch !== undefined && { mainBranch }) };
  }

  /**
   * Offers what the remote does not know yet: what an earlier command could not tell it, and the claims in the log of this
   * worktree that the remote lacks. Returns the specs that the remote has accepted.
   * @param held the claims of this clone, by the id of the spec.
   */
  offer(held: ReadonlyMap<StreamId, string>, now: string): readonly StreamId[] {
    const notes = this.link.notes();
    const lacking = [...held].filter(([stream]) => notes.seen[nameOf(stream)]?.by === undefined);
    const due = this.#due({ ...notes, due: { ...Object.fromEntries(lacking), ...notes.due } }, now);
    const before = this.link.warnings();
    const lost = this.#tell(due, now);
    this.#tellLost(lost);
    const isDown = this.link.isDown();
    for (const one of before) this.link.warn(one);
    return isDown
      ? []
      : due.flatMap(({ stream, claim }) => (claim === undefined || lost.has(stream) ? [] : [stream]));
  }

  /** Removes entries of any clone, each only if it is still as it was read. Returns the names that were removed. */
  remove(entries: readonly { readonly name: string; readonly version: string }[]): readonly string[] {
    const outcomes = this.link.entries.change(entries.map(({ name, version }) => ({ name, was: version })));
    const failed = outcomes.find((one) => one.kind === 'unreachable');
    if (failed?.kind === 'unreachable') this.link.unreachable(failed.reason);
    const removed = entries.flatMap(({ name }, i) => (outcomes[i]?.kind === 'won' ? [name] : []));
    this.link.learn({
      seen: new Map(removed.map((name) => [name, undefined])),
      due: new Map(removed.map((name) => [name.slice(CLAIMS.length), undefined])),
    });
    return removed;
  }

  /** Tells the remote what a change did to claims: a spec was released or ended, or the claim must be renewed. */
  settle(
    changed: readonly { readonly record?: LogRecord; readonly log: readonly LogRecord[] }[],
    now: string,
  ): void {
    const recorded = changed.flatMap(({ record, log }) =>
      record === undefined || this.#taking.has(record.spec) ? [] : [{ record, log }],
    );
    this.#taking = new Set();
    if (recorded.length === 0 || this.remote === undefined) return;
    const notes = this.link.notes();
    const own = recorded.flatMap(({ record, log }) => {
      const { spec } = foldSpec(log);
      const wasOpen = endOf(foldSpec(log.filter(({ id }) => id !== record.id)).spec) === undefined;
      return this.#told(notes, record.spec, spec, now, {
        by: record.actor ?? '',
        record: record.id,
        isEnded: wasOpen && endOf(spec) !== undefined,
      });
    });
    if (own.length === 0) return;
    const named = new Set(own.map(({ stream }) => stream));
    const due = this.#due(notes, now).filter(({ stream }) => !named.has(stream));
    this.#tellLost(this.#tell([...own, ...due], now));
  }

  /** Tells the remote about specs, and returns those that another clone keeps from this one. */
  #tell(told: readonly Told[], now: string): ReadonlyMap<StreamId, HeldByClone> {
    const held = new Map<StreamId, HeldByClone>();
    const learnt = {
      seen: new Map<string, SeenEntry | undefined>(),
      due: new Map<StreamId, string | undefined>(),
    };
    const { seen, clone } = this.link.notes();
    let open = told;
    for (let tries = 0; open.length > 0; tries += 1) {
      const outcomes = tries === MOST_TRIES ? [] : this.link.entries.change(open.map(changeOf));
      open = open.flatMap((one, i): readonly Told[] => {
        const { stream, claim } = one;
        const [name, outcome] = [nameOf(stream), outcomes[i]];
        if (outcome?.kind === 'won') {
          const { version } = outcome;
          learnt.seen.set(
            name,
            version === undefined ? undefined : { version, at: now, by: claim?.by ?? '' },
          );
          learnt.due.set(stream, undefined);
          return [];
        }
        if (outcome?.kind !== 'lost') {
          learnt.due.set(stream, claim?.by ?? seen[name]?.by ?? '');
          this.link.unreachable(outcome?.reason ?? BUSY);
          return [];
        }
        const { current } = outcome;
        const before = current && seen[name]?.version === current.version ? seen[name] : undefined;
        const at = before?.at ?? now;
        if (current !== undefined && before === undefined)
          learnt.seen.set(name, { version: current.version, at });
        const other = parseRemoteClaim(current?.text ?? '');
        if (this.#mayReplace(one, other, at, { clone, now }))
          return [
            { ...one, ...(current === undefined ? { was: undefined } : { was: current.version }) } as Told,
          ];
        learnt.due.set(stream, undefined);
        if (other !== undefined) held.set(stream, { claim: other, until: remoteClaimEnd(other, at) });
        return [];
      });
    }
    this.link.learn(learnt);
    return held;
  }

  #mayReplace(
    { stream, claim, steals = false }: Told,
    other: RemoteClaim | undefined,
    seen: string,
    { clone, now }: { readonly clone: string; readonly now: string },
  ): boolean {
    const standing = remoteStanding(other, { clone, seen, now });
    if (standing === 'ours') return true;
    // Only a claim of this clone is removed; what another clone has written stays.
    if (claim === undefined) return false;
    const isKnown = () => this.log.records(stream).some(({ id }) => id === other?.record);
    return steals || standing === 'free' || standing === 'expired' || (standing === 'ended' && isKnown());
  }

  /** Returns what the remote has to be told about a spec, if anything. */
  #told(
    { seen, due, clone }: RemoteNotes,
    stream: StreamId,
    spec: Spec,
    now: string,
    change: { readonly by: string; readonly record: string | undefined; readonly isEnded: boolean },
  ): readonly Told[] {
    const own = seen[nameOf(stream)];
    const by = due[stream] ?? own?.by;
    const was = ownVersion({ seen }, stream);
    const end = endOf(spec);
    if (by === undefined && !change.isEnded) return [];
    const name = spec.kind === 'absent' ? stream : spec.labels.ref;
    if (end !== undefined) {
      if (!change.isEnded) return [];
      const branch = this.link.entries.branch();
      const { record } = change;
      const told = { state: end, name, by: change.by || (by ?? ''), since: now, lease: LONGEST_LEASE, clone };
      const claim = {
        ...told,
        ...(branch !== undefined && { branch }),
        ...(record !== undefined && { record }),
      };
      return [{ stream, claim, ...was }];
    }
    const holder = holderIn(spec, now);
    if (spec.kind === 'absent' || holder === undefined || !isSamePerson(holder.by, by))
      return [{ stream, ...was }];
    const lease = (leaseMs(spec.claim?.lease ?? '') ?? 0) / 1000;
    const isTold = due[stream] === undefined && own !== undefined && !isRenewalDue({ lease }, own.at, now);
    if (isTold || lease === 0) return [];
    const { since, session } = holder;
    const claim = { state: 'claimed' as const, name, by: holder.by, since, lease, clone };
    return [{ stream, claim: session === undefined ? claim : { ...claim, session }, ...was }];
  }

  /** Returns what an earlier command could not tell the remote. */
  #due(notes: RemoteNotes, now: string): readonly Told[] {
    return Object.entries(notes.due).flatMap(([stream, by]) => {
      const records = this.log.records(stream);
      const { spec } = foldSpec(records);
      return this.#told(notes, stream, spec, now, { by, record: records.at(-1)?.id, isEnded: true });
    });
  }

  #refusal({ claim, until }: HeldByClone): SpectoolError {
    const { state, name, by, since, branch } = claim;
    const remote = this.remote ?? '';
    if (state === 'claimed') return alreadyClaimed(name, { by, since, until, remote });
    return finishedElsewhere(name, { status: state, remote, ...(branch !== undefined && { branch }) });
  }

  /** Says at once that another clone was first. */
  #tellLost(held: ReadonlyMap<StreamId, HeldByClone>): void {
    for (const { claim } of held.values()) {
      const { name, by, state, since } = claim;
      const what = state === 'claimed' ? `${by} works on ${name}` : `${by} has ended ${name} (${state})`;
      this.link.warn({
        code: 'CLAIM_LOST',
        message: `${what} in another clone since ${since}: the remote ${this.remote ?? ''} had this first.`,
        advice: [
          { useCase: 'nextSpecs', to: 'see which other specs are ready' },
          { useCase: 'releaseSpec', request: { spec: name }, to: 'give the spec up here' },
        ],
      });
    }
  }
}

const CLAIMS = 'claims/';
const LONGEST_LEASE = 30 * 24 * 60 * 60;
const NOTHING_TAKEN: TakenFromRemote = { refusals: new Map(), giveBack: () => undefined };

function nameOf(stream: StreamId): string {
  return `${CLAIMS}${stream}`;
}

function ownVersion({ seen }: Pick<RemoteNotes, 'seen'>, stream: StreamId): { readonly was?: string } {
  const one = seen[nameOf(stream)];
  return one?.by === undefined ? {} : { was: one.version };
}

function changeOf({ stream, claim, was }: Told): RemoteChange {
  return {
    name: nameOf(stream),
    ...(claim !== undefined && { text: JSON.stringify(claim) }),
    ...(was !== undefined && { was }),
  };
}
