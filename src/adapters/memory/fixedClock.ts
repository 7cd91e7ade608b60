import type { CalendarDate } from '../../domain/value/calendarDate.js';
import type { Clock } from '../../ports/clock.js';

/** A clock that stands still until it is told otherwise; its day is the UTC day. */
export class FixedClock implements Clock {
  #instant: number;

  constructor(now = '2026-01-05T10:00:00.000Z') {
    this.#instant = Date.parse(now);
  }

  now(): string {
    return new Date(this.#instant).toISOString();
  }

  today(): CalendarDate {
    return this.now().slice(0, 10);
  }

  set(now: string): void {
    this.#instant = Date.parse(now);
  }

  advance(time: { readonly days?: number; readonly hours?: number; readonly ms?: number }): void {
    this.#instant += ((time.days ?? 0) * 24 + (time.hours ?? 0)) * 3_600_000 + (time.ms ?? 0);
  }
}
