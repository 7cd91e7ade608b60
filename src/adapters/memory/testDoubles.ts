import { hash } from 'node:crypto';
import { wholeConflict } from '../../domain/document/conflictMarks.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { CalendarDate } from '../../domain/value/dates.js';
import type {
  ClaimEntry,
  ProjectLock,
  RegisteredClaim,
  Registry,
  RegistryReach,
} from '../../ports/lockAndClaimRegistry.js';
import type {
  Clone,
  CommitLog,
  Commits,
  FoldersElsewhere,
  LeftOut,
  LoggedCommits,
  Merges,
  OtherBranches,
  OtherProject,
  TextMerge,
  TextMergeStyle,
} from '../../ports/repository.js';
import type { ActorSource, Clock, EditedCopy, Editor, IdGenerator } from '../../ports/system.js';

/** A clock for tests. Its time changes only through `set` and `advance`; its day is the UTC day. */
export class FixedClock implements Clock {
  #instant: number;

  constructor(now = '2026-01-05T10:00:00.000Z') {
    this.#instant = Date.parse(now);
  }

  now(): string {
    return new Date(this.#instant).toISOString();
  }

  today(): CalendarDate {
    return this.now().slice(0, 10);
  }

  set(now: string): void {
    this.#instant = Date.parse(now);
  }

  advance(time: { readonly days?: number; readonly hours?: number; readonly ms?: number }): void {
    this.#instant += ((time.days ?? 0) * 24 + (time.hours ?? 0)) * 3_600_000 + (time.ms ?? 0);
  }
}

/** An actor source for tests, which always returns the same name. */
export class FixedActor implements ActorSource {
  readonly #name: string;

  constructor(name = 'tester') {
    this.#name = name;
  }

  actor(): string {
    return this.#name;
  }
}

/** An id generator for tests. Ids are sequential: `s000000000000001`, `s000000000000002`, … */
export class SequentialIds implements IdGenerator {
  #specs = 0;
  #nonces = 0;

  specId(): string {
    this.#specs += 1;
    return `s${String(this.#specs).padStart(15, '0')}`;
  }

  nonce(of?: string): string {
    if (of !== undefined) return hash('sha256', of, 'hex').slice(0, 16);
    this.#nonces += 1;
    return `nonce-${this.#nonces}`;
  }
}

/** An editor for tests that is never available, as if there were no terminal. */
export class NoEditor implements Editor {
  async edit(): Promise<EditedCopy> {
    throw new SpectoolError('NO_TERMINAL', 'There is no editor.');
  }
}

/** The state of a registry of claims in memory. Registries that share one state act like worktrees of one clone. */
export interface RegistryState {
  claims?: readonly RegisteredClaim[];
}

/** A registry within one process. */
export class MemoryRegistry implements Registry {
  readonly #state: RegistryState;
  readonly #worktree: string;

  constructor(state: RegistryState = {}, worktree = '/project') {
    this.#state = state;
    this.#worktree = worktree;
  }

  claims(): readonly RegisteredClaim[] {
    return this.#state.claims ?? [];
  }

  enter(claims: readonly ClaimEntry[], isHeld: (spec: string) => boolean): RegistryReach {
    const worktree = this.#worktree;
    const specs = new Set(claims.map(({ spec }) => spec));
    const kept = this.claims().filter(
      (one) => one.worktree !== worktree || (!specs.has(one.spec) && isHeld(one.spec)),
    );
    this.#state.claims = [...kept, ...claims.map((claim) => ({ ...claim, worktree }))];
    return { reach: 'local' };
  }

