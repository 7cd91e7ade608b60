import { HIGHEST_NUMBER } from '../naming/nextNumber.js';
import type { LogRecord } from './record.js';
import { largest } from '../value/largest.js';

/** Highest number these records ever gave to a spec; 0 when they gave none. */
export function highestSequenceIn(records: readonly LogRecord[]): number {
  return largest(sequencesIn(records), 0);
}

/** Every folder name these records tell of. */
export function refsIn(records: readonly LogRecord[]): readonly string[] {
  return records
    .flatMap(({ events }) => events)
    .flatMap(({ data: { ref } }) => (typeof ref === 'object' && ref !== null ? Object.values(ref) : [ref]))
    .filter((ref) => typeof ref === 'string');
}

/** Every number these records ever gave to a spec. */
export function sequencesIn(records: readonly LogRecord[]): readonly number[] {
  return records
    .flatMap(({ events }) => events)
    .map(({ type, data }) => (type === 'SpecRenumbered' ? data['to'] : data['sequence']))
    .filter((given) => Number.isSafeInteger(given) && Number(given) <= HIGHEST_NUMBER)
    .map(Number);
}
