import * as nodeFs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Looks } from '../../src/composition/answers/looks.js';
import { aCase, nodeRequire, type Program, put, recalled, run, wait } from '../support/answeredCase.js';

/** With a part finer than a millisecond: a file system that has none is waited for longer. */
const LONG_AGO = 1e9 + 0.123456;
const text: Program = (fs, root) => fs.readFileSync(join(root, 'a.md'), 'utf8');

describe('an answer that was given', () => {
  it('is given again', () => {
    const one = aCase({ 'a.md': 'ä text\n' });
    run(one, text);
    expect(recalled(one)).toBe('ä text\n');
    expect(recalled({ ...one, key: 'another question' })).toBeUndefined();
    expect(recalled({ ...one, caches: join(one.caches, 'of another project') })).toBeUndefined();
  });

  it('is no more when a file it rests on was changed, though size and time are the same', () => {
    const one = aCase({ 'a.md': 'one' });
    nodeFs.utimesSync(join(one.root, 'a.md'), LONG_AGO, LONG_AGO);
    run(one, text);
    expect(recalled(one)).toBe('one');
    put(one.root, 'a.md', 'two');
    nodeFs.utimesSync(join(one.root, 'a.md'), LONG_AGO, LONG_AGO);
    expect(recalled(one)).toBeUndefined();
  });

  it('is no more when its time is over, or has not come', () => {
    const one = aCase({ 'a.md': 'x' });
    run(one, text, Date.now() + 400);
    expect(recalled(one)).toBe('x');
    wait(450);
    expect(recalled(one)).toBeUndefined();
    const past = aCase({ 'a.md': 'x' });
    run(past, text, Date.now() - 1);
    expect(recalled(past)).toBeUndefined();
  });

  it('is not kept of a file that changed the moment before', () => {
    const one = aCase();
    run(one, (fs, root) => {
      put(root, 'a.md', 'fresh');
      return text(fs, root);
    });
    expect(recalled(one)).toBeUndefined();
  });

  it('is kept sooner after a change where the next one can be followed', () => {
    const one = aCase({ 'a.md': 'x' });
    wait(100);
    const looks = new Looks(one.caches);
    text(looks.require(nodeRequire)('node:fs') as typeof nodeFs, one.root);
    expect(looks.all()).toBeUndefined();
    expect(looks.all([], true)?.entries).toEqual([join(one.root, 'a.md')]);
  });

  it('is not kept of a run that filled caches, as the next one looks at less', () => {
    const names = Array.from({ length: 65 }, (_, i) => `${String(i)}.md`);
    const one = aCase(Object.fromEntries(names.map((name) => [name, 'x'])));
    const all: Program = (fs, root) =>
      names.map((name) => fs.closeSync(fs.openSync(join(root, name), 'r'))).length.toString();
    const filling: Program = (fs, root) => {
      fs.mkdirSync(one.caches, { recursive: true });
      fs.writeFileSync(join(one.caches, 'kept'), '');
      return all(fs, root);
    };
    run(one, filling);
    expect(recalled(one)).toBeUndefined();
    run(one, all);
    expect(recalled(one)).toBe('65');
  });

  it('is not kept where its reader left before its end', () => {
    const one = aCase({ 'a.md': 'x' });
    run(one, (fs, root) => {
      expect(() => fs.writeSync(1_000_000, 'x')).toThrow('EBADF');
      return text(fs, root);
    });
    expect(recalled(one)).toBeUndefined();
  });

  it('is not kept when what was looked at twice had changed in between', () => {
    const one = aCase({ 'a.md': 'first' });
    run(one, (fs, root) => {
      const first = text(fs, root);
      put(root, 'a.md', 'second');
      return first + text(fs, root);
    });
    expect(recalled(one)).toBeUndefined();
  });

  it.each<[string, Program]>([
    ['writes a file', (fs, root) => (fs.writeFileSync(join(root, 'b'), 'x'), 'done')],
    ['opens one to write', (fs, root) => (fs.closeSync(fs.openSync(join(root, 'b'), 'w')), 'done')],
    ['moves one', (fs, root) => (fs.renameSync(join(root, 'a.md'), join(root, 'b.md')), 'done')],
    ['makes a folder', (fs, root) => (fs.mkdirSync(join(root, 'b')), 'done')],
    ['looks at processes', (fs) => String(fs.existsSync('/proc/1'))],
    ['watches', (fs, root) => (fs.watch(root).close(), 'done')],
    ['looks where it may not', (fs, root) => String(fs.existsSync(`${root}/\0`))],
  ])('is not kept of a run that %s', (_, program) => {
    const one = aCase({ 'a.md': 'x' });
    run(one, (fs, root) => {
      try {
        return program(fs, root);
      } catch {
        return 'failed';
      }
    });
    expect(recalled(one)).toBeUndefined();
  });

  it.each(['node:child_process', 'node:worker_threads', 'node:net', 'node:fs/promises', 'node:http'])(
    'is not kept of a run that loads %s',
    (id) => {
      const one = aCase({ 'a.md': 'x' });
      const looks = new Looks(one.caches);
      looks.require(nodeRequire)(id);
      expect(looks.all()).toBeUndefined();
    },
  );

  it('is not kept of a run that asks whether a process lives', () => {
    const looks = new Looks('/caches');
    const observed = looks.require(nodeRequire)('node:process') as typeof process;
    expect(looks.all()).toBeDefined();
    observed.kill(process.pid, 0);
    expect(looks.all()).toBeUndefined();
  });

  it('does not rest on caches, which the program holds to the files', () => {
    const one = aCase({ 'a.md': 'x' });
    run(one, (fs, root) => {
      fs.mkdirSync(join(one.caches, 'specs'), { recursive: true });
      fs.writeFileSync(join(one.caches, 'specs/x.bin'), 'remembered');
      fs.renameSync(join(one.caches, 'specs/x.bin'), join(one.caches, 'specs/y.bin'));
      fs.readFileSync(join(one.caches, 'specs/y.bin'));
      return text(fs, root);
    });
    nodeFs.rmSync(join(one.caches, 'specs'), { recursive: true });
    expect(recalled(one)).toBe('x');
  });

  it('takes no more room than a dozen, the last ones', () => {
    const one = aCase({ 'a.md': 'x' });
    const keys = Array.from({ length: 15 }, (_, i) => `question ${String(i)}`);
    for (const key of keys) run({ ...one, key }, text);
    expect(nodeFs.readdirSync(join(one.caches, 'answers'))).toHaveLength(12);
    expect(keys.filter((key) => recalled({ ...one, key }) !== undefined)).toEqual(keys.slice(3));
  });
});

describe('a file of answers', () => {
  it('that is cut, flipped or something else gives none and ends nothing', () => {
    const one = aCase({ 'a.md': 'x'.repeat(50) });
    run(one, text);
    const folder = join(one.caches, 'answers');
    const place = join(folder, nodeFs.readdirSync(folder)[0] ?? '');
    const whole = nodeFs.readFileSync(place);
    const damage = fc.oneof(
      fc.nat(whole.length - 1).map((length) => whole.subarray(0, length)),
      fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 })).map(([at, by]) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ by;
        return bytes;
      }),
      fc.uint8Array({ maxLength: 100 }),
    );
    fc.assert(
      fc.property(damage, (bytes) => {
        nodeFs.writeFileSync(place, bytes);
        // Only what fills it up to four bytes may be another.
        expect([undefined, 'x'.repeat(50)]).toContain(recalled(one));
      }),
    );
  });
});
