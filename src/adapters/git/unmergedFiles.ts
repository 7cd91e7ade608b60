import type { ConflictSides } from '../../ports/repository.js';
import type { GitProcess } from './gitProcess.js';
import { gitFailure } from './gitProcess.js';
import { parseBatch } from './treeObjects.js';

const SIDES = new Map([
  ['1', 'base'],
  ['2', 'ours'],
  ['3', 'theirs'],
] as const);

interface Unmerged {
  readonly path: string;
  readonly stage: string;
  readonly id: string;
}

/** Paths the index holds as unmerged, relative to git's folder, each once. */
export function unmergedPaths(git: GitProcess): readonly string[] {
  return [...new Set(unmerged(git).map(({ path }) => path))];
}

/** The sides of one conflict, undefined when the path is in none. */
export function readConflictSides(git: GitProcess, path: string): ConflictSides | undefined {
  const stages = unmerged(git, path).filter((entry) => entry.path === path);
  if (stages.length === 0) return undefined;
  const answer = git.run(['cat-file', '--batch'], stages.map(({ id }) => `${id}\n`).join(''));
  if (answer.status !== 0) throw gitFailure(`read the sides of ${path}`, answer);
  const objects = parseBatch(answer.output);
  const sides: { base?: string; ours?: string; theirs?: string } = {};
  stages.forEach(({ stage }, index) => {
    const side = SIDES.get(stage as '1' | '2' | '3');
    const object = objects[index];
    if (side !== undefined && object?.type === 'blob') sides[side] = object.content.toString('utf8');
  });
  return sides;
}

/** Lines `<mode> <id> <stage>\t<path>`, ended by NUL; no repository has none. */
function unmerged(git: GitProcess, path?: string): readonly Unmerged[] {
  const answer = git.run(['ls-files', '--unmerged', '-z', '--', ...(path === undefined ? [] : [path])]);
  if (answer.status !== 0) return [];
  return answer.output
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const match = /^\d+ ([0-9a-f]+) ([123])\t(.+)$/s.exec(line);
      if (match === null) return [];
      const [, id = '', stage = '', file = ''] = match;
      return [{ id, stage, path: file }];
    });
}
