import type { LogRecord } from './record.js';

/** Highest number these records ever gave to a spec; 0 when they gave none. */
export function highestSequenceIn(records: readonly LogRecord[]): number {
  let highest = 0;
  for (const { events } of records) {
    for (const { type, data } of events) {
      const given = type === 'SpecRenumbered' ? data['to'] : data['sequence'];
      if (typeof given === 'number' && Number.isSafeInteger(given)) highest = Math.max(highest, given);
    }
  }
  return highest;
}
