/** Lock of a project across processes: only one process writes at a time. */
export interface ProjectLock {
  /**
   * Runs `work` while holding the lock. Waiting processes are served first come, first served; the lock of a dead process is
   * taken over.
   * @throws SpectoolError `LOCK_TIMEOUT`, naming the owner, if the lock is not acquired in time.
   */
  hold<T>(work: () => T): T;
}

/** How a command waits for the lock. */
export interface LockWaiting {
  /** Longest wait in milliseconds; 0 does not wait. By default `SPECTOOL_LOCK_TIMEOUT`, else one minute. */
  readonly lockTimeoutMs?: number | undefined;
  /** Called once if a call has waited two seconds. The process is blocked meanwhile. */
  readonly onLockWait?: ((wait: LockWait) => void) | undefined;
  /**
   * Called if a lock could not be released. The change under the lock is complete, but others wait until this process ends.
   */
  readonly onLockLeft?: ((left: LockLeft) => void) | undefined;
}

/** A lock that could not be released. */
export interface LockLeft {
  readonly path: string;
  /** The cause, as a sentence. */
  readonly reason: string;
}

/** The wait of a command for the lock. */
export interface LockWait {
  readonly waitedMs: number;
  /** Number of commands waiting before this one, without the current owner of the lock. */
  readonly ahead: number;
  /** Current owner of the lock, if known. */
  readonly owner?: { readonly pid: number; readonly host: string } | undefined;
}

/** A number given to a spec. */
export interface NumberEntry {
  readonly number: number;
  /** Stream of the spec. */
  readonly spec: string;
  /** Name of the spec, for messages. */
  readonly name: string;
}

export interface RegisteredNumber extends NumberEntry {
  /** Project folder in the worktree that gave the number. */
  readonly worktree: string;
  /** True while the command that gives the number is still running: the log may not contain the number yet. */
  readonly isPending: boolean;
}

/** A claim of a spec to be registered. */
export interface ClaimEntry {
  /** Stream of the spec. */
  readonly spec: string;
  /** Name of the spec, for messages. */
  readonly name: string;
  readonly by: string;
  readonly place?: string;
  /** ISO 8601 UTC. */
  readonly since: string;
  readonly until: string;
  /** Id of the record of the claim, once it is in the log. */
  readonly record?: string;
}

/** A claim found in a log. */
export interface KnownClaim extends ClaimEntry {
  /** Project folder in the worktree where the spec was claimed. */
  readonly worktree: string;
}

export interface RegisteredClaim extends KnownClaim {
  /** True while the claiming command is still running: the log may not contain the claim yet. */
  readonly isPending: boolean;
  /** Set if it cannot be determined from here whether that command is still running. */
  readonly isUnseen?: true;
}

/** The registry during one change. */
export interface RegistryDraft {
  claims(): readonly RegisteredClaim[];
  /** The same as {@link Registry.isWhole}. */
  readonly isWhole: boolean;
  /** Adds claims missing from the registry. From then on the registry is complete. */
  restoreClaims(claims: readonly KnownClaim[]): void;
  /** Registers a pending claim of this worktree and process; replaces another claim of the same spec. */
  claim(entry: ClaimEntry): void;
  /** Marks the claim as recorded in the log. */
  settleClaim(entry: ClaimEntry): void;
  /** @param worktree this worktree by default. */
  dropClaim(spec: string, worktree?: string): void;
  numbers(): readonly RegisteredNumber[];
  /** Registers a number given by this process; it is pending until settled or dropped. */
  give(entry: NumberEntry): void;
  /** Marks the number as recorded in the log. */
  settle(entry: NumberEntry): void;
  drop(entry: NumberEntry): void;
}

/** `shared`: visible to all worktrees of the clone. `local`: visible to this project folder only. */
export type RegistryReach = 'shared' | 'local';

export interface RegistryAnswer<T> {
  readonly answer: T;
  readonly reach: RegistryReach;
  /** Why the registry is local although the project is in a clone. */
  readonly problem?: string;
}

/**
 * Numbers and claims that the worktrees of a clone have given out before their logs contain them. The logs decide: entries
 * that no log confirms are void, and lost entries are restored from the logs.
 */
export interface Registry {
  /** Returns the claims in the clone without waiting for a lock. */
  claims(): readonly RegisteredClaim[];
  /** False if the registry is new, was lost or truncated: there may be claims that only logs contain. */
  isWhole(): boolean;
  /**
   * Changes the registry; the whole clone makes one change at a time. If `work` throws, nothing changes. The caller holds the
   * project lock.
   * @throws SpectoolError `LOCK_TIMEOUT` if other worktrees keep changing the registry.
   */
  change<T>(work: (draft: RegistryDraft) => T): RegistryAnswer<T>;
}
