import { type Claimant, claimEnd, type Holder, holderOf } from '../../domain/claims/holder.js';
import { alreadyClaimed, type Finished, finishedElsewhere } from '../../domain/claims/underClaim.js';
import type { SpectoolError } from '../../domain/errors/spectoolError.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { LogRecord, StreamId } from '../../domain/log/record.js';
import { decodeRecord } from '../../domain/log/recordCodec.js';
import { orderRecords } from '../../domain/log/recordOrder.js';
import { ABSENT, type Spec } from '../../domain/spec/spec.js';
import type { EventLog } from '../../ports/eventLog.js';
import type {
  ClaimEntry,
  RegisteredClaim,
  Registry,
  RegistryDraft,
  RegistryReach,
} from '../../ports/registry.js';
import type { Repository } from '../../ports/repository.js';
import type { Needs } from '../services.js';
import type { Warning } from '../warning.js';
import { attempt } from '../changes/attempt.js';

/** Who hears of a claim. */
export interface ClaimReach {
  readonly registry: RegistryReach;
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

/** What is claimed in other worktrees of the clone: the registry says where to look, the logs there say what holds. */
export class OpenClaims {
  static readonly needs = ['registry', 'repository', 'eventLog', 'place'] as const;
  readonly #registry: Registry;
  readonly #repository: Repository;
  readonly #log: EventLog;
  readonly #root: string;
  #worktrees: ReturnType<Repository['worktrees']> | undefined;

  constructor(services: Needs<typeof OpenClaims>) {
    this.#registry = services.registry;
    this.#repository = services.repository;
    this.#log = services.eventLog;
    this.#root = services.place.root;
  }

  /** @param now ISO 8601 UTC. */
  claimant(by: string, now: string): Claimant {
    const { own: place, names } = this.#places();
    return { by, ...(place !== undefined && { place }), knowsPlace: (name) => names.includes(name), now };
  }

  /** Tells of each spec who holds it by a claim that another worktree knows of; what is registered is read once. */
  elsewhere(now: string): (stream: StreamId) => Holder | undefined {
    let registered: readonly RegisteredClaim[] | undefined;
    return (stream) => {
      registered ??= this.#registry.claims();
      return registered.length === 0
        ? undefined
        : this.#states(registered.filter(({ spec }) => spec === stream))
            .holders(now)
            .get(stream);
    };
  }

  /** Who holds which specs by claims that other worktrees know of. @param asked these alone; looked at where anything is claimed. */
  heldElsewhere(now: string, asked: () => ReadonlySet<StreamId>): ReadonlyMap<StreamId, Holder> {
    const others = this.#registry.claims().filter(({ worktree }) => worktree !== this.#root);
    if (others.length === 0) return new Map();
    const streams = asked();
    return this.#states(others.filter(({ spec }) => streams.has(spec))).holders(now);
  }

