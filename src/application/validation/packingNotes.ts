import type { LogEnd } from '../../domain/log/logSummary.js';
import { packingGain } from '../../domain/log/records/logPacking.js';
import type { Warning } from '../warning.js';

/** Says that packing the log pays; nothing if it does not. @param ends the ends of the logs of all specs. */
export function packingNotes(ends: Iterable<Pick<LogEnd, 'unpacked'>>): readonly Warning[] {
  const gain = packingGain(ends);
  if (gain === undefined) return [];
  return [
    {
      code: 'LOG_UNPACKED',
      message: `${String(gain.files)} log files can be packed into ${String(gain.packs)}; git is faster with fewer files, and they take less space.`,
      advice: [{ useCase: 'compactLog', to: 'pack the log' }],
    },
  ];
}
