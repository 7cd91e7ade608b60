import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { seal } from '../../../../src/adapters/cache/sealedFile.js';
import { FileEventLog } from '../../../../src/adapters/storage/log/fileEventLog.js';
import { LogHeights } from '../../../../src/adapters/storage/log/logHeights.js';
import { NodeFileSystem } from '../../../../src/adapters/storage/files/nodeFileSystem.js';
import { NodeHasher } from '../../../../src/adapters/system/nodeHasher.js';
import { encodeRecord, recordFileName } from '../../../../src/domain/log/recordCodec.js';
import type { NewRecord } from '../../../../src/domain/log/record.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';

/** A file system that counts how often the log is looked into. */
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

const CACHE = '.spectool/cache/log';
const FILES = ['heights.bin', 'streams.bin'];
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
  const log = new FileEventLog(files, new NodeHasher(), new LogHeights(files, () => index));
  return { files, log, heights: () => [log.highestLamport(), log.highestSequence()] };
}
/** As another program would bring it: not through our log. */
function brought(record: NewRecord): void {
  const log = new FileEventLog(new NodeFileSystem(root), new NodeHasher());
  log.stage(log.seal(record)).commit();
}

describe('the heights of a log', () => {
  it('are zero without one, and what its records reach with one', () => {
    expect(open().heights()).toEqual([0, 0]);
    brought(created('a', 3, 7));
    brought(created('b', 5, 2));
    expect(open().heights()).toEqual([5, 7]);
  });

  it('are known without looking into the log again', () => {
    brought(created('a', 3, 7));
    open().heights();
    const { files, heights } = open();
    expect(heights()).toEqual([3, 7]);
    expect(files.looks).toBe(0);
  });

  it('follow what we write, without looking into the log again', () => {
    brought(created('a', 3, 7));
    const writer = open();
    writer.heights();
    writer.log.stage(writer.log.seal(created('a', 4, 9))).commit();
    writer.log.stage(writer.log.seal(created('c', 6, 8))).commit();
    const { files, heights } = open();
    expect(heights()).toEqual([6, 9]);
    expect(files.looks).toBe(0);
  });

  it('count the clock of a writer that died between preparing and committing, but no number nobody got', () => {
    brought(created('a', 3, 7));
    const writer = open();
    writer.heights();
    writer.log.stage(writer.log.seal(created('a', 4, 9)));
    expect(open().heights()).toEqual([4, 7]);
  });

  it('know the highest version of a record, and remember it', () => {
    brought(created('a', 3, 7));
    expect(open().log.highestVersion()).toBe(1);
    const newer = new FileEventLog(new NodeFileSystem(root), new NodeHasher()).seal(created('b', 4, 8));
    mkdirSync(join(root, '.spectool/log/b'), { recursive: true });
    const file = join(root, '.spectool/log/b', recordFileName(newer));
    writeFileSync(file, encodeRecord({ ...newer, v: 9 }));
    expect(open().log.highestVersion()).toBe(9);
    const { files, log } = open();
    expect([log.highestVersion(), files.looks]).toEqual([9, 0]);
  });

  it('see a new stream that somebody put there', () => {
    brought(created('a', 3, 7));
    open().heights();
    brought(created('b', 8, 1));
    expect(open().heights()).toEqual([8, 7]);
  });

  it('see a record git brought into a stream that was there', () => {
    brought(created('a', 3, 7));
    open().heights();
    brought(created('a', 9, 11));
    index = 'b';
    expect(open().heights()).toEqual([9, 11]);
  });

  it('are asked anew by every command of a long-lived program', () => {
    const program = open();
    program.heights();
    const other = open();
    other.heights();
    other.log.stage(other.log.seal(created('a', 4, 4))).commit();
    expect(program.heights()).toEqual([4, 4]);
  });

  it.each([
    '',
    'junk',
    '{}',
    '[1]',
    '{"v":1,"key":"x","lamport":-1,"sequence":0}',
    '{"v":1,"rows":[[1,2],"x"]}',
  ])('do not believe a cache that says %j', (text) => {
    brought(created('a', 3, 7));
    open().heights();
    for (const file of FILES) writeFileSync(join(root, CACHE, file), text);
    expect(open().heights()).toEqual([3, 7]);
  });

  it('are no other with caches that were cut, garbled, swapped, or sealed over something else', () => {
    brought(created('a', 3, 7));
    brought(created('b', 5, 2));
    const stream = (spec: string) => join(root, '.spectool/log', spec);
    for (const path of [stream('a'), stream('b')]) utimesSync(path, 1e9, 1e9);
    const later = () => Date.now() + 60_000;
    const heights = (outside: string) => {
      const files = new NodeFileSystem(root);
      const log = new FileEventLog(files, new NodeHasher(), new LogHeights(files, () => outside, later));
      return [log.highestLamport(), log.highestSequence(), log.highestVersion()];
    };
    const known = heights('a');
    const whole = FILES.map((file) => readFileSync(join(root, CACHE, file)));
    const damage = fc.oneof(
      fc
        .double({ min: 0, max: 0.999, noNaN: true })
        .map((share) => (bytes: Buffer) => bytes.subarray(0, share * bytes.length)),
      fc
        .tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 1, max: 255 }))
        .map(([share, by]) => (bytes: Buffer) => {
          const changed = Buffer.from(bytes);
          const at = Math.floor(share * changed.length);
          changed[at] = (changed[at] ?? 0) ^ by;
          return changed;
        }),
      fc.tuple(fc.nat(), fc.integer({ min: 1, max: 9 })).map(([which, by]) => (bytes: Buffer) => {
        const changed = Buffer.from(bytes);
        const digits = [...bytes.keys()].filter(
          (at) => at >= 8 && /\d/.test(String.fromCharCode(bytes[at] ?? 0)),
        );
        const at = digits[which % digits.length] ?? 0;
        changed[at] = 48 + (((changed[at] ?? 0) - 48 + by) % 10);
        return changed;
      }),
      fc.nat(1).map((which) => () => whole[which] ?? Buffer.alloc(0)),
      fc.jsonValue().map((value) => () => seal(Buffer.from(JSON.stringify(value)))),
      fc
        .tuple(
          fc.constantFrom('v', 'key', 'lamport', 'sequence', 'version', 'rows'),
          fc.constantFrom(null, -1, 1.5, 'x', [], {}, [[1, 2]], 1e300),
        )
        .map(
          ([key, value]) =>
            (bytes: Buffer) =>
              seal(
                Buffer.from(
                  JSON.stringify({ ...(JSON.parse(bytes.toString('utf8', 8)) as object), [key]: value }),
                ),
              ),
        ),
    );
    fc.assert(
      fc.property(fc.tuple(damage, damage), fc.boolean(), (damages, isMoved) => {
        for (const [i, file] of FILES.entries())
          writeFileSync(join(root, CACHE, file), damages[i]?.(whole[i] ?? Buffer.alloc(0)) ?? '');
        expect(heights(isMoved ? 'b' : 'a')).toEqual(known);
      }),
      { numRuns: 300 },
    );
  });

  it('do without a cache that cannot be written', () => {
    brought(created('a', 3, 7));
    mkdirSync(join(root, '.spectool/cache'), { recursive: true });
    rmSync(join(root, CACHE), { recursive: true, force: true });
    writeFileSync(join(root, CACHE), '');
    expect(open().heights()).toEqual([3, 7]);
  });
});
