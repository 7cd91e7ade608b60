import {
  type Claimant,
  claimView,
  type Elsewhere,
  finishedSpecClaimError,
  type Holder,
  isHeldBy,
  isLeft,
  type Finished,
  holderOf,
} from '../../domain/claims/claims.js';
import { underClaim } from '../../domain/spec/operations/claims.js';
import type { SpectoolError } from '../../domain/errors/spectoolError.js';
import { isSamePerson, personText } from '../../domain/value/person.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { StreamId, LogRecord } from '../../domain/log/records/record.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import { type Spec, ABSENT } from '../../domain/spec/spec.js';
import type { ClaimEntry, RegisteredClaim, RegistryReach } from '../../ports/lockAndClaimRegistry.js';
import type { OtherBranches } from '../../ports/repository.js';
import { passedOverWarnings } from '../changes/changeWarnings.js';
import type { RecordDrafts } from '../changes/plannedChange.js';
import { streamOf } from '../changes/specLogs.js';
import type { Policy } from '../changes/policy.js';
import { Service, type Warning } from '../useCase.js';
import {
  decodeRecords,
  orderRecords,
  recordsTogether,
} from '../../domain/log/records/recordOrderAndFormat.js';

/** A spec that a command is about to claim, with its entry in the registry. */
export interface Wanted {
  readonly folder: SpecFolder;
  readonly entry: ClaimEntry;
  /** True to take over the spec from its holder. */
  readonly steals?: boolean;
}

/** Makes the claims. `elsewhere`: holders in other worktrees. `reach`: which worktrees see the claims; absent in a dry run. */
export type Taking<T> = (
  taken: readonly Wanted[],
  elsewhere: ReadonlyMap<StreamId, Holder>,
  reach?: RegistryReach,
) => T;

/** State of specs in other worktrees and on branches: their holders, and specs that are finished there. */
interface ToldElsewhere {
  readonly holders: ReadonlyMap<StreamId, Holder>;
  /** Specs that are finished in another worktree or on a branch, but not in this worktree. */
  readonly ends: ReadonlyMap<StreamId, Elsewhere>;
}

/** The holder of a spec elsewhere in the clone, and the error if the spec is finished there and cannot be claimed. */
interface Seen {
  readonly holder?: Holder;
  readonly refusal?: SpectoolError;
}

/** Claims in other worktrees of the clone. The registry says which logs to read; the logs decide whether a claim is valid. */
export class OpenClaims extends Service {
  #worktrees: ReturnType<OtherBranches['worktrees']> | undefined;

  /** Returns the claimant: actor, worktree and session. @param now ISO 8601 UTC. */
  claimant(by: string, now: string): Claimant {
    const { own: place, names } = this.#places();
    const session = by === this.use.actors.actor() ? this.use.actors.session?.() : undefined;
    return {
      by,
      ...(place !== undefined && { place }),
      ...(session !== undefined && { session }),
      knowsPlace: (name) => names.includes(name),
      now,
    };
  }

  /** Returns those of `specs` that the actor of the command holds in this worktree, earliest end of lease first. */
  held(specs: readonly SpecView[]): readonly SpecView[] {
    const actor = this.use.actors.actor();
    const own = specs.flatMap((spec) =>
      spec.claim !== undefined && isSamePerson(spec.claim.by, actor) && spec.claim.expired !== true
        ? [{ spec, claim: spec.claim }]
        : [],
    );
    if (own.length === 0) return [];
    const claimant = this.claimant(actor, this.use.clock.now());
    return own
      .filter(({ claim }) => isHeldBy(claim, claimant))
      .sort((a, b) => Date.parse(a.claim.until) - Date.parse(b.claim.until))
      .map(({ spec }) => spec);
  }

