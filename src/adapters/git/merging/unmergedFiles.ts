import type { ConflictSides, StagedText } from '../../../ports/repository.js';
import type { GitProcess } from '../gitProcess.js';
import { gitFailure } from '../gitProcess.js';
import { parseBatch } from '../treeObjects.js';
import { mergeTexts } from './mergeTexts.js';

const SIDES = new Map([
  ['1', 'base'],
  ['2', 'ours'],
  ['3', 'theirs'],
] as const);

interface Unmerged {
  readonly path: string;
  readonly mode: string;
  readonly stage: string;
  readonly id: string;
}

const READING = 'read what is in conflict';

/** Paths the index holds as unmerged, relative to git's folder, each once. @throws SpectoolError `GIT_FAILED` where git reads no index. */
export function unmergedPaths(git: GitProcess): readonly string[] {
  return [...new Set(unmerged(git).map(({ path }) => path))];
}

/** The sides of one conflict, undefined when the path is in none. */
export function readConflictSides(git: GitProcess, path: string): ConflictSides | undefined {
  const stages = unmerged(git, path).filter((entry) => entry.path === path);
  if (stages.length === 0) return undefined;
  if (stages.some(({ mode }) => !isFile(mode))) return { unreadable: 'a side is no regular file' };
  const answer = git.run(['cat-file', '--batch'], stages.map(({ id }) => `${id}\n`).join(''));
  if (answer.status !== 0) throw gitFailure(`read the sides of ${path}`, answer);
  const objects = parseBatch(answer.output);
  const sides: { base?: string; ours?: string; theirs?: string } = {};
  for (const [index, { stage }] of stages.entries()) {
    const side = SIDES.get(stage as '1' | '2' | '3');
    const object = objects[index];
    if (side === undefined || object?.type !== 'blob') return { unreadable: 'git has lost a side' };
    sides[side] = object.content.toString('utf8');
    if (side !== 'base' && !Buffer.from(sides[side]).equals(object.content))
      return { unreadable: 'a side is not UTF-8' };
  }
  return sides;
}

/** The likeliest first. Git's note is its own since 2.34, of all merges but those by patches or by an older strategy. */
export function* textsLeft(git: GitProcess, path: string, sides: () => ConflictSides): Iterable<string> {
  const noted = git.run(['cat-file', 'blob', `AUTO_MERGE:./${path}`]);
  if (noted.status === 0) yield noted.output.toString('utf8');
  const { base = '', ours, theirs } = sides();
  if (ours === undefined || theirs === undefined) {
    const only = ours ?? theirs;
    if (only !== undefined) yield only;
    return;
  }
  for (const conflictStyle of ['configured', 'merge', 'diff3'] as const)
    yield mergeTexts(git, [ours, base, theirs], { conflictStyle }).text;
  // Git merges no lines of such a file.
  if (attributesOf(git, path, ['merge']).some((value) => value === 'unset' || value === 'binary')) yield ours;
}

/** None where git does not tell. */
export function attributesOf(git: GitProcess, path: string, names: readonly string[]): readonly string[] {
  const answer = git.run(['check-attr', '-z', ...names, '--', path]);
  if (answer.status !== 0) return [];
  return answer.output
    .toString('utf8')
    .split('\0')
    .filter((_, i) => i % 3 === 2);
}

/**
 * One change of the index for all of them: the texts go into git as they are, past every filter, and what was in conflict at their
 * paths no longer is, or is as it is given.
 */
export function stageTexts(git: GitProcess, files: readonly StagedText[]): void {
  const known = unmerged(git);
  const prefix = git.mustRun(['rev-parse', '--show-prefix'], 'find the project in its repository');
  const top = prefix.toString('utf8').replace(/\n$/, '');
  const nothing = '0'.repeat(known[0]?.id.length ?? 40);
  const lines = files.flatMap(({ path, text, sides }) => {
    const entry = (version: string, stage: string) => {
      const answer = git.run(['hash-object', '-w', '--no-filters', '--stdin'], version);
      if (answer.status !== 0) throw gitFailure(`stage ${path}`, answer);
      const id = answer.output.toString('latin1').trim();
      return `${modeOf(path, known)} ${id} ${stage}\t${top}${path}\0`;
    };
    if (text !== undefined) return [entry(text, '0')];
    const stages = [...SIDES].flatMap(([stage, side]) => {
      const version = sides?.[side];
      return version === undefined ? [] : [entry(version, stage)];
    });
    return [`0 ${nothing}\t${top}${path}\0`, ...stages];
  });
  const answer = git.compare(['update-index', '-z', '--index-info'], lines.join(''));
  if (answer.status !== 0) throw gitFailure(`stage ${files.map(({ path }) => path).join(', ')}`, answer);
  // Git takes what it has not looked at for changed, and would refuse to give the merge up. What it tells of others is not asked.
  git.compare(['update-index', '-q', '--refresh']);
}

/** Of the side that changed it. */
function modeOf(path: string, known: readonly Unmerged[]): string {
  const [base, ours, theirs] = ['1', '2', '3'].map(
    (stage) => known.find((one) => one.path === path && one.stage === stage)?.mode,
  );
  return (ours === base ? (theirs ?? ours) : (ours ?? theirs)) ?? '100644';
}

/** Lines `<mode> <id> <stage>\t<path>`, ended by NUL. */
function unmerged(git: GitProcess, path?: string): readonly Unmerged[] {
  const only = path === undefined ? [] : [path];
  return parseUnmerged(git.mustRun(['ls-files', '--unmerged', '-z', '--', ...only], READING));
}

export function parseUnmerged(listing: Buffer): readonly Unmerged[] {
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

function isFile(mode: string): boolean {
  return mode === '100644' || mode === '100755';
}
