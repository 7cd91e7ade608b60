import type { StreamId } from '../../domain/log/records/record.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import type { CloneLocation } from './locations/cloneLocation.js';
import type { BranchLog } from '../../ports/repository/otherBranches.js';
import { entriesOf, objectsNamed, treeDifferences, treeInEach, treesAt } from './gitObjects.js';
import { type AskGit, type GitAnswer, successOf } from './gitProcess.js';
import { walkSpecFolders } from './specFolderWalk.js';

/** Lists the commits of the branches, one per line. */
export function askBranches(git: AskGit): GitAnswer {
  return git.run(['for-each-ref', '--format=%(objectname)', 'refs/heads', 'refs/remotes']);
}

export function idsIn({ output }: Pick<GitAnswer, 'output'>): readonly string[] {
  return [...new Set(output.toString('latin1').split('\n').filter(Boolean))];
}

/** Adds to `names` the names of the spec folders that are in `folder` in the given commits. @throws SpectoolError `GIT_FAILED` */
export function collectBranchFolders(
  git: AskGit,
  place: CloneLocation,
  commits: readonly string[],
  folder: string,
  isSpecFolder: (name: string) => boolean,
  names: Set<string>,
): void {
  const top = treesAt(git, place, commits, folder).map((at) => ({ name: '', at }));
  walkSpecFolders(top, (wanted) => entriesOf(git, wanted), isSpecFolder, names);
}

/** Branches whose last commit is older than this are ignored. */
const LIVE_MS = 30 * 86_400_000;
const MOST_BRANCHES = 200;
/**
 * Maximum number of log files read from one branch. A branch that has more files that HEAD lacks has an unrelated history, so the
 * rest is not read.
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
export function logsOnBranches(
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
 * Returns, by branch name, two ids of git trees, separated by a space: of the log folder in HEAD and of the log folder in the
 * branch. A branch is left out if it is not recent, or if its log equals that of HEAD or of an earlier branch.
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
