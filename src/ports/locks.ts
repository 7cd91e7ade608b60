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

/** A number for a spec. */
export interface NumberEntry {
  readonly number: number;
  /** Stream of the spec. */
  readonly spec: string;
  /** The spec's name, for people. */
  readonly name: string;
}

export interface RegisteredNumber extends NumberEntry {
  /** Folder of the project in the worktree where the number is given. */
  readonly worktree: string;
  /** The command that gives it has not ended: no log need tell of it yet. */
  readonly isPending: boolean;
}

/** Somebody takes a spec. */
export interface ClaimEntry {
  /** Stream of the spec. */
  readonly spec: string;
  /** The spec's name, for people. */
  readonly name: string;
  readonly by: string;
  readonly place?: string;
  /** ISO 8601 UTC. */
  readonly since: string;
  readonly until: string;
  /** Of the claim, once it stands. */
  readonly record?: string;
}

/** A claim that a log tells of. */
export interface KnownClaim extends ClaimEntry {
  /** Folder of the project in the worktree where it was taken. */
  readonly worktree: string;
}

export interface RegisteredClaim extends KnownClaim {
  /** The command that takes it has not ended: no log need tell of it yet. */
  readonly isPending: boolean;
  /** Nobody can tell from here whether that command runs. */
  readonly isUnseen?: true;
}

/** What is registered, for one change of it. */
export interface RegistryDraft {
  claims(): readonly RegisteredClaim[];
  /** As of the registry. */
  readonly isWhole: boolean;
  /** Puts in what was lost; from then on the registry is whole. */
  restoreClaims(claims: readonly KnownClaim[]): void;
  /** Registers a claim of this worktree as being made by this process, in the place of another of the spec. */
  claim(entry: ClaimEntry): void;
  /** The log tells of it from now on. */
  settleClaim(entry: ClaimEntry): void;
  /** @param worktree this one by default. */
  dropClaim(spec: string, worktree?: string): void;
  numbers(): readonly RegisteredNumber[];
  /** Registers a number as given by this process, pending until it is settled or dropped. */
  give(entry: NumberEntry): void;
  /** The log tells of it from now on. */
  settle(entry: NumberEntry): void;
  drop(entry: NumberEntry): void;
}

/** `shared`: all worktrees of the clone see it. `local`: this project folder alone does. */
export type RegistryReach = 'shared' | 'local';

export interface RegistryAnswer<T> {
  readonly answer: T;
  readonly reach: RegistryReach;
  /** Why it is only local though there is a clone to share it with. */
  readonly problem?: string;
}

/**
 * Where the worktrees of a clone tell each other what they give out, before a log tells of it. A hint: what stands in it and in no log
 * is void, and what is lost of it the logs tell.
 */
export interface Registry {
  /** What is claimed in the clone, without waiting for anybody. */
  claims(): readonly RegisteredClaim[];
  /** False for one that is new, was lost or cut: there may be claims that only logs tell of. */
  isWhole(): boolean;
  /**
   * One change at a time in the whole clone; one whose work throws changes nothing. The caller holds the project's lock.
   * @throws SpectoolError `LOCK_TIMEOUT` when other worktrees change it all the time.
   */
  change<T>(work: (draft: RegistryDraft) => T): RegistryAnswer<T>;
}
