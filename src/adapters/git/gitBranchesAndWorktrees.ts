import { BOUNDS } from '../../domain/value/bounds.js';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { StreamId } from '../../domain/log/records/record.js';
import { assertProjectPath } from '../../domain/naming/projectPath.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import type {
  BranchLog,
  FilesElsewhere,
  FoldersElsewhere,
  OtherBranches,
  PlaceOfWork,
} from '../../ports/repository.js';
import { textOfRegularFile } from '../files/regularFiles.js';
import {
  type AnswersMemory,
  cachedGit,
  keep,
  type AskGit,
  type GitAnswer,
  type GitProcess,
  HARMLESS_LOG,
  pathsIn,
  successOf,
} from './gitProcess.js';
import { type CloneLocation, inClone, toTop, linkedWorktrees, worktreeTops } from './cloneLocation.js';
import { CHANGED_NAMES, commitOf } from './gitCommitLog.js';
import { objectsNamed, textsNamed, treeDifferences } from './gitObjects.js';
import { treeInEach } from './gitCommits.js';

/** Maximum depth of the folders searched for specs: enough for `archive/YEAR/MONTH/DAY/SPEC`. */
const MAX_DEPTH = 5;

/** Returns the top folders of the other worktrees of a clone. */
function otherTops({ commonDir, top }: CloneLocation): readonly string[] {
  return worktreeTops(commonDir).filter((other) => other !== top);
}

/** Returns the path with links resolved; undefined if it does not exist or leads out of the worktree. */
function withinTop(top: string, path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const real = realpathSync.native(path);
  return real === top || real.startsWith(top === sep ? sep : `${top}${sep}`) ? real : undefined;
}

/** Returns the names of the spec folders in the clone's other worktrees, whether they are committed or not. */
export function worktreeFolders(
  place: CloneLocation,
  specsDir: string,
  isSpecFolder: (name: string) => boolean,
): readonly string[] {
  return otherTops(place).flatMap((other) => {
    const folder = withinTop(other, join(other, place.prefix, specsDir));
    return folder === undefined ? [] : foldersBelow(folder, isSpecFolder);
  });
}

/**
 * Returns the names of the spec folders in a folder and its subfolders. A folder with the name of a spec is not searched, because
 * there may be thousands. Any other folder is searched, and counts as a spec folder if it contains files.
 */
function foldersBelow(folder: string, isSpecFolder: (name: string) => boolean, depth = 0): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const own = depth > 0 && entries.some((entry) => entry.isFile()) ? [basename(folder)] : [];
  const below = entries
    .filter((entry) => !entry.isFile())
    .flatMap((entry) =>
      !entry.isDirectory() || isSpecFolder(entry.name)
        ? [entry.name]
        : depth < MAX_DEPTH
          ? foldersBelow(join(folder, entry.name), isSpecFolder, depth + 1)
          : [],
    );
  return [...own, ...below];
}

/** Returns the distinct texts of the log files of these streams in the clone's other worktrees, committed or not. */
export function logsInWorktrees(
  place: CloneLocation,
  streams: readonly StreamId[],
): ReadonlyMap<StreamId, readonly string[]> {
  const others = otherTops(place);
  const texts = (stream: StreamId) =>
    others.flatMap((other) => filesIn(other, join(other, place.prefix, LOG_FOLDER, stream)));
  return new Map(streams.map((stream) => [stream, [...new Set(texts(stream))]]));
}

function filesIn(top: string, path: string): readonly string[] {
  try {
    const folder = withinTop(top, path);
    if (folder === undefined) return [];
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      const file = entry.isFile() ? path : withinTop(top, path);
      return (file === undefined ? undefined : textOfRegularFile(file, BOUNDS.log)) ?? [];
    });
  } catch {
    return [];
  }
}

/** Asks git for the files that other branches added to a folder, in commits that HEAD lacks. */
function filesAddedOnBranches(git: AskGit, place: Pick<CloneLocation, 'prefix'>, folder: string): GitAnswer {
  const files = ['--format=', '--name-only', '--no-renames', '--diff-filter=A', '--no-relative', '-z'];
  // If HEAD has no commit yet, `--ignore-missing` skips it, and all commits of the branches are searched.
  const range = ['--ignore-missing', '--branches', '--remotes', '--not', 'HEAD'];
  return git.run(['log', ...HARMLESS_LOG, ...files, ...range, '--', toTop(place) + folder || '.']);
}

