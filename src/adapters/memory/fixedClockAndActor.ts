import { hash } from 'node:crypto';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { CalendarDate } from '../../domain/value/calendarDate.js';
import type { ActorSource, Clock, EditedCopy, Editor, IdGenerator } from '../../ports/system.js';

/** A clock for tests. Its time changes only through `set` and `advance`; its day is the UTC day. */
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

/** An actor source for tests, which always returns the same name. */
export class FixedActor implements ActorSource {
  readonly #name: string;

  constructor(name = 'tester') {
    this.#name = name;
  }

  actor(): string {
    return this.#name;
  }
}

/** An id generator for tests. Ids are sequential: `s000000000000001`, `s000000000000002`, … */
export class SequentialIds implements IdGenerator {
  #specs = 0;
  #nonces = 0;

  specId(): string {
    this.#specs += 1;
    return `s${String(this.#specs).padStart(15, '0')}`;
  }

  nonce(of?: string): string {
    if (of !== undefined) return hash('sha256', of, 'hex').slice(0, 16);
    this.#nonces += 1;
    return `nonce-${this.#nonces}`;
  }
}

/** An editor for tests that is never available, as if there were no terminal. */
export class NoEditor implements Editor {
  async edit(): Promise<EditedCopy> {
    throw new SpectoolError('NO_TERMINAL', 'There is no editor.');
  }
}
