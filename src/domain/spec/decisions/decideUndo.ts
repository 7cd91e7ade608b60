import type { ActiveSpec } from '../spec.js';
import { inverseOf, type SpecEvent } from '../specEvents.js';

/**
 * Takes recorded facts back: the marker, then their inverses, newest first.
 * @throws SpectoolError `UNDO_REFUSED` when the spec has moved on since, or the facts cannot be taken back.
 */
export function decideUndo(
  undone: string,
  events: readonly SpecEvent[],
  spec: ActiveSpec,
): readonly SpecEvent[] {
  const inverses = events.toReversed().flatMap((event) => inverseOf(event, spec));
  return [{ type: 'ChangeUndone', data: { undone } }, ...inverses];
}
