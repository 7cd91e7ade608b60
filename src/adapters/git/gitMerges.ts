import { BOUNDS } from '../../domain/value/bounds.js';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { wholeConflict } from '../../domain/document/conflictMarks.js';
import { assertProjectPath } from '../../domain/naming/projectPath.js';
import type {
  ConflictSides,
  FolderChange,
  MeetingFiles,
  Merges,
  StagedText,
  TextMerge,
  TextMergeStyle,
} from '../../ports/repository.js';
import { textOfRegularFile, temporaryFolder } from '../files/regularFiles.js';
import { type CloneLocation, inClone, toTop } from './cloneLocation.js';
import { entriesIn, objectsIfReadable, objectsNamed, textsNamed } from './gitObjects.js';
import { type AskGit, gitFailure, type GitProcess } from './gitProcess.js';

/** One version of a file with conflicts, as listed in git's index. `stage` is `1` for the base, `2` for ours, `3` for theirs. */
interface Unmerged {
  readonly path: string;
  readonly mode: string;
  readonly stage: string;
  readonly id: string;
}

/** Parses the output of `git ls-files --unmerged -z`: entries `<mode> <id> <stage>\t<path>`, each ended by NUL. */
function parseUnmerged(listing: Buffer): readonly Unmerged[] {
  return listing
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const match = /^(\d+) ([0-9a-f]+) ([123])\t(.+)$/s.exec(line);
      if (match === null) return [];
      const [, mode = '', id = '', stage = '', file = ''] = match;
      return [{ mode, id, stage, path: file }];
    });
}

/** The commit that is being merged, and the commits that it is compared with to find its changes. */
interface OtherSide {
  readonly theirs: string;
  readonly bases: readonly string[];
}

/** A guess at what is being merged, from git's to-do lists or from a conflict label (the text after `>>>>>>>`). */
type Hint =
  | { readonly kind: 'merge' | 'pick' | 'revert'; readonly commit: string }
  /**
   * A merged branch: `commit` is its name, which git uses as the conflict label. A label that begins with a commit's id gives a
   * hint of the kind `pick` or `revert` instead.
   */
  | { readonly kind: 'name'; readonly commit: string };

const ID = /^[0-9a-f]{4,64}$/;

/**
 * Returns the files that the current merge adds to a folder on our side, and those that it removes. While merge drivers run, git
 * has not yet written `MERGE_HEAD` and similar files. The commit being merged is therefore guessed from the environment (merges),
 * git's to-do lists (rebases and cherry-picks) and conflict labels (newer git). A guess is used only if the three versions of the
 * file match its commits and no other guess contradicts it.
 * @returns undefined if no guess fits, or several different ones do.
 */
function changeOfMerge(
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
  // Several hints may refer to the same commit, with full and abbreviated ids, so compare the resulting changes.
  return new Set(found.map((change) => JSON.stringify(change))).size === 1 ? found[0] : undefined;
}

