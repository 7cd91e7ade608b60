import { personText } from '../../domain/fields/person.js';
import type { Holder } from '../../domain/claims/claimHolder.js';
import { alreadyClaimed, type Elsewhere, finishedElsewhere } from '../../domain/claims/claimRules.js';
import {
  parseRemoteClaim,
  type RemoteClaim,
  remoteHolder,
  type RemoteStanding,
  remoteStanding,
} from '../../domain/claims/remoteClaim.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { StreamId } from '../../domain/log/records/record.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { RemoteNotes, SeenEntry } from '../../ports/lockAndClaimRegistry.js';
import type { OtherBranches } from '../../ports/repository/otherBranches.js';
import type { Warning } from '../warning.js';
import { endOf, holderIn, recordsTogether } from './claimsInLogs.js';
import { BUSY, type RemoteLink } from './remoteLink.js';
import { type ChangedLog, isDecision, isHolder, type Told, toldAbout } from './toldToRemote.js';

/** Attempts of a change while other clones keep changing the same entry. */
const MOST_TRIES = 8;
const CLAIMS = 'claims/';

export const NO_REMOTE: Warning = {
  code: 'NO_REMOTE',
  message: 'This clone asks no git remote for claims and numbers.',
  hint: 'If the project has the setting `sync.remote`, the git setting `spectool.remote` of this clone turns it off.',
  advice: [
    {
      useCase: 'setSetting',
      request: { key: 'sync.remote', values: ['origin'] },
      to: 'let all clones ask the remote origin',
    },
  ],
};

/** A claim, or the end of a spec, as this clone last saw it on the remote. */
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

/** What the remote has for this project. */
interface ClaimsRead {
  readonly claims: readonly ClaimOnRemote[];
  /** All entries, also those that are no claims. */
  readonly all: readonly { readonly name: string; readonly version: string }[];
  /** The remote's default branch as this clone calls it. */
  readonly mainBranch?: string;
}

/**
 * Claims that all clones agree on by a git remote. What the remote has to know about a spec follows from its logs in this clone.
 * Every change tells it what is different now, also for specs about which it could not be told earlier.
 */
export class ClaimsOnRemote {
  /** Specs that the command takes over from other clones. */
  #takenOver: ReadonlySet<StreamId> = new Set();

  constructor(
    private readonly link: RemoteLink,
    private readonly log: EventLog,
    private readonly otherBranches: OtherBranches,
  ) {}

  /**
   * Makes changes of specs, and tells the remote before.
   * @throws SpectoolError `ALREADY_CLAIMED` or `NOT_CLAIMABLE` if another clone holds a spec that a change claims or ends, or has
   * ended a spec that a change claims. Nothing is changed then.
   */
  agree(changed: readonly ChangedLog[], now: string, change: () => void): void {
    if (this.link.remote === undefined) {
      change();
      return;
    }
    const own = new Map(
      changed.flatMap(({ record, log }) =>
        record === undefined ? [] : [[record.spec, { record, log }] as const],
      ),
    );
    const streams = [...new Set([...own.keys(), ...Object.keys(this.link.notes().due)])];
    const told = this.#told(streams, now, { changed: own });
    const others = this.#tell(told, now);
    try {
      for (const { stream, isDecision } of told) {
        const other = others.get(stream);
        if (isDecision && other !== undefined) throw this.#refusal(other);
      }
      change();
    } catch (error) {
      // Tell the remote what the logs have, because the changes were not written.
      this.#tell(this.#told(streams, now), now);
      throw error;
    }
    this.#tellLost(others.values());
  }

