import { mkdirSync, readdirSync, readFileSync, rmdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { NodeFileSystem } from '../../../../src/adapters/storage/files/nodeFileSystem.js';
import { FileEventLog } from '../../../../src/adapters/storage/log/fileEventLog.js';
import { NodeHasher } from '../../../../src/adapters/system/systemServices.js';
import { fileFailure, systemError } from '../../../../src/domain/errors/spectoolError.js';
import type { NewRecord } from '../../../../src/domain/log/records/record.js';
import { expectRefusal, refusal } from '../../../support/thrownError.js';
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

/** Returns the logical clocks of the readable records and the messages about damaged files. */
function found(log = openLog()) {
  const { records, damages } = log.read('a');
  expect(log.records('a')).toEqual(records);
  return { clocks: records.map(({ lamport }) => lamport), damages: damages.map(({ message }) => message) };
}

describe('FileEventLog with a damaged file', () => {
  it('ignores a record that was altered, and reports its file', () => {
    const log = openLog();
    const second = log.seal(record(2));
    put(`00000002-${second.id.slice(0, 16)}.json`, JSON.stringify({ ...second, command: 'other' }));
    expect(found()).toEqual({ clocks: [1], damages: [expect.stringContaining('altered')] });
  });

  it('skips and reports a record that is nested too deeply', () => {
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

  it('skips and reports a file of 700 MB', () => {
    put(bad(2), '{');
    truncateSync(join(root, FOLDER, bad(2)), 700 * 1024 * 1024);
    expect(found()).toEqual({ clocks: [1], damages: ['is too large for the log'] });
    expect(openLog().highestLamport()).toBe(2);
  });

  it('skips and reports a file that cannot be read', () => {
    put(bad(2), '{}');
    class Locked extends NodeFileSystem {
      override open(path: string) {
        if (path.endsWith(bad(2))) throw fileFailure('READ_FAILED', path, systemError('EACCES'));
        return super.open(path);
      }
    }
    expect(found(openLog(new Locked(root)))).toEqual({
      clocks: [1],
      damages: [expect.stringContaining('permission denied')],
    });
  });
});

it('FileEventLog fails when a folder of the log cannot be listed', () => {
  class Locked extends NodeFileSystem {
    override list(path: string): never {
      throw fileFailure('READ_FAILED', path, systemError('EACCES'));
    }
  }
  const log = openLog(new Locked(root));
  for (const work of [() => log.read('a'), () => log.records('a'), () => log.streams()])
    expectRefusal(work, 'LOG_UNREADABLE', { hint: expect.stringContaining('permissions') });
});

describe('FileEventLog.pack', () => {
  const clocks = [2, 3, 4, 5];
  const logged = () => {
    const log = openLog();
    for (const lamport of clocks) log.stage(log.seal(record(lamport))).commit();
    return log;
  };
  const files = () => readdirSync(join(root, FOLDER)).sort();

  it('writes each record as one line, however its own file was formatted', () => {
    logged();
    for (const name of files()) {
      const text = readFileSync(join(root, FOLDER, name), 'utf8');
      put(name, `${JSON.stringify(JSON.parse(text), null, 2).replaceAll('\n', '\r\n')}\r\n`);
    }
    const before = openLog().records('a');
    expect(openLog().pack('a')).toBe(5);
    expect(files()).toHaveLength(1);
    expect(openLog().records('a')).toEqual(before);
    expect(found()).toEqual({ clocks: [1, ...clocks], damages: [] });
  });

  it.each(['', 'other\n'])('removes no record when the pack exists with other content: %j', (standing) => {
    logged();
    expect(openLog().pack('a')).toBe(5);
    const [pack = ''] = files();
    const lines = readFileSync(join(root, FOLDER, pack), 'utf8')
      .trim()
      .split('\n');
    for (const line of lines) {
      const { lamport, id } = JSON.parse(line) as { lamport: number; id: string };
      put(`0000000${String(lamport)}-${id.slice(0, 16)}.json`, line);
    }
    put(pack, standing);
    // `pack` reports the damaged pack file and writes none, also when `list` did not show that file.
    const told = { code: 'LOG_UNREADABLE', message: expect.stringContaining(pack) };
    expect(refusal(() => openLog().pack('a'))).toMatchObject(told);
    const unseen = openLog(
      new (class extends NodeFileSystem {
        override list(folder: string) {
          return super.list(folder).filter(({ name }) => name !== pack);
        }
      })(root),
    );
    expect(refusal(() => unseen.pack('a'))).toMatchObject(told);
    expect(files()).toHaveLength(6);
  });

  it('does not pack records that together are too large for one file', () => {
    logged();
    const blanks = ' '.repeat(60 * 1024 * 1024);
    for (const one of files()) {
      const text = readFileSync(join(root, FOLDER, one), 'utf8').trim();
      // White space makes the files large without changing their records.
      put(one, `${text.slice(0, -1)}${blanks}}\n`);
    }
    expect(openLog().pack('a')).toBe(0);
    expect(files()).toHaveLength(5);
  });
});

it('FileEventLog refuses to write over an existing file, unless the file has the same record in another layout', () => {
  const log = openLog();
  const second = log.seal(record(2));
  const name = `00000002-${second.id.slice(0, 16)}.json`;
  put(name, JSON.stringify(second, null, 2));
  log.stage(second).commit();
  put(name, '');
  expect(refusal(() => openLog().stage(second).commit())).toMatchObject({ code: 'LOG_UNREADABLE' });
});

describe('an unreadable record in FileEventLog', () => {
  const closed = (path: string) =>
    Object.assign(new NodeFileSystem(root), {
      open(this: NodeFileSystem, asked: string) {
        if (asked === path) throw fileFailure('READ_FAILED', asked, systemError('EIO'));
        return NodeFileSystem.prototype.open.call(this, asked);
      },
    });
  const path = () => `${FOLDER}/${readdirSync(join(root, FOLDER))[0] ?? ''}`;
  const told = () => ({ file: path(), message: 'cannot be read: the disk reports an error', isUnread: true });

  it('is reported and prevents new records in its stream until it can be read again', () => {
    const log = openLog(closed(path()));
    expect([log.records('a'), log.damages()]).toEqual([[], [told()]]);
    const refused = refusal(() => log.stage(log.seal(record(2))));
    expect([refused.code, refused.message]).toEqual([
      'LOG_UNREADABLE',
      `${path()} cannot be read: the disk reports an error.`,
    ]);
    expect(readdirSync(join(root, FOLDER))).toHaveLength(1);
    log.stage(log.seal({ ...record(2), spec: 'b' })).commit();
    const later = openLog();
    later.records('a');
    expect(later.damages()).toEqual([]);
    later.stage(later.seal(record(2))).commit();
  });

  it('prevents new records also when it is a folder, unlike a file with another name than a log file', () => {
    mkdirSync(join(root, FOLDER, bad(3)));
    const log = openLog();
    log.records('a');
    expect(refusal(() => log.stage(log.seal(record(2)))).code).toBe('LOG_UNREADABLE');
    rmdirSync(join(root, FOLDER, bad(3)));
    put('notes.txt', 'mine');
    log.records('a');
    expect(log.damages('a').map(({ message }) => message)).toEqual(['is not a log file']);
    log.stage(log.seal(record(2))).commit();
  });
});
