import type { CalendarDate } from './calendarDate.js';

const DAY = 86_400_000;

/** Returns the ISO 8601 week of a day, such as `2026-W02`. The year of a week is the year of its Thursday. */
export function isoWeek(day: CalendarDate): string {
  const thursday = thursdayOf(Date.parse(day));
  const year = new Date(thursday).getUTCFullYear();
  const week = 1 + Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * DAY));
  return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`;
}

/** Returns the ISO weeks from the day `first` to the day `last`; if there are more than `limit`, only the latest ones. */
export function weeksBetween(first: CalendarDate, last: CalendarDate, limit: number): readonly string[] {
  const end = thursdayOf(Date.parse(last));
  const start = Math.max(thursdayOf(Date.parse(first)), end - (limit - 1) * 7 * DAY);
  const weeks: string[] = [];
  for (let at = start; at <= end; at += 7 * DAY) weeks.push(isoWeek(new Date(at).toISOString().slice(0, 10)));
  return weeks;
}

function thursdayOf(time: number): number {
  const weekday = (new Date(time).getUTCDay() + 6) % 7;
  return time + (3 - weekday) * DAY;
}