  hold<T>(work: () => T): T {
    return work();
  }
}

/** The state of a project's lock in memory. Locks that share one state exclude each other. */
interface LockState {
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
      throw new SpectoolError('LOCK_TIMEOUT', 'Another change in this program is not finished yet.', {
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

/** The git ports for a project outside any git repository. */
export class NoRepository implements Clone, Commits, CommitLog, Merges, OtherBranches {
  /** This object under the name of each port that it implements. */
  get ports(): Readonly<Record<'clone' | 'commits' | 'commitLog' | 'merges' | 'otherBranches', this>> {
    return { clone: this, commits: this, commitLog: this, merges: this, otherBranches: this };
  }

  available(): boolean {
    return false;
  }

  complaint(): undefined {
    return undefined;
  }

  foldersElsewhere(): FoldersElsewhere {
    return { folders: [] };
  }

  logsOnBranches(): { readonly logs: ReadonlyMap<string, never> } {
    return { logs: new Map<string, never>() };
  }

  filesElsewhere(): readonly [] {
    return [];
  }

  changedElsewhere(): undefined {
    return undefined;
  }

  logsInWorktrees(): ReadonlyMap<string, never> {
    return new Map<string, never>();
  }

  mainLine(): readonly [] {
    return [];
  }

  deletedFiles(): ReadonlyMap<string, never> {
    return new Map<string, never>();
  }

  naming(): LoggedCommits {
    return this.since(undefined);
  }

  since(base: string | undefined): LoggedCommits {
    const from = base === undefined ? '' : ` since ${base}`;
    throw new SpectoolError(
      'GIT_FAILED',
      `Cannot read the commits${from}: there is no git repository here.`,
      {
        hint: 'Run the command in a git repository.',
      },
    );
  }

  projectFiles(): undefined {
    return undefined;
  }

  commits(): LoggedCommits {
    return { commits: [] };
  }

  commitNamed(): undefined {
    return undefined;
  }

  lastCommitAt(): undefined {
    return undefined;
  }

  lastCommitOf(): undefined {
    return undefined;
  }

  missing(): undefined {
    return undefined;
  }

  firstCommitWith(): undefined {
    return undefined;
  }

  blame(path: string): never {
    throw new SpectoolError(
      'GIT_FAILED',
      `Cannot find the commits of ${path}: there is no git repository here.`,
      {
        hint: 'Run the command in a git repository.',
      },
    );
  }

  textIn(): undefined {
    return undefined;
  }

  otherProjects(): readonly OtherProject[] {
    return [];
  }

  filesIn(): readonly string[] {
    return [];
  }

  worktrees(): { readonly names: readonly string[] } {
    return { names: [] };
  }

  committedBeside(): undefined {
    return undefined;
  }

  stagedDocuments(): readonly string[] {
    return [];
  }

  untracked(): readonly string[] {
    return [];
  }

  filesContaining(): ReadonlyMap<string, readonly string[]> {
    return new Map();
  }

  stagedFiles(): readonly string[] {
    return [];
  }

  logIgnoredBy(): undefined {
    return undefined;
  }

  filesNotInHead(): undefined {
    return undefined;
  }

  differingSince(): () => undefined {
    return () => undefined;
  }

  notCheckedOut(): LeftOut {
    return { files: [] };
  }

  lastCommits(): ReadonlyMap<string, number> {
    return new Map<string, never>();
  }

  changesSince(base: string): never {
    throw new SpectoolError('GIT_FAILED', `Cannot compare with ${base}: there is no git repository here.`);
  }

  userName(): string | undefined {
    return undefined;
  }

  /**
   * Merges whole texts, not lines. If only one side changed the text, returns that side; otherwise returns both sides between
   * conflict marks.
   */
  mergeText(
    ours: string,
    base: string,
    theirs: string,
    { labels = ['ours', 'base', 'theirs'], markerSize }: TextMergeStyle = {},
  ): TextMerge {
    if (theirs === base || theirs === ours) return { text: ours, conflicts: 0 };
    if (ours === base) return { text: theirs, conflicts: 0 };
    return { text: wholeConflict(ours, theirs, labels[0], labels[2], markerSize), conflicts: 1 };
  }

  changeOfMerge(): undefined {
    return undefined;
  }

  isFiltered(): boolean {
    return false;
  }

  conflictSides(): undefined {
    return undefined;
  }

  textsLeft(): readonly [] {
    return [];
  }

  lastFolder(): ReadonlyMap<string, Uint8Array> {
    return new Map<string, Uint8Array>();
  }
  committedTexts(): readonly [] {
    return [];
  }

  conflictedPaths(): readonly string[] {
    return [];
  }

  stage(): void {
    // Do nothing, because there is no index in which the file could be staged.
  }

  continuation(): string | undefined {
    return undefined;
  }

  hook(): undefined {
    return undefined;
  }

  setHook(name: string): void {
    throw new SpectoolError('GIT_FAILED', `Cannot set the hook ${name}: there is no git repository here.`, {
      hint: 'Run `git init` first.',
    });
  }

  readConfig(): string | undefined {
    return undefined;
  }

  writeConfig(key: string): void {
    throw new SpectoolError('GIT_FAILED', `Cannot set ${key}: there is no git repository here.`, {
      hint: 'Run `git init` first.',
    });
  }
}
