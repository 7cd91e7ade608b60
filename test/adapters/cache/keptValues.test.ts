import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ValuesInSnapshot } from '../../../src/adapters/cache/valuesInSnapshot.js';
import { Snapshot } from '../../../src/adapters/cache/snapshot.js';
import { NodeFileSystem } from '../../../src/adapters/storage/files/nodeFileSystem.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const SPEC = 'specs/001-pay';
let root: string;
const at = (path: string) => join(root, path);
/** A clock one hour ahead, because files that changed a moment ago are not cached. */
const later = () => Date.now() + 3_600_000;

beforeEach(() => {
  root = temporaryFolder();
  mkdirSync(at(`${SPEC}/more`), { recursive: true });
  writeFileSync(at(`${SPEC}/README.md`), 'one');
  writeFileSync(at('shared'), 'template');
});

/** Asks for the text of a spec as one run does. @returns the text, and whether it had to be read. */
function ask({ rules = '', build = 'a', now = later, isSure = true } = {}): readonly [
  text: string,
  isRead: boolean,
] {
  const files = new NodeFileSystem(root);
  const snapshot = new Snapshot(() => ({ files: new NodeFileSystem(at('cache')), folder: '' }), now);
  const values = new ValuesInSnapshot(files, snapshot, build).of<string>('texts', rules, () => {
    files.readText('shared');
  });
  const kept = values.at(SPEC);
  const inner = values.at('docs');
  const text = kept.known ?? [files.readText(`${SPEC}/README.md`), files.stat('docs/linked')?.size].join(' ');
  if (inner.known === undefined) inner.keep('', isSure);
  if (kept.known === undefined) kept.keep(text, true);
  snapshot.save();
  return [text, kept.known === undefined];
}

describe('given a value that was computed from files', () => {
  beforeEach(() => void ask());

  it('is kept while nothing that was looked at has changed', () => {
    expect(ask()).toEqual(['one ', false]);
  });

  it.each<readonly [string, () => void, string]>([
    ['its file has another text', () => writeFileSync(at(`${SPEC}/README.md`), 'two'), 'two '],
    ['its file is replaced with an old time', () => replaceWithOldTime(), 'old '],
    ['its file goes', () => rmSync(at(`${SPEC}/README.md`)), ' '],
    [
      'a file comes that was missing',
      () => {
        mkdirSync(at('docs'));
        writeFileSync(at('docs/linked'), '12345');
      },
      'one 5',
    ],
    ['a file comes into its folder', () => writeFileSync(at(`${SPEC}/other.md`), ''), 'one '],
    [
      'its folder becomes a link',
      () => {
        renameSync(at(SPEC), at('moved'));
        symlinkSync('../moved', at(SPEC));
      },
      'one ',
    ],
    ['a file that all values depend on changes', () => writeFileSync(at('shared'), 'other'), 'one '],
  ])('is computed again when %s', (_, change, text) => {
    change();
    expect(ask()).toEqual([text, true]);
  });

  it.each([{ rules: 'other' }, { build: 'b' }])('is computed again with %j', (asked) => {
    expect(ask(asked)).toEqual(['one ', true]);
  });
});

it('is not kept if a file may change again within the same tick of the clock', () => {
  ask({ now: Date.now });
  expect(ask()).toEqual(['one ', true]);
});

it('is not kept if it was computed from one that is not sure', () => {
  ask({ isSure: false });
  expect(ask()).toEqual(['one ', true]);
});

function replaceWithOldTime(): void {
  writeFileSync(at('incoming'), 'old');
  utimesSync(at('incoming'), 1e9, 1e9);
  renameSync(at('incoming'), at(`${SPEC}/README.md`));
}
