import { SpectoolError } from '../../errors/spectoolError.js';
import type { ActiveSpec } from '../spec.js';
import type { SpecRequests } from '../specCommands.js';
import { evolve, inverseOf, type SpecEvent } from '../specEvents.js';
import { undoRefused } from '../inverseChanges.js';
import { isWellFormed } from '../isWellFormedSpec.js';

/**
 * Returns the events that revert recorded events: a `ChangeUndone` event, then the inverse of each event, newest first.
 * @throws SpectoolError `UNDO_REFUSED` if later changes depend on the events, or if an event cannot be reverted.
 */
export function decideUndo({ undone, events }: SpecRequests['Undo'], spec: ActiveSpec): readonly SpecEvent[] {
  try {
    const back = events.toReversed().flatMap((event) => inverseOf(event, spec));
    const facts: readonly SpecEvent[] = [{ type: 'ChangeUndone', data: { undone } }, ...back];
    if (isWellFormed(facts.reduce(evolve, spec))) return facts;
  } catch (error) {
    // Data of an unexpected shape, as in a damaged or hostile log, may cause any error.
    if (error instanceof SpectoolError) throw error;
  }
  throw undoRefused(
    spec,
    'the record of the change is not in the format that spectool writes',
    'Change the spec directly instead.',
  );
}
