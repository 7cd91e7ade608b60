import { BOUNDS } from '../../domain/value/bounds.js';
import {
  alreadyClaimed,
  type Elsewhere,
  finishedElsewhere,
  type Holder,
  isRenewalDue,
  leaseMs,
} from '../../domain/claims/claims.js';
import {
  parseRemoteClaim,
  type RemoteClaim,
  remoteHolder,
  type RemoteStanding,
  remoteStanding,
} from '../../domain/claims/remoteClaims.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { isSamePerson, personText } from '../../domain/value/person.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { LogRecord, StreamId } from '../../domain/log/records/record.js';
import { effectiveTimes } from '../../domain/log/records/recordOrderAndFormat.js';
import type { Spec } from '../../domain/spec/spec.js';
import type { RemoteChange } from '../../ports/lockAndClaimRegistry.js';
import type { Policy } from '../changes/policy.js';
import { Service, type Warning } from '../useCase.js';
import { claimsIn, endOf, holderIn, nameOf, recordsTogether } from './claimsElsewhere.js';

/** Attempts of a change while other clones keep changing the same claims. */
const MOST_TRIES = 8;
/** How long what was read counts for the commands of one process. */
const FRESH_MS = 60_000;
/** Maximum number of claims that are over and that one change removes besides. */
const MOST_REMOVED = 50;

export const NO_REMOTE: Warning = {
  code: 'NO_REMOTE',
  message: 'No git remote is configured for claims in this clone.',
  hint: 'Set `sync.remote`. If it is set, the git setting `spectool.remote` of this clone turns it off.',
  advice: [
    {
      useCase: 'setSetting',
      request: { key: 'sync.remote', values: ['origin'] },
      to: 'share claims through the remote origin',
    },
  ],
};

/** A changed spec: the record that the command adds, if it adds one, and the spec's log in this worktree with this record. */
export interface ChangedLog {
  readonly record?: LogRecord;
  readonly log: readonly LogRecord[];
}

/** What the remote has about a spec. */
interface Entry {
  readonly version: string;
  readonly text: string;
  /** Absent if the text is no claim. */
  readonly claim?: RemoteClaim;
  readonly standing: RemoteStanding;
}

/** What the remote is to have about a spec. */
interface Told {
  readonly stream: StreamId;
  /** The log of the spec in this worktree. */
  readonly log: readonly LogRecord[];
  /** The claim or the end of the spec; absent if the claim is over. */
  readonly claim?: RemoteClaim;
  /** True for a change that another clone can refuse, because it claims the spec or ends the work. */
  readonly isDecision: boolean;
}

type Read = ReadonlyMap<StreamId, Entry>;

/**
 * Claims that all clones agree on by a git remote. What the remote is to have about a spec follows from its log; whether a claim
 * on the remote was made in this clone follows from its logs, too: they have the record of the claim.
 */
export class ClaimsOnRemote extends Service {
  /** Specs that the command takes over from other clones. */
  #takenOver: ReadonlySet<StreamId> = new Set();
  #warnings: readonly Warning[] = [];
  /** The time of the command in which the remote did not answer: it is not asked again in this command. */
  #failedAt: string | undefined;
  /** What was last read, and the time of the command that read it. */
  #last: { readonly at: string; readonly read: Map<StreamId, Entry> } | undefined;

  /** Name of the remote; undefined if none is to be asked. */
  get remote(): string | undefined {
    return this.use.remoteEntries.remote();
  }

  /** Returns the warnings since the last call. */
  warnings(): readonly Warning[] {
    const warnings = this.#warnings;
    this.#warnings = [];
    return warnings;
  }

