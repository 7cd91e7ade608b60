import type {
  Liveness,
  ProcessIdentity,
  ProcessTable,
} from '../../src/adapters/storage/lock/processTable.js';

/** A machine whose processes live and die as the test says. */
export class FakeProcesses {
  readonly #dead = new Set<number>();

  kill(pid: number): void {
    this.#dead.add(pid);
  }

  /** What the process with this number sees. */
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
