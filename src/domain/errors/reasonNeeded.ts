import type { Advice } from './advice.js';
import { SpectoolError } from './spectoolError.js';

/**
 * Returns the error for a change that needs a reason.
 * @param advice the change with a place for the reason.
 */
export function reasonNeeded(message: string, advice: Advice): SpectoolError {
  return new SpectoolError('FIELD_INVALID', message, {
    advice: [{ ...advice, to: 'say why; the log keeps it' }],
    details: { field: 'reason' },
  });
}
