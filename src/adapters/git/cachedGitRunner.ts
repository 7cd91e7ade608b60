import { BOUNDS } from '../../domain/value/bounds.js';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isSettled, type Snapshot, type Section } from '../cache/snapshot.js';
import { textOfRegularFile } from '../files/regularFiles.js';
import { type CloneLocation, cloneLocationOf, isPlainEnvironment } from './cloneLocation.js';
import type { AskGit, GitAnswer, GitProcess } from './gitProcess.js';

/** Maximum number of folders of refs. In a repository with more, git's answers are not cached. */
const MOST_FOLDERS = 600;

/** What git's answers depend on: the times, sizes and inodes of HEAD, packed refs, the folders of refs and git's settings. */
interface RefStamps {
  readonly key: string;
  /** False if one of the files changed so recently that a further change might not alter its stamp. */
  readonly isSettled: boolean;
}

/**
 * Returns the stamps; undefined if there are too many folders of refs, or if git's settings may include other files. A ref that
 * moves changes its folder, because git replaces the file.
 * @param now milliseconds since 1970.
 * @param isOfRefs false for answers that depend on git's settings alone.
 */
function refStampsOf(
  { gitDir, commonDir }: CloneLocation,
  env: NodeJS.ProcessEnv,
  now: number,
  isOfRefs: boolean,
): RefStamps | undefined {
  const { HOME: home = '', XDG_CONFIG_HOME: xdg = join(home, '.config'), GIT_CONFIG_GLOBAL: global } = env;
  const settings = [
    join(commonDir, 'config'),
    join(gitDir, 'config.worktree'),
    ...(global === undefined ? [join(xdg, 'git/config'), join(home, '.gitconfig')] : [global]),
    env.GIT_CONFIG_SYSTEM ?? '/etc/gitconfig',
  ];
  const others = ['packed-refs', 'shallow', 'info/grafts', 'reftable/tables.list'];
  const ofRefs = [join(gitDir, 'HEAD'), ...others.map((name) => join(commonDir, name))];
  const paths = [...settings, ...(isOfRefs ? ofRefs : [])];
  const addFolder = (folder: string): void => {
    paths.push(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory() && paths.length <= MOST_FOLDERS) addFolder(join(folder, entry.name));
  };
  try {
    if (isOfRefs) addFolder(join(commonDir, 'refs'));
    if (paths.length > MOST_FOLDERS || settings.some(mayIncludeOthers)) return undefined;
    let isOld = true;
    const stamps = paths.map((path) => {
      const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
      if (stats === undefined) return '';
      isOld &&= isSettled(stats, BigInt(now) * 1_000_000n);
      return [stats.mtimeNs, stats.ctimeNs, stats.size, stats.ino].join(' ');
    });
    return { key: stamps.join('\n'), isSettled: isOld };
  } catch {
    return undefined;
  }
}

/** True if a settings file may include others. Searches for the word anywhere, because git also accepts `[a][include]`. */
function mayIncludeOthers(file: string): boolean {
  const isThere = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  return isThere && /include/i.test(textOfRegularFile(file, BOUNDS.smallFile) ?? 'include');
}

/** Maximum total size of the cached answers in bytes. Larger answers are no faster to read from the cache than from git. */
const MOST_BYTES = 4_000_000;
/** Maximum number of cached answers; the latest are kept. */
const MOST_ANSWERS = 40;

/** Name of the snapshot section with answers that depend on git's settings alone. */
export const SETTINGS = 'git settings';

/** The snapshot in which git's answers are cached, and a clock. */
export interface AnswersMemory {
  readonly snapshot: Snapshot;
  /** Returns the time in milliseconds since 1970, by the same clock that sets the times of files. */
  readonly now?: () => number;
}

/** Git's answers, valid for these stamps. Each output is stored as a string with one character per byte. */
interface CachedAnswers {
  readonly key: string;
  readonly answers: readonly (readonly [question: string, output: string])[];
}

