import {
  FixedActor,
  MemoryProjectLock,
  MemoryRegistry,
  NoRepository,
} from '../../src/adapters/memory/testDoubles.js';
import { NodeFileSystem } from '../../src/adapters/storage/files/nodeFileSystem.js';
import type { Spectool } from '../../src/application/spectool.js';
import { createSpectool, type Ports } from '../../src/composition/createSpectool.js';
import type { FileSystem } from '../../src/ports/fileSystem.js';

export const onDisk = (root: string, platform?: NodeJS.Platform) =>
  new NodeFileSystem(root, { staging: '.spectool/tmp', ...(platform && { platform }) });

/** Ports in memory in place of the defaults, which would start git and read the process table for every change. */
export const portsInMemory = (): Partial<Ports> => ({
  actors: new FixedActor(),
  ...new NoRepository().ports,
  lock: new MemoryProjectLock(),
  registry: new MemoryRegistry(),
});

/** Returns the use cases over files that may fail or die, without git and with a lock in memory. */
export function spectoolOver(fileSystem: FileSystem, ports: Partial<Ports> = {}): Spectool {
  return createSpectool({ ports: { fileSystem, ...portsInMemory(), ...ports } });
}