function hints(gitDir: string, env: NodeJS.ProcessEnv, label: string | undefined): readonly Hint[] {
  const file = (name: string) => textOfRegularFile(join(gitDir, name), BOUNDS.document);
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
 * Returns the texts of the files that the merged commit (`theirs`) adds to and removes from the folder, compared with the base.
 * Undefined if the three versions of the conflicted file are not those of HEAD, `theirs` and the base.
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

/** True if the commit contains a file with this text at any path, because one branch of the merge may have renamed the file. */
function holds(git: AskGit, commit: string, text: string): boolean {
  const id = git.run(['hash-object', '--no-filters', '--stdin'], text);
  const listing = git.run(['ls-tree', '-r', '--full-tree', commit]);
  if (id.status !== 0 || listing.status !== 0) return false;
  return listing.output.toString('latin1').includes(` ${id.output.toString('latin1').trim()}\t`);
}

function linesOf(text: string | undefined): readonly string[] {
  return (text ?? '').split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

/**
 * Returns the git command that continues the interrupted operation, such as `git merge --continue`, according to the files in the
 * git folder. A rebase is checked first, because it also creates the files of a merge or pick. Conflicts without such an
 * operation are completed with `git commit`. For conflicts from a stash, returns undefined: git keeps the stash, and only the
 * user knows what else it contains.
 */
function continuation(git: AskGit, gitDir: string): string | undefined {
  const has = (name: string) => existsSync(join(gitDir, name));
  if (has('rebase-apply/applying')) return 'git am --continue';
  if (has('rebase-merge') || has('rebase-apply')) return 'git rebase --continue';
  if (has('MERGE_HEAD')) return 'git merge --continue';
  if (has('CHERRY_PICK_HEAD')) return 'git cherry-pick --continue';
  if (has('REVERT_HEAD')) return 'git revert --continue';
  // Git stopped between two commits of a series of picks or reverts.
  if (has('sequencer/todo'))
    return /^revert /m.test(textOfRegularFile(join(gitDir, 'sequencer/todo'), BOUNDS.document) ?? '')
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

/** Up to this value, the exit code of `git merge-file` is the number of conflicts; higher codes are errors. */
const MOST_CONFLICTS = 127;

/**
 * Merges texts with `git merge-file`, which needs temporary files but no repository. Texts that git considers binary become a
 * single conflict.
 */
function mergeTexts(
  git: GitProcess,
  texts: readonly [ours: string, base: string, theirs: string],
  {
    labels = ['ours', 'base', 'theirs'],
    markerSize = 7,
    conflictStyle = 'merge',
    encoding = 'utf8',
  }: TextMergeStyle,
): TextMerge {
  const copies = texts.map((text, index) => [String(index), Buffer.from(text, encoding)] as const);
  const { paths, remove } = temporaryFolder('git merge-file', copies);
  try {
    const named = labels.flatMap((label) => ['-L', label]);
    const style = conflictStyle === 'configured' ? [] : ['-c', `merge.conflictStyle=${conflictStyle}`];
    const answer = git.run([
      ...style,
      'merge-file',
      '-p',
      '-q',
      `--marker-size=${String(markerSize)}`,
      ...named,
      '--',
      ...paths,
    ]);
    if (answer.status !== undefined && answer.status <= MOST_CONFLICTS)
      return { text: answer.output.toString(encoding), conflicts: answer.status };
    const [ours, , theirs] = texts;
    if (!texts.some((text) => text.includes('\0'))) throw gitFailure('merge the texts', answer);
    return { text: wholeConflict(ours, theirs, labels[0], labels[2], markerSize), conflicts: 1 };
  } finally {
    // Ignore a failed removal: a temporary folder that is left over is harmless.
    remove();
  }
}

const SIDES = new Map([
  ['1', 'base'],
  ['2', 'ours'],
  ['3', 'theirs'],
] as const);

/** Reads and resolves merges with the `git` program. */
export class GitMerges implements Merges {
  readonly #git: GitProcess;

  constructor(git: GitProcess) {
    this.#git = git;
  }

  mergeText(ours: string, base: string, theirs: string, style: TextMergeStyle = {}): TextMerge {
    // If only one side changed the text, take that side.
    if (theirs === base || theirs === ours) return { text: ours, conflicts: 0 };
    if (ours === base) return { text: theirs, conflicts: 0 };
    return mergeTexts(this.#git, [ours, base, theirs], style);
  }

  changeOfMerge(files: MeetingFiles, folder: string): FolderChange | undefined {
    const place = this.#git.place;
    return place && changeOfMerge(this.#git, place, this.#git.env, files, inClone(place, folder));
  }

  isFiltered(path: string): boolean {
    assertProjectPath(path);
    const values = this.#attributesOf(path, ['filter', 'ident', 'working-tree-encoding']);
    return values.some((value) => value !== 'unspecified' && value !== 'unset');
  }

  conflictSides(path: string): ConflictSides | undefined {
    assertProjectPath(path);
    const stages = this.#whereGitReads(() => this.#unmerged(path).filter((entry) => entry.path === path));
    if (stages.length === 0) return undefined;
    if (stages.some(({ mode }) => !isFile(mode)))
      return { unreadable: 'one side of the conflict is not a regular file' };
    const ids = stages.map(({ id }) => id);
    const objects = objectsNamed(this.#git, ids, `read the sides of the conflict in ${path}`);
    const sides: { base?: string; ours?: string; theirs?: string } = {};
    for (const [index, { stage }] of stages.entries()) {
      const side = SIDES.get(stage as '1' | '2' | '3');
      const object = objects[index];
      if (side === undefined || object?.type !== 'blob')
        return { unreadable: 'git does not have one side of the conflict' };
      sides[side] = object.content.toString('utf8');
      if (side !== 'base' && !Buffer.from(sides[side]).equals(object.content))
        return { unreadable: 'one side of the conflict is not UTF-8' };
    }
    return sides;
  }

  /**
   * Yields the texts that git may have written into a file with conflicts, the likeliest first. Since git 2.34, git keeps the
   * text under the name `AUTO_MERGE`, except after patches or with older merge strategies.
   */
  *textsLeft(path: string): Iterable<string> {
    assertProjectPath(path);
    const [noted] = textsNamed(this.#git, [`AUTO_MERGE:./${path}`]);
    if (noted !== undefined) yield noted;
    const { base = '', ours, theirs } = this.conflictSides(path) ?? {};
    if (ours === undefined || theirs === undefined) {
      const only = ours ?? theirs;
      if (only !== undefined) yield only;
      return;
    }
    for (const conflictStyle of ['configured', 'merge', 'diff3'] as const)
      yield mergeTexts(this.#git, [ours, base, theirs], { conflictStyle }).text;
    // With the attribute `-merge` or `binary`, git does not merge lines and leaves our side in the file.
    if (this.#attributesOf(path, ['merge']).some((value) => value === 'unset' || value === 'binary'))
      yield ours;
  }

  continuation(): string | undefined {
    const place = this.#git.place;
    return place && continuation(this.#git, place.gitDir);
  }

  conflictedPaths(): readonly string[] {
    return [...new Set(this.#whereGitReads(() => this.#unmerged()).map(({ path }) => path))];
  }

  /** Stages all files in one update of git's index. The texts do not pass through git's filters (such as LFS). */
  stage(files: readonly StagedText[]): void {
    files.forEach(({ path }) => assertProjectPath(path));
    if (files.length === 0) return;
    const known = this.#unmerged();
    const { place = { prefix: '' } } = this.#git;
    const nothing = '0'.repeat(known[0]?.id.length ?? 40);
    const lines = files.flatMap(({ path, text, sides }) => {
      const entry = (version: string, stage: string) => {
        const answer = this.#git.run(['hash-object', '-w', '--no-filters', '--stdin'], version);
        if (answer.status !== 0) throw gitFailure(`stage ${path}`, answer);
        const id = answer.output.toString('latin1').trim();
        return `${modeOf(path, known)} ${id} ${stage}\t${inClone(place, path)}\0`;
      };
      if (text !== undefined) return [entry(text, '0')];
      const stages = [...SIDES].flatMap(([stage, side]) => {
        const version = sides?.[side];
        return version === undefined ? [] : [entry(version, stage)];
      });
      return [`0 ${nothing}\t${inClone(place, path)}\0`, ...stages];
    });
    const answer = this.#git.compare(['update-index', '-z', '--index-info'], lines.join(''));
    if (answer.status !== 0) throw gitFailure(`stage ${files.map(({ path }) => path).join(', ')}`, answer);
    // Refresh the index: otherwise git considers the staged files modified and refuses to abort the merge. A failure is ignored.
    this.#git.compare(['update-index', '-q', '--refresh']);
  }

  /** Returns the values of git attributes of a file; none if git fails. */
  #attributesOf(path: string, names: readonly string[]): readonly string[] {
    const answer = this.#git.run(['check-attr', '-z', ...names, '--', path]);
    if (answer.status !== 0) return [];
    return answer.output
      .toString('utf8')
      .split('\0')
      .filter((_, i) => i % 3 === 2);
  }

  /** Returns the result of `read`; an empty list if it fails because there is no git repository. Other errors are thrown. */
  #whereGitReads(read: () => readonly Unmerged[]): readonly Unmerged[] {
    try {
      return read();
    } catch (error) {
      const tree = this.#git.workTree();
      if (tree !== true && tree.complaint === undefined) return [];
      throw error;
    }
  }

  #unmerged(path?: string): readonly Unmerged[] {
    // Without a path, list the conflicts of the whole repository, because git continues a merge only if none are left.
    const only = path ?? `./${toTop(this.#git.place ?? { prefix: '' })}`;
    const question = ['ls-files', '--unmerged', '-z', '--', only];
    return parseUnmerged(this.#git.mustRun(question, 'list the files in conflict'));
  }
}

/** Returns the file mode of the merged file (`100644`, or `100755` if executable): the mode of the side that changed it. */
function modeOf(path: string, known: readonly Unmerged[]): string {
  const [base, ours, theirs] = ['1', '2', '3'].map(
    (stage) => known.find((one) => one.path === path && one.stage === stage)?.mode,
  );
  return (ours === base ? (theirs ?? ours) : (ours ?? theirs)) ?? '100644';
}

function isFile(mode: string): boolean {
  return mode === '100644' || mode === '100755';
}
