import { claimEnd, type Claimant, type Holder } from '../../domain/claims/claimHolder.js';
import { alreadyClaimed, type Elsewhere, finishedElsewhere } from '../../domain/claims/claimRules.js';
import type { SpectoolError } from '../../domain/errors/spectoolError.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { LogRecord, StreamId } from '../../domain/log/records/record.js';
import { decodeRecords } from '../../domain/log/records/recordCodec.js';
import { orderRecords } from '../../domain/log/records/recordOrder.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { Spec } from '../../domain/spec/spec.js';
import type { EventLog } from '../../ports/eventLog.js';
import type {
  ClaimEntry,
  KnownClaim,
  RegisteredClaim,
  Registry,
  RegistryDraft,
  RegistryReach,
} from '../../ports/lockAndClaimRegistry.js';
import type { ActorSource } from '../../ports/system.js';
import type { LogElsewhere, OtherBranches } from '../../ports/repository/otherBranches.js';
import type { Warning } from '../warning.js';
import { ignoreErrors } from '../ignoreErrors.js';
import type { ProjectLocation } from '../projectLocation.js';
import { claimIn, endOf, holderIn, recordsTogether, setsInProgress } from './claimsInLogs.js';
import type { ChangedLog, ClaimsOnRemote } from './claimsOnRemote.js';
import type { SpecsOnBranches } from './specsOnBranches.js';

/** Maximum number of registered claims of other specs that one claim checks against the logs. */
const LOOKED_AT = 4;
/** Commands that compare the named specs with the remote even if nothing changes. */
const ABOUT_CLAIMS: readonly string[] = ['claim', 'next', 'release'];

/** Which worktrees see a claim immediately, through the registry, and warnings about those that do not. */
export interface ClaimReach {
  /** Scope of the registry that has the claim; absent in a dry run. */
  readonly registry?: RegistryReach;
  readonly warnings: readonly Warning[];
}

/** A spec that a command is about to claim, with its entry in the registry. */
export interface Wanted {
  readonly folder: SpecFolder;
  readonly entry: Omit<ClaimEntry, 'record'>;
  /** True to take over the spec from its holder. */
  readonly steals?: boolean;
}

/** Makes the claims, given the holders in other worktrees; returns the result and the ids of the records with the claims. */
export type Taking<T> = (
  taken: readonly Wanted[],
  elsewhere: ReadonlyMap<StreamId, Holder>,
  reach: ClaimReach,
) => { readonly answer: T; readonly records: ReadonlyMap<StreamId, string> };

/** State of specs in other worktrees and on branches: holders, and specs that ended. */
export interface ToldElsewhere {
  readonly holders: ReadonlyMap<StreamId, Holder>;
  /** Specs that are finished in another worktree or on a branch, but not in this worktree. */
  readonly ends: ReadonlyMap<StreamId, Elsewhere>;
}

/** States of specs, each computed from its logs in all worktrees. `isWhole` is false if branches could not be read. */
interface Told {
  readonly specs: ReadonlyMap<StreamId, Spec>;
  readonly isWhole: boolean;
}

const NOTHING_TOLD: Told = { specs: new Map(), isWhole: true };

/** Claims in other worktrees of the clone. The registry says which logs to read; the logs decide whether a claim counts. */
export class OpenClaims {
  #worktrees: ReturnType<OtherBranches['worktrees']> | undefined;
  #skipped: string | undefined;

  constructor(
    private readonly registry: Registry,
    private readonly otherBranches: OtherBranches,
    private readonly log: EventLog,
    private readonly place: ProjectLocation,
    private readonly branches: SpecsOnBranches,
    private readonly actors: ActorSource,
    private readonly onRemote: ClaimsOnRemote,
  ) {}

  /** Returns the claimant: actor, worktree and session. @param now ISO 8601 UTC. */
  claimant(by: string, now: string): Claimant {
    const { own: place, names } = this.#places();
    const session = by === this.actors.actor() ? this.actors.session?.() : undefined;
    return {
      by,
      ...(place !== undefined && { place }),
      ...(session !== undefined && { session }),
      knowsPlace: (name) => names.includes(name),
      now,
    };
  }

  /** Returns a function that finds the holder of a spec in another worktree. The registry is read once. */
  elsewhere(now: string): (stream: StreamId) => Holder | undefined {
    let registered: readonly RegisteredClaim[] | undefined;
    const known = new Map<StreamId, Holder | undefined>();
    return (stream) => {
      registered ??= this.#registered(now);
      const isOpen = !known.has(stream) && registered.some(({ spec }) => spec === stream);
      if (isOpen) {
        // Look up more specs than asked for, doubling the number each time, to avoid one git call for each spec.
        const others = registered.map(({ spec }) => spec).filter((spec) => !known.has(spec));
        const asked = new Set([stream, ...others.slice(0, known.size)]);
        const { specs } = this.#together(registered.filter(({ spec }) => asked.has(spec)));
        for (const one of asked) known.set(one, holderIn(specs.get(one), now));
      }
      return known.get(stream);
    };
  }

