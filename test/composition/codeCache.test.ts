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
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ChunkLoader } from '../../src/composition/bin/chunkLoader.js';
import { CodeCache } from '../../src/composition/bin/codeCache.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const nodeRequire = createRequire(import.meta.url);
const compiled = new Map([
  ['a.cjs', Buffer.from('code of a')],
  ['b.cjs', Buffer.from([0, 10, 255])],
]);
const at = (folder: string, command = 'list') =>
  new CodeCache('program-1', command.split(' '), { XDG_CACHE_HOME: folder });

const filesOf = (cache: CodeCache) => {
  const files = cache.load();
  return new Map(
    [...compiled.keys()]
      .flatMap((name) => [[name, files.get(name)] as const])
      .filter(([, code]) => code !== undefined),
  );
};

describe('compiled code kept between runs', () => {
  it('comes back as it was saved, for the same program and command only', () => {
    const folder = temporaryFolder();
    at(folder).save(compiled, 0);
    expect(filesOf(at(folder))).toEqual(compiled);
    expect(filesOf(at(folder, 'board')).size).toBe(0);
    expect(filesOf(new CodeCache('program-2', ['list'], { XDG_CACHE_HOME: folder })).size).toBe(0);
  });

  it('learns a command way by way, each twice, and keeps what this way did not need', () => {
    const folder = temporaryFolder();
    const knows = (command: string, code: number) => {
      const cache = at(folder, command);
      cache.load();
      return cache.knows(code);
    };
    const learn = (command: string, code: number, files = compiled) => {
      const cache = at(folder, command);
      cache.load();
      cache.save(files, code);
    };
    learn('next 5', 0);
    expect(knows('next 5', 0)).toBe(false);
    learn('next --lease=2d --claim', 0, new Map([['a.cjs', Buffer.from('more code of a')]]));
    learn('next 6', 0);
    expect(knows('next 7', 0)).toBe(true);
    for (const [command, code] of [
      ['next --claim --lease 1h', 0],
      ['next --help', 0],
      ['next 5', 1],
    ] as const)
      expect(knows(command, code)).toBe(false);
    learn('next --claim --lease 1h', 0, new Map([['a.cjs', Buffer.from('more code of a')]]));
    expect(knows('next --claim --lease 2h', 0)).toBe(true);
    expect(filesOf(at(folder, 'next')).get('a.cjs')).toEqual(Buffer.from('more code of a'));
    expect(filesOf(at(folder, 'next')).get('b.cjs')).toEqual(compiled.get('b.cjs'));
  });

  it('stops learning at some point, whatever flags are given', () => {
    const folder = temporaryFolder();
    for (let count = 0; count < 40; count += 1) {
      const cache = at(folder, `list --${'f'.repeat(count + 1)}${'g'.repeat(60)} --x`);
      cache.load();
      if (!cache.knows(0)) cache.save(compiled, 0);
    }
    const cache = at(folder, 'list --another');
    expect(filesOf(cache)).toEqual(compiled);
    expect(cache.knows(0)).toBe(true);
  });

  it('is neither written nor read where others can write', () => {
    const folder = temporaryFolder();
    at(folder).save(compiled, 0);
    chmodSync(join(folder, 'spectool'), 0o777);
    expect(filesOf(at(folder)).size).toBe(0);
    at(folder, 'board').save(compiled, 0);
    expect(readdirSync(join(folder, 'spectool'))).toHaveLength(1);
  });

  it('makes no home for a user who has none, and leaves out what nobody compiled for long', () => {
    const folder = temporaryFolder();
    at(join(folder, 'nobody', '.cache')).save(compiled, 0);
    expect(existsSync(join(folder, 'nobody'))).toBe(false);
    at(folder).save(compiled, 0);
    const old = join(folder, 'spectool', 'program-0-list.bin');
    writeFileSync(old, '');
    utimesSync(old, 0, 0);
    at(folder, 'board').save(compiled, 0);
    expect(readdirSync(join(folder, 'spectool'))).toHaveLength(2);
  });

  it('is done without where the system does not let one look', () => {
    const folder = join(temporaryFolder(), 'x'.repeat(300));
    at(folder).save(compiled, 0);
    expect(filesOf(at(folder)).size).toBe(0);
  });

  it('follows no link', () => {
    const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(elsewhere, join(folder, 'spectool'));
    at(folder).save(compiled, 0);
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(filesOf(at(folder)).size).toBe(0);
  });

  it('does without when it is damaged, cannot be written or is switched off', () => {
    const folder = temporaryFolder();
    at(folder).save(compiled, 0);
    const [name = ''] = readdirSync(join(folder, 'spectool'));
    for (const damage of ['', 'x', '[[["a.cjs",9999]],[]]\n', '{"a":1}\n', '[[]]\n', '[[],1]\n']) {
      writeFileSync(join(folder, 'spectool', name), damage);
      expect(filesOf(at(folder))).toEqual(new Map());
    }
    writeFileSync(join(folder, 'file'), '');
    expect(() => at(join(folder, 'file')).save(compiled, 0)).not.toThrow();
    const off = new CodeCache('p', ['list'], {
      XDG_CACHE_HOME: join(folder, 'off'),
      SPECTOOL_CODE_CACHE: '0',
    });
    off.save(compiled, 0);
    expect(existsSync(join(folder, 'off'))).toBe(false);
  });

  it.each(['', '../x', '--json', 'a b', 'A'])('knows %j for no command', (word) => {
    const folder = temporaryFolder();
    new CodeCache('program-1', [word], { XDG_CACHE_HOME: folder }).save(compiled, 0);
    expect(existsSync(join(folder, 'spectool'))).toBe(false);
  });
});

describe('the files of the program', () => {
  /** A text of its own each time: V8 remembers what it compiled in this process. */
  const program = (mark = '') => {
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'main.cjs'),
      `({'main.cjs': function (exports, require, module, __filename) { const part = require('./part.cjs'); const { join } = require('node:path'); exports.answer = () => join(part.word, __filename.slice(-8)); } }) // ${mark}`,
    );
    writeFileSync(
      join(folder, 'part.cjs'),
      `({'part.cjs': function (exports) { exports.word = 'part'; } }) // ${mark}`,
    );
    return folder;
  };
  const answerOf = (loader: ChunkLoader) => (loader.load('main.cjs') as { answer: () => string }).answer();

  it('are linked to each other and to Node, each loaded once', () => {
    const loader = new ChunkLoader(program(), new Map(), nodeRequire);
    expect(answerOf(loader)).toBe(join('part', 'main.cjs'));
    expect(loader.load('main.cjs')).toBe(loader.load('main.cjs'));
  });

  it('run from compiled code, which is then complete; damaged code is compiled anew', () => {
    const folder = program();
    const first = new ChunkLoader(folder, new Map(), nodeRequire);
    answerOf(first);
    const kept = first.compiled();
    expect(first.isComplete).toBe(false);
    expect([...kept.keys()].sort()).toEqual(['main.cjs', 'part.cjs']);
    const second = new ChunkLoader(folder, kept, nodeRequire);
    expect(answerOf(second)).toBe(join('part', 'main.cjs'));
    expect(second.isComplete).toBe(true);
    const damaged = new ChunkLoader(
      program('anew'),
      new Map([...kept].map(([name]) => [name, Buffer.from('junk')])),
      nodeRequire,
    );
    expect(answerOf(damaged)).toBe(join('part', 'main.cjs'));
    expect(damaged.isComplete).toBe(false);
    expect(readFileSync(join(folder, 'part.cjs'), 'utf8')).toContain('part');
  });
});
