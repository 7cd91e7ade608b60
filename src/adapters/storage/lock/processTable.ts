import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { kill, pid, platform } from 'node:process';
import { causeOf } from '../../../domain/errors/fileFailure.js';

/** What tells a process from every other, also from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** On Linux the numbering `pid` belongs to: containers count for themselves, and may share a host name. */
  readonly namespace: string;
  /** When it started, as the system counts; empty where that cannot be had cheaply. */
  readonly start: string;
}

/** `unknown`: on another machine, from which nothing can be told. */
export type Liveness = 'alive' | 'dead' | 'unknown';

/** The processes of this machine, as far as owners of locks are concerned. */
export interface ProcessTable {
  self(): ProcessIdentity;
  liveness(identity: ProcessIdentity): Liveness;
}

/** The real one. */
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

/** True when a process with this number runs; one that is dead but not yet collected does not. */
export function isProcessAlive(number: number): boolean {
  try {
    kill(number, 0);
  } catch (error) {
    return causeOf(error) === 'EPERM';
  }
  return !['Z', 'X'].includes(processState(number)?.state ?? '');
}

/** From /proc/<pid>/stat: the name in parentheses may hold anything, so fields are counted after the last one. */
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
