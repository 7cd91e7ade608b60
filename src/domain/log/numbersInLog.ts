import { HIGHEST_NUMBER } from '../naming/specNumbers.js';
import type { FormerName } from '../naming/resolveReference.js';
import { largestNumber } from '../value/largestNumber.js';
import type { LogRecord } from './records/record.js';

/** Returns the highest number that any of the records gave to a spec; 0 if there is none. */
export function highestSequenceIn(records: readonly LogRecord[]): number {
  const given = records
    .flatMap(({ events }) => events)
    .map(({ type, data }) => (type === 'SpecRenumbered' ? data['to'] : data['sequence']))
    .filter((number) => Number.isSafeInteger(number) && Number(number) <= HIGHEST_NUMBER);
  return largestNumber(given.map(Number), 0);
}

/** Returns every folder name of a spec that the records mention. */
export function refsIn(records: readonly LogRecord[]): readonly string[] {
  return records
    .flatMap(({ events }) => events)
    .flatMap(({ data: { ref } }) => (typeof ref === 'object' && ref !== null ? Object.values(ref) : [ref]))
    .filter((ref) => typeof ref === 'string');
}

/** Returns the names of a spec before each of its renumberings and renamings. */
export function formerNames(records: readonly LogRecord[]): readonly FormerName[] {
  return records.flatMap(({ events, at }) =>
    events.flatMap(({ type, data }): readonly FormerName[] => {
      if (type !== 'SpecRenumbered' && type !== 'SpecRenamed') return [];
      // A log may be damaged, so the shape of the data is not trusted.
      const { from, ref } = data as {
        readonly from?: unknown;
        readonly ref?: { readonly from?: unknown } | null;
      };
      if (typeof ref?.from !== 'string') return [];
      const sequence = typeof from === 'number' ? from : null;
      return [{ sequence, ref: ref.from, ...(at !== undefined && { until: at }) }];
    }),
  );
}
