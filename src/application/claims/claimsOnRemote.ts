import { BOUNDS } from '../../domain/value/bounds.js';
import {
  adviceOnOthers,
  alreadyClaimed,
  type Elsewhere,
  finishedSpecClaimError,
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
import { effectiveTimes, recordsTogether } from '../../domain/log/records/recordOrderAndFormat.js';
import { type Spec, nameOf } from '../../domain/spec/spec.js';
import type { RemoteChange } from '../../ports/lockAndClaimRegistry.js';
import type { Services } from '../services.js';
import type { Policy } from '../changes/policy.js';
import { Service, type Warning } from '../useCase.js';
import { endOf, holderIn } from './claimsElsewhere.js';
import { claimsIn } from '../../domain/log/records/loggedChanges.js';

/** Maximum number of attempts to write a change while other clones keep changing the same claims. */
const MOST_TRIES = 8;
/** Time for which a process reuses the claims that it read from the remote. */
const FRESH_MS = 60_000;
/** Maximum number of expired claims that a change also removes from the remote. */
const MOST_REMOVED = 50;

/** Warns that no remote is configured for claims, with the step that is missing in this clone. */
export function noRemote({ clone }: Services): Warning {
  const request = { key: 'sync.remote', values: ['origin'] };
  const step =
    clone.readConfig('spectool.remote') !== undefined
      ? { hint: 'Run `git config --unset-all spectool.remote` to use the setting `sync.remote`.' }
      : clone.readConfig('remote.origin.url') === undefined
        ? { hint: 'Add a remote with `git remote add`, and set `sync.remote` to its name.' }
        : {
            advice: [
              { useCase: 'setSetting', request, to: 'share claims through the remote origin' },
            ] as const,
          };
  return { code: 'NO_REMOTE', message: 'No git remote is configured for claims in this clone.', ...step };
}

/** A changed spec. `record`: added by the command, if any. `log`: the spec's log in this worktree, including this record. */
export interface ChangedLog {
  readonly record?: LogRecord;
  readonly log: readonly LogRecord[];
}

/** The entry of a spec on the remote. */
interface Entry {
  readonly version: string;
  readonly text: string;
  /** Absent if the text of the entry is not a valid claim. */
  readonly claim?: RemoteClaim;
  readonly standing: RemoteStanding;
}

/** The claim that a command wants to write to the remote for a spec. */
interface Told {
  readonly stream: StreamId;
  /** The log of the spec in this worktree. */
  readonly log: readonly LogRecord[];
  /** The claim, or how the spec ended; absent if the claim has ended, so that the entry is removed from the remote. */
  readonly claim?: RemoteClaim;
  /** True for a change that another clone can refuse, because it claims the spec or ends the work. */
  readonly isDecision: boolean;
}

type Read = ReadonlyMap<StreamId, Entry>;

/**
 * Claims that all clones share through a git remote. The claim to write is computed from the spec's log. A claim on the remote
 * was made in this clone if a log of the clone contains the claim's record.
 */
export class ClaimsOnRemote extends Service {
  /** Specs that the command takes over from other clones. */
  #takenOver: ReadonlySet<StreamId> = new Set();
  #warnings: readonly Warning[] = [];
  /** Time of the command in which the remote failed; this command does not contact the remote again. */
  #failedAt: string | undefined;
  /** The entries that were last read, and the time of the command that read them. */
  #last: { readonly at: string; readonly read: Map<StreamId, Entry> } | undefined;

  /** Name of the remote for claims; undefined if none is configured. */
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
   * Writes the claims to the remote, then makes the changes. If the changes fail, restores the former entries of the remote.
   * @param isAsked true to update the remote also for specs whose claim does not change.
   * @throws SpectoolError `ALREADY_CLAIMED` if another clone holds a spec that a change claims or ends; `NOT_CLAIMABLE` if
   * another clone has ended a spec that a change claims. Nothing is changed then.
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

  /** Lets the command replace the claims of other clones on these specs. Returns the holders of these claims. */
  takeOver(streams: readonly StreamId[], now: string): ReadonlyMap<StreamId, Holder> {
    this.#takenOver = new Set(streams);
    if (streams.length === 0) return new Map();
    this.read(now);
    return this.known(now, (stream) => this.#takenOver.has(stream)).holders;
  }

  /**
   * Reads the claims on the remote, for `known`. Adds a warning if the remote cannot be reached.
   * @param isCompared true to warn of claims of the actor that only the remote or only this clone has.
   */
  read(now: string, isCompared = false): void {
    const read = this.#read(now);
    if (read !== undefined && isCompared) this.#compare(read, now, new Set());
  }

  /**
   * Returns the specs that other clones hold, and those that they ended. Empty if this process has not read the remote in the
   * last minute.
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

  /** Returns the claim to write to the remote for a spec; empty if its entry need not change. */
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

  /** Returns the claim or the end of a spec, in the form for the remote; undefined if the spec is neither claimed nor ended. */
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

  /** Writes claims to the remote. Returns a function that restores the former entries. */
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
        return this.#isTheirs(one, entry)
          ? [{ ...one, claim: entry.claim, isOver: one.claim === undefined }]
          : [];
      });
      const refused = theirs.find(({ isDecision }) => isDecision);
      if (refused !== undefined) {
        takeBack();
        throw this.#refusal(refused.stream, refused.claim, now);
      }
      if (tries === 0 && isCompared) this.#compare(read, now, streams);
      for (const { stream, claim, isOver } of theirs) this.#tellLost(stream, claim, isOver);
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
          // The entry that was read for this spec is outdated, for example the claim that the command took over.
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

  /** True if the entry of another clone takes precedence over the claim to write. */
  #isTheirs({ stream, claim }: Told, entry?: Entry): entry is Entry & { readonly claim: RemoteClaim } {
    if (entry?.claim === undefined || this.#takenOver.has(stream)) return false;
    // An end on the remote does not prevent this clone from ending the spec too. A spec begun there without a claim
    // (`byUpdate`) prevents only claims.
    if (entry.standing === 'ended') return claim === undefined || claim.state === 'claimed';
    if (entry.standing !== 'held') return false;
    return entry.claim.byUpdate !== true || (claim?.state === 'claimed' && claim.byUpdate !== true);
  }

  /** Warns of the actor's claims that only this clone or only the remote has. @param but specs that the command updates there. */
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
   * Reads the entries; undefined if the remote cannot be reached, or if no remote is configured.
   * @param isAgain true to read again, even if this command has already read the entries.
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

  /** Returns a function that is true if a spec's claim was made in this clone. Reads other worktrees and branches if needed. */
  #ours(claims: ReadonlyMap<StreamId, RemoteClaim | undefined>, now: string): (stream: StreamId) => boolean {
    const has = (stream: StreamId, log: readonly LogRecord[]) => {
      const claim = claims.get(stream);
      return claim !== undefined && isRecorded(claim, log);
    };
    const open = [...claims.keys()].filter((stream) => !has(stream, this.use.eventLog.records(stream)));
    const logs = this.#logs(open, now);
    return (stream) => !logs.has(stream) || has(stream, logs.get(stream) ?? []);
  }

  /** Returns the records of each spec from all worktrees and branches of this clone. */
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

  /** Adds a warning that the remote cannot be reached; only once per command. */
  #unreachable(reason: string, now: string): void {
    if (this.#failedAt === now) return;
    this.#failedAt = now;
    this.#warn({
      code: 'REMOTE_UNREACHABLE',
      message: `Cannot update claims on the remote ${this.remote ?? ''}: ${reason.replace(/\.$/, '')}.`,
      hint: 'Until the remote can be reached, claims count in this clone only; if another clone claims the same spec, the merge decides. If the remote always refuses, run `git config spectool.remote ""` to turn it off in this clone.',
    });
  }

  #refusal(stream: StreamId, claim: RemoteClaim, now: string): SpectoolError {
    const remote = this.remote ?? '';
    const name = nameOf(foldSpec(this.use.eventLog.records(stream)).spec, claim.name);
    return claim.state === 'claimed'
      ? alreadyClaimed(name, remoteHolder(claim, now, remote))
      : finishedSpecClaimError(name, endOn(remote, claim));
  }

  /**
   * Warns that another clone claimed or ended the spec first, or took over the claim.
   * @param isOver true if the command ends the claim of this clone.
   */
  #tellLost(stream: StreamId, { by, state, since, name: theirs }: RemoteClaim, isOver = false): void {
    const { spec } = foldSpec(this.use.eventLog.records(stream));
    const isOpen = !isOver && endOf(spec) === undefined && holderIn(spec, since) !== undefined;
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
        adviceOnOthers(this.remote),
        ...(isOpen
          ? [{ useCase: 'releaseSpec' as const, request: { spec: name }, to: 'release the spec here' }]
          : []),
      ],
    });
  }
}

