import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A Node program whose time is measured, as a whole process. */
export interface Contender {
  readonly name: string;
  readonly root: string;
  /** Returns the arguments of the n-th run. */
  readonly args: (n: number) => readonly string[];
  /** What is run after a command that changes the project, outside the measurement. */
  readonly undo?: readonly string[];
  /** The goal for the quiet wall time above the floor in milliseconds, by number of specs. */
  readonly goal?: Readonly<Record<string, number>>;
  /** True to measure it only in the first state, because it changes the project or the states do not concern it. */
  readonly isOnce?: boolean;
  /** True if the program is spectool. */
  readonly isOurs?: boolean;
}

export const FLOOR = 'node -e 0';

type Goals = readonly [at300: number, at1000: number, at10000: number];

const LISTING: Goals = [45, 60, 180];
const ONE: Goals = [45, 45, 50];
const CHANGE: Goals = [75, 80, 90];

/** Returns the commands of the program `program` in the project `root`; `mark` is added to their names. */
export function ourCommands(root: string, program: string, mark = ''): readonly Contender[] {
  const word = /^\d+-([a-z]+)/.exec(readdirSync(join(root, 'specs'))[7] ?? '')?.[1] ?? 'word';
  const read = (command: string, [at300, at1000, at10000]: Goals): Contender => ({
    name: command + mark,
    root,
    args: () => [program, ...command.split(' ')],
    goal: { 300: at300, 1000: at1000, 10_000: at10000 },
    isOurs: true,
  });
  const write = (
    command: string,
    args: (n: string) => readonly string[] = () => [],
    undo?: string,
  ): Contender => ({
    ...read(command, CHANGE),
    args: (n) => [program, ...command.split(' '), ...args(String(n))],
    isOnce: true,
    ...(undo !== undefined && { undo: [program, ...undo.split(' ')] }),
  });
  return [
    read('list', LISTING),
    read('list --json', LISTING),
    read('board', [50, 65, 200]),
    read('view 5', ONE),
    read('history 5', ONE),
    read('criteria 5', ONE),
    read(`search ${word}`, [55, 75, 200]),
    read('next', [50, 65, 200]),
    read('prime', [75, 90, 200]),
    read('validate', [70, 100, 300]),
    read('stats', [70, 100, 300]),
    write('update 5 --assignee', (n) => [`bench-${n}`]),
    write('check 5 1', undefined, 'uncheck 5 1'),
    write('note 5', (n) => [`Note ${n}`]),
    write('claim 5', undefined, 'release 5'),
    write('create', (n) => [`bench ${n}`, '--title', `Nothing alike ${n}`]),
  ];
}
