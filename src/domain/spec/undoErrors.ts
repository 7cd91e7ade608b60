import { type Advice, SpectoolError } from '../errors/spectoolError.js';
import type { JsonValue } from '../value/jsonValue.js';
import type { ActiveSpec } from './spec.js';

/** Returns the error for undoing an event on which a later change depends. */
export function laterChangeError(spec: ActiveSpec, what: string, now: JsonValue): SpectoolError {
  const shown = now === null || now === '' ? 'removed' : JSON.stringify(now);
  return undoRefused(
    spec,
    `a later change depends on this change (${what} is now ${shown})`,
    'Undo the later change first, or restore the former value with another command.',
  );
}

/** Returns the error for undoing an event whose old text is not in the log. Git has the old text. */
export function textNotKept(spec: ActiveSpec): SpectoolError {
  const why = 'the change was an edit of the text, and the log does not contain the old text';
  const request = { spec: spec.labels.ref };
  return undoRefused(spec, why, undefined, [
    { useCase: 'viewSpecAsOf', request, needs: ['asOf'], to: 'see the old text, from git' },
  ]);
}

/** Returns the error for an event whose inverse is not possible. @param why the reason, worded to follow a colon. */
export function undoRefused(
  spec: ActiveSpec,
  why: string,
  hint?: string,
  advice: readonly Advice[] = [],
): SpectoolError {
  return new SpectoolError('UNDO_REFUSED', `The change to ${spec.labels.ref} cannot be undone: ${why}.`, {
    ...(hint !== undefined && { hint }),
    advice,
  });
}
