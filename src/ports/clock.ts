import type { CalendarDate } from '../domain/value/calendarDate.js';

export interface Clock {
  /** UTC with milliseconds, `2026-01-05T10:00:00.000Z`. */
  now(): string;
  /** The day where the user is. */
  today(): CalendarDate;
}
