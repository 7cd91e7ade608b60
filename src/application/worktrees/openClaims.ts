import { type Claimant, claimEnd, type Holder } from '../../domain/claims/holder.js';
import { alreadyClaimed, type Elsewhere, finishedElsewhere } from '../../domain/claims/underClaim.js';
import type { SpectoolError } from '../../domain/errors/spectoolError.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { LogRecord, StreamId } from '../../domain/log/records/record.js';
import { decodeRecords } from '../../domain/log/records/recordCodec.js';
import { orderRecords } from '../../domain/log/records/recordOrder.js';
import type { Spec } from '../../domain/spec/spec.js';
import type { EventLog } from '../../ports/eventLog.js';
import type {
  ClaimEntry,
  KnownClaim,
  RegisteredClaim,
  Registry,
  RegistryDraft,
  RegistryReach,
} from '../../ports/locks.js';
import type { ActorSource } from '../../ports/system.js';
import type { LogElsewhere, OtherBranches } from '../../ports/repository/otherBranches.js';
import type { Warning } from '../warning.js';
import { attempt } from '../attempt.js';
import type { ProjectPlace } from '../projectPlace.js';
import { claimIn, endOf, holderIn, setsInProgress } from './claimsInLogs.js';
import type { SpecsOnBranches } from './specsOnBranches.js';

/** Of what is registered, by one change of it, for what is void by now. */
const LOOKED_AT = 4;

/** Who hears of a claim. */
export interface ClaimReach {
  /** Absent where nobody does. */
  readonly registry?: RegistryReach;
  readonly warnings: readonly Warning[];
}

/** A spec to take, and what is to be registered of it. */
export interface Wanted {
  readonly folder: SpecFolder;
  readonly entry: Omit<ClaimEntry, 'record'>;
  /** From who has it. */
  readonly steals?: boolean;
}

/** Takes specs; told who holds which elsewhere, it answers the records that claim. */
export type Taking<T> = (
  taken: readonly Wanted[],
  elsewhere: ReadonlyMap<StreamId, Holder>,
  reach: ClaimReach,
) => { readonly answer: T; readonly records: ReadonlyMap<StreamId, string> };

/** What other worktrees and branches tell of specs. */
export interface ToldElsewhere {
  readonly holders: ReadonlyMap<StreamId, Holder>;
  /** Of those that are not finished here. */
  readonly ends: ReadonlyMap<StreamId, Elsewhere>;
}

/** Specs as worktrees and branches tell of them; whole where git told of the branches too. */
interface Told {
  readonly specs: ReadonlyMap<StreamId, Spec>;
  readonly isWhole: boolean;
}

const NOTHING_TOLD: Told = { specs: new Map(), isWhole: true };

/** What is claimed in other worktrees of the clone: the registry says where to look, the logs there say what holds. */
export class OpenClaims {
  #worktrees: ReturnType<OtherBranches['worktrees']> | undefined;
  #skipped: string | undefined;

  constructor(
    private readonly registry: Registry,
    private readonly otherBranches: OtherBranches,
    private readonly log: EventLog,
    private readonly place: ProjectPlace,
    private readonly branches: SpecsOnBranches,
    private readonly actors: ActorSource,
  ) {}

  /** @param now ISO 8601 UTC. */
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

  /** Tells of each spec who holds it by a claim that another worktree knows of; what is registered is read once. */
  elsewhere(now: string): (stream: StreamId) => Holder | undefined {
    let registered: readonly RegisteredClaim[] | undefined;
    const known = new Map<StreamId, Holder | undefined>();
    return (stream) => {
      registered ??= this.#registered(now);
      const isOpen = !known.has(stream) && registered.some(({ spec }) => spec === stream);
      if (isOpen) {
        // Whoever asks of many is not to have git asked for each: every time of as many more as are known.
        const others = registered.map(({ spec }) => spec).filter((spec) => !known.has(spec));
        const asked = new Set([stream, ...others.slice(0, known.size)]);
        const { specs } = this.#together(registered.filter(({ spec }) => asked.has(spec)));
        for (const one of asked) known.set(one, holderIn(specs.get(one), now));
      }
      return known.get(stream);
    };
  }

  /** Tells the other worktrees of specs that were set in progress by command, where there are some. */
  tell(
    changed: readonly { readonly record?: LogRecord; readonly log: readonly LogRecord[] }[],
    now: string,
  ): void {
    const begun = changed.filter(({ record }) => record !== undefined && setsInProgress(record));
    if (begun.length === 0) return;
    const { own, names } = this.#places();
    if (own === undefined && names.length === 0) return;
    const claims = begun.flatMap(({ log }) => claimIn(log, this.place.root, now));
    attempt(() => {
      this.registry.change((draft) => {
        for (const { worktree: _here, ...entry } of claims) draft.settleClaim(entry);
      });
    });
  }

  /** What could not be read since this was asked last: who holds a spec may not have been seen. */
  unread(): readonly Warning[] {
    const message = this.#skipped ?? this.branches.unread();
    this.#skipped = undefined;
    if (message === undefined) return [];
    return [{ code: 'BRANCHES_SKIPPED', message, hint: 'Specs may be claimed there.' }];
  }

