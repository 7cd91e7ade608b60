import type {
  Liveness,
  ProcessIdentity,
  ProcessTable,
} from '../../src/adapters/storage/lock/processTable.js';

/** A simulated machine: all its processes run until the test kills one. */
export class FakeProcesses {
  readonly #dead = new Set<number>();

  kill(pid: number): void {
    this.#dead.add(pid);
  }

  /** Returns the process table that the process `pid` would read. */
  seenBy(pid: number, host = 'box'): ProcessTable {
    const self = identity(pid, host);
    return {
      self: () => self,
      liveness: (other): Liveness => {
        if (other.host !== host) return 'unknown';
        return this.#dead.has(other.pid) || other.start !== identity(other.pid).start ? 'dead' : 'alive';
      },
    };
  }
}

function identity(pid: number, host = 'box'): ProcessIdentity {
  return { pid, host, namespace: '', start: `started-${pid}` };
}
