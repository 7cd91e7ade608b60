import { hash } from 'node:crypto';
import { userInfo } from 'node:os';
import type { ActorSource } from '../../ports/system.js';

const MAX_LENGTH = 200;
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
    .slice(0, MAX_LENGTH);
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
