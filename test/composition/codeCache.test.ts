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
let caches: string;
let program: string;
beforeEach(() => {
  caches = temporaryFolder();
  program = temporaryFolder();
  writeFileSync(
    join(program, 'main.cjs'),
    `exports.answer = () => require('node:path').basename(__filename) + ' ' + require('./part.cjs').word;`,
  );
  writeFileSync(join(program, 'part.cjs'), `exports.word = 'part';`);
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

it('the cache of compiled code is complete after two runs of a command, which print the same', () => {
  const sizes = [1, 2, 3].map(() => {
    expect(answer()).toBe('main.cjs part');
    return kept().map((file) => readFileSync(file).at(-1));
  });
  expect(sizes).toEqual([[1], [2], [2]]);
  answer('board');
  expect(kept()).toHaveLength(2);
});

it.each(['', 'x', 'x'.repeat(5000)])(
  'the program compiles its code again when the cache of compiled code is damaged (%#)',
  (damage) => {
    answer();
    const [file = ''] = kept();
    writeFileSync(file, damage);
    expect(answer()).toBe('main.cjs part');
    expect(readFileSync(file).at(-1)).toBe(1);
  },
);

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
  expect(kept()).toHaveLength(1);
  expect(existsSync(old)).toBe(false);
});

it('the cache of compiled code is not written when it is turned off, without a command, or when its folder is a file', () => {
  expect(answer('list', { SPECTOOL_CODE_CACHE: '0' })).toBe('main.cjs part');
  for (const word of ['', '../x', '--json', 'a b', 'A']) expect(answer(word)).toBe('main.cjs part');
  expect(kept()).toEqual([]);
  writeFileSync(join(caches, 'spectool'), '');
  expect(answer()).toBe('main.cjs part');
});

it('the cache of compiled code keeps at most 16 MB: first, files of other builds are removed, then the oldest', () => {
  answer();
  const folder = join(caches, 'spectool');
  const write = (name: string, day: number) => {
    writeFileSync(join(folder, name), Buffer.alloc(6_000_000));
    const date = new Date(Date.now() - day * 24 * 3600 * 1000);
    utimesSync(join(folder, name), date, date);
  };
  write('main.cjs-v1-x64-view.bin', 3);
  write('main.cjs-v1-x64-next.bin', 2);
  write('other.cjs-v1-x64-list.bin', 0);
  answer('board');
  const names = () => readdirSync(folder).filter((name) => name.includes('-v1-'));
  expect(names().sort()).toEqual(['main.cjs-v1-x64-next.bin', 'main.cjs-v1-x64-view.bin']);
  write('main.cjs-v1-x64-prime.bin', 1);
  answer('board');
  expect(names().sort()).toEqual(['main.cjs-v1-x64-next.bin', 'main.cjs-v1-x64-prime.bin']);
  expect(kept()).toHaveLength(4);
});