  /** Who holds which specs by claims that other worktrees or branches know of, and which ended there. @param asked these alone. */
  toldElsewhere(now: string, asked: () => ReadonlySet<StreamId>): ToldElsewhere {
    const others = this.#registered(now).filter(({ worktree }) => worktree !== this.place.root);
    const branches = this.branches.streams(now);
    const [holders, ends] = [new Map<StreamId, Holder>(), new Map<StreamId, Elsewhere>()];
    if (others.length === 0 && branches.length === 0) return { holders, ends };
    const streams = asked();
    const { specs } = this.#together(others.filter(({ spec }) => streams.has(spec)));
    const hold = (stream: StreamId, spec: Spec | undefined) => {
      const holder = holderIn(spec, now);
      if (holder !== undefined && !holders.has(stream)) holders.set(stream, holder);
    };
    for (const [stream, spec] of specs) hold(stream, spec);
    for (const stream of branches)
      if (streams.has(stream))
        for (const { branch, spec } of this.branches.specs(stream, now)) {
          hold(stream, spec);
          const status = endOf(spec);
          if (status !== undefined && !ends.has(stream)) ends.set(stream, { branch, status });
        }
    return { holders, ends };
  }

  /**
   * Works with specs that nobody else takes meanwhile.
   * @throws SpectoolError `ALREADY_CLAIMED` for one that another worktree is just taking; `NOT_CLAIMABLE` for one that is finished
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

  /** As `take`, of the first that can be taken here; undefined where there is none. */
  takeFirst<One, T>(
    candidates: readonly One[],
    wanted: (candidate: One) => Wanted,
    now: string,
    work: Taking<T>,
  ): T | undefined {
    return this.#take(now, work, (among, holders) => {
      // The first nearly always; where many are taken, they are looked for together.
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
        // Not only what is registered: a registry that was lost lets nobody take what somebody has.
        const isAlone = registered.length === 0 && this.#places().names.length === 0;
        const { specs } = isAlone ? NOTHING_TOLD : this.#together(registered, [...asked]);
        return ({ entry: { spec, name }, steals = false }: Wanted) => {
          const branches = this.branches.specs(spec, now);
          const elsewhere = [{ spec: specs.get(spec), branch: undefined }, ...branches];
          const holder = elsewhere.map((one) => holderIn(one.spec, now)).find((one) => one !== undefined);
          if (holder !== undefined) holders.set(spec, holder);
          const other = taking.get(spec);
          // Of a spec that somebody has, whoever is taking it is being refused there, or steals it.
          // A line of a command that cannot be seen may be anybody's: it keeps nobody from taking what he says he takes all the same.
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
    let done;
    try {
      done = work(wanted, holders, { registry: given.reach, warnings: onlyLocal(given.problem) });
    } catch (error) {
      this.#settle(wanted, before, new Map());
      throw error;
    }
    this.#settle(wanted, before, done.records);
    return done.answer;
  }

  /** What is not claimed now was claimed before, or not at all. */
  #settle(
    wanted: readonly Wanted[],
    before: readonly RegisteredClaim[],
    records: ReadonlyMap<StreamId, string>,
  ): void {
    attempt(() => {
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
   * Those of the specs that are taken, and a few of the others every time, since each takes reading a log: more than are added, so that
   * none stays for good.
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
      // What could not be read may tell of it.
      if (worktree !== this.place.root && !isWhole) continue;
      const told = worktree === this.place.root ? foldSpec(this.log.records(spec)).spec : elsewhere.get(spec);
      const isOver = told === undefined || holderIn(told, now) === undefined;
      if (isOver && !isPending) draft.dropClaim(spec, worktree);
    }
  }

  /** Specs as the worktrees together tell of them: those that others have registered, and those asked for. */
  #together(claims: readonly RegisteredClaim[], more: readonly StreamId[] = []): Told {
    const others = claims.filter(({ worktree }) => worktree !== this.place.root);
    const asked = [...new Set([...others.map(({ spec }) => spec), ...more])];
    if (asked.length === 0) return NOTHING_TOLD;
    const inWorktrees = this.otherBranches.logElsewhere(asked, { refs: false }).logs;
    const known = new Map(asked.map((spec) => [spec, this.#records(spec, inWorktrees.get(spec) ?? [])]));
    // Its worktree is gone, or cannot be seen from here: then a branch tells of it, or it is void.
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

  /** Puts into a registry that is new or was lost what the worktrees' logs tell. */
  restore(draft: RegistryDraft, now: string): void {
    // Of a command that was killed: its claim stands, or another's does again.
    const left = draft
      .claims()
      .filter((one) => one.worktree === this.place.root && !one.isPending && one.record === undefined);
    for (const { spec } of left) draft.dropClaim(spec);
    if (!draft.isWhole) draft.restoreClaims([...this.#claimsHere(now), ...this.#claimsInWorktrees(now)]);
    else if (left.length > 0)
      draft.restoreClaims(left.flatMap(({ spec }) => claimIn(this.log.records(spec), this.place.root, now)));
  }

  /** What a registry that was lost does not tell the worktrees' logs do. */
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
        // Most specs were never claimed, and to decode is what takes the time.
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

  /** What this worktree's log and the others tell together, in folding order. */
  #records(stream: StreamId, texts: readonly string[]): readonly LogRecord[] {
    const others = decodeRecords(texts).filter(({ spec }) => spec === stream);
    const all = new Map([...this.log.records(stream), ...others].map((record) => [record.id, record]));
    return orderRecords([...all.values()]);
  }
}

/** Until when a claim made now holds. */
export function endOfClaim(by: string, lease: string, now: string): string {
  return new Date(claimEnd({ by, lease, since: now }) ?? Date.parse(now)).toISOString();
}

function onlyLocal(problem: string | undefined): readonly Warning[] {
  if (problem === undefined) return [];
  return [
    {
      code: 'REGISTRY_LOCAL',
      message: `Other worktrees of this clone do not know about the claim: ${problem.replace(/\.$/, '')}.`,
      hint: 'If another worktree claims the spec too, the earlier claim stands after the merge.',
    },
  ];
}
