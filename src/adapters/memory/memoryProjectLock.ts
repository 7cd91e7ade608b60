import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { ProjectLock } from '../../ports/lockAndClaimRegistry.js';

/** The state of a project's lock in memory. Locks that share one state exclude each other. */
export interface LockState {
  holder: MemoryProjectLock | undefined;
}

/**
 * A lock within one process. `hold` throws at once if another object holds the lock, because waiting within one process would
 * never end.
 */
export class MemoryProjectLock implements ProjectLock {
  readonly #state: LockState;

  constructor(state: LockState = { holder: undefined }) {
    this.#state = state;
  }

  hold<T>(work: () => T): T {
    const before = this.#state.holder;
    if (before !== undefined && before !== this) {
      throw new SpectoolError('LOCK_TIMEOUT', 'Busy: another part of this process is changing the project.', {
        hint: 'Run the command again when that change has finished.',
      });
    }
    this.#state.holder = this;
    try {
      return work();
    } finally {
      this.#state.holder = before;
    }
  }
}
