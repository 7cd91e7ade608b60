import type { UndoChange } from './commands/undoChange.js';
import type { RenumberSpec } from './commands/renumberSpec.js';
import type { CompactLog } from './commands/compactLog.js';
import type { ResolveConflicts } from './commands/resolveConflicts.js';
import type { MergeDocuments } from './commands/mergeDocuments.js';
import type { ConfigFinding } from '../domain/project/configFinding.js';
import type { ProjectConfig } from '../domain/project/projectConfig.js';
import type { ArchiveSpecs } from './commands/archiveSpecs.js';
import type { CountTokens } from './queries/countTokens.js';
import type { InitProject } from './commands/initProject.js';
import type { InstallSkill } from './commands/installSkill.js';
import type { CompleteWords } from './queries/completeWords.js';
import type { CreateSpec } from './commands/createSpec.js';
import type { ListSpecs } from './queries/listSpecs.js';
import type { NextSpecs } from './queries/nextSpecs.js';
import type { ShowBoard } from './queries/showBoard.js';
import type { ShowDependencies } from './queries/showDependencies.js';
import type { ShowHistory } from './queries/showHistory.js';
import type { ShowStatistics } from './queries/showStatistics.js';
import type { UpdateSpec } from './commands/updateSpec.js';
import type { ValidateProject } from './queries/validateProject.js';
import type { SearchSpecs } from './queries/searchSpecs.js';
import type { ViewSpec } from './queries/viewSpec.js';

/** What a use case shows: one method, which takes one request and refuses with a SpectoolError. */
type UseCase<Class extends { execute(request: never): Promise<unknown> }> = Pick<Class, 'execute'>;

/**
 * Every use case of the tool as a property. The command line, test harnesses and embedding programs all use this one.
 * Each call works by the configuration as it is on disk at that moment; outside a project all but `initProject` reject
 * with `NOT_A_PROJECT`.
 */
export interface Spectool {
  /** Absolute path of the project root. */
  readonly root: string;
  /** @throws SpectoolError `NOT_A_PROJECT`, `CONFIG_INVALID`. */
  readonly config: ProjectConfig;
  /** Unknown keys and the like; the configuration is usable. @throws as `config`. */
  readonly configWarnings: readonly ConfigFinding[];

  readonly initProject: UseCase<InitProject>;
  readonly installSkill: UseCase<InstallSkill>;
  readonly createSpec: UseCase<CreateSpec>;
  readonly updateSpec: UseCase<UpdateSpec>;
  readonly listSpecs: UseCase<ListSpecs>;
  readonly viewSpec: UseCase<ViewSpec>;
  readonly showHistory: UseCase<ShowHistory>;
  readonly archiveSpecs: UseCase<ArchiveSpecs>;
  readonly unarchiveSpecs: UseCase<ArchiveSpecs>;
  readonly undoChange: UseCase<UndoChange>;
  readonly renumberSpec: UseCase<RenumberSpec>;
  readonly compactLog: UseCase<CompactLog>;
  readonly resolveConflicts: UseCase<ResolveConflicts>;
  readonly mergeDocuments: UseCase<MergeDocuments>;
  readonly validateProject: UseCase<ValidateProject>;
  readonly searchSpecs: UseCase<SearchSpecs>;
  readonly completeWords: UseCase<CompleteWords>;
  readonly showBoard: UseCase<ShowBoard>;
  readonly showDependencies: UseCase<ShowDependencies>;
  readonly nextSpecs: UseCase<NextSpecs>;
  readonly countTokens: UseCase<CountTokens>;
  readonly showStatistics: UseCase<ShowStatistics>;
}
