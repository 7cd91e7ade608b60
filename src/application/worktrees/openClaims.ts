import { type Claimant, claimEnd, type Holder, holderOf } from '../../domain/claims/holder.js';
import { alreadyClaimed } from '../../domain/claims/underClaim.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { LogRecord, StreamId } from '../../domain/log/record.js';
import { decodeRecord } from '../../domain/log/recordCodec.js';
import { orderRecords } from '../../domain/log/recordOrder.js';
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
    this.#worktrees ??= this.#repository.worktrees();
    const { own: place, names } = this.#worktrees;
    return { by, ...(place !== undefined && { place }), knowsPlace: (name) => names.includes(name), now };
  }

  /** Who holds each of these specs by a claim that another worktree knows of. */
  elsewhere(now: string, streams?: readonly StreamId[]): ReadonlyMap<StreamId, Holder> {
    return this.#holders(this.#registry.claims(), now, streams);
  }

  /**
   * Works with specs that nobody else takes meanwhile.
   * @param wanted specs by their streams, and what is to be registered once they are taken.
   * @param work is told who holds which elsewhere, and answers the records that claim.
   * @throws SpectoolError `ALREADY_CLAIMED` for one that another worktree is just taking.
   */
  take<T>(
    wanted: readonly Omit<ClaimEntry, 'record'>[],
    now: string,
    work: (
      elsewhere: ReadonlyMap<StreamId, Holder>,
      reach: ClaimReach,
    ) => { readonly answer: T; readonly records: ReadonlyMap<StreamId, string> },
  ): T {
    let before: readonly RegisteredClaim[] = [];
    const given = this.#registry.change((draft) => {
      const streams = wanted.map(({ spec }) => spec);
      before = draft.claims();
      for (const { spec, worktree, isPending, name, by, place, since, until } of before) {
        if (isPending && worktree !== this.#root && streams.includes(spec))
          throw alreadyClaimed(name, { by, ...(place !== undefined && { place }), since, until });
      }
      const holders = this.#holders(before, now);
      this.#dropVoid(draft, before, holders, now);
      for (const entry of wanted) draft.claim(entry);
      return holders;
    });
    let done;
    try {
      done = work(given.answer, { registry: given.reach, warnings: onlyLocal(given.problem) });
    } catch (error) {
      this.#settle(wanted, before, new Map());
      throw error;
    }
    this.#settle(wanted, before, done.records);
    return done.answer;
  }

  /** What is not claimed now was claimed before, or not at all. */
  #settle(
    wanted: readonly Omit<ClaimEntry, 'record'>[],
    before: readonly RegisteredClaim[],
    records: ReadonlyMap<StreamId, string>,
  ): void {
    attempt(() => {
      this.#registry.change((draft) => {
        for (const entry of wanted) {
          const record = records.get(entry.spec);
          const old = before.find(({ spec, worktree }) => spec === entry.spec && worktree === this.#root);
          if (record !== undefined) draft.settleClaim({ ...entry, record });
          else if (old !== undefined) draft.settleClaim(old);
          else draft.dropClaim(entry.spec);
        }
      });
    });
  }

  #dropVoid(
    draft: RegistryDraft,
    claims: readonly RegisteredClaim[],
    holders: ReadonlyMap<StreamId, Holder>,
    now: string,
  ): void {
    for (const { spec, worktree, isPending } of claims) {
      const isOver =
        worktree === this.#root ? holderIn(this.#log.records(spec), now) === undefined : !holders.has(spec);
      if (isOver && !isPending) draft.dropClaim(spec, worktree);
    }
  }

  #holders(
    claims: readonly RegisteredClaim[],
    now: string,
    streams?: readonly StreamId[],
  ): ReadonlyMap<StreamId, Holder> {
    const others = claims.filter(
      ({ spec, worktree }) => worktree !== this.#root && (streams?.includes(spec) ?? true),
    );
    if (others.length === 0) return new Map();
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
    return new Map(
      [...known].flatMap(([spec, records]) => {
        const holder = holderIn(records, now);
        return holder === undefined ? [] : [[spec, holder] as const];
      }),
    );
  }

  /** What this worktree's log and the others tell together, in folding order. */
  #records(stream: StreamId, texts: readonly string[]): readonly LogRecord[] {
    const others = texts
      .flatMap((text) => text.split('\n'))
      .flatMap((line) => decodeRecord(line).record ?? [])
      .filter(({ spec }) => spec === stream);
    const all = new Map([...this.#log.records(stream), ...others].map((record) => [record.id, record]));
    return orderRecords([...all.values()]);
  }
}

function holderIn(records: readonly LogRecord[], now: string): Holder | undefined {
  const { spec } = foldSpec(records);
  return spec.kind === 'active' && spec.deleted === undefined ? holderOf(spec, now) : undefined;
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
