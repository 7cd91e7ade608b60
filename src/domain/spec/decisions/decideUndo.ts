import { SpectoolError } from '../../errors/spectoolError.js';
import type { ActiveSpec, Spec } from '../spec.js';
import { evolve, inverseOf, type SpecEvent } from '../specEvents.js';
import { undoRefused } from '../inverseChanges.js';
import { isWellFormed } from '../isWellFormedSpec.js';

/**
 * Returns the events that revert recorded events: a `ChangeUndone` event, then the inverse of each event, newest first.
 * @throws SpectoolError `UNDO_REFUSED` if later changes depend on the events, or if an event cannot be reverted.
 */
export function decideUndo(
  undone: string,
  events: readonly SpecEvent[],
  spec: ActiveSpec,
  earlier: readonly (readonly SpecEvent[])[] = [],
): readonly SpecEvent[] {
  const facts = [
    { type: 'ChangeUndone' as const, data: { undone } },
    ...readably(spec, () => inverses([...earlier, events], spec)),
  ];
  if (!readably(spec, () => isWellFormed(facts.reduce(evolve, spec)))) throw unreadable(spec);
  return facts;
}

/**
 * Returns the inverses of the events of each record, newest record first. Each inverse is computed from the spec in which the
 * later records are already reverted.
 */
function inverses(records: readonly (readonly SpecEvent[])[], spec: ActiveSpec): readonly SpecEvent[] {
  const back: SpecEvent[] = [];
  let state = spec;
  for (const events of records.toReversed()) {
    const at = state;
    const inverse = events.toReversed().flatMap((event) => inverseOf(event, at));
    for (const event of inverse) back.push(event);
    state = inverse.reduce<Spec>(evolve, state) as ActiveSpec;
  }
  return back;
}

/** Calls `take`, and refuses the undo if it fails because event data has an unexpected shape, as in a damaged or hostile log. */
function readably<Value>(spec: ActiveSpec, take: () => Value): Value {
  try {
    return take();
  } catch (error) {
    throw error instanceof SpectoolError ? error : unreadable(spec);
  }
}

function unreadable(spec: ActiveSpec): SpectoolError {
  return undoRefused(
    spec,
    'the record of the change is not in the format that spectool writes',
    'Change the spec directly instead.',
  );
}
