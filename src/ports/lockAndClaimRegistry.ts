/** Lock of a project across processes: only one process writes at a time. */
export interface ProjectLock {
  /**
   * Runs `work` while holding the lock. Waiting processes get the lock in the order in which they began to wait; the lock of
   * a dead process is taken over.
   * @throws SpectoolError `LOCK_TIMEOUT`, naming the owner, if the lock is not acquired in time.
   */
  hold<T>(work: () => T): T;
}

/** Settings for waiting for the lock. */
export interface LockWaiting {
  /** Maximum wait in milliseconds; 0 does not wait. By default the value of `SPECTOOL_LOCK_TIMEOUT`, else one minute. */
  readonly lockTimeoutMs?: number | undefined;
  /** Called once if a command has waited two seconds for the lock. The process is blocked while it waits. */
  readonly onLockWait?: ((wait: LockWait) => void) | undefined;
  /**
   * Called if a lock could not be released. The change under the lock is complete, but other processes wait until this
   * process ends.
   */
  readonly onLockLeft?: ((left: LockLeft) => void) | undefined;
}

/** A lock that could not be released. */
export interface LockLeft {
  readonly path: string;
  /** Reason why the lock could not be released, as a sentence. */
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

/** A number assigned to a spec. */
export interface NumberEntry {
  readonly number: number;
  /** Id of the spec. */
  readonly spec: string;
  /** Name of the spec, for messages. */
  readonly name: string;
}

export interface RegisteredNumber extends NumberEntry {
  /** Project folder in the worktree that assigned the number. */
  readonly worktree: string;
  /** True while the command that assigns the number is still running: the log may not contain the number yet. */
  readonly isPending: boolean;
}

/** A claim of a spec, as entered in the registry. */
export interface ClaimEntry {
  /** Id of the spec. */
  readonly spec: string;
  /** Name of the spec, for messages. */
  readonly name: string;
  readonly by: string;
  readonly place?: string;
  /** Time of the claim, ISO 8601 UTC. */
  readonly since: string;
  readonly until: string;
  /** Id of the record that contains the claim, once the record is in the log. */
  readonly record?: string;
}

/** A claim found in a log. */
export interface KnownClaim extends ClaimEntry {
  /** Project folder in the worktree where the spec was claimed. */
  readonly worktree: string;
}

export interface RegisteredClaim extends KnownClaim {
  /** True while the command that claims the spec is still running: the log may not contain the claim yet. */
  readonly isPending: boolean;
  /** Set if it cannot be determined from this machine whether the claiming command is still running. */
  readonly isUnseen?: true;
}

/** The registry during one change: reads and changes its entries. */
export interface RegistryDraft {
  claims(): readonly RegisteredClaim[];
  /** False if the registry may lack claims, as in {@link Registry.isWhole}. */
  readonly isWhole: boolean;
  /** Adds claims that are missing from the registry. Afterwards, the registry is complete. */
  restoreClaims(claims: readonly KnownClaim[]): void;
  /** Registers a pending claim by this process in this worktree; it replaces another claim of the same spec. */
  claim(entry: ClaimEntry): void;
  /** Marks a pending claim as recorded in the log. */
  settleClaim(entry: ClaimEntry): void;
  /** Removes the claim of a spec. @param worktree worktree that made the claim; this worktree by default. */
  dropClaim(spec: string, worktree?: string): void;
  numbers(): readonly RegisteredNumber[];
  /** Registers a number assigned by this process. The number is pending until it is settled or dropped. */
  give(entry: NumberEntry): void;
  /** Marks a pending number as recorded in the log. */
  settle(entry: NumberEntry): void;
  drop(entry: NumberEntry): void;
}

/** Scope of the registry: `shared` by all worktrees of the clone, or `local` to this project folder. */
export type RegistryReach = 'shared' | 'local';

export interface RegistryAnswer<T> {
  readonly answer: T;
  readonly reach: RegistryReach;
  /** Reason why the registry is local although the project is in a clone. */
  readonly problem?: string;
}

/**
 * Numbers and claims that the worktrees of a clone have assigned and that their logs may not contain yet. The logs decide:
 * entries that no log confirms are void, and lost entries are restored from the logs.
 */
export interface Registry {
  /** Returns the claims in the clone without waiting for a lock. */
  claims(): readonly RegisteredClaim[];
  /** False if the registry is new, or was lost or truncated: it may lack claims that logs contain. */
  isWhole(): boolean;
  /**
   * Changes the registry; only one process of the clone changes it at a time. If `work` throws, nothing changes. The caller
   * must hold the project lock.
   * @throws SpectoolError `LOCK_TIMEOUT` if other worktrees keep changing the registry.
   */
  change<T>(work: (draft: RegistryDraft) => T): RegistryAnswer<T>;
}
