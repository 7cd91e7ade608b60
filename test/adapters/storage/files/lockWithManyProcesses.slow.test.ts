import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { FileProjectLock, LOCK_PATH } from '../../../../src/adapters/storage/lock/lockAndClaimRegistry.js';
import { NodeFileSystem } from '../../../../src/adapters/storage/files/nodeFileSystem.js';
import { SystemProcessTable } from '../../../../src/adapters/storage/lock/processTable.js';
import { STAGING_FOLDER } from '../../../../src/domain/project/projectFolders.js';
import { bundleChild } from '../../../support/bundleChildProcess.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';

/** These tests start real processes at the same time, and kill some of them. */
describe('many processes at once', () => {
  let contender: string;
  beforeAll(() => {
    contender = bundleChild('lockProcess');
  });

  const env = { ...process.env, SPECTOOL_LOCK_TIMEOUT: '300000' };
  const start = (root: string, job: string, rounds = 1) =>
    spawn(process.execPath, [contender, root, job, String(rounds)], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  async function runAll(count: number, root: string, job: string, rounds = 1): Promise<void> {
    const children = Array.from({ length: count }, () => start(root, job, rounds));
    const ends = await Promise.all(children.map((child) => once(child, 'exit')));
    expect(ends.map(([code]) => code as number)).toEqual(Array.from({ length: count }, () => 0));
  }

  it('lose no increment when they increment one counter under the lock', async () => {
    const root = temporaryFolder();
    await runAll(20, root, 'count', 10);
    expect(readFileSync(join(root, 'counter'), 'utf8')).toBe('200');
  });

  it('let one process after the other hold the lock that a killed process left', async () => {
    const root = temporaryFolder();
    const files = new NodeFileSystem(root, { staging: STAGING_FOLDER });
    const owner = start(root, 'hang');
    await once(owner.stdout, 'data');
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    expect(files.list('.spectool/locks').map((entry) => entry.name)).toEqual(['project']);
    await runAll(20, root, 'count', 2);
    expect(readFileSync(join(root, 'counter'), 'utf8')).toBe('40');
    expect(files.list('.spectool/locks')).toEqual([]);
    const processes = new SystemProcessTable();
    expect(new FileProjectLock(files, processes).hold(() => 'mine')).toBe('mine');
  });

  it('block no other process and leave no files when some are killed while they wait for the lock', async () => {
    const root = temporaryFolder();
    const files = new NodeFileSystem(root, { staging: STAGING_FOLDER });
    const owner = start(root, 'hang');
    await once(owner.stdout, 'data');
    const waiters = Array.from({ length: 10 }, () => start(root, 'count'));
    const ended = Promise.all(waiters.map((child) => once(child, 'exit')));
    await Promise.all(waiters.map((child) => once(child.stdout, 'data')));
    // Each tries to take the lock at once, and again after at most 150 ms.
    await setTimeout(300);
    expect(files.stat(LOCK_PATH)).toBeDefined();
    for (const child of [...waiters.filter((_, i) => i % 2 === 0), owner]) child.kill('SIGKILL');
    const codes = (await ended).map(([code]) => code as number | null);
    expect(codes).toEqual(waiters.map((_, i) => (i % 2 === 0 ? null : 0)));
    expect(readFileSync(join(root, 'counter'), 'utf8')).toBe('5');
    new FileProjectLock(files, new SystemProcessTable()).hold(() => 'the next one tidies up');
    expect(files.list('.spectool/locks')).toEqual([]);
  });
});
