import { appendFileSync, existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { FileProjectLock, FileRegistry } from '../../../src/adapters/storage/lock/lockAndClaimRegistry.js';
import { NodeFileSystem } from '../../../src/adapters/storage/files/nodeFileSystem.js';
import { STAGING_FOLDER } from '../../../src/domain/project/projectFolders.js';
import { SystemProcessTable } from '../../../src/adapters/storage/lock/processTable.js';

/** A process that competes with others for the lock of the project or of the clone: `<root> <job> [rounds]`, with a key of `jobs` as job. */
const [root = '', job = '', rounds = '1'] = process.argv.slice(2);
const files = new NodeFileSystem(root, { staging: STAGING_FOLDER });
const processes = new SystemProcessTable();
const lock = new FileProjectLock(files, processes);
const registry = new FileRegistry(
  new NodeFileSystem(join(root, `worktree-${process.pid}`)),
  () => ({ files, path: 'shared' }),
  processes,
);

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const jobs: Record<string, () => void> = {
  // Takes the next number while no other worktree does.
  give: () => {
    registry.hold(() => {
      const taken = join(root, 'given');
      const next = existsSync(taken) ? readFileSync(taken, 'utf8').trim().split('\n').length + 1 : 1;
      appendFileSync(taken, `${next}\n`);
    });
  },
  count: () => {
    writeSync(1, 'begun\n');
    for (let round = 0; round < Number(rounds); round += 1) {
      lock.hold(() => {
        const counter = join(root, 'counter');
        const before = existsSync(counter) ? Number(readFileSync(counter, 'utf8')) : 0;
        writeFileSync(counter, String(before + 1));
      });
    }
  },
  hang: () => {
    lock.hold(() => {
      process.stdout.write('held\n');
      sleep(60_000);
    });
  },
};
jobs[job]?.();