/** Returns the end of the spec or its holder as a text, to detect whether the entry on the remote must change. */
function stateOf(spec: Spec, now: string): string | undefined {
  const holder = endOf(spec) ?? holderIn(spec, now);
  return typeof holder === 'object' ? `${holder.by} ${holder.since}` : holder;
}

/** True if a log contains the record of the claim, or of the end of the spec. */
function isRecorded({ record, by, since }: RemoteClaim, log: readonly LogRecord[]): boolean {
  if (record !== undefined) return log.some(({ id }) => id === record);
  const begun = log.filter((one) => claimsIn(one) && isSamePerson(one.actor, by));
  const times = begun.length === 0 ? undefined : effectiveTimes(log);
  return begun.some(({ id }) => times?.get(id) === Date.parse(since));
}

/** Returns the change that writes the claim to the remote; empty if the remote is up to date. */
function changeTo(
  { stream, log, claim }: Told,
  entry: Entry | undefined,
  now: string,
): readonly RemoteChange[] {
  const was = entry === undefined ? {} : { was: entry.version };
  const { standing = 'free' } = entry ?? {};
  const had = entry?.claim;
  if (claim === undefined) {
    // Remove an entry of this clone only if this log has its claim: otherwise the claim is in another worktree or branch of
    // this clone, and has not ended.
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

/** Returns the removals of expired entries. @param but specs whose entries are changed anyway. */
function overIn(read: Read, but: ReadonlySet<StreamId>): readonly RemoteChange[] {
  return [...read]
    .filter(([stream, { standing }]) => standing === 'expired' && !but.has(stream))
    .slice(0, MOST_REMOVED)
    .map(([spec, { version }]) => ({ spec, was: version }));
}

/** True if the error says that another clone has claimed or ended the spec. */
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

/** Shares claims among all clones through a git remote, so that no two clones work on the same spec. */
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