  /** Lets the command replace what other clones have on the remote about these specs; returns their holders. */
  takeOver(streams: readonly StreamId[], now: string): ReadonlyMap<StreamId, Holder> {
    this.#takenOver = new Set(streams);
    if (streams.length === 0) return new Map();
    this.read(now);
    return new Map([...this.known(now).holders].filter(([stream]) => this.#takenOver.has(stream)));
  }

  /**
   * Asks again for those of the claims that the actor has already.
   * @throws SpectoolError `ALREADY_CLAIMED` or `NOT_CLAIMABLE` if another clone has taken one of them over, or ended the spec.
   */
  confirm(streams: readonly StreamId[], by: string, now: string): void {
    if (this.link.remote === undefined) return;
    const own = streams.filter((stream) => isHolder(by, this.log.records(stream), now));
    const held = new Map(own.map((stream) => [stream, by]));
    for (const other of this.#tell(this.#told(own, now, { held }), now).values()) throw this.#refusal(other);
  }

  /**
   * Returns what other clones do, as this clone last saw it on the remote: the specs that they hold, and those that they ended.
   * @param isAsked limits the answer to some specs.
   */
  known(
    now: string,
    isAsked: (stream: StreamId) => boolean = () => true,
  ): {
    readonly holders: ReadonlyMap<StreamId, Holder>;
    readonly ends: ReadonlyMap<StreamId, Elsewhere>;
  } {
    const { remote } = this.link;
    const holders = new Map<StreamId, Holder>();
    const ends = new Map<StreamId, Elsewhere>();
    if (remote === undefined) return { holders, ends };
    for (const { stream, standing, claim, seen } of this.#claims(this.link.notes(), now)) {
      if ((standing !== 'held' && standing !== 'ended') || !isAsked(stream)) continue;
      if (standing === 'held') holders.set(stream, remoteHolder(claim, seen, remote));
      else if (!this.#isKnown(stream, claim)) ends.set(stream, endOn(remote, claim));
    }
    return { holders, ends };
  }

  /** Reads the claims on the remote; undefined, with a warning, if the remote does not answer, or if none is to be asked. */
  read(now: string, isQuiet = false): ClaimsRead | undefined {
    const reading = this.link.read(isQuiet);
    if (reading === undefined) return undefined;
    const notes = this.link.notes();
    const { seen, due, clone } = notes;
    const entries = [...reading.entries].map(([name, { version, text }]) => {
      const isOwn = parseRemoteClaim(text)?.clone === clone;
      const entry: SeenEntry = { version, at: now, text, ...(isOwn && { own: true }) };
      return [name, seen[name]?.version === version ? seen[name] : entry] as const;
    });
    const missing = Object.keys(seen).filter((name) => !reading.entries.has(name));
    const claims = this.#claims({ clone, seen: Object.fromEntries(entries) }, now);
    const before = this.#claims(notes, now).filter(({ standing }) => standing === 'ours');
    const had = new Set(before.flatMap(({ stream, claim }) => (claim.state === 'claimed' ? [stream] : [])));
    const lost = claims.filter(
      ({ stream, standing }) =>
        (standing === 'held' || standing === 'ended') && (had.has(stream) || due[stream] !== undefined),
    );
    this.link.learn({
      seen: new Map([...missing.map((name) => [name, undefined] as const), ...entries]),
      due: new Map(lost.map(({ stream }) => [stream, undefined])),
    });
    this.#tellLost(lost);
    return { ...reading, claims, all: entries.map(([name, { version }]) => ({ name, version })) };
  }

  /**
   * Tells the remote what differs from the logs: claims and ends that it lacks, and claims of this clone that are over. Returns
   * the names of the specs that it has accepted; in a rehearsal, of those that it would be told about.
   * @param held holders in this clone, by the id of the spec.
   */
  offer(
    held: ReadonlyMap<StreamId, string>,
    now: string,
    isRehearsal: boolean,
  ): { readonly offered: readonly string[]; readonly removed: readonly string[] } {
    const { seen, due } = this.link.notes();
    const own = Object.entries(seen).flatMap(([name, one]) =>
      one.own === true && name.startsWith(CLAIMS) ? [name.slice(CLAIMS.length)] : [],
    );
    const { holders, ends } = this.known(now);
    const isTheirs = (stream: StreamId) => holders.has(stream) || ends.has(stream);
    const lacking = new Map([...held].filter(([stream]) => !own.includes(stream) && !isTheirs(stream)));
    const streams = new Set([...own, ...Object.keys(due), ...lacking.keys()]);
    const told = this.#told([...streams], now, { held: lacking });
    if (!isRehearsal) this.link.raise(now);
    const others = isRehearsal ? new Map<StreamId, ClaimOnRemote>() : this.#tell(told, now);
    this.#tellLost(others.values());
    const accepted = this.link.failure !== undefined ? [] : told.filter(({ stream }) => !others.has(stream));
    return {
      offered: accepted.flatMap(({ claim, spec }) => (claim === undefined ? [] : [spec])),
      removed: accepted.flatMap(({ claim, was, spec }) =>
        claim === undefined && was !== undefined ? [spec] : [],
      ),
    };
  }

  /** Removes entries of any clone, each only if it is still as it was read. Returns the names that were removed. */
  remove(entries: readonly { readonly name: string; readonly version: string }[]): readonly string[] {
    const outcomes = this.link.change(entries.map(({ name, version }) => ({ name, was: version })));
    const removed = entries.flatMap(({ name }, i) => (outcomes[i]?.kind === 'won' ? [name] : []));
    this.link.learn({ seen: new Map(removed.map((name) => [name, undefined])) });
    return removed;
  }

  /** Name of the remote; undefined if none is to be asked. */
  get remote(): string | undefined {
    return this.link.remote;
  }

  /** Returns the warnings since the last call. */
  warnings(): readonly Warning[] {
    return this.link.warnings();
  }

  /** Tells the remote about specs, and returns what it has of other clones instead. */
  #tell(told: readonly Told[], now: string): ReadonlyMap<StreamId, ClaimOnRemote> {
    const others = new Map<StreamId, ClaimOnRemote>();
    const seen = new Map<string, SeenEntry | undefined>();
    const due = new Map<StreamId, string | undefined>();
    const { seen: known, clone } = this.link.notes();
    const isNothing = ({ claim, was }: Told) => claim === undefined && was === undefined;
    const isQuiet = !told.some((one) => one.isDecision);
    for (const { stream } of told.filter(isNothing)) due.set(stream, undefined);
    let open = told
      .filter((one) => !isNothing(one))
      .map((one) => ({ ...one, name: `${CLAIMS}${one.stream}`, ...this.#textOf(one) }));
    for (let tries = 0; open.length > 0; tries += 1) {
      const outcomes = tries === MOST_TRIES ? [] : this.link.change(open, isQuiet);
      open = open.flatMap((one, i) => {
        const { was: _was, ...told } = one;
        const { stream, name, claim, text } = told;
        const outcome = outcomes[i] ?? this.link.unreachable(BUSY, isQuiet);
        due.set(stream, outcome.kind === 'unreachable' ? (claim?.by ?? '') : undefined);
        if (outcome.kind === 'unreachable') return [];
        const { version } = outcome.kind === 'won' ? outcome : (outcome.current ?? {});
        if (outcome.kind === 'won') {
          const isThere = version !== undefined && text !== undefined;
          seen.set(name, isThere ? { version, at: now, text, own: true } : undefined);
          return [];
        }
        const entry = { version: version ?? '', at: now, text: outcome.current?.text ?? '' };
        const before = known[name];
        const last = before !== undefined && before.version === version ? before : entry;
        seen.set(name, version === undefined ? undefined : last);
        const [other] = this.#claims({ clone, seen: { [name]: last } }, now);
        if (this.#mayReplace(told, other)) return [version === undefined ? told : { ...told, was: version }];
        const isOwn = other === undefined || other.standing === 'ours';
        if (!isOwn && (other.standing !== 'ended' || claim?.state === 'claimed')) others.set(stream, other);
        return [];
      });
    }
    this.link.learn({ seen, due });
    if (told.length > 0) this.link.raise(now);
    return others;
  }

  #mayReplace({ stream, claim }: Told, other: ClaimOnRemote | undefined): boolean {
    // Only the claim that this command has seen is removed; another command may have claimed the spec since.
    if (claim === undefined) return false;
    const { standing = 'free' } = other ?? {};
    if (standing !== 'held' && standing !== 'ended') return true;
    if (this.#takenOver.has(stream)) return true;
    if (standing === 'ended') return this.#isKnown(stream, other?.claim);
    return other?.claim.byUpdate === true && (claim.state !== 'claimed' || claim.byUpdate === true);
  }

  /** True for the end of a spec that the log of this worktree has. */
  #isKnown(stream: StreamId, other: RemoteClaim | undefined): boolean {
    return this.log.records(stream).some(({ id }) => id === other?.record);
  }

  #claims({ seen, clone }: Pick<RemoteNotes, 'seen' | 'clone'>, now: string): readonly ClaimOnRemote[] {
    return Object.entries(seen).flatMap(([name, { version, at, text }]) => {
      const claim = name.startsWith(CLAIMS) ? parseRemoteClaim(text) : undefined;
      if (claim === undefined) return [];
      const standing = remoteStanding(claim, { clone, seen: at, now });
      return [{ stream: name.slice(CLAIMS.length), name, standing, version, claim, seen: at }];
    });
  }

  /**
   * Returns what the remote has to be told about specs. The log of this worktree decides about a spec that the command claims or
   * ends; about others, the logs of all worktrees and branches do, because the claim may have been made there.
   */
  #told(
    streams: readonly StreamId[],
    now: string,
    {
      changed = new Map(),
      held = new Map(),
    }: {
      readonly changed?: ReadonlyMap<StreamId, Required<ChangedLog>>;
      /** Holders of specs that the remote is asked for again. */
      readonly held?: ReadonlyMap<StreamId, string>;
    } = {},
  ): readonly Told[] {
    const { seen, due, clone } = this.link.notes();
    const decided = new Set(streams.filter((stream) => isDecision(changed.get(stream))));
    const { holders, ends } = this.known(now);
    // Claims of the actors of this command that the remote was not seen to have.
    const lacking = [...changed].flatMap(([stream, { record, log }]) => {
      const isLacking = !holders.has(stream) && !ends.has(stream) && isHolder(record.actor, log, now);
      return isLacking && record.actor !== undefined ? [[stream, record.actor] as const] : [];
    });
    const asked = new Map([...lacking, ...held, ...Object.entries(due)]);
    const isOwn = (stream: StreamId) => seen[`${CLAIMS}${stream}`]?.own === true;
    const own = streams.filter((stream) => !decided.has(stream) && (asked.has(stream) || isOwn(stream)));
    const { logs, skipped } = this.otherBranches.logElsewhere(own);
    // Without these logs, it is unknown whether a claim is over.
    return [...decided, ...(skipped === undefined ? own : [])].flatMap((stream): readonly Told[] => {
      const { record, log = this.log.records(stream) } = changed.get(stream) ?? {};
      const records = recordsTogether(stream, log, logs.get(stream) ?? []);
      const newest = records.at(-1)?.id;
      const isHere = log.some(({ id }) => id === newest);
      const entry = seen[`${CLAIMS}${stream}`];
      const isForced = held.has(stream) || due[stream] !== undefined;
      const about = { stream, newest, isHere, by: asked.get(stream), isForced, clone, now, entry };
      return toldAbout(foldSpec(records).spec, about, decided.has(stream) ? record : undefined);
    });
  }

  #textOf({ claim, isHere }: Told): { readonly text?: string } {
    if (claim === undefined) return {};
    const branch = claim.state === 'claimed' || !isHere ? undefined : this.link.branch();
    return { text: JSON.stringify({ ...claim, ...(branch !== undefined && { branch }) }) };
  }

  #refusal({ stream, claim, seen }: ClaimOnRemote): SpectoolError {
    const { remote = '' } = this.link;
    const name = this.#nameOf(stream, claim);
    return claim.state === 'claimed'
      ? alreadyClaimed(name, remoteHolder(claim, seen, remote))
      : finishedElsewhere(name, endOn(remote, claim));
  }

  /** Says at once that another clone was first. */
  #tellLost(others: Iterable<ClaimOnRemote>): void {
    for (const { stream, claim } of others) {
      const { by, state, since } = claim;
      const { spec } = foldSpec(this.log.records(stream));
      const isOpen = endOf(spec) === undefined && holderIn(spec, since) !== undefined;
      const name = this.#nameOf(stream, claim);
      const what =
        state === 'claimed'
          ? `${personText(by)} works on ${name}`
          : `${personText(by)} has ended ${name} (${state})`;
      this.link.warn({
        code: 'CLAIM_LOST',
        message: `${what} in another clone since ${since}, as the remote ${this.link.remote ?? ''} has it.`,
        ...(isOpen && {
          hint: 'Agree who goes on: after a merge, the earlier claim counts, or the one that was taken over with a reason.',
        }),
        advice: [
          { useCase: 'nextSpecs', to: 'see which other specs are ready' },
          ...(isOpen
            ? [{ useCase: 'releaseSpec' as const, request: { spec: name }, to: 'give the spec up here' }]
            : []),
        ],
      });
    }
  }

  /** Returns the name that the spec has here: that on the remote may be old, and was written by somebody else. */
  #nameOf(stream: StreamId, { name }: RemoteClaim): string {
    const { spec } = foldSpec(this.log.records(stream));
    return spec.kind === 'absent' ? name : spec.labels.ref;
  }
}

/** True for a refusal because of another clone. */
export function isOfOtherClone(error: unknown): boolean {
  const details = error instanceof SpectoolError ? error.details : undefined;
  return typeof details === 'object' && details !== null && 'remote' in details;
}

function endOn(remote: string, { state, branch }: RemoteClaim): Elsewhere {
  const status = state === 'claimed' ? 'complete' : state;
  return { status, remote, ...(branch !== undefined && { branch }) };
}
