import { join } from 'node:path';
import type { FolderChange, MeetingFiles } from '../../../ports/repository/merges.js';
import { textOfRegularFile } from '../../files/readRegularFile.js';
import type { CloneLocation } from '../locations/cloneLocation.js';
import type { AskGit } from '../gitProcess.js';
import { entriesIn, objectsIfReadable } from '../gitObjects.js';

/** The commit that is being merged, and the commits that it is compared with to find its changes. */
interface OtherSide {
  readonly theirs: string;
  readonly bases: readonly string[];
}

/** A guess at what is being merged, from git's to-do lists or from a conflict label. */
type Hint =
  | { readonly kind: 'merge' | 'pick' | 'revert'; readonly commit: string }
  /**
   * A merged branch: its conflict label is its name, stored in `commit`. The label of a single commit begins with the commit's id
   * and gives a hint of another kind.
   */
  | { readonly kind: 'name'; readonly commit: string };

const ID = /^[0-9a-f]{4,64}$/;
/** Maximum size in bytes of a file in the git folder that is read. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Returns the files that the current merge adds to a folder on our side, and those that it removes. While merge drivers run, git
 * has not yet written `MERGE_HEAD` and similar files. The other side is therefore guessed from the environment (merges), git's
 * to-do lists (rebases and cherry-picks) and conflict labels (newer git). A guess is used only if the three versions of the file
 * match its commits and no other guess contradicts it.
 * @returns undefined if the other side cannot be found, or is ambiguous.
 */
export function changeOfMerge(
  git: AskGit,
  place: CloneLocation,
  env: NodeJS.ProcessEnv,
  files: MeetingFiles,
  folder: string,
): FolderChange | undefined {
  if (/\n/.test(files.path + folder)) return undefined;
  const sides = hints(place.gitDir, env, files.theirsLabel).flatMap((hint) => sideOf(git, hint));
  const unique = [...new Map(sides.map((side) => [JSON.stringify(side), side])).values()];
  const found = unique.flatMap((side) => {
    const change = changeOf(git, side, files, folder);
    return change === undefined ? [] : [change];
  });
  // Several hints may name the same commit, with full and abbreviated ids, so compare the changes.
  return new Set(found.map((change) => JSON.stringify(change))).size === 1 ? found[0] : undefined;
}

function hints(gitDir: string, env: NodeJS.ProcessEnv, label: string | undefined): readonly Hint[] {
  const file = (name: string) => textOfRegularFile(join(gitDir, name), MOST_BYTES);
  const heads = Object.keys(env).flatMap((name) => /^GITHEAD_([0-9a-f]{40,64})$/.exec(name)?.[1] ?? []);
  const done = linesOf(file('rebase-merge/done')).at(-1);
  const [next] = linesOf(file('sequencer/todo'));
  const applied = file('rebase-apply/original-commit')?.trim();
  const one = (kind: 'pick' | 'revert', commit: string | undefined): readonly Hint[] =>
    commit !== undefined && ID.test(commit) ? [{ kind, commit }] : [];
  return [
    ...heads.map((commit) => ({ kind: 'merge', commit }) as const),
    ...(heads.length === 0 && label !== undefined ? labelled(label) : []),
    ...listed(done),
    ...listed(next),
    ...one('pick', applied),
    ...one('pick', file('CHERRY_PICK_HEAD')?.trim()),
    ...one('revert', file('REVERT_HEAD')?.trim()),
  ];
}

/**
 * Parses a conflict label: `abc1234 (subject)`, `parent of abc1234 (subject)`, or the name of a branch. Git before 2.44 passes a
 * placeholder such as `%Y` instead, which gives no hint.
 */
