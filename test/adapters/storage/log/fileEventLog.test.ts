import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { NodeFileSystem } from '../../../../src/adapters/storage/files/nodeFileSystem.js';
import { FileEventLog } from '../../../../src/adapters/storage/log/fileEventLog.js';
import { NodeHasher } from '../../../../src/adapters/system/nodeHasher.js';
import { fileFailure, systemError } from '../../../../src/domain/errors/fileFailure.js';
import type { NewRecord } from '../../../../src/domain/log/record.js';
import { refusal } from '../../../support/refusal.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';

const FOLDER = '.spectool/log/a';
const record = (lamport: number, command = 'create'): NewRecord => ({
  spec: 'a',
  lamport,
  parents: [],
  command,
  events: [],
});

let root: string;
beforeEach(() => {
  root = temporaryFolder();
  const log = openLog();
  log.stage(log.seal(record(1))).commit();
});
const openLog = (files = new NodeFileSystem(root)) => new FileEventLog(files, new NodeHasher());
const put = (name: string, text: string) => writeFileSync(join(root, FOLDER, name), text);
const bad = (n: number) => `0000000${String(n)}-${'a'.repeat(16)}.json`;

/** What is left of the log, and the one thing that is wrong with it. */
function found(log = openLog()) {
  const { records, damages } = log.read('a');
  expect(log.records('a')).toEqual(records);
  return { clocks: records.map(({ lamport }) => lamport), damages: damages.map(({ message }) => message) };
}

describe('a log with a bad file', () => {
  it('does not count a record that was altered, and names it', () => {
    const log = openLog();
    const second = log.seal(record(2));
    put(`00000002-${second.id.slice(0, 16)}.json`, JSON.stringify({ ...second, command: 'other' }));
    expect(found()).toEqual({ clocks: [1], damages: [expect.stringContaining('altered')] });
  });

  it('answers the records that are wanted, of those that were not altered', () => {
    const log = openLog();
    log.stage(log.seal(record(2, 'update'))).commit();
    const third = log.seal(record(3));
    put(`00000003-${third.id.slice(0, 16)}.json`, JSON.stringify({ ...third, command: 'update' }));
    expect(log.records('a', ({ command }) => command === 'update').map(({ lamport }) => lamport)).toEqual([
      2,
    ]);
  });

  it('is read past one that is nested deeply', () => {
    const depth = 300_000;
    const nested = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const [first] = openLog().records('a');
    put(
      bad(2),
      JSON.stringify({ ...first, events: [{ type: 'X', data: 'DATA' }] }).replace('"DATA"', nested),
    );
    expect(found()).toEqual({ clocks: [1], damages: [expect.stringMatching(/nested|JSON/)] });
    expect(openLog().highestLamport()).toBeGreaterThan(0);
  });

  it('is read past one of 700 MB, without taking it in', () => {
    put(bad(2), '{');
    truncateSync(join(root, FOLDER, bad(2)), 700 * 1024 * 1024);
    expect(found()).toEqual({ clocks: [1], damages: ['is too large for the log'] });
    expect(openLog().highestLamport()).toBe(2);
  });

  it('is read past one that cannot be read', () => {
    put(bad(2), '{}');
    class Locked extends NodeFileSystem {
      override open(path: string) {
        if (path.endsWith(bad(2))) throw fileFailure('READ_FAILED', path, systemError('EACCES'));
        return super.open(path);
      }
    }
    expect(found(openLog(new Locked(root)))).toEqual({
      clocks: [1],
      damages: [expect.stringContaining('no permission')],
    });
  });
});

it('a folder of the log that cannot be looked into stops everything', () => {
  class Locked extends NodeFileSystem {
    override list(path: string): never {
      throw fileFailure('READ_FAILED', path, systemError('EACCES'));
    }
  }
  const log = openLog(new Locked(root));
  for (const work of [() => log.read('a'), () => log.records('a'), () => log.streams()])
    expect(refusal(work)).toMatchObject({
      code: 'LOG_UNREADABLE',
      hint: expect.stringContaining('permissions'),
    });
});

it('a stream whose first record finds no space, or is not to be, leaves no folder', () => {
  const files = new NodeFileSystem(root);
  const full = new (class extends NodeFileSystem {
    override stage(path: string, content: string): never {
      // As it is found out: the folder is there by then.
      files.stage(path, content).discard();
      throw fileFailure('WRITE_FAILED', path, systemError('ENOSPC'));
    }
  })(root);
  const log = openLog(full);
  const first = log.seal({ ...record(1), spec: 'b' });
  expect(refusal(() => log.stage(first)).code).toBe('WRITE_FAILED');
  expect(files.list('.spectool/log').map(({ name }) => name)).toEqual(['a']);
  const staged = openLog().stage(first);
  staged.discard();
  expect(files.list('.spectool/log').map(({ name }) => name)).toEqual(['a']);
  openLog()
    .stage({ ...first, spec: 'a' })
    .discard();
  expect(files.list('.spectool/log').map(({ name }) => name)).toEqual(['a']);
});