  /** Returns a function that finds the holder of a spec in another worktree. The registry is read once. */
  elsewhere(now: string): (stream: StreamId) => Holder | undefined {
    let registered: ReadonlySet<StreamId> | undefined;
    return (stream) => {
      registered ??= new Set(this.registeredElsewhere().map(({ spec }) => spec));
      return registered.has(stream) ? holderIn(this.#together([stream]).get(stream), now) : undefined;
    };
  }

  /**
   * Returns the holders of specs in other worktrees, on branches and, as this clone last saw them, on the remote; and the specs
   * that are finished there.
   * @param asked limits the result to these specs.
   */
  toldElsewhere(now: string, asked: () => ReadonlySet<StreamId>): ToldElsewhere {
    const others = this.registeredElsewhere();
    const branches = this.use.specsOnBranches.streams(now);
    let streams: ReadonlySet<StreamId> | undefined;
    const isAsked = (stream: StreamId) => (streams ??= asked()).has(stream);
    const onRemote = this.use.claimsOnRemote.known(now, isAsked);
    const [holders, ends] = [new Map(onRemote.holders), new Map(onRemote.ends)];
    if (others.length === 0 && branches.length === 0) return { holders, ends };
    const specs = this.#together(others.map(({ spec }) => spec).filter(isAsked));
    const hold = (stream: StreamId, spec: Spec | undefined) => {
      const holder = holderIn(spec, now);
      if (holder !== undefined && !holders.has(stream)) holders.set(stream, holder);
    };
    for (const [stream, spec] of specs) hold(stream, spec);
    for (const stream of branches)
      if (isAsked(stream))
        for (const { branch, spec } of this.use.specsOnBranches.specs(stream, now)) {
          hold(stream, spec);
          const status = endOf(spec);
          if (status !== undefined && !ends.has(stream)) ends.set(stream, { branch, status });
        }
    return { holders, ends };
  }

  /** Returns a spec that a command is about to claim for an actor. */
  wanted(folder: SpecFolder, by: string): Wanted {
    const { frontmatter } = this.use.specStore.open(folder);
    return {
      folder,
      entry: { spec: streamOf(folder.ref, frontmatter, this.use.hasher), name: folder.ref, by },
    };
  }

  /**
   * Runs work that claims specs, while no other command of the clone can claim specs. A rehearsal registers nothing.
   * @throws SpectoolError `ALREADY_CLAIMED`, or `NOT_CLAIMABLE` if a spec is finished elsewhere in the clone.
   */
  take<T>(
    wanted: readonly Wanted[],
    { at: now, isRehearsal }: Pick<RecordDrafts, 'at' | 'isRehearsal'>,
    work: Taking<T>,
  ): T {
    if (isRehearsal) {
      const elsewhere = this.elsewhere(now);
      const held = wanted.flatMap(({ entry: { spec } }) => {
        const holder = elsewhere(spec);
        return holder === undefined ? [] : [[spec, holder] as const];
      });
      return work(wanted, new Map(held));
    }
    return this.use.registry.hold(() => {
      const look = this.#looking(wanted, now);
      const holders = wanted.flatMap((one) => {
        const { holder, refusal } = look(one);
        if (refusal !== undefined) throw refusal;
        return holder === undefined ? [] : [[one.entry.spec, holder] as const];
      });
      return this.#take(wanted, holders, now, work);
    });
  }

  /** Runs work with the first candidate that can be claimed, like `take`; undefined if there is none. */
  takeFirst<One, T>(
    candidates: readonly One[],
    wanted: (candidate: One) => Wanted,
    now: string,
    work: Taking<T>,
  ): T | undefined {
    return this.use.registry.hold(() => {
      // Check the first candidate alone, because it is usually free; then check further candidates in growing batches.
      for (let at = 0, few = 1; at < candidates.length; at += few, few *= 2) {
        const some = candidates.slice(at, at + few).map(wanted);
        const look = this.#looking(some, now);
        const free = some.find((one) => {
          const { holder, refusal } = look(one);
          return holder === undefined && refusal === undefined;
        });
        if (free !== undefined) return this.#take([free], [], now, work);
      }
      return undefined;
    });
  }

  /** Returns a function that finds a spec's holder elsewhere in the clone, and the error if the spec is finished there. */
  #looking(some: readonly Wanted[], now: string): (one: Wanted) => Seen {
    // Read the logs also of specs that are not registered, so that a lost registry does not allow a second claim.
    const isAlone = this.registeredElsewhere().length + this.#places().names.length === 0;
    const specs = isAlone ? undefined : this.#together(some.map(({ entry }) => entry.spec));
    return ({ entry: { spec, name }, steals = false }) => {
      const elsewhere = [
        { spec: specs?.get(spec), branch: undefined },
        ...this.use.specsOnBranches.specs(spec, now),
      ];
      const holder = elsewhere.map((one) => holderIn(one.spec, now)).find((one) => one !== undefined);
      const [end] = elsewhere.flatMap((one): readonly Elsewhere[] => {
        const status = endOf(one.spec);
        if (status === undefined) return [];
        return [{ status, ...(one.branch !== undefined && { branch: one.branch }) }];
      });
      const isKnown = end === undefined || endOf(this.#own(spec)) !== undefined;
      return {
        ...(holder && { holder }),
        ...(!isKnown && !steals && { refusal: finishedSpecClaimError(name, end) }),
      };
    };
  }

  #take<T>(
    wanted: readonly Wanted[],
    holders: readonly (readonly [StreamId, Holder])[],
    now: string,
    work: Taking<T>,
  ): T {
    // Register the claims first: if the command is killed after claiming, other worktrees still see its claims.
    const reach = this.#enter(
      wanted.map(({ entry }) => entry),
      now,
    );
    const stolen = wanted.flatMap(({ entry, steals }) => (steals === true ? [entry.spec] : []));
    const known = new Map([...holders, ...this.use.claimsOnRemote.takeOver(stolen, now)]);
    try {
      return work(wanted, known, reach);
    } finally {
      this.use.claimsOnRemote.takeOver([], now);
    }
  }

  #enter(claims: readonly ClaimEntry[], now: string): RegistryReach {
    return this.use.registry.enter(claims, (spec) => holderIn(this.#own(spec), now) !== undefined);
  }

  /** Returns the registered claims of other worktrees. */
  registeredElsewhere(): readonly RegisteredClaim[] {
    return this.use.registry.claims().filter(({ worktree }) => worktree !== this.use.place.root);
  }

  /** Computes the states of specs from their logs in all worktrees. */
  #together(asked: readonly StreamId[]): ReadonlyMap<StreamId, Spec> {
    if (asked.length === 0) return new Map();
    const logs = this.use.otherBranches.logsInWorktrees(asked);
    const together = (stream: StreamId) =>
      recordsTogether(stream, this.use.eventLog.records(stream), logs.get(stream) ?? []);
    return new Map(asked.map((stream) => [stream, foldSpec(together(stream)).spec]));
  }

  #own(stream: StreamId): Spec {
    return foldSpec(this.use.eventLog.records(stream)).spec;
  }

  #places(): ReturnType<OtherBranches['worktrees']> {
    return (this.#worktrees ??= this.use.otherBranches.worktrees());
  }
}

