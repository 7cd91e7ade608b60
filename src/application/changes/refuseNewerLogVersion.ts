import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { type LogRecord, RECORD_VERSION } from '../../domain/log/records/record.js';

/**
 * Refuses to change a log that has records of a newer spectool version, because the change might revert records that this
 * version does not understand.
 * @param what the log, named as the subject of the error's sentence.
 * @throws SpectoolError `LOG_NEWER`.
 */
export function refuseNewer(records: readonly LogRecord[], what: string): void {
  const newest = records.reduce((highest, { v }) => Math.max(highest, v), 0);
  if (newest <= RECORD_VERSION) return;
  throw new SpectoolError(
    'LOG_NEWER',
    `${what} was written by a newer spectool: it has records of version ${String(newest)}, and this spectool reads versions up to ${String(RECORD_VERSION)}.`,
    {
      hint: 'Upgrade spectool, then run the command again; nothing was changed.',
      details: { version: newest },
    },
  );
}
