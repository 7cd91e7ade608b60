import { CacheFiles } from '../adapters/cache/cacheFiles.js';
import { InspectionCache } from '../adapters/cache/inspectionCache.js';
import { SummaryCache } from '../adapters/cache/summaryCache.js';
import { VisitCache } from '../adapters/cache/visitCache.js';
import { cachePlaceOf } from '../adapters/git/cachePlace.js';
import { indexStamp } from '../adapters/git/indexStamp.js';
import { FORGETFUL_LEDGER } from '../adapters/memory/forgetfulLedger.js';
import { FORGETFUL_VISITS } from '../adapters/memory/forgetfulVisits.js';
import { NodeFileSystem } from '../adapters/storage/files/nodeFileSystem.js';
import { FileEventLog } from '../adapters/storage/log/fileEventLog.js';
import { LogHeights } from '../adapters/storage/log/logHeights.js';
import { FileSpecStore, type SpecCache } from '../adapters/storage/specs/fileSpecStore.js';
import { FolderCache } from '../adapters/storage/specs/folderCache.js';
import type { Services } from './services.js';
import type { ProjectConfig } from '../domain/project/projectConfig.js';
import { LOG_FOLDER } from '../domain/project/projectFolders.js';
import type { FileSystem } from '../ports/fileSystem.js';
import type { Hasher } from '../ports/hasher.js';
import type { InspectionLedger } from '../ports/inspectionLedger.js';
import type { Visits } from '../ports/visits.js';

/**
 * The project's files with its caches where no clone brings any; on another file system nothing is remembered between runs.
 * @param keep false for `--no-cache`.
 */
export function withCaches(files: FileSystem, keep: boolean): FileSystem {
  if (!(files instanceof NodeFileSystem)) return files;
  const place = keep ? cachePlaceOf(files.root, process.env) : undefined;
  return new CacheFiles(files, place === undefined ? undefined : new NodeFileSystem(place));
}

/** What is remembered between runs: only times of a file system we know prove that nothing changed. */
export function specCache(files: FileSystem, config: ProjectConfig): SpecCache | undefined {
  if (!(files instanceof CacheFiles)) return undefined;
  return {
    folders: new FolderCache(files, config),
    summaries: new SummaryCache(files, config.criteria.sections),
  };
}

export function fileEventLog(files: FileSystem, hasher: Hasher): FileEventLog {
  if (!(files instanceof CacheFiles)) return new FileEventLog(files, hasher);
  const heights = new LogHeights(files, () => indexStamp(files.root) ?? 'no repository');
  return new FileEventLog(files, hasher, heights, true);
}

/** Who was told what: with the files of a project that keeps caches. */
export function visits(files: FileSystem): Visits {
  return files instanceof CacheFiles ? new VisitCache(files) : FORGETFUL_VISITS;
}

/** Names the sources of a built program; the library has none. */
declare const SPECTOOL_BUILD: string | undefined;

/** Remembered findings are those of this build, about specs and logs that are files. */
export function inspectionLedger({
  cacheFiles,
  specStore,
  eventLog,
}: Pick<Services, 'cacheFiles' | 'specStore' | 'eventLog'>): InspectionLedger {
  const isOurs =
    cacheFiles instanceof CacheFiles &&
    specStore instanceof FileSpecStore &&
    eventLog instanceof FileEventLog;
  if (!isOurs || typeof SPECTOOL_BUILD === 'undefined') return FORGETFUL_LEDGER;
  // What may be read may depend on the groups a user is in.
  const reader = [SPECTOOL_BUILD, process.getgid?.(), ...(process.getgroups?.() ?? [])].join(' ');
  return new InspectionCache(cacheFiles, reader, (stream) => `${LOG_FOLDER}/${stream}`);
}
