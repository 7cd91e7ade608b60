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
}

/** The wait of a command for the lock. */
export interface LockWait {
  readonly waitedMs: number;
  /** Current owner of the lock, if known. */
  readonly owner?: { readonly pid: number; readonly host: string } | undefined;
}

/** A claim of a spec by an actor, as entered in the registry. */
export interface ClaimEntry {
  /** Id of the spec. */
  readonly spec: string;
  /** Name of the spec, for messages. */
  readonly name: string;
  readonly by: string;
}

export interface RegisteredClaim extends ClaimEntry {
  /** Project folder in the worktree where the spec was claimed. */
  readonly worktree: string;
}

/** Scope of the registry: `shared` by all worktrees of the clone, or `local` to this project folder. */
export interface RegistryReach {
  readonly reach: 'shared' | 'local';
  /** Reason why the registry is local although the project is in a clone. */
  readonly problem?: string;
}

/** Registry of claims in all worktrees of a clone. An entry is valid only if the log in its worktree confirms the claim. */
export interface Registry {
  /** Returns the claims in the clone without waiting for a lock. */
  claims(): readonly RegisteredClaim[];
  /**
   * Adds claims of this worktree; call it inside `hold`. Removes other entries of this worktree for which `isHeld` is false, and
   * all entries of worktrees that no longer exist.
   */
  enter(claims: readonly ClaimEntry[], isHeld: (spec: string) => boolean): RegistryReach;
  /**
   * Runs `work` while no other process of the clone is in `hold`. If the worktrees share no folder, only the project lock
   * excludes other processes. The caller must hold the project lock.
   * @throws SpectoolError `LOCK_TIMEOUT`.
   */
  hold<T>(work: () => T): T;
}

/** A short text that all clones of the repository share by a git remote. */
export interface RemoteEntry {
  /** Changes with every write of the entry. */
  readonly version: string;
  /** Unchecked text, because another clone may have written it; empty if it is too long or not valid text. */
  readonly text: string;
}

/**
 * A change of the entry of one spec. It is made only if the entry has the version `was`, or does not exist if `was` is absent.
 */
export interface RemoteChange {
  /** Id of the spec. */
  readonly spec: string;
  /** The new text, different from the text of any other write; absent to remove the entry. */
  readonly text?: string;
  readonly was?: string;
}

/** The remote could not be reached, or refused the change for another reason than its entries. */
export interface Unreachable {
  readonly kind: 'unreachable';
  /** Reason in words, without control characters. */
  readonly reason: string;
}

/** Outcome of a change: it was made, another clone changed the entry first, or the remote could not be reached. */
export type RemoteOutcome =
  | {
      readonly kind: 'won';
      /** The new version; absent after a removal. */
      readonly version?: string;
    }
  | { readonly kind: 'lost' }
  | Unreachable;

export interface RemoteReading {
  readonly kind: 'read';
  /** The entries of this project, by the id of the spec. */
  readonly entries: ReadonlyMap<string, RemoteEntry>;
}

/** The claims of this project on a shared git remote. No method prompts for input, and each has a time limit. */
export interface RemoteEntries {
  /** Returns the name of the remote; undefined if none is configured. `read` and `change` require a remote. */
  remote(): string | undefined;
  /** Returns the branch that is checked out; undefined if there is none. */
  branch(): string | undefined;
  read(): RemoteReading | Unreachable;
  /** Makes the changes independently of each other, in one connection. Returns the outcomes in the same order. */
  change(changes: readonly RemoteChange[]): readonly RemoteOutcome[];
}
