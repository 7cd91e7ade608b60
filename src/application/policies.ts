import { decideGroup } from '../domain/spec/operations/location.js';
import type { Finding } from '../domain/findings/finding.js';
import { adoptionPolicy } from './adoption/adoptedChanges.js';
import { SpectoolError } from '../domain/errors/spectoolError.js';
import type { SpecView } from '../domain/spec/specView.js';
import type { Status } from '../domain/fields/statusAndPriority.js';
import type { StreamId } from '../domain/log/records/record.js';
import type { ActiveSpec, Spec } from '../domain/spec/spec.js';
import { type SpecCommand, evolve } from '../domain/spec/specEvents.js';
import { decideCommands } from './changes/reconcile.js';
import type { ChangedSpec, RecordDrafts } from './changes/plannedChange.js';
import type { Checked, Decided, Facts, Listed, Policy, Primed, StepTaken } from './changes/policy.js';
import { proofPolicy } from './proof/criterionProofs.js';
import type { Obstacle } from './projections/readySpecs.js';
import { approvalPolicy } from './review/approvals.js';
import { Service, type Warning } from './useCase.js';
import { driftPolicy } from './trace/drift.js';
import { recordsPolicy } from './trace/uncommittedRecords.js';
import { overlapPolicy } from './trace/overlaps.js';
import { remoteClaimPolicy } from './claims/claimsOnRemote.js';
import { claimPolicy } from './claims/claimsElsewhere.js';
import type { HistoryEvent } from '../domain/log/historyEvents.js';

/** Moves the folder of a spec to another group if a changed field determines the group. */
const groupPolicy: Policy = {
  events: ({ specStore, config }, { drafts, found, spec, commands }) => {
    if (commands.length === 0 || spec.deleted !== undefined) return {};
    const groups = () =>
      drafts.once('groups', () => [...new Set(specStore.folders().flatMap(({ group }) => group ?? []))]);
    const said = commands.flatMap(({ type, data }) =>
      type === 'ChangeFields' ? [...Object.keys(data.set), ...data.unset] : [],
    );
    return { events: decideGroup(found, spec, config.structure, said, groups) };
  },
};

/** The capabilities that add to changes, in the order in which they are called; the first wraps a write outermost. */
export const POLICIES: Readonly<Record<string, Policy>> = {
  adoption: adoptionPolicy,
  remoteClaims: remoteClaimPolicy,
  groups: groupPolicy,
  claims: claimPolicy,
  approvals: approvalPolicy,
  proof: proofPolicy,
  drift: driftPolicy,
  overlaps: overlapPolicy,
  records: recordsPolicy,
};

/** Calls all capabilities of the table `POLICIES` and combines their results. */
export class Policies extends Service {
  readonly #rows = Object.values(POLICIES);

  /** Applies commands, given what the spec lacks according to all rows. Then each row adds events; it sees all earlier events. */
  decide(
    asked: Omit<Decided, 'spec' | 'events'>,
  ): Pick<Decided, 'spec' | 'events'> & { readonly notes: readonly Warning[] } {
    const given = this.#rows.reduce(
      (all, row) => (row.instead === undefined ? all : { ...all, commands: row.instead(this.use, all) }),
      asked,
    );
    const { drafts, found } = given;
    const commands = given.commands.map((command): SpecCommand => {
      const needs = (to: Status) =>
        found.frontmatter['status'] === to
          ? []
          : this.#rows.flatMap((one) => one.needs?.(this.use, { drafts, spec: found, to }) ?? []);
      const { type, data } = command;
      if (type === 'Claim') return { type, data: { ...data, needs: needs('in-progress') } };
      if (type === 'ChangeStatus') return { type, data: { ...data, needs: needs(data.to) } };
      if (type !== 'Undo' || data.completing === undefined) return command;
      return { type, data: { ...data, completing: { ...data.completing, needs: needs('complete') } } };
    });
    let notes: readonly Warning[] = [];
    let { spec, events } = decideCommands(commands, found);
    for (const row of this.#rows) {
      const added = row.events?.(this.use, { ...given, spec, events });
      notes = [...notes, ...(added?.notes ?? [])];
      events = [...events, ...(added?.events ?? [])];
      spec = (added?.events ?? []).reduce<Spec>(evolve, spec) as ActiveSpec;
    }
    return { spec, events, notes };
  }

  /** Writes changes, wrapped by all rows. */
  around(drafts: RecordDrafts, changed: readonly ChangedSpec[], write: () => void): void {
    this.#rows.reduceRight(
      (inner, row) =>
        row.around === undefined ? inner : () => row.around?.(this.use, { drafts, changed }, inner),
      write,
    )();
  }

  /** Returns warnings about a spec whose status was just set. */
  after(taken: StepTaken): readonly Warning[] {
    return this.#rows.flatMap((one) => one.after?.(this.use, taken) ?? []);
  }

  /** Returns the result of a command that has begun specs, with warnings computed after the lock is released. */
  withLater<
    Result extends { readonly warnings: readonly Warning[]; readonly events: readonly HistoryEvent[] },
  >(result: Result, specs: readonly SpecView[]): Result {
    const begun = { specs, events: result.events };
    try {
      const later = this.#rows.flatMap((one) => one.later?.(this.use, begun) ?? []);
      return { ...result, warnings: [...result.warnings, ...later] };
    } catch (error) {
      // The change is already written, so report the error as a warning.
      if (!(error instanceof SpectoolError)) throw error;
      const { message, hint, advice } = error;
      const unread = { code: 'NOT_READ', message, advice, ...(hint !== undefined && { hint }) } as const;
      return { ...result, warnings: [...result.warnings, unread] };
    }
  }

  /** Returns the findings of all rows for `validate`. */
  findings(checked: Checked): readonly Finding[] {
    return this.#rows.flatMap((one) => one.findings?.(this.use, checked) ?? []);
  }

  /** Returns a function that returns the parts that all rows add to `prime`. Call this before the specs are read. */
  prime(now: string): (specs: readonly SpecView[]) => Primed {
    const tellers = this.#rows.flatMap((one) => one.prime?.(this.use, now) ?? []);
    const none: Primed = { held: [], reviews: [], overlaps: [], drifted: [], warnings: [] };
    return (specs) => tellers.reduce((told, tell) => ({ ...told, ...tell(specs, told) }), none);
  }

  /** Returns why a spec that could otherwise begin has to wait; undefined if no row has a reason. */
  obstacle(spec: SpecView): Obstacle | undefined {
    return this.#rows.map((one) => one.obstacle?.(this.use, spec)).find((one) => one !== undefined);
  }

  /** Returns a function that returns facts about a spec. @param open returns the ids of the open specs. */
  facts(now: string, open: () => ReadonlySet<StreamId>): (spec: Listed) => Facts {
    const tellers = this.#rows.flatMap((one) => one.facts?.(this.use, now, open) ?? []);
    return (spec) => tellers.reduce<Facts>((facts, tell) => Object.assign(facts, tell(spec)), {});
  }

  /** Returns warnings about files or remotes that could not be read since the last call. */
  unread(): readonly Warning[] {
    return this.#rows.flatMap((one) => one.unread?.(this.use) ?? []);
  }
}
