import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A command whose time is measured, as a whole process. */
export interface Contender {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Target for the wall time as a multiple of the floor (`node -e 0`), by number of specs. */
  readonly goal?: Readonly<Record<number, number>>;
  /** True if the command changes the project. */
  readonly writes?: boolean;
}

export const FLOOR = 'node -e 0';

export function contenders(root: string, program: string): readonly Contender[] {
  const ours = (
    name: string,
    args: readonly string[],
    goals: readonly number[],
    writes = false,
  ): Contender => ({
    name,
    command: process.execPath,
    args: [program, ...args],
    goal: { 100: goals[0] ?? 0, 1000: goals[0] ?? 0, 10_000: goals[1] ?? 0 },
    writes,
  });
  const word = /^\d+-([a-z]+)/.exec(readdirSync(join(root, 'specs'))[7] ?? '')?.[1] ?? 'word';
  return [
    { name: FLOOR, command: process.execPath, args: ['-e', '0'] },
    { name: 'git status', command: 'git', args: ['status', '--porcelain'] },
    ...(isThere('rg') ? [{ name: `rg -i ${word}`, command: 'rg', args: ['-i', word, 'specs'] }] : []),
    ours('--version', ['--version'], [1.1, 1.1]),
    ours('list', ['list'], [1.7, 3.8]),
    ours('board', ['board'], [1.7, 3.8]),
    ours('view 5', ['view', '5'], [1.7, 1.7]),
    ours(`search ${word}`, ['search', word], [2.5, 6.5]),
    ours('validate', ['validate'], [5, 20]),
    ours('tokens 7', ['tokens', '7'], [2, 2]),
    ours('update 5', ['update', '5', '--assignee'], [2.3, 2.3], true),
    ours('create', ['create'], [2.8, 6], true),
  ];
}

function isThere(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
