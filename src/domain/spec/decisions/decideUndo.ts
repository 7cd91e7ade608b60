import { SpectoolError } from '../../errors/spectoolError.js';
import type { ActiveSpec, Spec } from '../spec.js';
import { evolve, inverseOf, type SpecEvent } from '../specEvents.js';
import { undoRefused } from '../undoing.js';
import { isWellFormed } from '../wellFormed.js';

/**
 * Takes recorded facts back: the marker, then their inverses, newest first.
 * @throws SpectoolError `UNDO_REFUSED` when the spec has moved on since, or the facts cannot be taken back.
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

/** Facts of one record are taken back from where it led, those of an earlier one from where that leaves the spec. */
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

/** Data of another shape (a hostile or damaged log) cannot be taken back. */
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
    'its record is not of a shape that spectool writes',
    'Change the spec itself instead.',
  );
}