/** Returns the name of the spec folder that contains a file; none for a file directly in `folder`. */
function specFolderOf(
  path: string,
  folder: string,
  isSpecFolder: (name: string) => boolean,
): readonly string[] {
  const names = path
    .slice(folder === '' ? 0 : folder.length + 1)
    .split('/')
    .slice(0, -1);
  return [names.find(isSpecFolder) ?? names.at(-1) ?? []].flat();
}

/** Branches whose last commit is older than this (30 days) are ignored. */
const LIVE_MS = 30 * 86_400_000;
const MOST_BRANCHES = 200;
/**
 * Maximum number of log files read from one branch. A branch with more log files that HEAD lacks probably has an unrelated
 * history, so the rest is not read.
 */
const MOST_FILES = 5000;
const EMPTY_TREES: Readonly<Record<number, string>> = {
  40: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  64: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};

/**
 * Returns, by stream (spec), the log files that recent branches have and HEAD lacks. Recent branches have a commit in the last 30
 * days. Local branches come before remote ones; within each group, the newest comes first.
 * @throws SpectoolError `GIT_FAILED`
 */
function logsOnBranches(
  git: AskGit,
  place: CloneLocation,
  now: number,
): ReadonlyMap<StreamId, readonly BranchLog[]> {
  const trees = [...liveTrees(git, place, now)];
  if (trees.length === 0) return new Map();
  const how = ['-r', '--stdin', '-z', '--no-renames', '--diff-filter=A'];
  const pairs = trees.map(([, pair]) => `${pair}\n`).join('');
  const output = successOf('read the branches', git.run(['diff-tree', ...how], pairs));
  const files: { readonly branch: string; readonly stream: StreamId; readonly id: string }[] = [];
  let at = -1;
  let count = 0;
  for (const [, mode, id = '', path = ''] of treeDifferences(output)) {
    if (mode === undefined) [at, count] = [at + 1, 0];
    else if ((count += 1) <= MOST_FILES) {
      const [stream = '', name] = path.split('/');
      const [branch] = trees[at] ?? [];
      if (branch !== undefined && name !== undefined) files.push({ branch, stream, id });
    }
  }
  const ids = [...new Set(files.map(({ id }) => id))];
  const texts = objectsNamed(git, ids).map((blob) => blob?.content.toString('utf8') ?? '');
  const textOf = new Map(ids.map((id, i) => [id, texts[i] ?? '']));
  const logs = new Map<StreamId, Map<string, string[]>>();
  for (const { branch, stream, id } of files) {
    const ofStream = logs.get(stream) ?? new Map<string, string[]>();
    logs.set(stream, ofStream);
    ofStream.set(branch, [...(ofStream.get(branch) ?? []), textOf.get(id) ?? '']);
  }
  return new Map(
    [...logs].map(([stream, ofStream]) => [
      stream,
      [...ofStream].map(([branch, own]) => ({ branch, texts: own })),
    ]),
  );
}

/**
 * Returns, by branch name, a line for `git diff-tree`: the ids of the log folder in HEAD and in the branch, separated by a space.
 * A branch is left out if it is not recent, or if its log equals that of HEAD or of an earlier branch.
 */
