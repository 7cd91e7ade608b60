import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FileWatch } from '../../src/composition/bin/watchModeTerminal.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

let root: string;
let watch: FileWatch;
let told = 0;

const quiet = () => new Promise((resolve) => setTimeout(resolve, 250));
/** Makes a change and waits for the notifications. @returns how many arrived. */
async function tellsOf(change: () => void): Promise<number> {
  await quiet();
  const before = told;
  change();
  for (let i = 0; i < 30 && told === before; i++) await quiet();
  await quiet();
  return told - before;
}

beforeEach(() => {
  root = temporaryFolder();
  mkdirSync(join(root, 'specs/001-a'), { recursive: true });
  mkdirSync(join(root, 'specs/cache'));
  writeFileSync(join(root, 'specs/001-a/README.md'), 'one');
  watch = new FileWatch(
    [{ path: join(root, 'specs'), below: (name) => name !== 'cache' }],
    () => (told += 1),
  );
});
afterEach(() => watch.end());

describe('FileWatch', () => {
  it('notifies once about several changes at the same time, also when a file is replaced', async () => {
    for (const text of ['two', 'three'])
      expect(
        await tellsOf(() => {
          for (let i = 0; i < 5; i++) writeFileSync(join(root, 'specs/001-a/new.tmp'), text);
          renameSync(join(root, 'specs/001-a/new.tmp'), join(root, 'specs/001-a/README.md'));
        }),
      ).toBe(1);
  });

  it('notifies about changes in a new folder and about a removed folder', async () => {
    const folder = join(root, 'specs/group/002-b');
    expect(await tellsOf(() => mkdirSync(folder, { recursive: true }))).toBe(1);
    expect(await tellsOf(() => writeFileSync(join(folder, 'README.md'), 'x'))).toBe(1);
    expect(await tellsOf(() => rmSync(join(root, 'specs/group'), { recursive: true }))).toBeGreaterThan(0);
  });

  it('notifies about changes of its folder after the folder is removed and created again', async () => {
    const [specs, aside] = [join(root, 'specs'), join(root, 'aside')];
    expect(await tellsOf(() => renameSync(specs, aside))).toBeGreaterThan(0);
    expect(await tellsOf(() => renameSync(aside, specs))).toBeGreaterThan(0);
    expect(await tellsOf(() => writeFileSync(join(specs, '001-a/README.md'), 'two'))).toBe(1);
    const again = () => {
      rmSync(specs, { recursive: true });
      mkdirSync(join(specs, '001-a'), { recursive: true });
    };
    expect(await tellsOf(again)).toBeGreaterThan(0);
    expect(await tellsOf(() => writeFileSync(join(specs, '001-a/README.md'), 'x'))).toBe(1);
  });

  it('notifies again after its folder was a link to itself for a while', async () => {
    const change = () => {
      rmSync(join(root, 'specs'), { recursive: true });
      symlinkSync('specs', join(root, 'specs'));
    };
    expect(await tellsOf(change)).toBeGreaterThan(0);
    rmSync(join(root, 'specs'));
    expect(await tellsOf(() => mkdirSync(join(root, 'specs')))).toBeGreaterThan(0);
  });

  it('does not notify about excluded or missing folders, or after it was ended', async () => {
    new FileWatch([{ path: join(root, 'missing'), below: () => true }], () => undefined).end();
    await quiet();
    const before = told;
    writeFileSync(join(root, 'specs/cache/x'), 'x');
    await quiet();
    await quiet();
    watch.end();
    writeFileSync(join(root, 'specs/001-a/README.md'), 'x');
    await quiet();
    await quiet();
    expect(told).toBe(before);
  });
});
