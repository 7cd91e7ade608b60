import { BOUNDS } from '../../domain/value/bounds.js';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, lstatSync, realpathSync, statSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep, basename } from 'node:path';
import { causeOf } from '../../domain/errors/spectoolError.js';
import { isGitFolder, textOfRegularFile } from '../files/regularFiles.js';

/** The position of a project in its clone. */
export interface CloneLocation {
  /** Git folder of the project's working tree: `.git`, or `.git/worktrees/NAME` for a linked worktree. */
  readonly gitDir: string;
  /** Git folder that all worktrees of the clone share: the `.git` folder of the main worktree. */
  readonly commonDir: string;
  /** Top of the working tree. */
  readonly top: string;
  /** Path from the top of the working tree to the project, `/`-separated; empty if the project is at the top. */
  readonly prefix: string;
}

/** Converts a path relative to the project into a path relative to the top of the clone, without a trailing `/`. */
export function inClone({ prefix }: Pick<CloneLocation, 'prefix'>, path: string): string {
  return [prefix, path].filter((part) => part !== '').join('/');
}

/** Returns the path from the project to the top of its clone: `''` at the top, else such as `../../`. */
export function toTop({ prefix }: Pick<CloneLocation, 'prefix'>): string {
  return prefix === '' ? '' : '../'.repeat(prefix.split('/').length);
}

/**
 * The result of `projectKey` for a project at the top of its repository. It is a constant, because loading `node:crypto` takes a
 * tenth of a short command's time.
 */
const TOP = 'e3b0c44298fc1c14';

/**
 * Returns a project's key in its clone, such as `e3b0c44298fc1c14`: the name of the folder in which spectool stores the project's
 * cache in the git folder or in the user's cache folder.
 * @param place the project's path in its clone, or its absolute path.
 */
export function projectKey(place: string): string {
  return place === '' ? TOP : createHash('sha256').update(place).digest('hex').slice(0, 16);
}

/**
 * The location of a project in its clone. `none`: there is no repository, which is not an error. `problem`: there is a
 * repository, but it cannot be used for this reason.
 */
type ClonePlaceAnswer = CloneLocation | 'none' | { readonly problem: string };

/** Matches git's environment variables that do not change which repository and objects git reads, such as `GIT_EDITOR`. */
const HARMLESS =
  /^GIT_(?:(?:AUTHOR|COMMITTER)_|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)$|(?:SEQUENCE_)?EDITOR$|PAGER$|ASKPASS$|SSH|SSL_|TERMINAL_PROMPT$|OPTIONAL_LOCKS$)/;

/**
 * False if environment variables such as `GIT_DIR` may point git to another clone or to other objects, so that git's answers must
 * not be cached.
 */
export function isPlainEnvironment(env: NodeJS.ProcessEnv): boolean {
  // With sudo, git also accepts repositories of the user who called sudo, so its answers may depend on another user.
  const isOwn = env['SUDO_UID'] === undefined;
  return isOwn && Object.keys(env).every((name) => !name.startsWith('GIT_') || HARMLESS.test(name));
}

/**
 * The last result of `cloneLocationOf` for a project whose own folder contains the `.git` folder. It is kept, because a command
 * needs it about ten times, and each search takes about ten system calls.
 */
let last: { readonly root: string; readonly inode: number; readonly place: CloneLocation } | undefined;

/**
 * Locates the clone of a project by git's rules, without starting git: the nearest `.git` in the project's folder or a parent
 * folder. `.git` is a folder, or a file that contains the git folder's path (`gitdir: …`).
 */
export function cloneLocationOf(root: string, env: NodeJS.ProcessEnv): ClonePlaceAnswer {
  try {
    const inode = env.GIT_DIR === undefined ? gitInode(root) : undefined;
    if (inode !== undefined && last?.root === root && last.inode === inode) return last.place;
    const place = searched(root, env);
    if (inode !== undefined && typeof place === 'object' && 'prefix' in place && place.prefix === '')
      last = { root, inode, place };
    return place;
  } catch (error) {
    if (typeof error !== 'object' || error === null || !('code' in error)) throw error;
    return { problem: `git's folder (.git) cannot be read (${causeOf(error)})` };
  }
}

/**
 * Returns the inode of the folder `.git` in `root`, which changes if the folder is replaced. Undefined if `.git` is a file,
 * because the path in the file may change.
 */
function gitInode(root: string): number | undefined {
  const stats = lstatSync(join(root, '.git'), { throwIfNoEntry: false });
  return stats?.isDirectory() === true ? stats.ino : undefined;
}

function searched(root: string, env: NodeJS.ProcessEnv): ClonePlaceAnswer {
  const project = realpathSync.native(root);
  const { GIT_DIR: named, GIT_WORK_TREE: tree } = env;
  // Use GIT_DIR only together with GIT_WORK_TREE, because git sets GIT_DIR alone for its hooks.
  if (named !== undefined && tree !== undefined)
    return placeOf(resolve(named), realpathSync.native(resolve(tree)), project);
  for (let top = project; ; top = dirname(top)) {
    const found = gitFolderIn(top);
    if (found !== undefined) return placeOf(found, top, project);
    if (dirname(top) === top) return 'none';
  }
}

function placeOf(gitFolder: string, top: string, project: string): ClonePlaceAnswer {
  const common = pathIn(join(gitFolder, 'commondir'));
  const commonDir = common === undefined ? gitFolder : resolve(gitFolder, common);
  if (!isGitFolder(commonDir)) return { problem: `${commonDir} is not a readable git repository` };
  const prefix = relative(top, project).split(sep).join('/');
  if (prefix === '..' || prefix.startsWith('../')) return 'none';
  return { gitDir: gitFolder, commonDir: realpathSync.native(commonDir), top, prefix };
}

