import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MeetingVersions } from '../../../ports/repository/merges.js';
import { textOfRegularFile } from '../../files/readRegularFile.js';
import type { AskGit } from '../gitProcess.js';
import { type CloneLocation, inClone } from '../locations/cloneLocation.js';
import { type GitObject, objectsIfReadable } from '../gitObjects.js';
import { parseUnmerged } from './conflictedFiles.js';

/** Maximum size in bytes of a file in the git folder that is read. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Returns the git command that continues the operation in which git stopped, such as a merge, according to the files in the git
 * folder. A rebase is checked first, because it also creates the files of a merge or pick. Conflicts without such an operation
 * are completed with `git commit`. For conflicts from a stash, returns undefined: git keeps the stash, and only the user knows
 * what else it contains.
 */
export function continuation(git: AskGit, gitDir: string): string | undefined {
  const has = (name: string) => existsSync(join(gitDir, name));
  if (has('rebase-apply/applying')) return 'git am --continue';
  if (has('rebase-merge') || has('rebase-apply')) return 'git rebase --continue';
  if (has('MERGE_HEAD')) return 'git merge --continue';
  if (has('CHERRY_PICK_HEAD')) return 'git cherry-pick --continue';
  if (has('REVERT_HEAD')) return 'git revert --continue';
  // Git stopped between two commits of a series of picks or reverts.
  if (has('sequencer/todo'))
    return /^revert /m.test(textOfRegularFile(join(gitDir, 'sequencer/todo'), MOST_BYTES) ?? '')
      ? 'git revert --continue'
      : 'git cherry-pick --continue';
  if (has('SQUASH_MSG')) return 'git commit';
  const listed = git.run(['ls-files', '--unmerged', '--full-name', '-z']);
  const theirs = parseUnmerged(listed.output).filter(({ stage }) => stage === '3');
  if (listed.status !== 0 || listed.output.length === 0) return undefined;
  return theirs.length > 0 && isOfStash(git, theirs) ? undefined : 'git commit';
}

function isOfStash(git: AskGit, theirs: readonly { readonly path: string; readonly id: string }[]): boolean {
  const answer = git.run(['ls-tree', '-r', '-z', '--full-tree', 'refs/stash']);
  if (answer.status !== 0) return false;
  const entries = new Set(answer.output.toString('utf8').split('\0'));
  return theirs.every(({ path, id }) =>
    ['100644', '100755', '120000'].some((mode) => entries.has(`${mode} blob ${id}\t${path}`)),
  );
}

/**
 * The names of the commit that is being merged, for each kind of operation. A revert merges the parent of the reverted commit.
 */
const COMING = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REBASE_HEAD', 'REVERT_HEAD^'];

/** Returns the versions of files in HEAD and in the commit that is being merged, for files that either commit has. */
export function versionsThatMeet(
  git: AskGit,
  place: CloneLocation,
  paths: readonly string[],
): ReadonlyMap<string, MeetingVersions> {
  const versions = new Map<string, MeetingVersions>();
  const coming = COMING.filter((name) => existsSync(join(place.gitDir, name.replace('^', ''))));
  const commits = ['HEAD', ...coming.slice(0, 1)];
  const found = objectsIfReadable(
    git,
    paths.flatMap((path) => commits.map((commit) => `${commit}:${inClone(place, path)}`)),
  );
  for (const [i, path] of paths.entries()) {
    const [ours, theirs] = commits.map((_, k) => textOf(found[i * commits.length + k]));
    if (ours !== undefined || theirs !== undefined)
      versions.set(path, { ...(ours !== undefined && { ours }), ...(theirs !== undefined && { theirs }) });
  }
  return versions;
}

function textOf(object: GitObject | undefined): string | null | undefined {
  if (object?.type !== 'blob') return undefined;
  const text = object.content.toString('utf8');
  return Buffer.from(text).equals(object.content) ? text : null;
}
