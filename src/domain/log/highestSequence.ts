import type { LogRecord } from './record.js';

/** What a folder name can carry: a larger one was made up, and must not drive the next number out of range. */
const HIGHEST_NUMBER = 999_999_999_999_999;

/** Highest number these records ever gave to a spec; 0 when they gave none. */
export function highestSequenceIn(records: readonly LogRecord[]): number {
  let highest = 0;
  for (const { events } of records) {
    for (const { type, data } of events) {
      const given = type === 'SpecRenumbered' ? data['to'] : data['sequence'];
      if (Number.isSafeInteger(given) && Number(given) <= HIGHEST_NUMBER)
        highest = Math.max(highest, Number(given));
    }
  }
  return highest;
}
