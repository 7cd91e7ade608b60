import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { LogRecord } from '../../domain/log/record.js';
import { effectiveTimes, instantOf } from '../../domain/log/recordOrder.js';
import { isCalendarDate } from '../../domain/value/calendarDate.js';

/** A point in the past: an instant, or the state right after one record. */
export interface Moment {
  /** UTC with milliseconds; when a record was named, where it stands in history. */
  readonly instant: string;
  readonly record?: LogRecord;
}

/**
 * What `--as-of` means: a day (its end, where the user is), an instant, or an event by (the beginning of) its id.
 * @throws SpectoolError `EVENT_NOT_FOUND`.
 */
export function momentOf(asOf: string, records: () => Iterable<LogRecord>): Moment {
  const id = asOf.toLowerCase();
  const day: unknown = asOf;
  if (isCalendarDate(day)) return { instant: endOfLocalDay(day) };
  if (/^\d{4}-\d{2}-\d{2}T/.test(asOf) && !Number.isNaN(Date.parse(asOf))) {
    return { instant: new Date(asOf).toISOString() };
  }
  const found = /^[\da-f]{4,64}$/.test(id) ? [...records()].filter((record) => record.id.startsWith(id)) : [];
  const ids = new Set(found.map((record) => record.id));
  const [record] = found;
  if (record === undefined || ids.size > 1) {
    const problem = ids.size > 1 ? 'is the beginning of several events' : 'is neither a date nor an event';
    throw new SpectoolError('EVENT_NOT_FOUND', `"${asOf}" ${problem}.`, {
      hint: 'Give a day (YYYY-MM-DD) or an event id, at least four characters of it.',
      advice: [{ useCase: 'showHistory', to: 'see the ids' }],
      details: { asOf, candidates: [...ids] },
    });
  }
  return { instant: standing(record, [...records()]), record };
}

function endOfLocalDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const end = new Date(2000, 0, 1);
  end.setFullYear(year, month - 1, date + 1);
  return new Date(end.getTime() - 1).toISOString();
}

/** What was found before anything was done stands right before the change it was found with. */
function standing(record: LogRecord, records: readonly LogRecord[]): string {
  const times = effectiveTimes(records);
  const time = times.get(record.id) ?? 0;
  const next = records.find(({ parents }) => parents.includes(record.id));
  const known = time === 0 && next !== undefined ? (times.get(next.id) ?? 1) - 1 : time;
  return instantOf(known);
}