/**
 * Returns the git folder of `folder`: its `.git` folder, or the folder whose path is in its `.git` file. Undefined if git would
 * not accept it as a repository.
 */
function gitFolderIn(folder: string): string | undefined {
  const path = join(folder, '.git');
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) return isGitFolder(path) ? path : undefined;
  // A `.git` file without a path also marks a repository. Return the file itself, which is then reported as unreadable.
  return stats?.isFile() === true ? resolve(folder, pathIn(path, 'gitdir: ') ?? '.git') : undefined;
}

/**
 * Returns the path written in a small file such as `.git` (`gitdir: PATH`), without the prefix `before`. Undefined if the file
 * does not begin with the prefix, is too large, or does not exist.
 */
export function pathIn(file: string, before = ''): string | undefined {
  const text = textOfRegularFile(file, BOUNDS.smallFile)?.replace(/[\r\n]+$/, '');
  if (text === undefined) return undefined;
  return text.startsWith(before) && text.length > before.length ? text.slice(before.length) : undefined;
}

/**
 * Locates the cache folder of a project: in the git folder of the worktree, which is never committed, or in the user's cache
 * folder, if the user does not own a writable git folder. Undefined if neither folder is private, or if `SPECTOOL_NO_CACHE` is
 * set.
 */
export function cacheLocationOf(root: string, env: NodeJS.ProcessEnv): string | undefined {
  const off = env['SPECTOOL_NO_CACHE'];
  if (off !== undefined && off !== '' && off !== '0') return undefined;
  try {
    const place = cloneLocationOf(root, env);
    if (typeof place === 'object' && 'gitDir' in place && isOwn(place.gitDir))
      return join(place.gitDir, 'spectool', 'cache', projectKey(place.prefix));
    const folder = userFolder(env);
    return folder === undefined ? undefined : join(folder, 'projects', projectKey(realpathSync.native(root)));
  } catch {
    return undefined;
  }
}

/** True if the user owns the folder and can write to it. A cache in another user's folder could contain forged data. */
function isOwn(folder: string): boolean {
  if (process.getuid !== undefined && lstatSync(folder).uid !== process.getuid()) return false;
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function userFolder(env: NodeJS.ProcessEnv): string | undefined {
  const given = env['XDG_CACHE_HOME'];
  const base = given !== undefined && isAbsolute(given) ? given : join(homedir(), '.cache');
  if (!isAbsolute(base)) return undefined;
  const folder = join(base, 'spectool');
  const stats = lstatSync(folder, { throwIfNoEntry: false }) ?? lstatSync(base, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) return undefined;
  const isPrivate =
    process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o022) === 0);
  return isPrivate ? folder : undefined;
}

/**
 * Returns a function that reads small files in the clone that contains a project. It refuses a file that, with links resolved, is
 * outside the clone, or outside the project if there is no clone.
 */
export function readInRepository(
  root: string,
  env: NodeJS.ProcessEnv = process.env,
): (path: string) => { readonly text: string } | { readonly problem: string } {
  return (path) => {
    try {
      const place = cloneLocationOf(root, env);
      const top = typeof place === 'object' && 'top' in place ? place.top : realpathSync.native(root);
      const file = realpathSync.native(join(root, path));
      const isInside = file.startsWith(`${top}${sep}`) && !file.slice(top.length).split(sep).includes('.git');
      if (!isInside) return { problem: 'is outside the repository' };
      const text = textOfRegularFile(file, BOUNDS.smallFile);
      return text === undefined ? { problem: 'is not a regular file, or is larger than 1 MB' } : { text };
    } catch (error) {
      return {
        problem: causeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be read (${causeOf(error)})`,
      };
    }
  };
}

/**
 * Returns the folder in `PATH` that contains the git program. Cache keys use it instead of `PATH`, because `PATH` differs when
 * npm or another program starts spectool.
 */
export function folderOfGit(path = ''): string | undefined {
  const folders = path.split(delimiter);
  const program = process.platform === 'win32' ? 'git.exe' : 'git';
  // If PATH has a relative folder, return PATH itself, because the result would depend on the working directory.
  if (!folders.every((folder) => isAbsolute(folder))) return path;
  return folders.find((folder) => existsSync(join(folder, program)));
}

/**
 * Returns the top folders of the clone's linked git worktrees that still exist, keyed by worktree name (the folder's name in
 * `.git/worktrees`); empty if that folder cannot be read. Git is not started, because that would take longer than the rest of a
 * command that lists specs.
 */
export function linkedWorktrees(commonDir: string): ReadonlyMap<string, string> {
  const linked = join(commonDir, 'worktrees');
  return new Map(
    worktreeEntries(linked).flatMap((name) => {
      const dotGit = pathIn(join(linked, name, 'gitdir'));
      const top = dotGit === undefined ? undefined : dirname(resolve(linked, name, dotGit));
      return top !== undefined && existsSync(top) ? [[name, realpathSync.native(top)] as const] : [];
    }),
  );
}

function worktreeEntries(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns the top folders of all git worktrees of a clone that still exist, main and linked, with links resolved. */
export function worktreeTops(commonDir: string): readonly string[] {
  return [...mainTop(commonDir), ...linkedWorktrees(commonDir).values()];
}

/**
 * Returns the top folder of the main worktree, which contains `.git`; empty for a bare repository, and for a submodule, whose git
 * folder is elsewhere.
 */
function mainTop(commonDir: string): readonly string[] {
  return basename(commonDir) === '.git' ? [dirname(commonDir)] : [];
}
