import { hash } from 'node:crypto';
import { userInfo } from 'node:os';
import type { ActorSource } from '../../ports/system.js';

const MAX_LENGTH = 200;
/** What says which session a command belongs to: our own variable, then those that assistants set for the commands they run. */
const SESSIONS = ['SPECTOOL_SESSION', 'CLAUDE_CODE_SESSION_ID', 'CODEX_THREAD_ID'];

/** Who changes things: who was named, else `SPECTOOL_ACTOR`, else git's user, else the user of the system. Asked once. */
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

  /** A digest: the log is read by everybody, and what an assistant calls its session is nobody's business. */
  session(): string | undefined {
    const id = SESSIONS.map((name) => named(this.#env[name])).find((one) => one !== undefined);
    return id && hash('sha256', id, 'hex').slice(0, 8);
  }
}

/** One line, since it is told in one; undefined when nothing is left. */
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
    // A container may run under a number that has no name.
    return undefined;
  }
}
