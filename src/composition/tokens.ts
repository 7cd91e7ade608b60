import type { ServiceIdentifier } from 'inversify';
import type { ChangeSpecs } from '../application/changes/changeSpecs.js';
import type { CountTokens } from '../application/queries/countTokens.js';
import type { MergeDocuments } from '../application/commands/mergeDocuments.js';
import type { RenumberSpec } from '../application/commands/renumberSpec.js';
import type { Journal } from '../application/changes/journal.js';
import type { RepairFindings } from '../application/validation/repairFindings.js';
import type { NewSpecText } from '../application/changes/newSpecText.js';
import type { NextNumbers } from '../application/changes/nextNumbers.js';
import type { ProjectPlace, SpecCatalog } from '../application/specCatalog.js';
import type { SkillInstallation } from '../application/setup/skillInstallation.js';
import type { SpecHistories } from '../application/changes/specHistory.js';
import type { Spectool } from '../application/spectool.js';
import type { TemplateVariables } from '../application/changes/templateVariables.js';
import type { InspectSpec } from '../application/validation/inspectSpec.js';
import type { WriteSession } from '../application/changes/writeSession.js';
import type { ActorSource } from '../ports/actorSource.js';
import type { Clock } from '../ports/clock.js';
import type { ConfigurationStore, LoadedConfiguration } from '../ports/configurationStore.js';
import type { EventLog } from '../ports/eventLog.js';
import type { FileSystem } from '../ports/fileSystem.js';
import type { FrontmatterParser } from '../ports/frontmatterParser.js';
import type { Hasher } from '../ports/hasher.js';
import type { IdGenerator } from '../ports/idGenerator.js';
import type { InspectionLedger } from '../ports/inspectionLedger.js';
import type { NumberRegistry } from '../ports/numberRegistry.js';
import type { ProjectLock } from '../ports/projectLock.js';
import type { Repository } from '../ports/repository.js';
import type { SearchIndex } from '../ports/searchIndex.js';
import type { ShippedFiles } from '../ports/shippedFiles.js';
import type { SpecStore } from '../ports/specStore.js';
import type { TemplateLibrary } from '../ports/templateLibrary.js';
import type { TokenCounter } from '../ports/tokenCounter.js';
import type { TokenLedger } from '../ports/tokenLedger.js';

/** A token knows the type it stands for, so that a swapped, missing or wrong binding does not compile. */
function token<T>(name: string): ServiceIdentifier<T> {
  return Symbol.for(`spectool.${name}`);
}

export const TOKENS = {
  FileSystem: token<FileSystem>('FileSystem'),
  Clock: token<Clock>('Clock'),
  IdGenerator: token<IdGenerator>('IdGenerator'),
  Hasher: token<Hasher>('Hasher'),
  ActorSource: token<ActorSource>('ActorSource'),
  Repository: token<Repository>('Repository'),
  ProjectLock: token<ProjectLock>('ProjectLock'),
  NumberRegistry: token<NumberRegistry>('NumberRegistry'),
  EventLog: token<EventLog>('EventLog'),
  FrontmatterParser: token<FrontmatterParser>('FrontmatterParser'),
  SpecStore: token<SpecStore>('SpecStore'),
  ConfigurationStore: token<ConfigurationStore>('ConfigurationStore'),
  TemplateLibrary: token<TemplateLibrary>('TemplateLibrary'),
  TokenCounter: token<TokenCounter>('TokenCounter'),
  TokenLedger: token<TokenLedger>('TokenLedger'),

  ShippedFiles: token<ShippedFiles>('ShippedFiles'),

  Configuration: token<LoadedConfiguration>('Configuration'),
  ProjectPlace: token<ProjectPlace>('ProjectPlace'),
  SpecCatalog: token<SpecCatalog>('SpecCatalog'),
  SpecHistories: token<SpecHistories>('SpecHistories'),
  Journal: token<Journal>('Journal'),
  ChangeSpecs: token<ChangeSpecs>('ChangeSpecs'),
  WriteSession: token<WriteSession>('WriteSession'),
  NextNumbers: token<NextNumbers>('NextNumbers'),
  NewSpecText: token<NewSpecText>('NewSpecText'),
  TemplateVariables: token<TemplateVariables>('TemplateVariables'),

  SkillInstallation: token<SkillInstallation>('SkillInstallation'),
  InitProject: token<Spectool['initProject']>('InitProject'),
  InstallSkill: token<Spectool['installSkill']>('InstallSkill'),
  CreateSpec: token<Spectool['createSpec']>('CreateSpec'),
  UpdateSpec: token<Spectool['updateSpec']>('UpdateSpec'),
  ListSpecs: token<Spectool['listSpecs']>('ListSpecs'),
  ViewSpec: token<Spectool['viewSpec']>('ViewSpec'),
  ShowHistory: token<Spectool['showHistory']>('ShowHistory'),
  ArchiveSpecs: token<Spectool['archiveSpecs']>('ArchiveSpecs'),
  UnarchiveSpecs: token<Spectool['unarchiveSpecs']>('UnarchiveSpecs'),
  UndoChange: token<Spectool['undoChange']>('UndoChange'),
  RenumberSpec: token<RenumberSpec>('RenumberSpec'),
  CompactLog: token<Spectool['compactLog']>('CompactLog'),
  ResolveConflicts: token<Spectool['resolveConflicts']>('ResolveConflicts'),
  MergeDocuments: token<MergeDocuments>('MergeDocuments'),
  RepairFindings: token<RepairFindings>('RepairFindings'),
  InspectSpec: token<InspectSpec>('InspectSpec'),
  InspectionLedger: token<InspectionLedger>('InspectionLedger'),
  ValidateProject: token<Spectool['validateProject']>('ValidateProject'),
  SearchIndex: token<SearchIndex>('SearchIndex'),
  SearchSpecs: token<Spectool['searchSpecs']>('SearchSpecs'),
  CompleteWords: token<Spectool['completeWords']>('CompleteWords'),
  ShowBoard: token<Spectool['showBoard']>('ShowBoard'),
  ShowDependencies: token<Spectool['showDependencies']>('ShowDependencies'),
  NextSpecs: token<Spectool['nextSpecs']>('NextSpecs'),
  CountTokens: token<CountTokens>('CountTokens'),
  ShowStatistics: token<Spectool['showStatistics']>('ShowStatistics'),
} as const;
