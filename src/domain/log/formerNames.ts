import type { FormerName } from '../naming/resolveReference.js';
import type { LogRecord } from './record.js';

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