function liveTrees(git: AskGit, place: CloneLocation, now: number): ReadonlyMap<string, string> {
  const format = '%(objectname) %(committerdate:unix) %(refname) %(HEAD)';
  const below = ['refs/heads', 'refs/remotes'];
  const order = ['--sort=-committerdate', `--count=${String(MOST_BRANCHES)}`];
  const listed = git.run(['for-each-ref', `--format=${format}`, ...order, ...below]);
  const lines = successOf('read the branches', listed).toString('utf8').split('\n').filter(Boolean);
  let own = '';
  const live = lines.flatMap((line) => {
    const [id = '', seconds = '', ref = '', mark = ''] = line.split(' ');
    if (mark === '*') own = id;
    const isLive = now - Number(seconds) * 1000 < LIVE_MS;
    if (!isLive || ref.endsWith('/HEAD')) return [];
    const name = ref.replace(/^refs\/(?:heads|remotes)\//, '');
    return [{ id, name, isLocal: ref.startsWith('refs/heads/') }];
  });
  const branches = live.filter(({ id }) => id !== own);
  if (branches.length === 0) return new Map();
  branches.sort((a, b) => Number(b.isLocal) - Number(a.isLocal));
  const commits = ['HEAD', ...branches.map(({ id }) => id)];
  const [head = '', ...others] = treeInEach(git, place, commits, LOG_FOLDER);
  const trees = new Map<string, string>();
  const seen = new Set([head, '']);
  for (const [i, { name }] of branches.entries()) {
    const tree = others[i] ?? '';
    if (seen.has(tree)) continue;
    seen.add(tree);
    trees.set(name, `${head === '' ? (EMPTY_TREES[tree.length] ?? tree) : head} ${tree}`);
  }
  return trees;
}

/** Returns the paths of the files below a folder of another worktree; links are not followed. */
function filesBelow(top: string, root: string, folder: string): readonly string[] {
  if (withinTop(top, join(root, folder)) === undefined) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(top, root, path) : entry.isFile() ? [path] : [];
  });
}

/** Documents that branches added in earlier commits than this (90 days) are ignored. */
const LIVE_DOCUMENTS_MS = 90 * 86_400_000;

/**
 * Returns, by branch, the texts of the files that local and fetched branches added to these folders, in commits that HEAD lacks.
 * Files that HEAD has or once had are left out: a branch stays after a squash merge, and finished plans may be deleted.
 */