  /**
   * Makes changes of specs, and tells the remote before. If the changes fail, the remote gets back what it had.
   * @param isAsked true to compare the remote also with specs that do not change.
   * @throws SpectoolError `ALREADY_CLAIMED` or `NOT_CLAIMABLE` if another clone holds a spec that a change claims or ends, or has
   * ended a spec that a change claims. Nothing is changed then.
   */
  agree(changed: readonly ChangedLog[], now: string, change: () => void, isAsked = false): void {
    const told =
      this.remote === undefined ? [] : changed.flatMap((one) => this.#toldAbout(one, now, isAsked));
    const takeBack = told.length === 0 ? undefined : this.#tell(told, now, isAsked);
    try {
      change();
    } catch (error) {
      takeBack?.();
      throw error;
    }
  }

  /** Lets the command replace what other clones have on the remote about these specs; returns their holders. */
  takeOver(streams: readonly StreamId[], now: string): ReadonlyMap<StreamId, Holder> {
    this.#takenOver = new Set(streams);
    if (streams.length === 0) return new Map();
    this.read(now);
    return this.known(now, (stream) => this.#takenOver.has(stream)).holders;
  }

  /**
   * Reads the claims on the remote, for `known`. If the remote does not answer, there is a warning.
   * @param isCompared true to warn of claims of the actor that the remote and this clone do not have in common.
   */
  read(now: string, isCompared = false): void {
    const read = this.#read(now);
    if (read !== undefined && isCompared) this.#compare(read, now, new Set());
  }

  /**
   * Returns what other clones do, if this process has read it on the remote in the last minute: the specs that they hold, and
   * those that they ended.
   */
  known(
    now: string,
    isAsked: (stream: StreamId) => boolean = () => true,
  ): { readonly holders: ReadonlyMap<StreamId, Holder>; readonly ends: ReadonlyMap<StreamId, Elsewhere> } {
    const holders = new Map<StreamId, Holder>();
    const ends = new Map<StreamId, Elsewhere>();
    const last = this.#last;
    if (last === undefined || Date.parse(now) - Date.parse(last.at) > FRESH_MS) return { holders, ends };
    const remote = this.remote ?? '';
    for (const [stream, { claim, standing }] of last.read) {
      if (claim === undefined || !isAsked(stream)) continue;
      if (standing === 'held') holders.set(stream, remoteHolder(claim, now, remote));
      else if (standing === 'ended') ends.set(stream, endOn(remote, claim));
    }
    return { holders, ends };
  }

  /** Returns what the remote is to have about a spec, if a change makes a difference. */
  #toldAbout({ record, log }: ChangedLog, now: string, isAsked: boolean): readonly Told[] {
    const stream = log[0]?.spec;
    if (stream === undefined) return [];
    const before = foldSpec(log.filter(({ id }) => id !== record?.id)).spec;
    const { spec } = foldSpec(log);
    const [was, state] = [stateOf(before, now), stateOf(spec, now)];
    const isRenewed =
      before.kind === 'active' &&
      before.claim !== undefined &&
      isSamePerson(before.claim.by, record?.actor) &&
      isRenewalDue(before.claim, now);
    const isBegun = record !== undefined && claimsIn(record);
    if (was === state && !isAsked && !isRenewed && !isBegun) return [];
    const isEnded = endOf(spec) !== undefined;
    const isDecision = isEnded ? endOf(before) === undefined : isBegun || (isAsked && state !== undefined);
    const claim = this.#claimOf(spec, record?.actor ?? this.use.actors.actor(), log, now);
    return [{ stream, log, ...(claim && { claim }), isDecision }];
  }

  /** Returns the claim or the end of a spec as it is written to the remote; undefined if there is none. */
  #claimOf(spec: Spec, by: string, log: readonly LogRecord[], now: string): RemoteClaim | undefined {
    const [end, holder] = [endOf(spec), holderIn(spec, now)];
    if (spec.kind === 'absent' || (end ?? holder) === undefined) return undefined;
    const record = (end === undefined ? log.findLast(claimsIn) : log.at(-1))?.id;
    const branch = end === undefined ? undefined : this.use.remoteEntries.branch();
    return {
      state: end ?? 'claimed',
      name: spec.labels.ref,
      by: holder?.by ?? by,
      since: holder?.since ?? now,
      written: now,
      lease: end === undefined ? (leaseMs(spec.claim?.lease ?? '') ?? 0) / 1000 : BOUNDS.leaseMs / 1000,
      clone: this.use.ids.nonce(),
      ...(record !== undefined && { record }),
      ...(branch !== undefined && { branch }),
      ...(holder?.byUpdate && { byUpdate: true }),
    };
  }