  /**
   * Makes changes of specs on which all clones agree by the remote, if they have one. Then registers the specs that were set in
   * progress, if the clone has other worktrees.
   * @param command the command that makes the changes.
   * @throws SpectoolError `ALREADY_CLAIMED` or `NOT_CLAIMABLE` if another clone was first; nothing is changed then.
   */
  carryOut(changed: readonly ChangedLog[], now: string, command: string, change: () => void): void {
    this.onRemote.agree(changed, now, change, ABOUT_CLAIMS.includes(command));
    const begun = changed.filter(({ record }) => record !== undefined && setsInProgress(record));
    if (begun.length === 0) return;
    const { own, names } = this.#places();
    if (own === undefined && names.length === 0) return;
    const claims = begun.flatMap(({ log }) => claimIn(log, this.place.root, now));
    ignoreErrors(() => {
      this.registry.change((draft) => {
        this.restore(draft, now);
        for (const { worktree: _here, ...entry } of claims) draft.settleClaim(entry);
      });
    });
  }

  /** Warns if branches, worktrees or the remote could not be read since the last call, because their claims are unknown. */
  unread(): readonly Warning[] {
    const message = this.#skipped ?? this.branches.unread();
    this.#skipped = undefined;
    const onRemote = this.onRemote.warnings();
    if (message === undefined) return onRemote;
    return [
      ...onRemote,
      { code: 'BRANCHES_SKIPPED', message, hint: 'Specs may be claimed on branches that were not read.' },
    ];
  }

  /**
   * Returns the holders of specs in other worktrees, on branches and, as this clone last saw them, on the remote; and the specs
   * that are finished there.
   * @param asked limits the answer to these specs.
   */
  toldElsewhere(now: string, asked: () => ReadonlySet<StreamId>): ToldElsewhere {
    const others = this.#registered(now).filter(({ worktree }) => worktree !== this.place.root);
    const branches = this.branches.streams(now);
    let streams: ReadonlySet<StreamId> | undefined;
    const isAsked = (stream: StreamId) => (streams ??= asked()).has(stream);
    const onRemote = this.onRemote.known(now, isAsked);
    const [holders, ends] = [new Map(onRemote.holders), new Map(onRemote.ends)];
    if (others.length === 0 && branches.length === 0) return { holders, ends };
    const { specs } = this.#together(others.filter(({ spec }) => isAsked(spec)));
    const hold = (stream: StreamId, spec: Spec | undefined) => {
      const holder = holderIn(spec, now);
      if (holder !== undefined && !holders.has(stream)) holders.set(stream, holder);
    };
    for (const [stream, spec] of specs) hold(stream, spec);
    for (const stream of branches)
      if (isAsked(stream))
        for (const { branch, spec } of this.branches.specs(stream, now)) {
          hold(stream, spec);
          const status = endOf(spec);
          if (status !== undefined && !ends.has(stream)) ends.set(stream, { branch, status });
        }
    return { holders, ends };
  }

