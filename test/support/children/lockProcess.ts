import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileProjectLock } from '../../../src/adapters/storage/lock/fileProjectLock.js';
import { NodeFileSystem } from '../../../src/adapters/storage/files/nodeFileSystem.js';
import { FileRegistry } from '../../../src/adapters/storage/numbersAndClaims/fileRegistry.js';
import { STAGING_FOLDER } from '../../../src/domain/project/projectFolders.js';
import { SystemProcessTable } from '../../../src/adapters/storage/lock/processTable.js';

/** A process that competes with others for the lock or for numbers: `<root> <job> [rounds]`, with a key of `jobs` as job. */
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
  give: () => {
    // Reserves the lowest number that no other running process has reserved.
    const { answer } = registry.change((draft) => {
      const taken = new Set(draft.numbers().flatMap(({ number, isPending }) => (isPending ? [number] : [])));
      let number = 1;
      while (taken.has(number)) number += 1;
      draft.give({ number, spec: `spec-${process.pid}`, name: 'a' });
      return number;
    });
    appendFileSync(join(root, 'given'), `${answer}\n`);
    // Waits until all processes have a number, because the number of a process becomes free when the process ends.
    while (readFileSync(join(root, 'given'), 'utf8').trim().split('\n').length < Number(rounds)) sleep(20);
  },
  count: () => {
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
