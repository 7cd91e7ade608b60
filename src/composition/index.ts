/** Public API of the package: `import { createSpectool } from 'spectool'`. */
export { createSpectool, type SpectoolOptions } from './createSpectool.js';
export type { OwnPorts, Ports } from './createSpectool.js';
export { ERROR_CODES, type ErrorCode, SpectoolError } from '../domain/errors/spectoolError.js';
export type {
  OnEvent,
  Spectool,
  UseCaseName,
  UseCaseRequest,
  UseCaseResult,
  UseCases,
} from '../application/spectool.js';
export { describeUseCases, type UseCaseDescription } from '../application/spectool.js';
export type { FieldRequest, FieldValues, MemberRequests } from '../domain/fields/standardFields.js';
export type { FieldFilters } from '../domain/fields/fieldFilter.js';
export type { SpecView } from '../domain/spec/specView.js';
export type { HistoryEvent, KnownEvent } from '../domain/log/historyEvents.js';
export type { ConfigFinding } from '../domain/project/configRulesAndDefaults.js';
export type { Configuration } from '../domain/project/configuration.js';
export type { JsonObject, JsonValue } from '../domain/value/jsonValue.js';
export type { Finding } from '../domain/findings/finding.js';
export type { Warning } from '../application/useCase.js';

// Ports that an embedding program can implement, and the types they use.
export type { ActorSource } from '../ports/system.js';
export type { CalendarDate } from '../domain/value/dates.js';
export type { Clock } from '../ports/system.js';
export type { EventLog, LogDamage, LogStream, StagedRecord } from '../ports/eventLog.js';
export type {
  LogRecord,
  NewRecord,
  RecordedEvent,
  RecordId,
  StreamId,
} from '../domain/log/records/record.js';
export type {
  DirectoryEntry,
  FileKind,
  FileStat,
  FileSystem,
  OpenFile,
  StagedFile,
  WriteOptions,
} from '../ports/fileSystem.js';
export type { IdGenerator } from '../ports/system.js';
export type {
  Registry,
  RegistryReach,
  RemoteChange,
  RemoteEntries,
  RemoteEntry,
  RemoteOutcome,
  RemoteReading,
  Unreachable,
} from '../ports/lockAndClaimRegistry.js';
export type { LockWait, LockWaiting, ProjectLock } from '../ports/lockAndClaimRegistry.js';
export type { Clone } from '../ports/repository.js';
export type { CommitLog, Commits, LoggedCommits } from '../ports/repository.js';
export type { ConflictSides, Merges, TextMerge } from '../ports/repository.js';
export type { LoggedCommit } from '../domain/trace/commitsOfSpecs.js';
export type { FoldersElsewhere, OtherBranches } from '../ports/repository.js';
export type { IndexAnswer, IndexHit, IndexRequest, NewText, SearchIndex } from '../ports/searchIndex.js';
export type { MatchedTerm as HitTerm } from '../domain/search/findDocuments.js';
export type { Shares } from '../domain/search/ranking.js';
export type { SearchQuery } from '../domain/search/searchQuery.js';
export type { Correction } from '../domain/search/findDocuments.js';
export type { TokenCounter } from '../ports/caches.js';
