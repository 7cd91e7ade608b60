import type { CachePlace } from '../adapters/cache/snapshot.js';
import { cacheLocationOf } from '../adapters/git/locations/cacheLocation.js';
import { NodeFileSystem } from '../adapters/storage/files/nodeFileSystem.js';
import type { FileSystem } from '../ports/fileSystem.js';

/**
 * Returns the folder for a project's caches, which git does not track; undefined for no caches. @param keep false for
 * `--no-cache`.
 */
export function cachesOf(files: FileSystem, keep: boolean): CachePlace | undefined {
  if (!(files instanceof NodeFileSystem)) return { files, folder: '.spectool/cache/' };
  const place = keep ? cacheLocationOf(files.root, process.env) : undefined;
  return place === undefined ? undefined : { files: new NodeFileSystem(place), folder: '' };
}
