import { SpectoolError } from '../../errors/spectoolError.js';
import type { ActiveSpec, Spec } from '../spec.js';
import { evolve, inverseOf, type SpecEvent } from '../specEvents.js';
import { undoRefused } from '../inverseChanges.js';
import { isWellFormed } from '../wellFormed.js';

/**
 * Reverts recorded events: returns a marker, then their inverses, newest first.
 * @throws SpectoolError `UNDO_REFUSED` if later changes depend on the events, or if they cannot be reverted.
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

/** Returns the inverses of each record's events, computed from the state after reverting the later records. */
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

/** Refuses events whose data has an unexpected shape (a hostile or damaged log). */
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
    'its record does not have a shape that spectool writes',
    'Change the spec directly instead.',
  );
}
