import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Snapshot } from '../../../../src/adapters/cache/snapshot.js';
import { FileEventLog } from '../../../../src/adapters/storage/log/fileEventLog.js';
import { NodeFileSystem } from '../../../../src/adapters/storage/files/nodeFileSystem.js';
import { NodeHasher } from '../../../../src/adapters/system/systemServices.js';
import type { NewRecord } from '../../../../src/domain/log/records/record.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';

/** A file system that counts how often a folder of the log is listed. */
class WatchedFiles extends NodeFileSystem {
  looks = 0;
  override list(path: string) {
    if (path.startsWith('.spectool/log/')) this.looks += 1;
    return super.list(path);
  }
}

let root: string;
let index: string;
beforeEach(() => {
  root = temporaryFolder();
  index = 'a';
});

const CACHE = '.spectool/kept';
const created = (spec: string, lamport: number, sequence: number): NewRecord => ({
  spec,
  lamport,
  parents: [],
  command: 'create',
  events: [
    {
      type: 'SpecCreated',
      data: { sequence, name: 'x', ref: 'x', archived: false, title: 'x', frontmatter: {} },
    },
  ],
});
function open() {
  const files = new WatchedFiles(root);
  const snapshot = new Snapshot(() => ({ files: new NodeFileSystem(join(root, CACHE)), folder: '' }));
  const log = new FileEventLog(files, new NodeHasher(), snapshot, () => index);
  const heights = () => {
    const known = [log.highestLamport(), log.highestSequence()];
    snapshot.save();
    return known;
  };
  return { files, log, heights, end: () => snapshot.save() };
}
/** Writes a record with another instance of the log, as another program would. */
function brought(record: NewRecord): void {
  const log = new FileEventLog(new NodeFileSystem(root), new NodeHasher());
  log.stage(log.seal(record)).commit();
}

describe('the highest logical clock and spec number in a log', () => {
  it('are zero without records, and the highest values of all records otherwise', () => {
    expect(open().heights()).toEqual([0, 0]);
    brought(created('a', 3, 7));
    brought(created('b', 5, 2));
    expect(open().heights()).toEqual([5, 7]);
  });

  it('are cached, so that the next run does not list the log', () => {
    brought(created('a', 3, 7));
    open().heights();
    const { files, heights } = open();
    expect(heights()).toEqual([3, 7]);
    expect(files.looks).toBe(0);
  });

  it('are updated in the cache by each new record, so that the next run does not list the log', () => {
    brought(created('a', 3, 7));
    const writer = open();
    writer.heights();
    writer.log.stage(writer.log.seal(created('a', 4, 9))).commit();
    writer.log.stage(writer.log.seal(created('c', 6, 8))).commit();
    writer.end();
    const { files, heights } = open();
    expect(heights()).toEqual([6, 9]);
    expect(files.looks).toBe(0);
  });

  it('include a record that git added to an existing stream', () => {
    brought(created('a', 3, 7));
    open().heights();
    brought(created('a', 9, 11));
    index = 'b';
    expect(open().heights()).toEqual([9, 11]);
  });
});

describe('whether any spec has a proof', () => {
  const tested = (lamport: number): NewRecord => ({
    spec: 'one',
    lamport,
    parents: [],
    command: 'prove',
    events: [
      {
        type: 'CriterionTested',
        data: { id: 'v1', n: 1, label: 'AC1', text: 'a word', tests: [], of: { files: {} } },
      },
    ],
  });
  const proven = () => {
    const { log, end, files } = open();
    const has = log.hasProof();
    end();
    return [has, files.looks > 0];
  };

  beforeEach(() => {
    brought(created('one', 1, 1));
    expect(proven()).toEqual([false, true]);
  });

  it('is looked for again after a proof was recorded', () => {
    const { log, end } = open();
    log.stage(log.seal(tested(2))).commit();
    end();
    expect(proven()[0]).toBe(true);
    expect(proven()).toEqual([true, false]);
  });

  it('is confirmed by the spec that had it, after git brought other records', () => {
    const { log, end } = open();
    log.stage(log.seal(tested(2))).commit();
    end();
    expect(proven()[0]).toBe(true);
    for (const name of ['two', 'three', 'four']) brought(created(name, 3, 2));
    index = 'b';
    const { log: later, files } = open();
    expect([later.hasProof(), files.looks]).toEqual([true, 1]);
  });
});
