import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { assertProjectPath } from '../../domain/naming/projectPath.js';
import type { HookFound } from '../../domain/project/gitHook.js';
import type { CalendarDate } from '../../domain/value/calendarDate.js';
import type {
  ChangesSince,
  ConflictSides,
  FolderChange,
  FoldersElsewhere,
  LeftOut,
  LogElsewhere,
  MeetingFiles,
  MeetingVersions,
  MergedFile,
  Repository,
  StagedText,
  TextMerge,
  TextMergeStyle,
} from '../../ports/repository.js';
import type { StreamId } from '../../domain/log/record.js';
import { committedTexts, firstCommitDays, lastCommits } from './committedFiles.js';
import { changesSince } from './changesSince.js';
import { collectBranchFolders } from './branchFolders.js';
import { clonePlaceOf } from './clonePlace.js';
import { askGitPlace } from './gitPlace.js';
import { type AskGit, GitProcess, gitRefusal } from './gitProcess.js';
import { hookIn, setHook } from './hooks.js';
import { logInWorktrees, logsOfWorktrees, LogsOnRefs } from './logElsewhere.js';
import { changeOfMerge } from './merging/mergeUnderWay.js';
import { mergedFiles } from './merging/mergedFiles.js';
import { mergeTexts } from './merging/mergeTexts.js';
import { continuation, versionsThatMeet } from './merging/operationUnderWay.js';
import type { Snapshot } from '../cache/snapshot.js';
import { type KeptAnswers, RememberedAnswers } from './rememberedAnswers.js';
import { ownGitFolder } from './refStamps.js';
import { plainUserName } from './plainUserName.js';
import { notCheckedOut } from './sparseCheckout.js';
import { looksLikeSpecFolder } from './specFolderWalk.js';
import { treeSecret } from './treeSecret.js';
import {
  attributesOf,
  readConflictSides,
  stageTexts,
  textsLeft,
  unmergedPaths,
} from './merging/unmergedFiles.js';
import { linkedWorktrees } from './worktreeTops.js';
import { collectWorktreeFolders } from './worktreeFolders.js';

/** The repository around a project, through the `git` program; the project may be a sub-folder of it. */
export class GitRepository implements Repository {
  readonly #root: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #git: GitProcess;
  readonly #onRefs: LogsOnRefs;
  readonly #now: () => number;
  readonly #snapshot: Snapshot | undefined;

  /**
   * @param snapshot where git's answers are remembered; without it git is asked every time.
   * @param now milliseconds, as file times count them: an answer about files changed just before is not kept.
   */
  constructor(
    root: string,
    env: NodeJS.ProcessEnv = process.env,
    snapshot?: Snapshot,
    now: () => number = Date.now,
  ) {
    this.#root = root;
    this.#env = env;
    this.#git = new GitProcess(root, env);
    this.#onRefs = new LogsOnRefs(this.#git);
    this.#snapshot = snapshot;
    this.#now = now;
  }

  available(): boolean {
    const answer = this.#git.run(['rev-parse', '--is-inside-work-tree']);
    return answer.status === 0 && answer.output.toString('latin1').trim() === 'true';
  }