/** Only the holder of a claim may change the assignee or end the work; other actors are warned who works on the spec. */
export const claimPolicy: Policy = {
  events: ({ openClaims }, { drafts, folder: { ref }, stream, log, found, events }) => {
    const twice = log.some((one) => one.events.some(({ type }) => type === 'SpecClaimed'))
      ? passedOverWarnings(ref, log).filter(({ code }) => code === 'CLAIMED_TWICE')
      : [];
    // A new spec has no claim to check.
    if (events.length === 0 || events.some(({ type }) => type === 'SpecCreated')) return { notes: twice };
    const elsewhere = drafts.once('claims', () => openClaims.elsewhere(drafts.at))(stream);
    if (found.claim === undefined && elsewhere === undefined) return { notes: twice };
    const claimant = openClaims.claimant(drafts.actor, drafts.at);
    const { events: all, holder } = underClaim(found, events, claimant, elsewhere);
    return { events: all.slice(events.length), notes: [...(holder ? [held(ref, holder)] : []), ...twice] };
  },
  facts: ({ openClaims }, now, open) => {
    const { holders, ends } = openClaims.toldElsewhere(now, open);
    const isToldElsewhere = holders.size + ends.size > 0;
    return ({ summary: { folder, frontmatter }, end, stream }) => {
      const id = isToldElsewhere ? stream() : '';
      const [holder, elsewhere] = [holders.get(id), ends.get(id)];
      const spec = { frontmatter, archived: folder.archived };
      const claim = holder ?? claimView(end?.claim, spec, now);
      return {
        ...(claim && { claim }),
        ...(holder === undefined && isLeft(end?.claim, spec, now) && { left: true as const }),
        ...(elsewhere && { elsewhere }),
      };
    };
  },
  prime:
    ({ openClaims }) =>
    (specs) => ({ held: openClaims.held(specs) }),
  unread: ({ specsOnBranches }) => {
    const message = specsOnBranches.unread();
    if (message === undefined) return [];
    const hint = 'Specs may be claimed on branches that were not read.';
    return [{ code: 'BRANCHES_SKIPPED', message, hint }];
  },
};

