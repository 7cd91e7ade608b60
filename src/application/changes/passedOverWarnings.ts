import { foldSpec, type PassedOver } from '../../domain/log/foldSpec.js';
import { type LogRecord, RECORD_VERSION } from '../../domain/log/record.js';
import type { Warning } from '../warning.js';

/** What of a log was read and does not count: a newer version's, or what two branches did that cannot both stand. */
export function passedOverWarnings(ref: string, records: readonly LogRecord[]): readonly Warning[] {
  return foldSpec(records).passedOver.map((one) => ({
    code: codeOf(one),
    message: `${ref}: ${sentence(one)}.`,
  }));
}

/** The code a passed-over record or event is told by. */
export function codeOf({ code, record }: PassedOver) {
  return code ?? (record.v > RECORD_VERSION ? 'LOG_NEWER' : 'LOG_PASSED_OVER');
}

/** Who wrote it, and why it does not count; without a full stop. */
export function sentence({ code, event, reason, record }: PassedOver): string {
  const { actor = 'somebody', id } = record;
  const name = id.slice(0, 12);
  if (code === 'DELETED_AND_EDITED') return `the deletion by ${actor} (${name}) has no effect: ${reason}`;
  if (code === undefined) return `record ${name} was ignored: ${reason}`;
  const by = event?.data['by'];
  return `two worked on this: the claim by ${typeof by === 'string' ? by : actor} (${name}) ${reason}`;
}
