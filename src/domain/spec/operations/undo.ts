import { SpectoolError } from '../../errors/spectoolError.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { criteriaIn } from '../criteriaInText.js';
import { decideStatus, type StatusRequest } from './status.js';
import { type ActiveSpec, isWellFormed, type Spec } from '../spec.js';
import { undoRefused } from '../undoErrors.js';
import { testResultFinder } from '../../proof/criterionStates.js';

/** Begins a record that reverts the record with the id `undone`; the events after it are the reverting changes. */
export type ChangeUndone = Fact<'ChangeUndone', { readonly undone: string }>;

export const changeUndone: EventDefinition<ChangeUndone, never> = {
  type: 'ChangeUndone',
  apply: (spec) => spec,
  // Nothing to revert here: the events that follow in the same record are reverted separately, which restores the change.
  inverse: () => [],
};

/** The functions on all events that an undo needs. They are parameters, because the table of events contains the undo itself. */
interface Events<Event extends Fact> {
  readonly inverseOf: (event: Event, spec: ActiveSpec) => readonly Event[];
  readonly evolve: (spec: Spec, event: Event | ChangeUndone) => ActiveSpec;
}

export interface UndoRequest<Event> {
  readonly undone: string;
  readonly events: readonly Event[];
  /** The conditions for a completion, which a spec has to meet if the undo makes it complete again. */
  readonly completing?: Omit<StatusRequest, 'to'>;
}

/**
 * Returns the decision on an undo: a `ChangeUndone` event, then the inverse of each event of the earlier record, newest first. It
 * throws `UNDO_REFUSED` if later changes depend on the events, or if an event cannot be reverted.
 */
export function undoDecision<Event extends Fact>({ inverseOf, evolve }: Events<Event>) {
  return (
    { undone, events, completing }: UndoRequest<Event>,
    spec: ActiveSpec,
  ): readonly (Event | ChangeUndone)[] => {
    try {
      const back = events.toReversed().flatMap((event) => inverseOf(event, spec));
      const facts = [{ type: 'ChangeUndone' as const, data: { undone } }, ...back];
      const after = facts.reduce<ActiveSpec>(evolve, spec);
      if (!isWellFormed(after)) throw new TypeError('no spec');
      const kept = new Set(criteriaIn(after).map(testResultFinder(after)));
      const lost = criteriaIn(spec)
        .flatMap((one) => testResultFinder(after)(one) ?? [])
        .find((one) => !kept.has(one));
      if (lost !== undefined)
        throw undoRefused(spec, `tests were recorded for ${lost.label}`, 'Retire the criterion instead.');
      if (completing === undefined || after.frontmatter['status'] !== 'complete') return facts;
      // If the undo makes the spec complete again, the conditions are checked again.
      const [judged] = decideStatus({ ...completing, to: 'complete' }, spec);
      return facts.map((fact) =>
        fact.type === 'StatusChanged' ? { ...fact, data: { ...judged?.data, ...fact.data } } : fact,
      );
    } catch (error) {
      // Data of an unexpected shape, as in a damaged or hostile log, may cause any error.
      if (error instanceof SpectoolError) throw error;
    }
    throw undoRefused(
      spec,
      'the record of the change is not in the format that spectool writes',
      'Change the spec directly instead.',
    );
  };
}
