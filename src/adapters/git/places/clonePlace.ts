import { createHash } from 'node:crypto';
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { causeOf } from '../../../domain/errors/fileFailure.js';
import { isGitFolder } from '../../files/gitFolder.js';
import { textOfRegularFile } from '../../files/readRegularFile.js';

/** Where a project stands in its clone. */
export interface ClonePlace {
  /** The folder of git's that belongs to this working tree. */
  readonly gitDir: string;
  /** The folder of git's that all worktrees share. */
  readonly commonDir: string;
  /** Top of the working tree. */
  readonly top: string;
  /** From there to the project, `/`-separated; empty for the top itself. */
  readonly prefix: string;
}

/** A path of the project as the top of its clone has it, without a `/` at its end. */
export function inClone({ prefix }: Pick<ClonePlace, 'prefix'>, path: string): string {
  return [prefix, path].filter((part) => part !== '').join('/');
}

/** Of a project that is the top of its repository, as most are: to load `node:crypto` takes a tenth of a command that reads. */
const TOP = 'e3b0c44298fc1c14';

/** Names the folders that git's own folder holds for a project. @param place the project's in its clone, or its path. */
export function projectKey(place: string): string {
  return place === '' ? TOP : createHash('sha256').update(place).digest('hex').slice(0, 16);
}

/** `none`: no repository, which is no one's mistake. `problem`: there is one, and why it cannot be found. */
export type ClonePlaceAnswer = ClonePlace | 'none' | { readonly problem: string };

/** What else in the environment tells git where and what to read is not looked into. */
const HARMLESS =
  /^GIT_(?:(?:AUTHOR|COMMITTER)_|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)$|(?:SEQUENCE_)?EDITOR$|PAGER$|ASKPASS$|SSH|SSL_|TERMINAL_PROMPT$|OPTIONAL_LOCKS$)/;

/** False where git's answers may be about another repository, or other objects: then nothing that it said is remembered. */
export function isPlainEnvironment(env: NodeJS.ProcessEnv): boolean {
  // Whose repositories git takes from root depends on who became root.
  const isOwn = env['SUDO_UID'] === undefined;
  return isOwn && Object.keys(env).every((name) => !name.startsWith('GIT_') || HARMLESS.test(name));
}

/** As long as the path in a `.git` file may be. */
const LONGEST = 8_192;

/** The last project that has a `.git` folder of its own: a command asks ten times, and the answer takes ten looks. */
let last: { readonly root: string; readonly inode: number; readonly place: ClonePlace } | undefined;

/** Found without starting git, by git's rules: the nearest `.git` upward, a folder or a file that names one. */
export function clonePlaceOf(root: string, env: NodeJS.ProcessEnv): ClonePlaceAnswer {
  try {
    const inode = env.GIT_DIR === undefined ? gitInode(root) : undefined;
    if (inode !== undefined && last?.root === root && last.inode === inode) return last.place;
    const place = searched(root, env);
    if (inode !== undefined && typeof place === 'object' && 'prefix' in place && place.prefix === '')
      last = { root, inode, place };
    return place;
  } catch (error) {
    if (typeof error !== 'object' || error === null || !('code' in error)) throw error;
    return { problem: `git's own folder cannot be read (${causeOf(error)})` };
  }
}

/** Of a folder; a file may name another place at any time. */
function gitInode(root: string): number | undefined {
  const stats = lstatSync(join(root, '.git'), { throwIfNoEntry: false });
  return stats?.isDirectory() === true ? stats.ino : undefined;
}

function searched(root: string, env: NodeJS.ProcessEnv): ClonePlaceAnswer {
  const project = realpathSync.native(root);
  const { GIT_DIR: named, GIT_WORK_TREE: tree } = env;
  // Git sets the first alone for its hooks; it says where a project is only together with the other.
  if (named !== undefined && tree !== undefined)
    return placeOf(resolve(named), realpathSync.native(resolve(tree)), project);
  const ceilings = ceilingsIn(env);
  for (let top = project; ; top = dirname(top)) {
    const found = gitFolderIn(top);
    if (found !== undefined) return placeOf(found, top, project);
    if (dirname(top) === top || ceilings.has(dirname(top))) return 'none';
  }
}

/** Folders that git does not go up into; behind an empty one they are taken as they are written. */
function ceilingsIn({ GIT_CEILING_DIRECTORIES: listed = '' }: NodeJS.ProcessEnv): ReadonlySet<string> {
  if (listed === '') return new Set();
  const all = listed.split(delimiter);
  const end = all.indexOf('');
  const followed = end < 0 ? all : all.slice(0, end);
  const asWritten = end < 0 ? [] : all.slice(end);
  return new Set([...followed.filter(isAbsolute).map(realPath), ...asWritten.filter(isAbsolute)]);
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

function placeOf(gitFolder: string, top: string, project: string): ClonePlaceAnswer {
  const common = pathIn(join(gitFolder, 'commondir'));
  const commonDir = common === undefined ? gitFolder : resolve(gitFolder, common);
  if (!isGitFolder(commonDir)) return { problem: `${commonDir} is not a repository that can be read here` };
  const prefix = relative(top, project).split(sep).join('/');
  if (prefix === '..' || prefix.startsWith('../')) return 'none';
  return { gitDir: gitFolder, commonDir: realpathSync.native(commonDir), top, prefix };
}

/** What `.git` in a folder is or names; undefined when there is none that git would take. */
function gitFolderIn(folder: string): string | undefined {
  const path = join(folder, '.git');
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) return isGitFolder(path) ? path : undefined;
  // A file that names nothing is a repository all the same, one that cannot be read.
  return stats?.isFile() === true ? resolve(folder, pathIn(path, 'gitdir: ') ?? '.git') : undefined;
}

/** The path a small file holds; undefined for anything else. */
export function pathIn(file: string, before = ''): string | undefined {
  const text = textOfRegularFile(file, LONGEST)?.replace(/[\r\n]+$/, '');
  if (text === undefined) return undefined;
  return text.startsWith(before) && text.length > before.length ? text.slice(before.length) : undefined;
}
