import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MeetingVersions } from '../../../ports/repository/merges.js';
import { textOfRegularFile } from '../../files/readRegularFile.js';
import type { AskGit } from '../gitProcess.js';
import { type ClonePlace, inClone } from '../places/clonePlace.js';
import { type GitObject, objectsTold } from '../gitObjects.js';
import { parseUnmerged } from './unmerged.js';

/** Longer lists were written by nobody. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * The command that goes on with what git stopped in, as git's own folder for this working tree tells. A rebase picks and merges:
 * it is looked for first. What leaves no trace but conflicts ends in a commit, or in nothing where theirs are files of a stash: git keeps
 * one whose pop met conflicts, and nobody but its owner knows what else it holds.
 */
export function continuation(git: AskGit, gitDir: string): string | undefined {
  const has = (name: string) => existsSync(join(gitDir, name));
  if (has('rebase-apply/applying')) return 'git am --continue';
  if (has('rebase-merge') || has('rebase-apply')) return 'git rebase --continue';
  if (has('MERGE_HEAD')) return 'git merge --continue';
  if (has('CHERRY_PICK_HEAD')) return 'git cherry-pick --continue';
  if (has('REVERT_HEAD')) return 'git revert --continue';
  // Between two commits of a series.
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

/** What comes in, by the kinds of what git stops in; one that is reverted goes back to its parent. */
const COMING = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REBASE_HEAD', 'REVERT_HEAD^'];

/** Versions of files in the last commit and in the one that comes in, of those that either has. */
export function versionsThatMeet(
  git: AskGit,
  place: ClonePlace,
  paths: readonly string[],
): ReadonlyMap<string, MeetingVersions> {
  const versions = new Map<string, MeetingVersions>();
  const coming = COMING.filter((name) => existsSync(join(place.gitDir, name.replace('^', ''))));
  const commits = ['HEAD', ...coming.slice(0, 1)];
  const found = objectsTold(
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
