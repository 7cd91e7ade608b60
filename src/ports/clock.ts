import type { CalendarDate } from '../domain/value/calendarDate.js';

export interface Clock {
  /** UTC with milliseconds, `2026-01-05T10:00:00.000Z`. */
  now(): string;
  /** The day where the user is. */
  today(): CalendarDate;
  /**
   * Told after each `now` until when what was made of it stays the same: milliseconds since 1970. For whoever keeps answers; one that
   * does not say this as often as it asked is not kept.
   */
  holdsUntil?(instant: number): void;
  /** Told of files whose own times the answer tells, as nothing else dates them; paths in the project. For whoever keeps answers. */
  tellsTimesOf?(paths: readonly string[]): void;
}
