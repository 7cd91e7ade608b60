import { hash, randomBytes, randomInt } from 'node:crypto';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { isCalendarDate, type CalendarDate } from '../../domain/value/calendarDate.js';
import type { Clock, Hasher, IdGenerator } from '../../ports/system.js';

const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** The system clock. If `SPECTOOL_NOW` is set, the clock always returns that time, which makes runs repeatable. */
export class SystemClock implements Clock {
  readonly #env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv = process.env) {
    this.#env = env;
  }

  now(): string {
    return this.#instant().toISOString();
  }

  today(): CalendarDate {
    const instant = this.#instant();
    const year = String(instant.getFullYear()).padStart(4, '0');
    return `${year}-${twoDigits(instant.getMonth() + 1)}-${twoDigits(instant.getDate())}`;
  }

  #instant(): Date {
    const given = this.#env.SPECTOOL_NOW ?? '';
    if (given === '') return new Date();
    const instant = new Date(given);
    // The year must have at most four digits, both in UTC and in local time.
    const years = [instant.getUTCFullYear(), instant.getFullYear()];
    const isInReach = years.every((year) => year >= 1 && year <= 9999);
    if (isInReach && isCalendarDate(INSTANT.exec(given)?.[1])) return instant;
    throw new SpectoolError('USAGE', `SPECTOOL_NOW is not a point in time: ${given}`, {
      hint: 'Write SPECTOOL_NOW with a time zone, as in 2026-01-05T10:00:00Z, or unset the variable.',
    });
  }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const SYMBOLS = `${LETTERS}0123456789`;
const LENGTH = 16;

/** Makes random ids with 82 bits from a cryptographic source, so that ids from different clones do not collide. */
export class RandomIds implements IdGenerator {
  /** Returns an id for a spec. It begins with a letter, so that neither YAML nor a reader takes the id for a number. */
  specId(): string {
    const rest = Array.from({ length: LENGTH - 1 }, () => pick(SYMBOLS));
    return pick(LETTERS) + rest.join('');
  }

  nonce(of?: string): string {
    return of === undefined ? randomBytes(8).toString('hex') : hash('sha256', of, 'hex').slice(0, 16);
  }
}

function pick(symbols: string): string {
  return symbols.charAt(randomInt(symbols.length));
}

export class NodeHasher implements Hasher {
  sha256(text: string): string {
    // `crypto.hash` is several times faster than creating a Hash object.
    return hash('sha256', text, 'hex');
  }
}
