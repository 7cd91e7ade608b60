/** One writer at a time in a project, across processes. */
export interface ProjectLock {
  /**
   * Runs `work` while holding the lock. A dead owner's lock is taken over.
   * @throws SpectoolError `LOCK_TIMEOUT` naming the owner when it is not had in time.
   */
  hold<T>(work: () => T): T;
}