  /** Tells the remote about specs. Returns a function that gives it back what it had. */
  #tell(told: readonly Told[], now: string, isCompared: boolean): () => void {
    const done: RemoteChange[] = [];
    const takeBack = () => {
      if (done.length > 0) this.use.remoteEntries.change(done);
    };
    const streams = new Set(told.map(({ stream }) => stream));
    let open = told;
    for (let tries = 0; open.length > 0; tries += 1) {
      if (tries === MOST_TRIES) this.#unreachable('other clones keep changing the same', now);
      const read = this.#read(now, tries > 0);
      if (read === undefined) break;
      const theirs = open.flatMap((one) => {
        const entry = read.get(one.stream);
        return this.#isTheirs(one, entry) ? [{ ...one, claim: entry.claim }] : [];
      });
      const refused = theirs.find(({ isDecision }) => isDecision);
      if (refused !== undefined) {
        takeBack();
        throw this.#refusal(refused.stream, refused.claim, now);
      }
      if (tries === 0 && isCompared) this.#compare(read, now, streams);
      for (const { stream, claim } of theirs) this.#tellLost(stream, claim);
      const passed = new Set(theirs.map(({ stream }) => stream));
      const changes = open
        .filter(({ stream }) => !passed.has(stream))
        .flatMap((one) => changeTo(one, read.get(one.stream), now));
      const outcomes =
        changes.length === 0 ? [] : this.use.remoteEntries.change([...changes, ...overIn(read, streams)]);
      const lost = new Set<StreamId>();
      for (const [i, { spec }] of changes.entries()) {
        const outcome = outcomes[i];
        const { text = '' } = read.get(spec) ?? {};
        if (outcome?.kind === 'lost') lost.add(spec);
        else if (outcome?.kind === 'unreachable') this.#unreachable(outcome.reason, now);
        else {
          // What was read of this spec is over, such as the claim that the command took over.
          this.#last?.read.delete(spec);
          done.push({
            ...{ spec, ...(text !== '' && { text }) },
            ...(outcome?.version !== undefined && { was: outcome.version }),
          });
        }
      }
      open = open.filter(({ stream }) => lost.has(stream));
    }
    return takeBack;
  }

  /** True if another clone has more right to the spec than the change that is to be told. */
  #isTheirs({ stream, claim }: Told, entry?: Entry): entry is Entry & { readonly claim: RemoteClaim } {
    if (entry?.claim === undefined || this.#takenOver.has(stream)) return false;
    // A spec may be ended twice, and only a claim keeps others from setting the status.
    if (entry.standing === 'ended') return claim === undefined || claim.state === 'claimed';
    if (entry.standing !== 'held') return false;
    return entry.claim.byUpdate !== true || (claim?.state === 'claimed' && claim.byUpdate !== true);
  }

  /** Warns of claims that the actor has here or on the remote only. @param but specs of which the command tells the remote. */
  #compare(read: Read, now: string, but: ReadonlySet<StreamId>): void {
    const me = this.use.actors.actor();
    const own = this.use.registry.claims().filter(({ by }) => isSamePerson(by, me));
    const there = [...read].filter(
      ([, { claim, standing }]) =>
        standing === 'ours' && claim?.state === 'claimed' && isSamePerson(claim.by, me),
    );
    const streams = new Set([...own.map(({ spec }) => spec), ...there.map(([stream]) => stream)]);
    const asked = [...streams].filter((stream) => !but.has(stream));
    const logs = this.#logs(asked, now);
    for (const stream of asked) {
      const { spec } = foldSpec(logs.get(stream) ?? []);
      const isHeld = isSamePerson(holderIn(spec, now)?.by, me);
      const { claim, standing = 'free' } = read.get(stream) ?? {};
      if (isHeld && claim !== undefined && (standing === 'held' || standing === 'ended'))
        this.#tellLost(stream, claim);
      else if (isHeld !== (standing === 'ours' && claim?.state === 'claimed'))
        this.#warn(this.#differing(nameOf(spec, stream), isHeld));
    }
  }

  #differing(name: string, isHeld: boolean): Warning {
    const to = 'tell the remote';
    const what = isHeld
      ? `does not have your claim of ${name}`
      : `still has a claim of ${name} that has ended here`;
    return {
      code: 'CLAIM_DIFFERS',
      message: `The remote ${this.remote ?? ''} ${what}.`,
      advice: [
        isHeld
          ? { useCase: 'claimSpecs', request: { specs: [name] }, to }
          : { useCase: 'releaseSpec', request: { spec: name }, to },
      ],
    };
  }

  /**
   * Reads the entries; undefined if the remote does not answer, or if none is to be asked.
   * @param isAgain true to read although this command has read before.
   */
  #read(now: string, isAgain = false): Read | undefined {
    if (this.remote === undefined || this.#failedAt === now) return undefined;
    if (!isAgain && this.#last?.at === now) return this.#last.read;
    const reading = this.use.remoteEntries.read();
    if (reading.kind !== 'read') {
      this.#unreachable(reading.reason, now);
      return undefined;
    }
    const claims = new Map(
      [...reading.entries].map(([stream, { text }]) => [stream, parseRemoteClaim(text)] as const),
    );
    const isOurs = this.#ours(claims, now);
    const read = new Map(
      [...reading.entries].map(([stream, { version, text }]): [StreamId, Entry] => {
        const claim = claims.get(stream);
        const standing = remoteStanding(claim, () => isOurs(stream), now);
        return [stream, { version, text, ...(claim && { claim }), standing }];
      }),
    );
    this.#last = { at: now, read };
    return read;
  }

  /** Returns a function that says whether the logs of this clone have a claim; only if not, they are read elsewhere. */
  #ours(claims: ReadonlyMap<StreamId, RemoteClaim | undefined>, now: string): (stream: StreamId) => boolean {
    const has = (stream: StreamId, log: readonly LogRecord[]) => {
      const claim = claims.get(stream);
      return claim !== undefined && isRecorded(claim, log);
    };
    const open = [...claims.keys()].filter((stream) => !has(stream, this.use.eventLog.records(stream)));
    const logs = this.#logs(open, now);
    return (stream) => !logs.has(stream) || has(stream, logs.get(stream) ?? []);
  }

  /** Returns the logs of specs in all worktrees and on all branches together. */
  #logs(streams: readonly StreamId[], now: string): ReadonlyMap<StreamId, readonly LogRecord[]> {
    if (streams.length === 0) return new Map();
    const logs = this.use.otherBranches.logsInWorktrees(streams);
    return new Map(
      streams.map((stream) => {
        const onBranches = this.use.specsOnBranches.records(stream, now).flatMap(({ records }) => records);
        const here = [...this.use.eventLog.records(stream), ...onBranches];
        return [stream, recordsTogether(stream, here, logs.get(stream) ?? [])];
      }),
    );
  }

  #warn(warning: Warning): void {
    this.#warnings = [...this.#warnings, warning];
  }

  /** Warns once in a command that the remote was not reached. */
  #unreachable(reason: string, now: string): void {
    if (this.#failedAt === now) return;
    this.#failedAt = now;
    this.#warn({
      code: 'REMOTE_UNREACHABLE',
      message: `Cannot update claims on the remote ${this.remote ?? ''}: ${reason.replace(/\.$/, '')}.`,
      hint: 'Claims were made in this clone only. If another clone claims the same spec, the merge decides. If the remote always refuses, run `git config spectool.remote ""`.',
    });
  }

  #refusal(stream: StreamId, claim: RemoteClaim, now: string): SpectoolError {
    const remote = this.remote ?? '';
    const name = nameOf(foldSpec(this.use.eventLog.records(stream)).spec, claim.name);
    return claim.state === 'claimed'
      ? alreadyClaimed(name, remoteHolder(claim, now, remote))
      : finishedElsewhere(name, endOn(remote, claim));
  }

  /** Warns that another clone was first, or has taken a claim over. */
  #tellLost(stream: StreamId, { by, state, since, name: theirs }: RemoteClaim): void {
    const { spec } = foldSpec(this.use.eventLog.records(stream));
    const isOpen = endOf(spec) === undefined && holderIn(spec, since) !== undefined;
    const name = nameOf(spec, theirs);
    const who = personText(by);
    const what = state === 'claimed' ? `${who} works on ${name}` : `${who} has ended ${name} (${state})`;
    this.#warn({
      code: 'CLAIM_LOST',
      message: `${what} in another clone since ${since} (according to the remote ${this.remote ?? ''}).`,
      ...(isOpen && {
        hint: 'Agree on who continues: after a merge, the earlier claim counts, or the one that was taken over with a reason.',
      }),
      advice: [
        { useCase: 'nextSpecs', to: 'see which other specs are ready' },
        ...(isOpen
          ? [{ useCase: 'releaseSpec' as const, request: { spec: name }, to: 'release the spec here' }]
          : []),
      ],
    });
  }
}

