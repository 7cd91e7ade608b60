import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { kill, pid, platform } from 'node:process';
import { causeOf } from '../../../domain/errors/fileFailure.js';

/** Identifies a process, even against a later process with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** On Linux, the PID namespace of `pid`: each container numbers its own processes, and containers may share a host name. */
  readonly namespace: string;
  /** Start time in the system's own unit; empty if it cannot be read cheaply. */
  readonly start: string;
}

/** `unknown`: the process is on another machine or in another container, so it cannot be checked. */
export type Liveness = 'alive' | 'dead' | 'unknown';

/** Looks up processes on this machine, to find out whether the owner of a lock is alive. */
export interface ProcessTable {
  self(): ProcessIdentity;
  liveness(identity: ProcessIdentity): Liveness;
}

/** The process table of the operating system. */
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

/** True if a process with this number runs. A zombie process does not count. */
export function isProcessAlive(number: number): boolean {
  try {
    kill(number, 0);
  } catch (error) {
    return causeOf(error) === 'EPERM';
  }
  return !['Z', 'X'].includes(processState(number)?.state ?? '');
}

/** Reads /proc/<pid>/stat. The process name in parentheses may contain any character, so fields are counted from the last `)`. */
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