function filesOnBranches(
  git: AskGit,
  folders: readonly string[],
  now: number,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const names = ['--name-only', '--no-renames', '--diff-filter=A', '--relative', '-z'];
  const refs = ['--branches', '--remotes', '--not', 'HEAD'];
  const how = ['--source', '--format=%x01%ct %S', ...names, ...refs];
  const asked = git.run(['log', ...HARMLESS_LOG, ...how, '--', ...folders]);
  const commits = successOf('read the branches', asked).toString('utf8').split('\u0001').slice(1);
  const added = commits.flatMap((commit) => {
    const [head = '', ...paths] = commit.split('\0');
    const [seconds, ref = ''] = head.split(' ');
    if (now - Number(seconds) * 1000 > LIVE_DOCUMENTS_MS) return [];
    return paths.map((path) => ({ ref, path: path.replace(/^\n/, '') })).filter(({ path }) => path !== '');
  });
  if (added.length === 0) return new Map();
  const merged = git.run(['log', ...HARMLESS_LOG, '--format=', ...names, 'HEAD', '--', ...folders]);
  const known = new Set(
    successOf('read the history', merged)
      .toString('utf8')
      .split(/[\0\n]+/),
  );
  const some = added.filter(({ path }) => !known.has(path)).slice(0, MOST_FILES);
  const texts = textsNamed(
    git,
    some.map(({ ref, path }) => `${ref}:./${path}`),
  );
  const files = new Map<string, Map<string, string>>();
  for (const [i, { ref, path }] of some.entries()) {
    const [branch, text] = [ref.replace(/^refs\/(?:heads|remotes)\//, ''), texts[i]];
    if (text === undefined) continue;
    files.set(branch, (files.get(branch) ?? new Map<string, string>()).set(path, text));
  }
  return files;
}

/** Reads other branches and worktrees of the clone with the `git` program. */
export class GitBranches implements OtherBranches {
  readonly #git: GitProcess;
  readonly #remembered: AnswersMemory | undefined;

  constructor(git: GitProcess, remembered?: AnswersMemory) {
    this.#git = git;
    this.#remembered = remembered;
  }

  foldersElsewhere(specsDir: string, isSpecFolder: (name: string) => boolean): FoldersElsewhere {
    assertProjectPath(specsDir);
    const branches = cachedGit(this.#git, 'git answers', this.#remembered);
    const { place } = this.#git;
    const at = place ?? { prefix: '' };
    const folder = inClone(at, specsDir);
    const listed = filesAddedOnBranches(branches, at, folder);
    keep(branches);
    const why = this.#git.complaintIn(listed);
    if (why !== undefined || place === undefined)
      return { folders: [], ...(why !== undefined && { skipped: unread(why) }) };
    const names = new Set(pathsIn(listed.output).flatMap((path) => specFolderOf(path, folder, isSpecFolder)));
    const skipped = complaintOf(() => {
      for (const name of worktreeFolders(place, specsDir, isSpecFolder)) names.add(name);
    });
    return { folders: [...names], ...(skipped !== undefined && { skipped: unread(skipped) }) };
  }

  logsInWorktrees(streams: readonly StreamId[]): ReadonlyMap<StreamId, readonly string[]> {
    streams.forEach(assertProjectPath);
    const place = this.#git.place;
    return place === undefined ? new Map() : logsInWorktrees(place, streams);
  }

  logsOnBranches(now: number): ReturnType<OtherBranches['logsOnBranches']> {
    const place = this.#git.place;
    if (place === undefined) return { logs: new Map() };
    const branches = cachedGit(this.#git, 'git branches', this.#remembered);
    let logs: ReadonlyMap<StreamId, readonly BranchLog[]> = new Map();
    const skipped = complaintOf(() => {
      logs = logsOnBranches(branches, place, now);
    });
    keep(branches);
    if (skipped === undefined) return { logs };
    return { logs, skipped: `Not all branches were read: ${skipped.replace(/\.$/, '')}.` };
  }

  filesElsewhere(folders: readonly string[], now: number): readonly FilesElsewhere[] {
    const { place } = this.#git;
    if (place === undefined) return [];
    const found: FilesElsewhere[] = [];
    // What cannot be read is left out, because it must not stop a command here.
    for (const top of otherTops(place))
      complaintOf(() => {
        const root = join(top, place.prefix);
        const paths = folders.flatMap((folder) => filesBelow(top, root, folder));
        const lacked = paths.filter((path) => !existsSync(join(this.#git.root, path)));
        const texts = lacked.flatMap((path) => {
          const text = textOfRegularFile(join(root, path), BOUNDS.document);
          return text === undefined ? [] : [[path, text] as const];
        });
        found.push({ worktree: basename(top), files: new Map(texts) });
      });
    const branches = cachedGit(this.#git, 'git branches', this.#remembered);
    complaintOf(() => {
      for (const [branch, files] of filesOnBranches(branches, folders, now)) found.push({ branch, files });
    });
    keep(branches);
    return found;
  }

  changedElsewhere(place: PlaceOfWork): readonly string[] | undefined {
    const location = this.#git.place;
    if (location === undefined) return undefined;
    if ('branch' in place) {
      const { status, output } = this.#git.run([...CHANGED_NAMES, `HEAD...refs/heads/${place.branch}`, '--']);
      return status === 0 ? pathsIn(output) : undefined;
    }
    const isKnown = otherTops(location).some(
      (other) => join(other, location.prefix) === join(place.worktree, '.'),
    );
    if (!isKnown) return undefined;
    const head = commitOf(this.#git, 'HEAD');
    if (head === undefined) return undefined;
    const elsewhere = ['-C', place.worktree, ...CHANGED_NAMES, '--merge-base', head, '--'];
    const { status, output } = this.#git.compare(elsewhere);
    return status === 0 ? pathsIn(output) : undefined;
  }

  worktrees(): { readonly own?: string; readonly names: readonly string[] } {
    const place = this.#git.place;
    if (place === undefined) return { names: [] };
    const { gitDir, commonDir } = place;
    const isLinked = dirname(realpathSync.native(gitDir)) === join(commonDir, 'worktrees');
    return { ...(isLinked && { own: basename(gitDir) }), names: [...linkedWorktrees(commonDir).keys()] };
  }
}

function unread(why: string): string {
  return `Not all spec numbers on other branches and worktrees were checked: ${why.replace(/\.$/, '')}.`;
}

/** Runs `work` and returns the message of an error from git or the system, if any. Any other error is a bug and is thrown. */
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
