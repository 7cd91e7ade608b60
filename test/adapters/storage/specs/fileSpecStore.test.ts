import { mkdirSync } from 'node:fs';
import { DEFAULT_CONFIG } from '../../../../src/domain/project/configuration.js';
import { join } from 'node:path';
import { NodeFileSystem } from '../../../../src/adapters/storage/files/nodeFileSystem.js';
import { MemoryFileSystem, MemoryVolume } from '../../../../src/adapters/memory/memoryFileSystem.js';
import { FileSpecStore } from '../../../../src/adapters/storage/specs/fileSpecStore.js';
import { YamlFrontmatterParser } from '../../../../src/adapters/storage/specs/yamlFrontmatterParser.js';
import type { FileSystem } from '../../../../src/ports/fileSystem.js';
import { specStoreContract, type SpecStoreStand } from '../../../contracts/specStoreContract.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';

function stand(files: FileSystem, outside: FileSystem): SpecStoreStand {
  const parser = new YamlFrontmatterParser();
  return {
    files,
    outside,
    open: (structure) => new FileSpecStore(files, parser, { ...DEFAULT_CONFIG, structure }),
  };
}

specStoreContract('FileSpecStore on a disk', () => {
  const base = temporaryFolder();
  mkdirSync(join(base, 'project'));
  return stand(new NodeFileSystem(join(base, 'project')), new NodeFileSystem(base));
});

specStoreContract('FileSpecStore in memory', () => {
  const volume = new MemoryVolume();
  return stand(new MemoryFileSystem('/base/project', volume), new MemoryFileSystem('/base', volume));
});
