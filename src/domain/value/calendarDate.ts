/** A day without a time zone, in the form `YYYY-MM-DD`. */
export type CalendarDate = string;

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
 * True if a day is in a range: a year, a month, a day, or two of these such as `2026-01..2026-03`, of which either may be empty.
 * Dates are compared as text.
 */
export function inDays(day: CalendarDate, range: string): boolean {
  const [from = '', to] = range.split('..');
  if (to === undefined) return day.startsWith(from);
  return (from === '' || day >= from) && (to === '' || day.slice(0, to.length) <= to);
}