function labelled(label: string): readonly Hint[] {
  const [, of, commit = ''] = /^(parent of )?([0-9a-f]{4,64}) \(/.exec(label) ?? [];
  if (commit !== '') return [{ kind: of === undefined ? 'pick' : 'revert', commit }];
  return /^[^-%\s][^\s]*$/.test(label) ? [{ kind: 'name', commit: label }] : [];
}

/** Parses a line of git's to-do list for a rebase or pick, such as `pick abc1234 subject`. */
function listed(line: string | undefined): readonly Hint[] {
  const [, word = '', commit = ''] = /^([a-z]+)(?: -[cC])? ([0-9a-f]{4,64})(?: |$)/.exec(line ?? '') ?? [];
  if (word === 'revert') return [{ kind: 'revert', commit }];
  const picks = ['pick', 'p', 'reword', 'r', 'edit', 'e', 'squash', 's', 'fixup', 'f'];
  return picks.includes(word) ? [{ kind: 'pick', commit }] : [];
}

function sideOf(git: AskGit, { kind, commit }: Hint): readonly OtherSide[] {
  if (kind === 'pick') return [{ theirs: commit, bases: [`${commit}^`] }];
  if (kind === 'revert') return [{ theirs: `${commit}^`, bases: [commit] }];
  const answer = git.run(['merge-base', '--all', 'HEAD', commit]);
  const bases = answer.output
    .toString('latin1')
    .split('\n')
    .filter((line) => ID.test(line));
  return answer.status === 0 ? [{ theirs: commit, bases }] : [];
}

/**
 * Returns the texts of the files that the other side adds to and removes from the folder. Undefined if the three versions of the
 * merged file are not those of our commit, the other side and the base.
 */
function changeOf(
  git: AskGit,
  { theirs, bases }: OtherSide,
  { path, ours, base, theirs: incoming }: MeetingFiles,
  folder: string,
): FolderChange | undefined {
  const commits = ['HEAD', theirs, ...bases];
  const asked = [
    ...commits.map((commit) => `${commit}:${path}`),
    ...commits.map((commit) => `${commit}:${folder}`),
  ];
  const objects = objectsIfReadable(git, asked);
  const [ourFile, theirFile, ...baseFiles] = objects.slice(0, commits.length);
  const [, theirTree, ...baseTrees] = objects.slice(commits.length);
  const isOf = (commit: string, file: typeof ourFile, text: string) => {
    if (file === undefined ? text === '' : Buffer.from(text, 'utf8').equals(file.content)) return true;
    return text !== '' && holds(git, commit, text);
  };
  if (!isOf('HEAD', ourFile, ours) || !isOf(theirs, theirFile, incoming)) return undefined;
  // With several merge bases, git merges them into a virtual base, whose text is in none of them, so the base is not compared.
  const [only] = bases;
  if (bases.length === 1 && only !== undefined && !isOf(only, baseFiles[0], base)) return undefined;
  const entries = (trees: readonly (typeof ourFile)[]) =>
    new Map(
      trees
        .flatMap(entriesIn)
        .filter(({ kind }) => kind === 'file')
        .map(({ name, at }) => [`${name}\0${at()}`, at()]),
    );
  const [now, before] = [entries([theirTree]), entries(baseTrees)];
  const added = [...now].filter(([key]) => !before.has(key)).map(([, id]) => id);
  const removed = [...before].filter(([key]) => !now.has(key)).map(([, id]) => id);
  const contents = objectsIfReadable(git, [...added, ...removed]);
  if (contents.includes(undefined)) return undefined;
  const texts = contents.map((blob) => blob?.content.toString('utf8') ?? '');
  return { added: texts.slice(0, added.length), removed: texts.slice(added.length) };
}

/** True if the commit has this text under any path, because one side may have renamed the file. */
function holds(git: AskGit, commit: string, text: string): boolean {
  const id = git.run(['hash-object', '--no-filters', '--stdin'], text);
  const listing = git.run(['ls-tree', '-r', '--full-tree', commit]);
  if (id.status !== 0 || listing.status !== 0) return false;
  return listing.output.toString('latin1').includes(` ${id.output.toString('latin1').trim()}\t`);
}

function linesOf(text: string | undefined): readonly string[] {
  return (text ?? '').split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
}
