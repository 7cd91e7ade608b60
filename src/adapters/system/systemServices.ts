import { BOUNDS } from '../../domain/value/bounds.js';
import { hash, randomBytes, randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { PROGRAM } from '../../domain/project/programCall.js';
import { type CalendarDate, isCalendarDate } from '../../domain/value/dates.js';
import type { ShippedFiles } from '../../ports/shippedAndGeneratedTexts.js';
import type { ActorSource, Clock, Hasher, IdGenerator } from '../../ports/system.js';
import { textOfRegularFile } from '../files/regularFiles.js';

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
  // `crypto.hash` is several times faster than creating a Hash object.
  readonly sha256 = (text: string) => hash('sha256', text, 'hex');
}

/** Reads files that are part of the installed package. */
export class PackageFiles implements ShippedFiles {
  readonly #packageRoot: string;
  readonly #worded: (text: string) => string;

  /** @param worded adapts the text of a file to the project. */
  constructor(packageRoot: string, worded = (text: string) => text) {
    this.#packageRoot = packageRoot;
    this.#worded = worded;
  }

  read(path: string): string {
    try {
      return this.#worded(readFileSync(join(this.#packageRoot, path), 'utf8'));
    } catch {
      throw new SpectoolError('INTERNAL', `The installation is incomplete: ${path} is missing.`, {
        hint: 'Reinstall spectool.',
      });
    }
  }
}

/** With `--no-install`, npx does not download and run an unknown package with the program's name. */
export const PROGRAM_OF_PROJECT = `npx --no-install ${PROGRAM}`;
const OWN_BIN = join('node_modules', '.bin');

/**
 * Returns the command that runs spectool in a folder, for files that are committed. Uses npx if the folder, or a parent folder in
 * the repository, has spectool as a dependency. The result does not depend on what is installed on this machine outside the
 * repository.
 */
export function programCommandForProject(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (isDeclaredIn(at) || existsSync(join(at, OWN_BIN, PROGRAM))) return PROGRAM_OF_PROJECT;
    if (existsSync(join(at, '.git')) || dirname(at) === at) return PROGRAM;
  }
}

/**
 * Returns the command that runs spectool for the current user: `spectool` if it is on the PATH, otherwise the result of
 * `programCommandForProject`. The `node_modules/.bin` folders that npx and npm add to the PATH do not count.
 */
export function programCommandForUser(folder: string, path = ''): string {
  const call = programCommandForProject(folder);
  const isOnPath = () =>
    path.split(delimiter).some((at) => at !== '' && !at.endsWith(OWN_BIN) && existsSync(join(at, PROGRAM)));
  return call !== PROGRAM && isOnPath() ? PROGRAM : call;
}

function isDeclaredIn(folder: string): boolean {
  try {
    const manifest: unknown = JSON.parse(
      textOfRegularFile(join(folder, 'package.json'), BOUNDS.smallFile) ?? '{}',
    );
    const { dependencies, devDependencies, optionalDependencies } = manifest as Readonly<
      Record<string, unknown>
    >;
    return [dependencies, devDependencies, optionalDependencies].some(
      (named) => typeof named === 'object' && named !== null && Object.hasOwn(named, PROGRAM),
    );
  } catch {
    // A package.json that cannot be parsed has no dependencies.
    return false;
  }
}

/**
 * Environment variables with the id of the session in which a command runs: spectool's own first, then those that coding
 * assistants set.
 */
const SESSIONS = ['SPECTOOL_SESSION', 'CLAUDE_CODE_SESSION_ID', 'CODEX_THREAD_ID'];

/**
 * Determines the actor of a change and remembers it: the name given, else `SPECTOOL_ACTOR`, else git's user name, else the
 * operating system's.
 */
export class SystemActor implements ActorSource {
  readonly #gitUser: () => string | undefined;
  readonly #env: NodeJS.ProcessEnv;
  #actor: string | undefined;

  constructor(gitUser: () => string | undefined, env: NodeJS.ProcessEnv = process.env, given?: string) {
    this.#actor = named(given);
    this.#gitUser = gitUser;
    this.#env = env;
  }

  actor(): string {
    this.#actor ??=
      named(this.#env.SPECTOOL_ACTOR) ?? named(this.#gitUser()) ?? named(systemUser()) ?? 'unknown';
    return this.#actor;
  }

  /** Returns a digest of the session's id. The id itself must not be in the log, because the log is public. */
  session(): string | undefined {
    const id = SESSIONS.map((name) => named(this.#env[name])).find((one) => one !== undefined);
    return id && hash('sha256', id, 'hex').slice(0, 8);
  }
}

/** Returns a name on one line, because it is printed within a line; undefined if the name is empty. */
function named(name: string | undefined): string | undefined {
  const line = name
    ?.replace(/[\0-\x1f\x7f-\x9f\s]+/g, ' ')
    .trim()
    .slice(0, BOUNDS.name);
  return line === '' ? undefined : line;
}

function systemUser(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    // Ignore the error: a container may run under a user id that has no name.
    return undefined;
  }
}