  /**
   * Works with specs that nobody else takes meanwhile.
   * @throws SpectoolError `ALREADY_CLAIMED` for one that another worktree is just taking; `NOT_CLAIMABLE` for one that is finished
   * elsewhere in the clone.
   */
  take<T>(wanted: readonly Wanted[], now: string, work: Taking<T>): T {
    return this.#take(now, work, (refusalOf) => {
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
    return this.#take(now, work, (refusalOf, holders) => {
      for (const candidate of candidates) {
        const one = wanted(candidate);
        if (!holders.has(one.entry.spec) && refusalOf(one) === undefined) return [one];
      }
      return undefined;
    });
  }

  #take<T>(
    now: string,
    work: Taking<T>,
    choose: (
      refusalOf: (one: Wanted) => SpectoolError | undefined,
      holders: ReadonlyMap<StreamId, Holder>,
    ) => readonly Wanted[] | undefined,
  ): T | undefined {
    const given = this.#registry.change((draft) => {
      const before = draft.claims();
      const states = this.#states(before);
      const holders = states.holders(now);
      const taking = new Map(
        before
          .filter(({ isPending, worktree }) => isPending && worktree !== this.#root)
          .map(({ spec, ...claim }) => [spec, claim]),
      );
      const wanted = choose(({ entry: { spec, name }, steals = false }) => {
        const other = taking.get(spec);
        // Of a spec that somebody has, whoever is taking it is being refused there, or steals it.
        if (other !== undefined && (steals || !holders.has(spec))) return alreadyClaimed(name, other);
        const end = states.endOf(spec);
        return end === undefined ? undefined : finishedElsewhere(name, end);
      }, holders);
      this.#dropVoid(draft, before, states, now);
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
      this.#registry.change((draft) => {
        for (const { entry } of wanted) {
          const record = records.get(entry.spec);
          const old = before.find(({ spec, worktree }) => spec === entry.spec && worktree === this.#root);
          if (record !== undefined) draft.settleClaim({ ...entry, record });
          else if (old !== undefined) draft.settleClaim(old);
          else draft.dropClaim(entry.spec);
        }
      });
    });
  }

  /** What nobody holds any more; what was finished in one worktree and is not known in all of them is kept from being begun again. */
  #dropVoid(
    draft: RegistryDraft,
    claims: readonly RegisteredClaim[],
    states: StatesElsewhere,
    now: string,
  ): void {
    const holders = states.holders(now);
    for (const { spec, worktree, isPending } of claims) {
      if (isPending) continue;
      const isOwn = worktree === this.#root;
      const own = isOwn ? foldSpec(this.#log.records(spec)).spec : undefined;
      const isHeld = own === undefined ? holders.has(spec) : holderIn(own, now) !== undefined;
      const isFinished = own === undefined ? states.isFinished(spec) : endOf(own) !== undefined;
      if (!isHeld && !(isFinished && !this.#isKnownEverywhere(spec))) draft.dropClaim(spec, worktree);
    }
  }

  /** Each worktree of the clone has all that is recorded of it. */
  #isKnownEverywhere(stream: StreamId): boolean {
    const { names } = this.#places();
    if (names.length === 0) return true;
    const texts = this.#repository.logElsewhere([stream], { refs: false }).get(stream) ?? [];
    const times = new Map<string, number>();
    for (const { id } of recordsIn(texts, stream)) times.set(id, (times.get(id) ?? 0) + 1);
    const own = new Set(this.#log.records(stream).map(({ id }) => id));
    return [...new Set([...own, ...times.keys()])].every(
      (id) => own.has(id) && (times.get(id) ?? 0) >= names.length,
    );
  }

  /** What the registered claims of other worktrees come to, by their logs. */
  #states(claims: readonly RegisteredClaim[]): StatesElsewhere {
    const others = claims.filter(({ worktree }) => worktree !== this.#root);
    if (others.length === 0) return new StatesElsewhere(new Map(), () => undefined);
    const asked = [...new Set(others.map(({ spec }) => spec))];
    const inWorktrees = this.#repository.logElsewhere(asked, { refs: false });
    const known = new Map(asked.map((spec) => [spec, this.#records(spec, inWorktrees.get(spec) ?? [])]));
    // Its worktree is gone, or cannot be seen from here: then a branch tells of it, or it is void.
    const unseen = others.filter(
      ({ spec, record }) => record !== undefined && known.get(spec)?.some(({ id }) => id === record) !== true,
    );
    const onRefs =
      unseen.length === 0
        ? new Map<StreamId, readonly string[]>()
        : this.#repository.logElsewhere(unseen.map(({ spec }) => spec));
    for (const [spec, texts] of onRefs) known.set(spec, this.#records(spec, texts));
    return new StatesElsewhere(
      new Map([...known].map(([spec, records]) => [spec, foldSpec(records).spec])),
      (spec) => foldSpec(this.#log.records(spec)).spec,
    );
  }

  #places(): ReturnType<Repository['worktrees']> {
    return (this.#worktrees ??= this.#repository.worktrees());
  }

  /** What this worktree's log and the others tell together, in folding order. */
  #records(stream: StreamId, texts: readonly string[]): readonly LogRecord[] {
    const others = recordsIn(texts, stream);
    const all = new Map([...this.#log.records(stream), ...others].map((record) => [record.id, record]));
    return orderRecords([...all.values()]);
  }
}

/** Specs as all worktrees together tell of them. */
class StatesElsewhere {
  readonly #specs: ReadonlyMap<StreamId, Spec>;
  readonly #own: (stream: StreamId) => Spec | undefined;

  constructor(specs: ReadonlyMap<StreamId, Spec>, own: (stream: StreamId) => Spec | undefined) {
    this.#specs = specs;
    this.#own = own;
  }

  holders(now: string): ReadonlyMap<StreamId, Holder> {
    return new Map(
      [...this.#specs].flatMap(([stream, spec]) => {
        const holder = holderIn(spec, now);
        return holder === undefined ? [] : [[stream, holder] as const];
      }),
    );
  }

  isFinished(stream: StreamId): boolean {
    return endOf(this.#specs.get(stream)) !== undefined;
  }

  /** How it was finished, where this worktree does not know it. */
  endOf(stream: StreamId): Finished | undefined {
    const end = endOf(this.#specs.get(stream));
    return end === undefined || endOf(this.#own(stream)) !== undefined ? undefined : end;
  }
}

function holderIn(spec: Spec, now: string): Holder | undefined {
  return spec.kind === 'active' && spec.deleted === undefined ? holderOf(spec, now) : undefined;
}

function endOf(spec: Spec = ABSENT): Finished | undefined {
  if (spec.kind === 'absent') return undefined;
  if (spec.deleted !== undefined) return 'deleted';
  if (spec.labels.archived) return 'archived';
  return spec.frontmatter['status'] === 'complete' ? 'complete' : undefined;
}

function recordsIn(texts: readonly string[], stream: StreamId): readonly LogRecord[] {
  return texts
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => decodeRecord(line).record ?? [])
    .filter(({ spec }) => spec === stream);
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
