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

/** A short text that all clones of the repository share by a git remote. */
export interface RemoteEntry {
  /** Changes with every write of the entry; two writes never have the same version. */
  readonly version: string;
  /** Written by another clone, so nothing in it is checked; empty if it is too long, or not a text. */
  readonly text: string;
}

/**
 * A change of one entry. It is made only if the entry has the version `was`, or does not exist if `was` is absent. Removing an
 * entry that does not exist succeeds.
 */
export interface RemoteChange {
  /** `claims/` and the id of a spec, or `next`. */
  readonly name: string;
  /** The new text; absent, the entry is removed. */
  readonly text?: string;
  readonly was?: string;
}

/** The remote did not answer, or refused the change whatever its entries are. */
export interface Unreachable {
  readonly kind: 'unreachable';
  /** Reason in words, without control characters. */
  readonly reason: string;
  /** Set if the remote took too long. */
  readonly isLate?: true;
}

/** What became of a change: it was made, somebody else was first or is changing the entry now, or the remote did not judge it. */
export type RemoteOutcome =
  | {
      readonly kind: 'won';
      /** The new version; absent after a removal. */
      readonly version?: string;
    }
  | { readonly kind: 'lost'; readonly current?: RemoteEntry }
  | Unreachable;

export interface RemoteReading {
  readonly kind: 'read';
  /** The entries of this project, by name. */
  readonly entries: ReadonlyMap<string, RemoteEntry>;
  /** The remote's default branch as this clone calls it, such as `origin/main`. */
  readonly mainBranch?: string;
}

/** Entries of this project that all clones share by a git remote. No member prompts, and each has a time limit. */
export interface RemoteEntries {
  /** Returns the name of the remote; undefined if no remote is to be asked. The other members may be called only with one. */
  remote(): string | undefined;
  /** Returns the branch that is checked out; undefined if there is none. */
  branch(): string | undefined;
  read(): RemoteReading | Unreachable;
  /** Makes each change for itself, in one connection. Returns the outcomes in the same order. */
  change(changes: readonly RemoteChange[]): readonly RemoteOutcome[];
}

/** An entry as this clone last saw it. */
export interface SeenEntry {
  readonly version: string;
  /** When this clone first saw this version, by its own clock; ISO 8601 UTC. */
  readonly at: string;
  readonly text: string;
  /** Set if this clone wrote the version. */
  readonly own?: true;
}

/** What a clone knows about the entries of its remote. It is kept in git's folder, for all worktrees of the clone. */
export interface RemoteNotes {
  /** Random id of the clone. */
  readonly clone: string;
  readonly seen: Readonly<Record<string, SeenEntry>>;
  /** The specs about which the remote was not told, because it did not answer: their ids, and who changed them. */
  readonly due: Readonly<Record<string, string>>;
  /** When the remote last took too long, and when a warning last said that it was not reached; ISO 8601 UTC. */
  readonly late?: string;
  readonly told?: string;
  /** The highest number that was taken while the remote did not answer. */
  readonly number?: number;
}

export interface RemoteNotesStore {
  load(): RemoteNotes;
  save(notes: RemoteNotes): void;
}
