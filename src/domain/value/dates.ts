/** A day without a time zone, in the form `YYYY-MM-DD`. */
export type CalendarDate = string;

export const DAY_MS = 86_400_000;

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;
/** Matches dates up to day 28, which exist in every month, so that most dates need no calendar check. */
const COMMON = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/;

/** True for a day that exists; false for 2026-02-30. */
export function isCalendarDate(value: unknown): value is CalendarDate {
  if (typeof value !== 'string') return false;
  if (COMMON.test(value)) return true;
  const match = SHAPE.exec(value);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= daysInMonth(year, month);
}

/** Returns the day of a date or timestamp (`2026-01-05T10:00:00Z` → `2026-01-05`); undefined for any other value. */
export function dayOf(value: unknown): CalendarDate | undefined {
  if (typeof value !== 'string') return undefined;
  const day = value.slice(0, 10);
  return isCalendarDate(day) && (value.length === 10 || /^[T ]/.test(value.slice(10))) ? day : undefined;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/**
 * True if a day is in a range: a year, a month, a day, or a range such as `2026-01..2026-03`, in which either end may be left
 * out. Dates are compared as text.
 */
export function inDays(day: CalendarDate, range: string): boolean {
  const [from = '', to] = range.split('..');
  if (to === undefined) return day.startsWith(from);
  return (from === '' || day >= from) && (to === '' || day.slice(0, to.length) <= to);
}

/**
 * Returns the number of days between two days or timestamps, with fractions and never negative; undefined if either is invalid.
 */
export function elapsedDays(from: string, to: string): number | undefined {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return Number.isNaN(days) ? undefined : Math.max(0, days);
}

/** Returns the ISO 8601 week of a day, such as `2026-W02`. The year of a week is the year of its Thursday. */
export function isoWeek(day: CalendarDate): string {
  const thursday = thursdayOf(Date.parse(day));
  const year = new Date(thursday).getUTCFullYear();
  const week = 1 + Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * DAY_MS));
  return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`;
}

/** Returns the ISO weeks from the day `first` to the day `last`; if there are more than `limit`, only the latest ones. */
export function weeksBetween(first: CalendarDate, last: CalendarDate, limit: number): readonly string[] {
  const end = thursdayOf(Date.parse(last));
  const start = Math.max(thursdayOf(Date.parse(first)), end - (limit - 1) * 7 * DAY_MS);
  const weeks: string[] = [];
  for (let at = start; at <= end; at += 7 * DAY_MS)
    weeks.push(isoWeek(new Date(at).toISOString().slice(0, 10)));
  return weeks;
}

function thursdayOf(time: number): number {
  const weekday = (new Date(time).getUTCDay() + 6) % 7;
  return time + (3 - weekday) * DAY_MS;
}

const MINUTE = 60_000;
const UNITS = { m: MINUTE, h: 60 * MINUTE, d: 24 * 60 * MINUTE, w: 7 * 24 * 60 * MINUTE } as const;

/** Returns a duration such as `30m`, `4h`, `1h30m`, `3d` or `2w` in ms; undefined for any other text. */
export function millisecondsOf(duration: string): number | undefined {
  if (!/^(?:\d{1,6}[mhdw])+$/.test(duration) || duration.length > 40) return undefined;
  let sum = 0;
  for (const [, count, unit] of duration.matchAll(/(\d+)([mhdw])/g))
    sum += Number(count) * UNITS[unit as keyof typeof UNITS];
  return sum;
}

/** The latest time that a Date can hold. */
const LATEST_MS = 8.64e15;
/** The end of an ISO 8601 time with milliseconds. */
const MILLISECONDS = '.000Z';

/**
 * Formats a time as written in records: ISO 8601, UTC, with milliseconds.
 * @param time milliseconds since 1970.
 */
export function instantOf(time: number): string {
  return new Date(Math.min(time, LATEST_MS)).toISOString();
}

/**
 * Formats a time as written in documents and views: ISO 8601, UTC, in seconds.
 * @param at a time as written in records, or milliseconds since 1970.
 */
export function timestampOf(at: string | number): string {
  if (typeof at === 'number') return `${instantOf(at).slice(0, -MILLISECONDS.length)}Z`;
  return at.replace(/\.\d+Z/, 'Z');
}

/** Normalizes an ISO 8601 time, `2024-02-03T09:00:00Z`; undefined for other texts and for years beyond four digits. */
export function momentIn(text: string): string | undefined {
  const time = /^\d{4}-\d{2}-\d{2}(?!\d)/.test(text)
    ? Date.parse(text.replace(/(\.\d{3})\d+/, '$1'))
    : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  const moment = new Date(time).toISOString();
  return /^\d{4}-/.test(moment) ? moment : undefined;
}
