import { wholeConflict } from '../../domain/document/conflictMarks.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { Clone, LeftOut } from '../../ports/repository/cloneInfo.js';
import type { CommitLog, Commits, LoggedCommits, OtherProject } from '../../ports/repository/commits.js';
import type { MeetingVersions, Merges, TextMerge, TextMergeStyle } from '../../ports/repository/merges.js';
import type { FoldersElsewhere, OtherBranches } from '../../ports/repository/otherBranches.js';

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

  changedElsewhere(): undefined {
    return undefined;
  }

  logsInWorktrees(): ReadonlyMap<string, never> {
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

  leftOutside(): readonly [] {
    return [];
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
    throw new SpectoolError('GIT_FAILED', `Cannot compare with ${base}: there is no git repository here.`, {
      hint: 'Leave the base commit out to report all specs.',
    });
  }

  userName(): string | undefined {
    return undefined;
  }

  /**
   * Merges whole texts, not lines: if only one side changed the text, returns that side; otherwise both sides between conflict
   * marks.
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

  versionsThatMeet(): ReadonlyMap<string, MeetingVersions> {
    return new Map();
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
