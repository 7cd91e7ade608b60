import { mayBeDocument } from '../../domain/document/decodeText.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { ChangesSince } from '../../ports/repository/commits.js';
import { type AskGit, type GitProcess, gitFailure, pathsIn, successOf } from './gitProcess.js';
import { linesAbout, objectsNamed } from './gitObjects.js';

/** Maximum total bytes of earlier file versions that are read. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Returns what changed in a folder since the merge base with a branch, like `git diff --merge-base BASE`, but including untracked
 * files.
 */
export function changesSince(git: GitProcess, base: string, folder: string): ChangesSince {
  const commit = mergeBase(git, base);
  const purpose = `compare with ${base}`;
  const { changed, untracked } = changesIn(git, commit, folder, purpose);
  const listed = git.mustRun(['ls-tree', '-r', '--name-only', '-z', commit, '--', folder], purpose);
  const all = pathsIn(listed);
  const folders = new Set(changed.map(folderOf));
  const beside = all.filter((path) => folders.has(folderOf(path)));
  const texts = textsOf(git, commit, beside);
  return {
    commit,
    before: new Map(all.map((path) => [path, texts.get(path) ?? ''])),
    changed: [...new Set([...changed, ...untracked])].sort(),
  };
}

/**
 * The `git diff` that prints the names of changed files, relative to the project's folder, and that starts no programs which the
 * repository's settings name.
 */
export const CHANGED_NAMES: readonly string[] = [
  ...['diff', '--name-only', '--no-renames', '--relative', '-z'],
  ...['--no-ext-diff', '--no-textconv', '--ignore-submodules'],
];

/** Returns the files of a folder that git tracks and that differ from a commit, and those that git does not know. */
function changesIn(git: GitProcess, commit: string, folder: string, purpose: string) {
  const changed = successOf(purpose, git.compare([...CHANGED_NAMES, commit, '--', folder]));
  const others = git.mustRun(['ls-files', '--others', '--exclude-standard', '-z', '--', folder], purpose);
  return { changed: pathsIn(changed), untracked: pathsIn(others) };
}

function mergeBase(git: GitProcess, base: string): string {
  const known = baseCommit(git, base);
  const found = git.run(['merge-base', known, 'HEAD']);
  if (found.status === 0) return found.output.toString('latin1').trim().split('\n')[0] ?? '';
  if (found.status !== 1) throw gitFailure(`compare with ${base}`, found);
  throw isShallow(git)
    ? new SpectoolError(
        'BASE_NOT_FOUND',
        `The clone is shallow, so the commit shared with "${base}" is missing.`,
        {
          hint: UNSHALLOW,
        },
      )
    : new SpectoolError('BASE_NOT_FOUND', `"${base}" and this branch have no commit in common.`, {
        hint: 'Name the branch from which the current branch was made.',
      });
}

const UNSHALLOW = 'Run `git fetch --unshallow`; in a workflow, check out with `fetch-depth: 0`.';

/**
 * Returns the hash of the commit that a branch, a tag or a hash names.
 * @throws SpectoolError `BASE_NOT_FOUND` if there is none; `GIT_FAILED` without git.
 */
export function baseCommit(git: AskGit, base: string): string {
  const known = base.startsWith('-') ? undefined : commitOf(git, base);
  if (known === undefined) throw noBase(git, base);
  return known;
}

function noBase(git: AskGit, base: string): SpectoolError {
  const answer = git.run(['rev-parse', '--is-inside-work-tree']);
  if (answer.status !== 0) return gitFailure(`compare with ${base}`, answer);
  const refs = git.run(['for-each-ref', '--format=%(refname:short)', 'refs/remotes']);
  const names = refs.output.toString('utf8').split('\n');
  const near = names.find((name) => base !== '' && name.endsWith(`/${base}`));
  return new SpectoolError('BASE_NOT_FOUND', `There is no branch, tag or commit "${base}" in this clone.`, {
    hint:
      near !== undefined
        ? `Did you mean ${near}?`
        : isShallow(git)
          ? UNSHALLOW
          : 'Name a branch, a tag or a commit. If the name exists only in the remote repository, run `git fetch` first.',
  });
}

/** Returns the hash of the commit that a branch, a tag or a hash names; undefined if there is none. */
export function commitOf(git: AskGit, name: string): string | undefined {
  const answer = git.run(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
  return answer.status === 0 ? answer.output.toString('latin1').trim() : undefined;
}

/** True if the history of the clone ends early, as after `git clone --depth`. */
export function isShallow(git: AskGit): boolean {
  return git.run(['rev-parse', '--is-shallow-repository']).output.toString('latin1').trim() === 'true';
}

function textsOf(git: GitProcess, commit: string, wanted: readonly string[]): ReadonlyMap<string, string> {
  const named = (path: string) => `${commit}:./${path}`;
  const sizes = linesAbout(git, wanted.map(named), '%(objecttype) %(objectsize)', 'read the base');
  let left = MOST_BYTES;
  const readable = wanted.filter((path, i) => {
    const [type, size] = (sizes[i] ?? '').split(' ');
    if (type !== 'blob' || !mayBeDocument(path.slice(path.lastIndexOf('/') + 1)) || Number(size) > left)
      return false;
    left -= Number(size);
    return true;
  });
  const objects = objectsNamed(git, readable.map(named), 'read the base');
  return new Map(readable.map((path, i) => [path, objects[i]?.content.toString('utf8') ?? '']));
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
