/** Public API of the package: `import { createSpectool } from 'spectool'`. */
export { createSpectool, type SpectoolOptions } from './createSpectool.js';
export type { Ports } from './ports.js';
export { SpectoolError } from '../domain/errors/spectoolError.js';
export { ERROR_CODES, type ErrorCode } from '../domain/errors/errorCode.js';
export type { Spectool } from '../application/spectool.js';
export type { SpecView } from '../domain/spec/specView.js';
export type { HistoryEvent } from '../application/historyEvent.js';
export type { ProjectConfig } from '../domain/project/projectConfig.js';
export type { JsonObject, JsonValue } from '../domain/value/json.js';
export type { Finding } from '../domain/validation/finding.js';
export type { Inspection } from '../domain/validation/inspection.js';
export type { Warning } from '../application/warning.js';

// Requests and results of the use cases; each use case is a property of `Spectool`.
export type { ArchiveSpecsRequest, ArchiveSpecsResult } from '../application/archiveSpecs.js';
export type { ChangeResult } from '../application/changeResult.js';
export type { CompactLogRequest, CompactLogResult } from '../application/compactLog.js';
export type { CountTokensRequest, CountTokensResult } from '../application/countTokens.js';
export type { CreateSpecRequest } from '../application/createSpec.js';
export type { InitProjectRequest, InitProjectResult } from '../application/initProject.js';
export type { InstallSkillRequest } from '../application/installSkill.js';
export type { SkillInstalled } from '../application/skillInstallation.js';
export type { ListSpecsRequest, ListSpecsResult } from '../application/listSpecs.js';
export type { NextSpecsRequest, NextSpecsResult } from '../application/nextSpecs.js';
export type { RenumberSpecRequest } from '../application/renumberSpec.js';
export type { ResolveConflictsResult } from '../application/resolveConflicts.js';
export type { SearchResult, SearchSpecsRequest, SearchSpecsResult } from '../application/searchSpecs.js';
export type { ShowBoardRequest, ShowBoardResult } from '../application/showBoard.js';
export type { ShowDependenciesRequest, ShowDependenciesResult } from '../application/showDependencies.js';
export type { ShowHistoryRequest, ShowHistoryResult } from '../application/showHistory.js';
export type { ShowStatisticsResult } from '../application/showStatistics.js';
export type { UndoChangeRequest, UndoChangeResult } from '../application/undoChange.js';
export type { UpdateSpecRequest } from '../application/updateSpec.js';
export type { ValidateProjectRequest, ValidateProjectResult } from '../application/validateProject.js';
export type { ViewSpecRequest, ViewSpecResult } from '../application/viewSpec.js';

// Ports an embedding program may bring its own implementations of.
export type { ActorSource } from '../ports/actorSource.js';
export type { Clock } from '../ports/clock.js';
export type { EventLog } from '../ports/eventLog.js';
export type { FileSystem } from '../ports/fileSystem.js';
export type { Hasher } from '../ports/hasher.js';
export type { IdGenerator } from '../ports/idGenerator.js';
export type { InspectionLedger, InspectionPass } from '../ports/inspectionLedger.js';
export type { NumberRegistry } from '../ports/numberRegistry.js';
export type { ProjectLock } from '../ports/projectLock.js';
export type { Repository } from '../ports/repository.js';
export type { IndexAnswer, IndexHit, IndexRequest, SearchIndex } from '../ports/searchIndex.js';
export type { ShippedFiles } from '../ports/shippedFiles.js';
export type { SpecStore } from '../ports/specStore.js';
export type { TemplateLibrary } from '../ports/templateLibrary.js';
export type { TokenCounter } from '../ports/tokenCounter.js';
