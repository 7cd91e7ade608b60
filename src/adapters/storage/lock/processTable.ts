import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { kill, pid, platform } from 'node:process';
import { causeOf } from '../../../domain/errors/spectoolError.js';

/** Identifies a process. A later process with the same number has another identity. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /**
   * On Linux, the PID namespace of the process: each container numbers its own processes, and several containers may have the
   * same host name.
   */
  readonly namespace: string;
  /** Start time of the process in a unit of the operating system; empty if it cannot be read quickly. */
  readonly start: string;
}

/** Whether a process is alive. `unknown`: it is on another machine or in another container, so this cannot be checked. */
export type Liveness = 'alive' | 'dead' | 'unknown';

/** Finds out whether a process, such as the owner of a lock, is alive on this machine. */
export interface ProcessTable {
  self(): ProcessIdentity;
  liveness(identity: ProcessIdentity): Liveness;
}

/** Looks up processes in the operating system. */
export class SystemProcessTable implements ProcessTable {
  #self: ProcessIdentity | undefined;

  self(): ProcessIdentity {
    this.#self ??= {
      pid,
      host: hostname(),
      namespace: pidNamespace(),
      start: processState(pid)?.start ?? '',
    };
    return this.#self;
  }

  liveness(identity: ProcessIdentity): Liveness {
    const { host, namespace } = this.self();
    if (identity.host !== host || identity.namespace !== namespace) return 'unknown';
    if (!isProcessAlive(identity.pid)) return 'dead';
    const start = processState(identity.pid)?.start;
    if (start === undefined || identity.start === '') return 'alive';
    return start === identity.start ? 'alive' : 'dead';
  }
}

/** True if a process with this number is running. A zombie process does not count. */
export function isProcessAlive(number: number): boolean {
  try {
    kill(number, 0);
  } catch (error) {
    return causeOf(error) === 'EPERM';
  }
  return !['Z', 'X'].includes(processState(number)?.state ?? '');
}

/**
 * Reads state and start time from /proc/<pid>/stat. Fields are counted from the last `)`, because the process name in parentheses
 * may contain any character.
 */
function processState(number: number): { readonly state: string; readonly start: string } | undefined {
  if (platform !== 'linux') return undefined;
  try {
    const text = readFileSync(`/proc/${number}/stat`, 'latin1');
    const [state = '', ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state, start: fields[18] ?? '' };
  } catch {
    return undefined;
  }
}

function pidNamespace(): string {
  if (platform !== 'linux') return '';
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
