/** Entry for tests, `import { createTestSpectool } from 'spectool/testing'`: everything in memory, nothing by chance. */
import { FixedActor } from '../adapters/memory/fixedActor.js';
import { FixedClock } from '../adapters/memory/fixedClock.js';
import { MemoryFileSystem } from '../adapters/memory/memoryFileSystem.js';
import { MemoryNumberRegistry } from '../adapters/memory/memoryNumberRegistry.js';
import { MemoryProjectLock } from '../adapters/memory/memoryProjectLock.js';
import { NoRepository } from '../adapters/memory/noRepository.js';
import { SequentialIds } from '../adapters/memory/sequentialIds.js';
import type { Spectool } from '../application/spectool.js';
import { createSpectool } from './createSpectool.js';
import type { Ports } from './ports.js';

export { FixedActor } from '../adapters/memory/fixedActor.js';
export { FixedClock } from '../adapters/memory/fixedClock.js';
export { MemoryFileSystem } from '../adapters/memory/memoryFileSystem.js';
export { MemoryNumberRegistry } from '../adapters/memory/memoryNumberRegistry.js';
export { MemoryProjectLock } from '../adapters/memory/memoryProjectLock.js';
export { NoRepository } from '../adapters/memory/noRepository.js';
export { SequentialIds } from '../adapters/memory/sequentialIds.js';

export interface TestSpectool extends Spectool {
  readonly files: MemoryFileSystem;
  readonly clock: FixedClock;
}

export interface TestSpectoolOptions {
  /** Files that are there from the start, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** ISO instant the clock shows; 2026-01-05T10:00:00.000Z by default. */
  readonly now?: string;
  readonly actor?: string;
  /** Ports of your own in place of the ones in memory. */
  readonly ports?: Partial<Omit<Ports, 'fileSystem' | 'clock'>>;
}

/** The tool over an empty project in memory. Call `initProject` first, or give it a configuration among `files`. */
export function createTestSpectool(options: TestSpectoolOptions = {}): TestSpectool {
  const files = new MemoryFileSystem();
  for (const [path, text] of Object.entries(options.files ?? {})) files.write(path, text);
  const clock = new FixedClock(options.now);
  const spectool = createSpectool({
    ports: {
      fileSystem: files,
      clock,
      ids: new SequentialIds(),
      actors: new FixedActor(options.actor),
      lock: new MemoryProjectLock(),
      numbers: new MemoryNumberRegistry(),
      repository: new NoRepository(),
      ...options.ports,
    },
  });
  return Object.defineProperties(spectool, {
    files: { value: files, enumerable: true },
    clock: { value: clock, enumerable: true },
  }) as TestSpectool;
}