/** Returns a text that differs if the remote is to have something else: the end of the spec, or its holder. */
function stateOf(spec: Spec, now: string): string | undefined {
  const holder = endOf(spec) ?? holderIn(spec, now);
  return typeof holder === 'object' ? `${holder.by} ${holder.since}` : holder;
}

/** True if a log has the claim or the end. */
function isRecorded({ record, by, since }: RemoteClaim, log: readonly LogRecord[]): boolean {
  if (record !== undefined) return log.some(({ id }) => id === record);
  const begun = log.filter((one) => claimsIn(one) && isSamePerson(one.actor, by));
  const times = begun.length === 0 ? undefined : effectiveTimes(log);
  return begun.some(({ id }) => times?.get(id) === Date.parse(since));
}

/** Returns the change that gives the remote what it is to have; none if it has that already. */
function changeTo(
  { stream, log, claim }: Told,
  entry: Entry | undefined,
  now: string,
): readonly RemoteChange[] {
  const was = entry === undefined ? {} : { was: entry.version };
  const { standing = 'free' } = entry ?? {};
  const had = entry?.claim;
  if (claim === undefined) {
    // The claim of another worktree or branch of this clone is not over because this log never had it.
    const isOver =
      standing === 'expired' || (standing === 'ours' && had !== undefined && isRecorded(had, log));
    return isOver ? [{ spec: stream, ...was }] : [];
  }
  const isTheirEnd = standing === 'ended' && claim.state !== 'claimed';
  const isSame =
    standing === 'ours' &&
    had?.state === claim.state &&
    isSamePerson(had.by, claim.by) &&
    had.lease === claim.lease &&
    had.byUpdate === claim.byUpdate &&
    Date.parse(now) - Date.parse(had.written) < had.lease * 500;
  if (isTheirEnd || isSame || had?.clone === claim.clone) return [];
  return [{ spec: stream, text: JSON.stringify(claim), ...was }];
}

/** Returns removals of claims and ends that are over. @param but specs that are changed anyway. */
function overIn(read: Read, but: ReadonlySet<StreamId>): readonly RemoteChange[] {
  return [...read]
    .filter(([stream, { standing }]) => standing === 'expired' && !but.has(stream))
    .slice(0, MOST_REMOVED)
    .map(([spec, { version }]) => ({ spec, was: version }));
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

/** Commands that compare the named specs with the remote even if nothing changes. */
const ABOUT_CLAIMS: readonly string[] = ['claim', 'next', 'release'];

/** Lets all clones agree by a git remote on who works on a spec. */
export const remoteClaimPolicy: Policy = {
  around: ({ claimsOnRemote }, { drafts, changed }, write) => {
    claimsOnRemote.agree(changed, drafts.at, write, ABOUT_CLAIMS.includes(drafts.command));
  },
  unread: ({ claimsOnRemote }) => claimsOnRemote.warnings(),
  prime: ({ claimsOnRemote }, now) => {
    claimsOnRemote.read(now, true);
    return () => ({});
  },
};
