/** One writer at a time in a project, across processes. */
export interface ProjectLock {
  /**
   * Runs `work` while holding the lock. Who comes first is served first; a dead owner's lock is taken over.
   * @throws SpectoolError `LOCK_TIMEOUT` naming the owner when it is not had in time.
   */
  hold<T>(work: () => T): T;
}

/** How a command waits while others write. */
export interface LockWaiting {
  /** Milliseconds to wait at most; 0 not to wait at all. By default `SPECTOOL_LOCK_TIMEOUT`, else a minute. */
  readonly lockTimeoutMs?: number | undefined;
  /** Told once by a call that has waited for two seconds; the process does nothing else meanwhile. */
  readonly onLockWait?: ((wait: LockWait) => void) | undefined;
  /** Told when a lock could not be given back; what was done under it stands. Others wait until this process has ended. */
  readonly onLockLeft?: ((left: LockLeft) => void) | undefined;
}

/** A lock that stays. */
export interface LockLeft {
  readonly path: string;
  /** Why it does, a sentence. */
  readonly reason: string;
}

/** What a command waits for. */
export interface LockWait {
  readonly waitedMs: number;
  /** How many commands are served before this one, the one that writes now left out. */
  readonly ahead: number;
  /** Who writes now, where that is known. */
  readonly owner?: { readonly pid: number; readonly host: string } | undefined;
}
