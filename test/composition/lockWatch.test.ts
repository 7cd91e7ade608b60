import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { LockWatch } from '../../src/composition/bin/terminalWatch.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const quiet = () => new Promise((resolve) => setTimeout(resolve, 250));

it('LockWatch notifies once when a command has taken and released the lock, until it is ended', async () => {
  const root = temporaryFolder();
  const lock = join(root, '.spectool/locks/project');
  mkdirSync(join(root, '.spectool/locks'), { recursive: true });
  let told = 0;
  const watch = new LockWatch(root, () => (told += 1));
  const command = () => {
    writeFileSync(lock, '{}');
    rmSync(lock);
  };
  await quiet();
  command();
  for (let i = 0; i < 30 && told === 0; i++) await quiet();
  expect(told).toBe(1);
  watch.end();
  command();
  await quiet();
  expect(told).toBe(1);
});

it('LockWatch does not fail without a project', () => {
  new LockWatch(temporaryFolder(), () => undefined).end();
});
