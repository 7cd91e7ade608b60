import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Snapshot } from '../../../src/adapters/cache/snapshot.js';
import { NodeFileSystem } from '../../../src/adapters/storage/files/nodeFileSystem.js';
import type { FileStat } from '../../../src/ports/fileSystem.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const look = (mtime: number, change: Partial<FileStat> = {}): FileStat => ({
  kind: 'file',
  size: 10,
  mtimeNs: BigInt(mtime) * 1_000_000n + 1n,
  ctimeNs: BigInt(mtime) * 1_000_000n + 1n,
  inode: 7n,
  ...change,
});

let place: string;
const NOW = 1_000_000;
const run = (work: (snapshot: Snapshot) => void, now = NOW) => {
  const snapshot = new Snapshot(
    () => ({ files: new NodeFileSystem(place), folder: '' }),
    () => now,
  );
  work(snapshot);
  snapshot.save();
};
const known = (name: string, stat: FileStat, rules = '') => {
  let value: unknown;
  run((snapshot) => (value = snapshot.section('a', rules).known(name, stat)));
  return value;
};
const file = () => join(place, 'snapshot');

beforeEach(() => {
  place = join(temporaryFolder(), 'cache');
});

describe('the snapshot cache', () => {
  it('returns a stored value in the next run only if size, inode and times of its file are unchanged', () => {
    run((snapshot) => snapshot.section('a').learn('ä/x', look(5), { text: 'é “quoted” 🎉' }));
    expect(known('ä/x', look(5))).toEqual({ text: 'é “quoted” 🎉' });
    for (const other of [{ size: 11 }, { inode: 8n }, { mtimeNs: 6_000_001n }, { ctimeNs: 6_000_001n }])
      expect(known('ä/x', look(5, other))).toBeUndefined();
    expect(known('y', look(5))).toBeUndefined();
    expect(known('ä/x', look(5), 'other rules')).toBeUndefined();
  });

  it('stores no value for a file that changed too recently to detect another change by its time', () => {
    run((snapshot) => snapshot.section('a').learn('x', look(NOW - 20), 1));
    expect(known('x', look(NOW - 20))).toBeUndefined();
    // A time in whole milliseconds may come from a file system whose times are only exact to two seconds.
    const coarse = { mtimeNs: BigInt(NOW - 1000) * 1_000_000n };
    run((snapshot) => snapshot.section('a').learn('x', look(NOW - 1000, coarse), 1));
    expect(known('x', look(NOW - 1000, coarse))).toBeUndefined();
    run((snapshot) => snapshot.section('a').learn('x', look(NOW - 1000), 1));
    expect(known('x', look(NOW - 1000))).toBe(1);
  });

  it('is written, with all its sections, only if a value changed', () => {
    run((snapshot) => snapshot.section('a'));
    expect(existsSync(place)).toBe(false);
    run((snapshot) => snapshot.section('a').learn('x', look(5), 1));
    const { ino } = statSync(file());
    run((snapshot) => snapshot.section('a').known('x', look(5)));
    expect(statSync(file()).ino).toBe(ino);
    run((snapshot) => snapshot.section('b').put('y', 2));
    run((snapshot) => {
      expect(snapshot.section('a').known('x', look(5))).toBe(1);
      expect(snapshot.section('b').last('y')).toBe(2);
    });
  });

  it('is not rewritten when only one of thousands of values changed', () => {
    run((snapshot) => {
      for (let n = 0; n < 3000; n++) snapshot.section('a').learn(String(n), look(5), n);
    });
    run((snapshot) => snapshot.section('a').learn('7', look(6), 'new'));
    expect(known('7', look(6))).toBeUndefined();
    run((snapshot) => {
      for (let n = 0; n < 4; n++) snapshot.section('a').learn(String(n), look(6), 'new');
    });
    expect([known('3', look(6)), known('2999', look(5))]).toEqual(['new', 2999]);
  });

  it('drops the entries that were not looked up when keepMet is called', () => {
    run((snapshot) => ['x', 'y', 'z'].forEach((name) => snapshot.section('a').learn(name, look(5), name)));
    run((snapshot) => {
      const section = snapshot.section('a');
      for (const name of ['z', 'x']) section.known(name, look(5));
      section.keepMet();
      section.learn('w', look(5), 'w');
    });
    expect(['w', 'x', 'y', 'z'].map((name) => known(name, look(5)))).toEqual(['w', 'x', undefined, 'z']);
  });

  it('keeps the values that another run saved while this run was working', () => {
    run((snapshot) => snapshot.section('a').put('x', 1));
    run((snapshot) => {
      snapshot.section('b').put('y', 2);
      run((other) => other.section('a').put('x', 3));
    });
    run((snapshot) => {
      expect([snapshot.section('a').last('x'), snapshot.section('b').last('y')]).toEqual([3, 2]);
    });
  });

  it('removes the cache files of earlier versions but keeps the search index', () => {
    mkdirSync(join(place, 'search'), { recursive: true });
    mkdirSync(join(place, 'specs'));
    writeFileSync(join(place, 'tokens.tsv'), '');
    run((snapshot) => snapshot.section('a').put('x', 1));
    expect(['search', 'specs', 'tokens.tsv'].map((name) => existsSync(join(place, name)))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('ignores and rewrites its file when the file is damaged, of another version or not a snapshot', () => {
    run((snapshot) => snapshot.section('a').learn('x', look(5), 'a text of some length'));
    const whole = readFileSync(file());
    const isNothing = (bytes: Uint8Array) => {
      writeFileSync(file(), bytes);
      expect(known('x', look(5))).toBeUndefined();
    };
    fc.assert(fc.property(fc.nat(whole.length - 1), (end) => isNothing(whole.subarray(0, end))));
    const zeroed = (from: number) =>
      Buffer.concat([whole.subarray(0, from), Buffer.alloc(whole.length - from)]);
    fc.assert(fc.property(fc.nat(whole.length - 1), (from) => isNothing(zeroed(from))));
    isNothing(Buffer.from(whole.toString('latin1').replace(/"spectool":\d+/, '"spectool":3')));
    for (const text of [
      '',
      'x',
      '{}',
      'null\n',
      '[]\n',
      `${/^.*"spectool":\d+/.exec(whole.toString())?.[0] ?? ''}}\n`,
      `${'{'.repeat(99)}\n`,
    ])
      isNothing(Buffer.from(text));
    run((snapshot) => snapshot.section('a').learn('x', look(5), 2));
    expect(known('x', look(5))).toBe(2);
  });
});
