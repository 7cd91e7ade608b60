import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileNumberRegistry } from '../../../src/adapters/storage/files/fileNumberRegistry.js';
import { FileProjectLock } from '../../../src/adapters/storage/files/fileProjectLock.js';
import { NodeFileSystem } from '../../../src/adapters/storage/files/nodeFileSystem.js';
import { SystemProcessTable } from '../../../src/adapters/storage/files/processTable.js';

/** One of many processes that want the same thing: `<root> <job> [rounds]`. */
const [root = '', job = '', rounds = '1'] = process.argv.slice(2);
const files = new NodeFileSystem(root);
const processes = new SystemProcessTable();
const lock = new FileProjectLock(files, processes);
const registry = new FileNumberRegistry(files, processes);

const jobs: Record<string, () => void> = {
  reserve: () => {
    const { sequence } = registry.reserve(1, () => false);
    appendFileSync(join(root, 'given'), `${sequence}\n`);
  },
  create: () => {
    const taken = (candidate: number) => existsSync(join(root, 'specs', String(candidate)));
    const reservation = registry.reserve(1, taken);
    // Not exclusive on purpose: only the registry keeps two processes apart.
    files.makeDirectory(`specs/${reservation.sequence}`);
    appendFileSync(join(root, 'given'), `${reservation.sequence}\n`);
    reservation.release();
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
    registry.reserve(1, () => false);
    lock.hold(() => {
      process.stdout.write('held\n');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
    });
  },
};
jobs[job]?.();
