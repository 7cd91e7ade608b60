import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeEach, expect, it } from '@jest/globals';
import { bundleChild } from '../support/bundleChildProcess.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const child = bundleChild('loadWithCodeCache');
/** Returns a file as the build writes it: a script with this value, or a module that exports it. */
const asValue = (value: string) =>
  `(typeof module === 'object' ? (value) => (module.exports = value) : (value) => value)(${value})`;
let caches: string;
let program: string;
beforeEach(() => {
  caches = temporaryFolder();
  program = temporaryFolder();
  writeFileSync(join(program, 'main.cjs'), asValue(`(load) => 'main.cjs ' + load('part.cjs')`));
  writeFileSync(join(program, 'part.cjs'), asValue(`'part'`));
});

/** Runs the program in a new process, because a process compiles each file only once. */
const answer = (command = 'list', env: Readonly<Record<string, string>> = {}) =>
  execFileSync(process.execPath, [child, program, command], {
    env: { XDG_CACHE_HOME: caches, ...env },
    encoding: 'utf8',
  });
const kept = () => {
  const folder = join(caches, 'spectool');
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
};

it('the cache of compiled code is complete after two runs of each command, and of a shared file it is one for all', () => {
  const runs = ['list', 'list', 'list', 'board', 'board', 'board', 'list'].map((command) => {
    expect(answer(command)).toBe('main.cjs part');
    return kept().map((file) => readFileSync(file).at(-1));
  });
  const [list, board] = [
    [
      [1, 1],
      [2, 2],
      [2, 2],
    ],
    [
      [1, 2, 3],
      [2, 2, 4],
      [2, 2, 4],
    ],
  ];
  expect(runs).toEqual([...list, ...board, [2, 2, 4]]);
});

it.each(['', 'x', 'x'.repeat(5000)])('the program compiles anew if its cache is damaged (%#)', (damage) => {
  answer();
  const [file = ''] = kept();
  writeFileSync(file, damage);
  expect(answer()).toBe('main.cjs part');
  expect(readFileSync(file).at(-1)).toBe(1);
});

it('the cache of compiled code is not used in a folder that others can write to or that is a link', () => {
  mkdirSync(join(caches, 'spectool'));
  chmodSync(join(caches, 'spectool'), 0o777);
  expect(answer()).toBe('main.cjs part');
  expect(kept()).toEqual([]);
  const elsewhere = temporaryFolder();
  caches = temporaryFolder();
  symlinkSync(elsewhere, join(caches, 'spectool'));
  expect(answer()).toBe('main.cjs part');
  expect(readdirSync(elsewhere)).toEqual([]);
});

it('the cache of compiled code needs a home folder, and removes files that were not used for long', () => {
  expect(answer('list', { XDG_CACHE_HOME: '', HOME: join(caches, 'nobody') })).toBe('main.cjs part');
  expect(existsSync(join(caches, 'nobody'))).toBe(false);
  mkdirSync(join(caches, 'spectool'), { mode: 0o700 });
  const old = join(caches, 'spectool', 'program-0-list.bin');
  writeFileSync(old, '');
  utimesSync(old, 0, 0);
  answer();
  expect(kept()).toHaveLength(2);
  expect(existsSync(old)).toBe(false);
});

it('the cache of compiled code is not written when it is turned off, without a command, or when its folder is a file', () => {
  expect(answer('list', { SPECTOOL_CODE_CACHE: '0' })).toBe('main.cjs part');
  for (const word of ['', '../x', '--json', 'a b', 'A']) expect(answer(word)).toBe('main.cjs part');
  expect(kept()).toEqual([]);
  writeFileSync(join(caches, 'spectool'), '');
  expect(answer()).toBe('main.cjs part');
});

it('the cache of compiled code keeps at most 16 MB: first, files of earlier hours are removed, then the largest', () => {
  answer();
  const folder = join(caches, 'spectool');
  const write = (name: string, megabytes: number, hour: number) => {
    const file = join(folder, `${name}-v1-x64.bin`);
    writeFileSync(file, Buffer.alloc(megabytes * 1_000_000));
    const date = new Date(Date.now() - hour * 3600 * 1000);
    utimesSync(file, date, date);
  };
  const names = () => {
    answer('board');
    return readdirSync(folder).flatMap((name) => /^(\w+)-v1-/.exec(name)?.[1] ?? []);
  };
  write('view', 5, 3);
  write('next', 6, 2);
  write('list', 6, 0);
  expect(names()).toEqual(['list', 'next']);
  write('prime', 7, 0);
  expect(names()).toEqual(['list', 'prime']);
  write('claim', 5, 0);
  answer('view');
  expect(names()).toEqual(['claim', 'list']);
  expect(kept()).toHaveLength(6);
});

it('the cache of compiled code removes files of other builds and Node versions before those of earlier hours', () => {
  answer();
  const folder = join(caches, 'spectool');
  const write = (name: string, hour: number) => {
    const file = join(folder, name);
    writeFileSync(file, Buffer.alloc(9_000_000));
    const date = new Date(Date.now() - hour * 3600 * 1000);
    utimesSync(file, date, date);
  };
  write(`main.cjs-${process.version}-x64-view.bin`, 5);
  write('main.cjs-v1-x64-view.bin', 0);
  write(`former.cjs-${process.version}-x64-view.bin`, 0);
  answer('board');
  expect(readdirSync(folder).filter((name) => name.endsWith('view.bin'))).toEqual([
    `main.cjs-${process.version}-x64-view.bin`,
  ]);
});
