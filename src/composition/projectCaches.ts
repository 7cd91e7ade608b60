import { FindingsCache } from '../adapters/cache/findingsCache.js';
import { rememberedFolders } from '../adapters/cache/cachedFolderLists.js';
import type { CachePlace } from '../adapters/cache/snapshot.js';
import { cacheLocationOf } from '../adapters/git/locations/cacheLocation.js';
import { NodeFileSystem } from '../adapters/storage/files/nodeFileSystem.js';
import { FileEventLog } from '../adapters/storage/log/fileEventLog.js';
import { FileSpecStore } from '../adapters/storage/specs/fileSpecStore.js';
import { LOG_FOLDER } from '../domain/project/projectFolders.js';
import type { FileSystem } from '../ports/fileSystem.js';
import type { FindingsCachePort } from '../ports/caches.js';
import type { Services } from './services.js';

/**
 * Returns the folder for a project's caches, which git does not track; undefined for no caches. @param keep false for
 * `--no-cache`.
 */
export function cachesOf(files: FileSystem, keep: boolean): CachePlace | undefined {
  if (!(files instanceof NodeFileSystem)) return { files, folder: '.spectool/cache/' };
  const place = keep ? cacheLocationOf(files.root, process.env) : undefined;
  return place === undefined ? undefined : { files: new NodeFileSystem(place), folder: '' };
}

/** Hash of the sources, which the build defines in the program; not defined in the library. */
declare const SPECTOOL_BUILD: string | undefined;

/** Returns the cache of findings. Without a built program, or if the specs or the log are not in files, nothing is cached. */
export function inspectionLedger({
  fileSystem,
  specStore,
  eventLog,
  snapshot,
}: Pick<Services, 'fileSystem' | 'specStore' | 'eventLog' | 'snapshot'>): FindingsCachePort {
  const isOurs =
    fileSystem instanceof NodeFileSystem &&
    specStore instanceof FileSpecStore &&
    eventLog instanceof FileEventLog;
  if (!isOurs || typeof SPECTOOL_BUILD === 'undefined') return FORGETFUL_LEDGER;
  // Include the user's groups, because they can decide which files the process may read.
  const reader = [SPECTOOL_BUILD, process.getgid?.(), ...(process.getgroups?.() ?? [])].join(' ');
  const files = rememberedFolders(fileSystem, snapshot);
  return new FindingsCache(files, snapshot, reader, (stream) => `${LOG_FOLDER}/${stream}`);
}

/** A cache of findings that caches nothing. */
const FORGETFUL_LEDGER: FindingsCachePort = {
  begin: () => ({
    known: () => undefined,
    learn: () => {
      // Nothing to keep.
    },
    end: () => {
      // Nothing to save.
    },
  }),
};
