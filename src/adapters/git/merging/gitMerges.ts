import { assertProjectPath } from '../../../domain/naming/projectPath.js';
import type {
  ConflictSides,
  FolderChange,
  MeetingFiles,
  MeetingVersions,
  Merges,
  StagedText,
  TextMerge,
  TextMergeStyle,
} from '../../../ports/repository/merges.js';
import { inClone, toTop } from '../locations/cloneLocation.js';
import { objectsNamed, textsNamed } from '../gitObjects.js';
import { gitFailure, type GitProcess } from '../gitProcess.js';
import { mergeTexts } from './mergeTexts.js';
import { changeOfMerge } from './currentMerge.js';
import { continuation, versionsThatMeet } from './currentOperation.js';
import { parseUnmerged, type Unmerged } from './conflictedFiles.js';

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
        return { unreadable: 'one side of the conflict is missing from git' };
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

  versionsThatMeet(paths: readonly string[]): ReadonlyMap<string, MeetingVersions> {
    paths.forEach(assertProjectPath);
    const place = this.#git.place;
    return place === undefined ? new Map() : versionsThatMeet(this.#git, place, paths);
  }

  continuation(): string | undefined {
    const place = this.#git.place;
    return place && continuation(this.#git, place.gitDir);
  }

  conflictedPaths(): readonly string[] {
    return [...new Set(this.#whereGitReads(() => this.#unmerged()).map(({ path }) => path))];
  }

  /** Stages all files in one update of the index. Filters are not applied to the texts. */
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
    // Refresh the index: otherwise git takes the staged files for changed and refuses to abort the merge. The result of the
    // refresh does not matter.
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

  /** Returns the result of `read`; an empty list if there is no git repository. Other errors are thrown. */
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
    // Without a path, ask about the whole repository, because git continues only if no file of any project is in conflict.
    const only = path ?? `./${toTop(this.#git.place ?? { prefix: '' })}`;
    const question = ['ls-files', '--unmerged', '-z', '--', only];
    return parseUnmerged(this.#git.mustRun(question, 'list the files in conflict'));
  }
}

/** Returns the file mode for the merged file: that of the side that changed the mode. */
function modeOf(path: string, known: readonly Unmerged[]): string {
  const [base, ours, theirs] = ['1', '2', '3'].map(
    (stage) => known.find((one) => one.path === path && one.stage === stage)?.mode,
  );
  return (ours === base ? (theirs ?? ours) : (ours ?? theirs)) ?? '100644';
}

function isFile(mode: string): boolean {
  return mode === '100644' || mode === '100755';
}
