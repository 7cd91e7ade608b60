import { ContainerModule } from 'inversify';
import { LogHeights } from '../adapters/storage/log/logHeights.js';
import { indexStamp } from '../adapters/git/indexStamp.js';
import { FileEventLog } from '../adapters/storage/log/fileEventLog.js';
import { FileNumberRegistry } from '../adapters/storage/files/fileNumberRegistry.js';
import { FileProjectLock } from '../adapters/storage/files/fileProjectLock.js';
import { NodeFileSystem } from '../adapters/storage/files/nodeFileSystem.js';
import { SystemProcessTable } from '../adapters/storage/files/processTable.js';
import { FileConfigurationStore } from '../adapters/storage/project/fileConfigurationStore.js';
import { FileTemplateLibrary } from '../adapters/storage/project/fileTemplateLibrary.js';
import { FORGETFUL_LEDGER } from '../adapters/memory/forgetfulLedger.js';
import { FolderCache } from '../adapters/storage/specs/folderCache.js';
import { InspectionCache } from '../adapters/cache/inspectionCache.js';
import { SummaryCache } from '../adapters/cache/summaryCache.js';
import { FileSpecStore, type SpecCache } from '../adapters/storage/specs/fileSpecStore.js';
import { YamlFrontmatterParser } from '../adapters/storage/specs/yamlFrontmatterParser.js';
import type { ProjectConfig } from '../domain/project/projectConfig.js';
import { LOG_FOLDER, STAGING_FOLDER } from '../domain/project/projectFolders.js';
import type { EventLog } from '../ports/eventLog.js';
import type { FileSystem } from '../ports/fileSystem.js';
import type { InspectionLedger } from '../ports/inspectionLedger.js';
import type { SpecStore } from '../ports/specStore.js';
import { TOKENS } from './tokens.js';

/** Only times of a file system we know prove that nothing changed. */
function specCache(files: FileSystem, config: ProjectConfig): SpecCache | undefined {
  if (!(files instanceof NodeFileSystem)) return undefined;
  return { folders: new FolderCache(files, config), summaries: new SummaryCache(files) };
}

function logHeights(files: FileSystem): LogHeights {
  return files instanceof NodeFileSystem
    ? new LogHeights(files, () => indexStamp(files.root))
    : new LogHeights(files);
}

/** Names the sources of a built program; the library has none. */
declare const SPECTOOL_BUILD: string | undefined;

/** Remembered findings are those of this build, about specs and logs that are files. */
function inspectionLedger(files: FileSystem, store: SpecStore, log: EventLog): InspectionLedger {
  const isOurs =
    files instanceof NodeFileSystem && store instanceof FileSpecStore && log instanceof FileEventLog;
  if (!isOurs || typeof SPECTOOL_BUILD === 'undefined') return FORGETFUL_LEDGER;
  return new InspectionCache(files, SPECTOOL_BUILD, (stream) => `${LOG_FOLDER}/${stream}`);
}

/** Everything kept in files: the same adapters work on a disk and in memory, by the file system they are given. */
export const storageModule = (root: string) =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.FileSystem)
      .toResolvedValue(() => new NodeFileSystem(root, { staging: STAGING_FOLDER }), [])
      .inSingletonScope();
    bind(TOKENS.EventLog)
      .toResolvedValue(
        (files, hasher) => new FileEventLog(files, hasher, logHeights(files)),
        [TOKENS.FileSystem, TOKENS.Hasher],
      )
      .inSingletonScope();
    bind(TOKENS.ProjectLock)
      .toResolvedValue((files) => new FileProjectLock(files, new SystemProcessTable()), [TOKENS.FileSystem])
      .inSingletonScope();
    bind(TOKENS.NumberRegistry).toResolvedValue(
      (files) => new FileNumberRegistry(files, new SystemProcessTable()),
      [TOKENS.FileSystem],
    );
    bind(TOKENS.FrontmatterParser).toResolvedValue(() => new YamlFrontmatterParser(), []);
    bind(TOKENS.SpecStore)
      .toResolvedValue(
        (files, parser, { config }) => new FileSpecStore(files, parser, config, specCache(files, config)),
        [TOKENS.FileSystem, TOKENS.FrontmatterParser, TOKENS.Configuration],
      )
      .inSingletonScope();
    bind(TOKENS.InspectionLedger).toResolvedValue(inspectionLedger, [
      TOKENS.FileSystem,
      TOKENS.SpecStore,
      TOKENS.EventLog,
    ]);
    bind(TOKENS.ConfigurationStore).toResolvedValue(
      (files) => new FileConfigurationStore(files),
      [TOKENS.FileSystem],
    );
    bind(TOKENS.TemplateLibrary).toResolvedValue(
      (files) => new FileTemplateLibrary(files),
      [TOKENS.FileSystem],
    );
  });
