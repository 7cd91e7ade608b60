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

/**
 * Every use case of the tool as a property; each is made when it is first asked for. The command line, test harnesses
 * and embedding programs all use this one.
 */
export interface Spectool {
  /** Absolute path of the project root. */
  readonly root: string;
  /** @throws SpectoolError `NOT_A_PROJECT`, `CONFIG_INVALID`. */
  readonly config: ProjectConfig;
  /** Unknown keys and the like; the configuration is usable. */
  readonly configWarnings: readonly ConfigFinding[];

  readonly initProject: InitProject;
  readonly installSkill: InstallSkill;
  readonly createSpec: CreateSpec;
  readonly updateSpec: UpdateSpec;
  readonly listSpecs: ListSpecs;
  readonly viewSpec: ViewSpec;
  readonly showHistory: ShowHistory;
  readonly archiveSpecs: ArchiveSpecs;
  readonly unarchiveSpecs: ArchiveSpecs;
  readonly undoChange: UndoChange;
  readonly renumberSpec: RenumberSpec;
  readonly compactLog: CompactLog;
  readonly resolveConflicts: ResolveConflicts;
  readonly mergeDocuments: MergeDocuments;
  readonly validateProject: ValidateProject;
  readonly searchSpecs: SearchSpecs;
  readonly completeWords: CompleteWords;
  readonly showBoard: ShowBoard;
  readonly showDependencies: ShowDependencies;
  readonly nextSpecs: NextSpecs;
  readonly countTokens: CountTokens;
  readonly showStatistics: ShowStatistics;
}
