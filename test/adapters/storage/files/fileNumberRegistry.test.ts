import { describe, expect, it } from '@jest/globals';
import {
  FileNumberRegistry,
  NUMBERS_FOLDER,
} from '../../../../src/adapters/storage/files/fileNumberRegistry.js';
import { NodeFileSystem } from '../../../../src/adapters/storage/files/nodeFileSystem.js';
import { MemoryFileSystem } from '../../../../src/adapters/memory/memoryFileSystem.js';
import { MemoryNumberRegistry } from '../../../../src/adapters/memory/memoryNumberRegistry.js';
import type { FileSystem } from '../../../../src/ports/fileSystem.js';
import { numberRegistryContract } from '../../../contracts/numberRegistryContract.js';
import { FakeProcesses } from '../../../support/fakeProcesses.js';
import { refusal } from '../../../support/refusal.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';

function rivals(files: FileSystem): readonly [FileNumberRegistry, FileNumberRegistry] {
  const processes = new FakeProcesses();
  return [
    new FileNumberRegistry(files, processes.seenBy(11)),
    new FileNumberRegistry(files, processes.seenBy(22)),
  ];
}

numberRegistryContract('FileNumberRegistry on disk', () => rivals(new NodeFileSystem(temporaryFolder())));
numberRegistryContract('FileNumberRegistry in memory', () => rivals(new MemoryFileSystem()));
numberRegistryContract('MemoryNumberRegistry', () => {
  const reserved = new Set<number>();
  return [new MemoryNumberRegistry(reserved), new MemoryNumberRegistry(reserved)];
});

describe('FileNumberRegistry', () => {
  const never = () => false;

  it('gives the number of a dead process again', () => {
    const files = new MemoryFileSystem();
    const processes = new FakeProcesses();
    new FileNumberRegistry(files, processes.seenBy(11)).reserve(1, never);
    const mine = new FileNumberRegistry(files, processes.seenBy(22));
    expect(mine.reserve(1, never).sequence).toBe(2);
    processes.kill(11);
    expect(mine.reserve(1, never).sequence).toBe(1);
  });

  it('sweeps what a dead process held, and only that', () => {
    const files = new NodeFileSystem(temporaryFolder());
    const processes = new FakeProcesses();
    new FileNumberRegistry(files, processes.seenBy(11)).reserve(1, never);
    const mine = new FileNumberRegistry(files, processes.seenBy(22));
    mine.reserve(2, never);
    processes.kill(11);
    mine.sweep();
    expect(files.list(NUMBERS_FOLDER).map(({ name }) => name)).toEqual(['2']);
  });

  it('keeps off a folder another process has made a moment ago', () => {
    const files = new NodeFileSystem(temporaryFolder());
    files.makeDirectory(`${NUMBERS_FOLDER}/1`);
    const [mine] = rivals(files);
    expect(mine.reserve(1, never).sequence).toBe(2);
  });

  it('leaves no trace of a released number', () => {
    const files = new NodeFileSystem(temporaryFolder());
    const [mine] = rivals(files);
    mine.reserve(1, never).release();
    expect(files.list(NUMBERS_FOLDER)).toEqual([]);
  });

  it('gives up when everything is taken instead of asking for ever', () => {
    const [mine] = rivals(new MemoryFileSystem());
    expect(refusal(() => mine.reserve(1, () => true)).code).toBe('NUMBER_TAKEN');
  });
});