  /**
   * Runs work that claims specs; no other command can claim them meanwhile.
   * @throws SpectoolError `ALREADY_CLAIMED` if another worktree is claiming one of them; `NOT_CLAIMABLE` if one is finished
   * elsewhere in the clone.
   */
  take<T>(wanted: readonly Wanted[], now: string, work: Taking<T>): T {
    return this.#take(now, work, (among) => {
      const refusalOf = among(wanted);
      for (const one of wanted) {
        const refusal = refusalOf(one);
        if (refusal !== undefined) throw refusal;
      }
      return wanted;
    }) as T;
  }

  /** Runs work with the first candidate that can be claimed, like `take`; undefined if there is none. */
  takeFirst<One, T>(
    candidates: readonly One[],
    wanted: (candidate: One) => Wanted,
    now: string,
    work: Taking<T>,
  ): T | undefined {
    return this.#take(now, work, (among, holders) => {
      // Check the first candidate alone, because it is usually free; then check further candidates in growing batches.
      for (let at = 0, few = 1; at < candidates.length; at += few, few *= 2) {
        const some = candidates.slice(at, at + few).map(wanted);
        const refusalOf = among(some);
        const free = some.find((one) => refusalOf(one) === undefined && !holders.has(one.entry.spec));
        if (free !== undefined) return [free];
      }
      return undefined;
    });
  }

  #take<T>(
    now: string,
    work: Taking<T>,
    choose: (
      among: (some: readonly Wanted[]) => (one: Wanted) => SpectoolError | undefined,
      holders: ReadonlyMap<StreamId, Holder>,
    ) => readonly Wanted[] | undefined,
  ): T | undefined {
    const given = this.registry.change((draft) => {
      this.restore(draft, now);
      const before = draft.claims();
      const taking = new Map(
        before
          .filter(({ isPending, worktree }) => isPending && worktree !== this.place.root)
          .map(({ spec, ...claim }) => [spec, claim]),
      );
      const holders = new Map<StreamId, Holder>();
      const among = (some: readonly Wanted[]) => {
        const asked = new Set(some.map(({ entry: { spec } }) => spec));
        const registered = before.filter(({ spec }) => asked.has(spec));
        // Also check the logs of specs that are not registered, so that a lost registry does not allow a second claim.
        const isAlone = registered.length === 0 && this.#places().names.length === 0;
        const { specs } = isAlone ? NOTHING_TOLD : this.#together(registered, [...asked]);
        return ({ entry: { spec, name }, steals = false }: Wanted) => {
          const branches = this.branches.specs(spec, now);
          const elsewhere = [{ spec: specs.get(spec), branch: undefined }, ...branches];
          const holder = elsewhere.map((one) => holderIn(one.spec, now)).find((one) => one !== undefined);
          if (holder !== undefined) holders.set(spec, holder);
          const other = taking.get(spec);
          // Another command is claiming the spec now. Refuse a takeover only if that command is known to be running, and another
          // claim only if the spec has no holder; with a holder, the claim is refused later.
          const isRefused = steals ? other?.isUnseen !== true : holder === undefined;
          if (other !== undefined && isRefused) return alreadyClaimed(name, other);
          const [end] = elsewhere.flatMap((one): readonly Elsewhere[] => {
            const status = endOf(one.spec);
            if (status === undefined) return [];
            return [{ status, ...(one.branch !== undefined && { branch: one.branch }) }];
          });
          const isKnown = end === undefined || endOf(foldSpec(this.log.records(spec)).spec) !== undefined;
          return isKnown || steals ? undefined : finishedElsewhere(name, end);
        };
      };
      const wanted = choose(among, holders);
      this.#dropVoid(draft, before, now, new Set(wanted?.map(({ entry }) => entry.spec)));
      for (const { entry } of wanted ?? []) draft.claim(entry);
      return { wanted, before, holders };
    });
    const { wanted, before, holders } = given.answer;
    if (wanted === undefined) return undefined;
    const stolen = wanted.flatMap(({ entry, steals }) => (steals === true ? [entry.spec] : []));
    const known = new Map([...holders, ...this.onRemote.takeOver(stolen, now)]);
    let done;
    try {
      done = work(wanted, known, { registry: given.reach, warnings: onlyLocal(given.problem) });
    } catch (error) {
      this.#settle(wanted, before, new Map());
      throw error;
    } finally {
      this.onRemote.takeOver([], now);
    }
    this.#settle(wanted, before, done.records);
    return done.answer;
  }

  /** Settles the registered claims: a spec that was not claimed after all gets its earlier entry back, or has none. */
  #settle(
    wanted: readonly Wanted[],
    before: readonly RegisteredClaim[],
    records: ReadonlyMap<StreamId, string>,
  ): void {
    ignoreErrors(() => {
      this.registry.change((draft) => {
        for (const { entry } of wanted) {
          const record = records.get(entry.spec);
          const old = before.find(
            ({ spec, worktree }) => spec === entry.spec && worktree === this.place.root,
          );
          if (record !== undefined) draft.settleClaim({ ...entry, record });
          else if (old === undefined) draft.dropClaim(entry.spec);
          else {
            const { worktree: _here, isPending: _now, isUnseen: _who, ...stood } = old;
            draft.settleClaim(stood);
          }
        }
      });
    });
  }

  /**
   * Removes registry entries that no log confirms: those of the specs being claimed, and a few others each time, because
   * each check reads a log. More entries are checked than added, so every unconfirmed entry is removed sooner or later.
   */
  #dropVoid(
    draft: RegistryDraft,
    all: readonly RegisteredClaim[],
    now: string,
    taken: ReadonlySet<StreamId>,
  ): void {
    const others = all.filter(({ spec }) => !taken.has(spec));
    const first = others.length <= LOOKED_AT ? 0 : Date.parse(now) % others.length;
    const few = [...others.slice(first), ...others.slice(0, first)].slice(0, LOOKED_AT);
    const claims = [...all.filter(({ spec }) => taken.has(spec)), ...few];
    const { specs: elsewhere, isWhole } = this.#together(claims);
    for (const { spec, worktree, isPending } of claims) {
      // If branches could not be read, keep the entry, because a branch may contain the claim.
      if (worktree !== this.place.root && !isWhole) continue;
      const told = worktree === this.place.root ? foldSpec(this.log.records(spec)).spec : elsewhere.get(spec);
      const isOver = told === undefined || holderIn(told, now) === undefined;
      if (isOver && !isPending) draft.dropClaim(spec, worktree);
    }
  }

  /**
   * Computes the states of specs from the logs of all worktrees: specs that other worktrees registered, and the specs in
   * `more`.
   */
  #together(claims: readonly RegisteredClaim[], more: readonly StreamId[] = []): Told {
    const others = claims.filter(({ worktree }) => worktree !== this.place.root);
    const asked = [...new Set([...others.map(({ spec }) => spec), ...more])];
    if (asked.length === 0) return NOTHING_TOLD;
    const inWorktrees = this.otherBranches.logElsewhere(asked, { refs: false }).logs;
    const known = new Map(asked.map((spec) => [spec, this.#records(spec, inWorktrees.get(spec) ?? [])]));
    // If the worktree of a claim was removed or cannot be read, the claim counts only if a branch has its record.
    const unseen = others.filter(
      ({ spec, record }) => record !== undefined && known.get(spec)?.some(({ id }) => id === record) !== true,
    );
    const { logs, skipped }: LogElsewhere =
      unseen.length === 0
        ? { logs: new Map() }
        : this.otherBranches.logElsewhere([...new Set(unseen.map(({ spec }) => spec))]);
    this.#skipped = skipped ?? this.#skipped;
    for (const [spec, texts] of logs) known.set(spec, this.#records(spec, texts));
    const specs = new Map([...known].map(([spec, records]) => [spec, foldSpec(records).spec]));
    return { specs, isWhole: skipped === undefined };
  }

  /** Restores the registry from the logs of the worktrees, if the registry is new or was lost. */
  restore(draft: RegistryDraft, now: string): void {
    // A killed command of this worktree may have left entries without a record. Remove them, and restore those whose claim
    // is in the log.
    const left = draft
      .claims()
      .filter((one) => one.worktree === this.place.root && !one.isPending && one.record === undefined);
    for (const { spec } of left) draft.dropClaim(spec);
    if (!draft.isWhole) draft.restoreClaims([...this.#claimsHere(now), ...this.#claimsInWorktrees(now)]);
    else if (left.length > 0)
      draft.restoreClaims(left.flatMap(({ spec }) => claimIn(this.log.records(spec), this.place.root, now)));
  }

  /** Returns the registered claims; if the registry was lost, also the claims in the logs of the worktrees. */
  #registered(now: string): readonly RegisteredClaim[] {
    const registered = this.registry.claims();
    if (this.registry.isWhole()) return registered;
    const lost = this.#claimsInWorktrees(now).map((claim) => ({ ...claim, isPending: false }));
    return [...registered, ...lost];
  }

  #claimsHere(now: string): readonly KnownClaim[] {
    const streams = this.log.streams();
    const ends = this.log.ends?.(streams);
    return streams
      .filter((stream) => ends === undefined || ends.get(stream)?.claim !== undefined)
      .flatMap((stream) => claimIn(this.log.records(stream), this.place.root, now));
  }

  #claimsInWorktrees(now: string): readonly KnownClaim[] {
    return [...this.otherBranches.logsOfWorktrees()].flatMap(([worktree, streams]) =>
      [...streams].flatMap(([stream, texts]) => {
        // Skip logs without claims before decoding them, because decoding takes most of the time.
        if (!texts.some((text) => text.includes('"SpecClaimed"') || text.includes('"in-progress"')))
          return [];
        const records = decodeRecords(texts).filter(({ spec }) => spec === stream);
        return claimIn(orderRecords(records), worktree, now);
      }),
    );
  }

  #places(): ReturnType<OtherBranches['worktrees']> {
    return (this.#worktrees ??= this.otherBranches.worktrees());
  }

  /** Returns the records of this worktree and the other worktrees together, in the order in which they apply. */
  #records(stream: StreamId, texts: readonly string[]): readonly LogRecord[] {
    return recordsTogether(stream, this.log.records(stream), texts);
  }
}

/** Returns when the lease of a claim made now ends, in ISO 8601 UTC. */
export function endOfClaim(by: string, lease: string, now: string): string {
  return new Date(claimEnd({ by, lease, since: now }) ?? Date.parse(now)).toISOString();
}

/** Warns that the registry of the clone could not be used. */
function onlyLocal(problem: string | undefined): readonly Warning[] {
  if (problem === undefined) return [];
  return [
    {
      code: 'REGISTRY_LOCAL',
      message: `Other worktrees of this clone do not see this claim: ${problem.replace(/\.$/, '')}.`,
      hint: 'If another worktree claims the spec too, the earlier claim wins after the merge.',
    },
  ];
}