/**
 * Returns a git runner for questions about branches, commits and settings. It answers from the snapshot until a ref moves or
 * git's settings change, because starting git three times takes longer than the rest of a command.
 * @param section name of the snapshot section with the answers.
 */
export function cachedGit(git: GitProcess, section: string, memory: AnswersMemory | undefined): AskGit {
  const { place, env } = git;
  if (place === undefined || memory === undefined || !isPlainEnvironment(env)) return git;
  const { snapshot, now = Date.now } = memory;
  // Questions contain paths, and another git program (PATH) or other settings (HOME) may answer differently.
  const { PATH, HOME, XDG_CONFIG_HOME, GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM, GIT_CONFIG_NOSYSTEM } = env;
  const settings = [PATH, HOME, XDG_CONFIG_HOME, GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM, GIT_CONFIG_NOSYSTEM];
  const kept = snapshot.section<CachedAnswers>(section, JSON.stringify([git.root, ...settings]));
  return new GitAnswerCache(git, kept, () => refStampsOf(place, env, now(), section !== SETTINGS));
}

/** Stores the answers of a runner from `cachedGit`. Never throws. */
export function keep(asked: AskGit): void {
  if (asked instanceof GitAnswerCache) asked.keep();
}

const NAME = 'answers';

class GitAnswerCache implements AskGit {
  readonly #git: AskGit;
  readonly #kept: Section<CachedAnswers>;
  readonly #asked = new Map<string, GitAnswer>();
  readonly #stampsNow: () => RefStamps | undefined;
  /** The stamps before the first question, and the answers that are cached for them. */
  #begun: { readonly stamps: RefStamps | undefined; readonly known: ReadonlyMap<string, string> } | undefined;

  constructor(git: AskGit, kept: Section<CachedAnswers>, stampsNow: () => RefStamps | undefined) {
    this.#git = git;
    this.#kept = kept;
    this.#stampsNow = stampsNow;
  }

  run(args: readonly string[], input = ''): GitAnswer {
    const question = JSON.stringify([args, input]);
    this.#begun ??= this.#begin();
    const known = this.#begun.known.get(question);
    if (known !== undefined)
      return { status: 0, output: Buffer.from(known, 'latin1'), complaint: '', missing: false };
    const answer = this.#git.run(args, input);
    this.#asked.set(question, answer);
    return answer;
  }

  #begin() {
    const stamps = this.#stampsNow();
    const last = this.#kept.last(NAME);
    const isSame = stamps !== undefined && last?.key === stamps.key;
    return { stamps, known: new Map(isSame ? last.answers : []) };
  }

  keep(): void {
    const { stamps, known = [] } = this.#begun ?? {};
    const asked = [...this.#asked];
    if (stamps?.isSettled !== true || asked.length === 0) return;
    // Do not cache answers about a missing commit, because it may be fetched later.
    if (!asked.every(([, { status, output }]) => status === 0 && !output.includes(' missing\n'))) return;
    const answers = asked.map(([question, { output }]) => [question, output.toString('latin1')] as const);
    const all = [...answers, ...known].slice(0, Math.max(MOST_ANSWERS, answers.length));
    if (all.reduce((sum, [, output]) => sum + output.length, 0) > MOST_BYTES) return;
    this.#kept.put(NAME, { key: stamps.key, answers: all });
  }
}

/**
 * Returns a stamp of git's index file, which git changes whenever it changes files of the working tree. Git is not started.
 * Undefined outside a repository.
 */
export function indexStamp(folder: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const place = cloneLocationOf(folder, env);
  if (place === 'none') return undefined;
  try {
    const { mtimeNs, size, ino } = statSync(join('problem' in place ? folder : place.gitDir, 'index'), {
      bigint: true,
    });
    return `${String(mtimeNs)}-${String(size)}-${String(ino)}`;
  } catch {
    return 'no index';
  }
}
