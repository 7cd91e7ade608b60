import { MemoryFileSystem, MemoryVolume } from '../../../src/adapters/memory/memoryFileSystem.js';
import { fileSystemContract } from '../../contracts/fileSystemContract.js';

fileSystemContract('MemoryFileSystem', () => {
  const volume = new MemoryVolume();
  const files = new MemoryFileSystem('/base/project', volume);
  return { files, outside: new MemoryFileSystem('/base', volume), rootName: 'project' };
});
