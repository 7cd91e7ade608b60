/**
 * Entry point for tests of embedding programs, `import { createTestSpectool } from 'spectool/testing'`: everything is in
 * memory and deterministic.
 */
import {
  FixedActor,
  FixedClock,
  MemoryProjectLock,
  MemoryRegistry,
  NoEditor,
  NoRepository,
  SequentialIds,
} from '../adapters/memory/testDoubles.js';
import { MemoryFileSystem } from '../adapters/memory/memoryFileSystem.js';
import type { OnEvent, Spectool } from '../application/spectool.js';
import type { FileSystem } from '../ports/fileSystem.js';
import type { SearchIndex } from '../ports/searchIndex.js';
import { FileConfigurationStore } from '../adapters/storage/project/fileConfigurationStore.js';
import { FileSpecStore } from '../adapters/storage/specs/fileSpecStore.js';
import { YamlFrontmatterParser } from '../adapters/storage/specs/yamlFrontmatterParser.js';
import { checkedNames, createSpectool, type OwnPorts } from './createSpectool.js';
import { loadSearchEngine } from './bindings.js';

export { NodeFileSystem } from '../adapters/storage/files/nodeFileSystem.js';
export { FixedActor } from '../adapters/memory/testDoubles.js';
export { FixedClock } from '../adapters/memory/testDoubles.js';
export { MemoryFileSystem } from '../adapters/memory/memoryFileSystem.js';
export { MemoryProjectLock } from '../adapters/memory/testDoubles.js';
export { MemoryRegistry } from '../adapters/memory/testDoubles.js';
export { NoRepository } from '../adapters/memory/testDoubles.js';
export { SequentialIds } from '../adapters/memory/testDoubles.js';

export interface TestSpectool<Files extends FileSystem = MemoryFileSystem> extends Spectool {
  readonly files: Files;
  readonly clock: FixedClock;
}

export interface TestSpectoolOptions<Files extends FileSystem = MemoryFileSystem> {
  /** Initial files, by path. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** Time of the clock as an ISO timestamp; 2026-01-05T10:00:00.000Z by default. */
  readonly now?: string | undefined;
  readonly actor?: string | undefined;
  /** File system of the project; a new `MemoryFileSystem` by default. */
  readonly fileSystem?: Files | undefined;
  /** Platform to simulate; with `win32`, links cannot be created, so files are copied instead. */
  readonly platform?: string | undefined;
  /**
   * True to use the real search index with vectors. By default, the search uses only words and related words.
   */
  readonly meaning?: boolean | undefined;
  /** Ports to use instead of the implementations in memory. */
  readonly ports?: Omit<OwnPorts, 'fileSystem' | 'clock'> | undefined;
  /** Function called for every recorded event, as in `SpectoolOptions`. */
  readonly onEvent?: OnEvent | undefined;
}

/** Names of `TestSpectoolOptions`. */
const OPTIONS = ['files', 'now', 'actor', 'fileSystem', 'platform', 'meaning', 'ports', 'onEvent'] as const;

/**
 * Creates the library's object over an empty project in memory. Call `initProject` first, or put a configuration into
 * `files`.
 */
export function createTestSpectool<Files extends FileSystem = MemoryFileSystem>(
  options: TestSpectoolOptions<Files> = {},
): TestSpectool<Files> {
  checkedNames('an option', OPTIONS, options);
  const files: FileSystem = options.fileSystem ?? new MemoryFileSystem();
  for (const [path, text] of Object.entries(options.files ?? {})) files.write(path, text);
  const clock = new FixedClock(options.now);
  const inMemory: OwnPorts = {
    fileSystem: options.platform === 'win32' ? withoutLinks(files) : files,
    clock,
    ids: new SequentialIds(),
    actors: new FixedActor(options.actor),
    lock: new MemoryProjectLock(),
    registry: new MemoryRegistry(),
    editor: new NoEditor(),
    searchIndex: options.meaning === true ? undefined : memoryIndex(files),
    ...new NoRepository().ports,
  };
  const given = Object.entries(options.ports ?? {}).filter(([, port]) => port !== undefined);
  const spectool = createSpectool({
    ports: { ...inMemory, ...Object.fromEntries(given) },
    onEvent: options.onEvent,
  });
  return Object.defineProperties(spectool, {
    files: { value: files, enumerable: true },
    clock: { value: clock, enumerable: true },
  }) as TestSpectool<Files>;
}

/** Returns a search index in memory. Each search reads the configuration again; the first one loads the search engine. */
function memoryIndex(files: FileSystem): SearchIndex {
  const store = () =>
    new FileSpecStore(files, new YamlFrontmatterParser(), new FileConfigurationStore(files).load().config);
  return {
    search: async (request) => (await loadSearchEngine()).openMemoryIndex(files, store).search(request),
  };
}

/** Simulates Windows, where links need administrator privileges: `link` fails, all other methods work as usual. */
function withoutLinks(files: FileSystem): FileSystem {
  return new Proxy(files, {
    get: (target, name) => {
      if (name === 'link') return () => false;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