function held(ref: string, { by, place, until }: Holder): Warning {
  const where = place === undefined ? '' : ` in the worktree ${place}`;
  return {
    code: 'CLAIMED',
    message: `${personText(by)} works on ${ref}${where} until ${until}; your change was recorded anyway.`,
  };
}

/** Returns the holder of a spec according to its log; undefined if it has no valid claim. */
export function holderIn(spec: Spec = ABSENT, now: string): Holder | undefined {
  return spec.kind === 'active' && spec.deleted === undefined ? holderOf(spec, now) : undefined;
}

/** Returns how the spec ended (completed, archived or deleted); undefined if it has not ended. */
export function endOf(spec: Spec = ABSENT): Finished | undefined {
  if (spec.kind === 'absent') return undefined;
  if (spec.deleted !== undefined) return 'deleted';
  if (spec.labels.archived) return 'archived';
  return spec.frontmatter['status'] === 'complete' ? 'complete' : undefined;
}

type BranchLogs = ReturnType<OtherBranches['logsOnBranches']>['logs'];

/** Reads spec records that are on branches but missing from this working tree. */
export class SpecsOnBranches extends Service {
  #read: { readonly now: string; readonly logs: BranchLogs } | undefined;
  #skipped: string | undefined;

  /**
   * Returns the ids of specs for which a branch may have records that are missing from this working tree.
   * @param now ISO 8601 UTC; a second call with the same time uses the cache.
   */
  streams(now: string): readonly StreamId[] {
    return [...this.#logs(now).keys()];
  }

  /** Returns the spec's records that are on branches but missing from this working tree, by branch. */
  records(
    stream: StreamId,
    now: string,
  ): readonly { readonly branch: string; readonly records: readonly LogRecord[] }[] {
    const logs = this.#logs(now).get(stream);
    if (logs === undefined) return [];
    const known = new Set(this.use.eventLog.records(stream).map(({ id }) => id));
    return logs.flatMap(({ branch, texts }) => {
      const records = decodeRecords(texts).filter(({ id, spec }) => spec === stream && !known.has(id));
      return records.length === 0 ? [] : [{ branch, records }];
    });
  }

  specs(stream: StreamId, now: string): readonly { readonly branch: string; readonly spec: Spec }[] {
    const branches = this.records(stream, now);
    const own = branches.length === 0 ? [] : this.use.eventLog.records(stream);
    return branches.map(({ branch, records }) => ({
      branch,
      spec: foldSpec(orderRecords([...own, ...records])).spec,
    }));
  }

  /** Returns the reason why some branches were not read. Each failure is returned once. */
  unread(): string | undefined {
    const skipped = this.#skipped;
    this.#skipped = undefined;
    return skipped;
  }

  #logs(now: string): BranchLogs {
    if (this.#read?.now === now) return this.#read.logs;
    const { logs, skipped } = this.use.otherBranches.logsOnBranches(Date.parse(now));
    this.#skipped = skipped ?? this.#skipped;
    this.#read = { now, logs };
    return logs;
  }
}
