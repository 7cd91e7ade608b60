import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { effectiveTimes } from '../../domain/log/records/recordOrderAndFormat.js';
import { DAY_MS, instantOf, isCalendarDate, millisecondsOf } from '../../domain/value/dates.js';
import type { Clock } from '../../ports/system.js';

/** A point in the past: a time, or the state right after one record. */
export interface PointInTime {
  /** Time in UTC with milliseconds; for a record, the time that the history shows for it. */
  readonly instant: string;
  readonly record?: LogRecord;
}

type Records = () => Iterable<LogRecord>;

/**
 * Parses `--as-of`: a day (its end, in the user's time zone), an instant, a time ago, or an event by a prefix of its id.
 * @throws SpectoolError `EVENT_NOT_FOUND`, `USAGE`.
 */
export function momentOf(asOf: string, clock: Clock, records: Records): PointInTime {
  return pointIn(asOf, clock, records, (day) => startOfDay(day, 1) - 1);
}

/** Parses `--since`: like `momentOf`, but returns the beginning of a given day. */
export function sinceMoment(since: string, clock: Clock, records: Records): PointInTime {
  return pointIn(since, clock, records, (day) => startOfDay(day, 0));
}

function pointIn(text: string, clock: Clock, records: Records, inDay: (day: string) => number): PointInTime {
  const day = dayNamed(text, clock);
  if (day !== undefined) return { instant: new Date(inDay(day)).toISOString() };
  const ago = millisecondsOf(text);
  if (ago !== undefined) return { instant: new Date(Date.parse(clock.now()) - ago).toISOString() };
  if (/^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)))
    return { instant: new Date(text).toISOString() };
  const id = text.toLowerCase();
  const isId = /^[\da-f]{4,64}$/.test(id);
  const all = isId ? [...records()] : [];
  const found = all.filter((record) => record.id.startsWith(id));
  const ids = new Set(found.map((record) => record.id));
  const [record] = found;
  if (record === undefined || ids.size > 1) {
    const problem = ids.size > 1 ? 'matches several events' : 'is neither a time nor an event';
    throw new SpectoolError(isId ? 'EVENT_NOT_FOUND' : 'USAGE', `"${text}" ${problem}.`, {
      hint:
        ids.size > 1
          ? 'Use more characters of the event id.'
          : 'Use a day (YYYY-MM-DD, today, yesterday), a time ago (30m, 2h, 3d, 1w), an instant (2026-01-05T10:00:00Z), or at least four characters of an event id.',
      advice: [{ useCase: 'showHistory', to: 'see the ids of events' }],
      details: { given: text, candidates: [...ids] },
    });
  }
  return { instant: settledTime(record, all), record };
}

/** Returns `YYYY-MM-DD` for a date, `today` or `yesterday`. */
function dayNamed(text: string, clock: Clock): string | undefined {
  const given: unknown = text;
  if (isCalendarDate(given)) return given;
  if (text === 'today') return clock.today();
  if (text !== 'yesterday') return undefined;
  return new Date(Date.parse(clock.today()) - DAY_MS).toISOString().slice(0, 10);
}

/** Start of a day in the user's time zone, in milliseconds since 1970. @param later number of days to add. */
function startOfDay(day: string, later: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const start = new Date(2000, 0, 1);
  start.setFullYear(year, month - 1, date + later);
  return start.getTime();
}

/** Returns the time of a record. For a record without a time (a hand edit), the time just before the next change. */
function settledTime(record: LogRecord, records: readonly LogRecord[]): string {
  const times = effectiveTimes(records);
  const time = times.get(record.id) ?? 0;
  const next = records.find(({ parents }) => parents.includes(record.id));
  const known = time === 0 && next !== undefined ? (times.get(next.id) ?? 1) - 1 : time;
  return instantOf(known);
}
