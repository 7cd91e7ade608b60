import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { type CalendarDate, isCalendarDate } from '../../domain/value/calendarDate.js';
import type { Clock } from '../../ports/clock.js';

const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** The machine's clock, or the instant `SPECTOOL_NOW` names, which makes runs repeatable. */
export class SystemClock implements Clock {
  readonly #env: NodeJS.ProcessEnv;
  /** How often `now` was asked and nobody said for how long its answer matters. */
  #open = 0;
  #until = Infinity;
  readonly #told: string[] = [];

  constructor(env: NodeJS.ProcessEnv = process.env) {
    this.#env = env;
  }

  /** Until when everything that was made of the time stays the same; milliseconds since 1970, in the past when nobody can tell. */
  get until(): number {
    return this.#open === 0 ? this.#until : -Infinity;
  }

  holdsUntil(instant: number): void {
    this.#open -= 1;
    this.#until = Math.min(this.#until, instant);
  }

  /** Files whose times were told; paths in the project. */
  get told(): readonly string[] {
    return this.#told;
  }

  tellsTimesOf(paths: readonly string[]): void {
    for (const path of paths) this.#told.push(path);
  }

  now(): string {
    this.#open += 1;
    return this.#instant().toISOString();
  }

  today(): CalendarDate {
    this.#until = -Infinity;
    const instant = this.#instant();
    const year = String(instant.getFullYear()).padStart(4, '0');
    return `${year}-${twoDigits(instant.getMonth() + 1)}-${twoDigits(instant.getDate())}`;
  }

  #instant(): Date {
    const given = this.#env.SPECTOOL_NOW ?? '';
    if (given === '') return new Date();
    const instant = new Date(given);
    // Dates have four digits for the year, in UTC and here.
    const years = [instant.getUTCFullYear(), instant.getFullYear()];
    const isInReach = years.every((year) => year >= 1 && year <= 9999);
    if (isInReach && isCalendarDate(INSTANT.exec(given)?.[1])) return instant;
    throw new SpectoolError('USAGE', `SPECTOOL_NOW is not a point in time: ${given}`, {
      hint: 'Write it with a time zone, as in 2026-01-05T10:00:00Z, or unset it.',
    });
  }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