  complaint(): string | undefined {
    const answer = askGitPlace(this.#git, this.#root);
    if (answer.kind !== 'unreadable') return undefined;
    // A bare repository has nothing that a project could ask for.
    return /must be run in a work tree/.test(answer.why) ? undefined : answer.why;
  }

  foldersElsewhere(specsDir: string, isSpecFolder = looksLikeSpecFolder): FoldersElsewhere {
    assertProjectPath(specsDir);
    const names = new Set<string>();
    const branches = this.#asker('git answers');
    const answer = askGitPlace(branches, this.#root);
    if (answer.kind === 'none') return { folders: [] };
    if (answer.kind === 'unreadable') return { folders: [], skipped: unread(answer.why) };
    const { place } = answer;
    const skipped = [
      complaintOf(() => {
        const folder = `${place.prefix}${specsDir}`.replace(/\/$/, '');
        collectBranchFolders(branches, place.commits, folder, isSpecFolder, names);
      }),
      complaintOf(() => collectWorktreeFolders(place, specsDir, isSpecFolder, names)),
    ].filter((complaint) => complaint !== undefined);
    keep(branches);
    const folders = [...names];
    return skipped.length === 0 ? { folders } : { folders, skipped: unread(skipped.join('; ')) };
  }

  publishedFolders(specsDir: string): readonly string[] {
    assertProjectPath(specsDir);
    const commits = this.#published();
    const answer = commits.length === 0 ? undefined : askGitPlace(this.#git, this.#root);
    if (answer?.kind !== 'place') return [];
    const names = new Set<string>();
    const folder = `${answer.place.prefix}${specsDir}`.replace(/\/$/, '');
    complaintOf(() => collectBranchFolders(this.#git, commits, folder, looksLikeSpecFolder, names));
    return [...names];
  }

  publishedFiles(paths: readonly string[]): readonly string[] {
    paths.forEach(assertProjectPath);
    const commits = this.#published();
    const asked = paths.filter((path) => !path.includes('\n'));
    const found = commits.map((commit) => {
      const files = asked.map((path) => `${commit}:./${path}\n`).join('');
      const answer = this.#git.run(['cat-file', '--batch-check'], files);
      return answer.status === 0 ? answer.output.toString('utf8').split('\n') : [];
    });
    return asked.filter((_, i) => found.some((lines) => / blob \d+$/.test(lines[i] ?? '')));
  }

  /** The commits of the default branches of all remotes. */
  #published(): readonly string[] {
    // Only what stands for a remote's default branch leads to another name.
    const format = '--format=%(if)%(symref)%(then)%(objectname)%(end)';
    const heads = this.#git.run(['for-each-ref', format, 'refs/remotes']);
    return heads.output.toString('latin1').split('\n').filter(Boolean);
  }

  logElsewhere(
    streams: readonly StreamId[],
    { refs = true }: { readonly refs?: boolean } = {},
  ): LogElsewhere {
    streams.forEach(assertProjectPath);
    const place = clonePlaceOf(this.#root, this.#env);
    if (place === 'none' || 'problem' in place || streams.length === 0) return { logs: new Map() };
    const logs = new Map(logInWorktrees(place, streams));
    const skipped = complaintOf(() => {
      if (!refs) return;
      for (const [stream, texts] of this.#onRefs.read(place, streams))
        logs.set(stream, [...(logs.get(stream) ?? []), ...texts]);
    });
    if (skipped === undefined) return { logs };
    return { logs, skipped: `Not all logs on other branches were read: ${skipped.replace(/\.$/, '')}.` };
  }

  logsOfWorktrees(): ReadonlyMap<string, ReadonlyMap<StreamId, readonly string[]>> {
    const place = clonePlaceOf(this.#root, this.#env);
    return place === 'none' || 'problem' in place ? new Map() : logsOfWorktrees(place);
  }

  worktrees(): { readonly own?: string; readonly names: readonly string[] } {
    const place = clonePlaceOf(this.#root, this.#env);
    if (place === 'none' || 'problem' in place) return { names: [] };
    const { gitDir, commonDir } = place;
    const isLinked = dirname(realpathSync.native(gitDir)) === join(commonDir, 'worktrees');
    return { ...(isLinked && { own: basename(gitDir) }), names: linkedWorktrees(commonDir) };
  }

  firstCommitDays(paths: readonly string[]): ReadonlyMap<string, CalendarDate> {
    return paths.length === 0 ? new Map() : firstCommitDays(this.#git, paths);
  }

  secret(): string | undefined {
    const place = clonePlaceOf(this.#root, this.#env);
    return place === 'none' || 'problem' in place ? undefined : treeSecret(place.gitDir);
  }

  filesNotInHead(folder: string): readonly string[] | undefined {
    assertProjectPath(folder);
    const all = ['--untracked-files=all', '--ignored=matching', '--ignore-submodules=none', '--no-renames'];
    const answer = this.#git.compare(['status', '--porcelain=v1', '-z', ...all, '--', folder]);
    if (answer.status !== 0) return undefined;
    const found = answer.output
      .toString('utf8')
      .split('\0')
      .flatMap((line) => {
        const [state, path] = [line.slice(0, 2), line.slice(3)];
        // What is gone already cannot be lost.
        if (path === '' || state === ' D' || state === 'D ') return [];
        // Git counts from its own top, which may stand above the project.
        return [path.slice(Math.max(0, path.lastIndexOf(`${folder}/`)))];
      });
    // Where the environment names another repository, its status says nothing of files that are not its own.
    const isKnown =
      found.length > 0 ||
      this.#git.run(['rev-parse', '--verify', '--quiet', `HEAD:./${folder}`]).status === 0;
    return isKnown ? found : undefined;
  }

  notCheckedOut(folder: string, isMissed = false): LeftOut {
    assertProjectPath(folder);
    const place = clonePlaceOf(this.#root, this.#env);
    if (place === 'none') return { files: [] };
    if ('problem' in place) return { files: [], ...(isMissed && { unknown: place.problem }) };
    return notCheckedOut(this.#git, place, this.#root, folder, isMissed);
  }

  lastCommits(paths: readonly string[]): ReadonlyMap<string, number> {
    if (paths.length === 0) return new Map();
    const history = this.#asker('git times');
    const times = lastCommits(history, paths);
    keep(history);
    return times;
  }

  /** Whom to ask about branches and commits. */
  #asker(name: string): AskGit {
    const gitFolder = ownGitFolder(this.#root, this.#env);
    if (gitFolder === undefined) return this.#git;
    const git = this.#git.alone();
    const { PATH: programs = '' } = this.#env;
    if (this.#snapshot === undefined) return git;
    // Another place of the project is asked for other paths, and another git may know other things.
    const kept = this.#snapshot.section<KeptAnswers>(name, JSON.stringify([this.#root, programs]));
    return new RememberedAnswers(git, gitFolder, kept, this.#now);
  }

  changesSince(base: string, folder: string): ChangesSince {
    assertProjectPath(folder);
    return changesSince(this.#git, base, folder);
  }

  userName(): string | undefined {
    const { GIT_AUTHOR_NAME: given = '' } = this.#env;
    if (given !== '') return given;
    return plainUserName(this.#root, this.#env) ?? this.readConfig('user.name');
  }

  mergeText(ours: string, base: string, theirs: string, style: TextMergeStyle = {}): TextMerge {
    // What only one side changed needs no program.
    if (theirs === base || theirs === ours) return { text: ours, conflicts: 0 };
    if (ours === base) return { text: theirs, conflicts: 0 };
    return mergeTexts(this.#git, [ours, base, theirs], style);
  }

  changeOfMerge(files: MeetingFiles, folder: string): FolderChange | undefined {
    const place = clonePlaceOf(this.#root, this.#env);
    if (place === 'none' || 'problem' in place) return undefined;
    const path = place.prefix === '' ? folder : `${place.prefix}/${folder}`;
    return changeOfMerge(this.#git, place, this.#env, files, path);
  }

  isFiltered(path: string): boolean {
    assertProjectPath(path);
    const values = attributesOf(this.#git, path, ['filter', 'ident', 'working-tree-encoding']);
    return values.some((value) => value !== 'unspecified' && value !== 'unset');
  }

  conflictSides(path: string): ConflictSides | undefined {
    assertProjectPath(path);
    return this.#whereGitReads(() => readConflictSides(this.#git, path), undefined);
  }

  textsLeft(path: string): Iterable<string> {
    assertProjectPath(path);
    return textsLeft(this.#git, path, () => this.conflictSides(path) ?? {});
  }

  versionsThatMeet(paths: readonly string[]): ReadonlyMap<string, MeetingVersions> {
    paths.forEach(assertProjectPath);
    const place = clonePlaceOf(this.#root, this.#env);
    return place === 'none' || 'problem' in place ? new Map() : versionsThatMeet(this.#git, place, paths);
  }

  committedTexts(path: string): readonly { readonly commit: string; readonly text: string }[] {
    assertProjectPath(path);
    return committedTexts(this.#git, path);
  }

  mergedFiles(paths: readonly string[], folder: string): ReadonlyMap<string, MergedFile> {
    for (const path of [...paths, folder]) assertProjectPath(path);
    return mergedFiles(this.#git, paths, folder);
  }

  conflictedPaths(): readonly string[] {
    return this.#whereGitReads(() => unmergedPaths(this.#git), []);
  }

  /** @param none the answer outside any repository. */
  #whereGitReads<T>(read: () => T, none: T): T {
    try {
      return read();
    } catch (error) {
      if (!this.available() && this.complaint() === undefined) return none;
      throw error;
    }
  }

  stage(files: readonly StagedText[]): void {
    files.forEach(({ path }) => assertProjectPath(path));
    if (files.length > 0) stageTexts(this.#git, files);
  }

  continuation(): string | undefined {
    const place = clonePlaceOf(this.#root, this.#env);
    return place === 'none' || 'problem' in place ? undefined : continuation(this.#git, place.gitDir);
  }

  hook(name: string, files: readonly string[]): (HookFound & { readonly prefix: string }) | undefined {
    const place = clonePlaceOf(this.#root, this.#env);
    if (place === 'none' || 'problem' in place) return undefined;
    // The last one is what every call of ours sets.
    const paths = this.#git.run(['config', '-z', '--get-all', 'core.hooksPath']);
    // Where the settings cannot be read, nobody knows which folder of hooks git takes.
    if (paths.status !== 0 && paths.status !== 1) return undefined;
    const hooksPath = paths.status === 0 ? paths.output.toString('utf8').split('\0').at(-3) : undefined;
    return {
      ...hookIn(place, name, files),
      prefix: place.prefix,
      ...(hooksPath !== undefined && { hooksPath }),
    };
  }

  setHook(name: string, text: string | undefined, was: string | undefined): void {
    const place = clonePlaceOf(this.#root, this.#env);
    if (place === 'none' || 'problem' in place)
      throw gitRefusal(`set the hook ${name}`, this.complaint() ?? 'no repository');
    setHook(place, name, text, was);
  }

  readConfig(key: string): string | undefined {
    const answer = this.#git.run(['config', '--get', '--', key]);
    return answer.status === 0 ? answer.output.toString('utf8').replace(/\n$/, '') : undefined;
  }

  writeConfig(key: string, value: string | undefined): void {
    const change = value === undefined ? ['--unset-all', key] : ['--', key, value];
    this.#git.mustRun(['config', '--local', ...change], `set ${key} in this clone`);
  }
}

function keep(asked: AskGit): void {
  if (asked instanceof RememberedAnswers) asked.keep();
}

function unread(why: string): string {
  return `Not all numbers on other branches and worktrees were checked: ${why.replace(/\.$/, '')}.`;
}

/** What git or the system refused, in words; anything else that goes wrong is a mistake of ours and is thrown. */
function complaintOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof SpectoolError) return error.message;
    if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
    throw error;
  }
}
