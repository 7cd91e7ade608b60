import { HIGHEST_NUMBER } from '../naming/numbers.js';
import type { FormerName } from '../naming/resolveReference.js';
import { largest } from '../value/largest.js';
import type { LogRecord } from './records/record.js';

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

/** What a spec was called before each of its renumberings and renamings. */
export function formerNames(records: readonly LogRecord[]): readonly FormerName[] {
  return records.flatMap(({ events }) =>
    events.flatMap(({ type, data }): readonly FormerName[] => {
      if (type !== 'SpecRenumbered' && type !== 'SpecRenamed') return [];
      // A log may be damaged, or anybody's.
      const { from, ref } = data as {
        readonly from?: unknown;
        readonly ref?: { readonly from?: unknown } | null;
      };
      if (typeof ref?.from !== 'string') return [];
      return [{ sequence: typeof from === 'number' ? from : null, ref: ref.from }];
    }),
  );
}
