import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { LogRecord } from '../../domain/log/record.js';
import { isCalendarDate } from '../../domain/value/calendarDate.js';

/** A point in the past: an instant, or the state right after one record. */
export interface Moment {
  /** UTC with milliseconds; the record's own time when one was named. */
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
  return { instant: record.at ?? latestBefore(record, records()), record };
}

function endOfLocalDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const end = new Date(2000, 0, 1);
  end.setFullYear(year, month - 1, date + 1);
  return new Date(end.getTime() - 1).toISOString();
}

/** Observations carry no time: the newest one before it stands in. */
function latestBefore(record: LogRecord, records: Iterable<LogRecord>): string {
  let latest = '';
  for (const { lamport, at } of records)
    if (lamport <= record.lamport && at !== undefined && at > latest) latest = at;
  return latest;
}
