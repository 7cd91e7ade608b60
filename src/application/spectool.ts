import type { UndoChange } from './undoChange.js';
import type { RenumberSpec } from './renumberSpec.js';
import type { CompactLog } from './compactLog.js';
import type { ResolveConflicts } from './resolveConflicts.js';
import type { MergeDocuments } from './mergeDocuments.js';
import type { ConfigFinding } from '../domain/project/configFinding.js';
import type { ProjectConfig } from '../domain/project/projectConfig.js';
import type { ArchiveSpecs } from './archiveSpecs.js';
import type { CountTokens } from './countTokens.js';
import type { InitProject } from './initProject.js';
import type { InstallSkill } from './installSkill.js';
import type { CompleteWords } from './completeWords.js';
import type { CreateSpec } from './createSpec.js';
import type { ListSpecs } from './listSpecs.js';
import type { NextSpecs } from './nextSpecs.js';
import type { ShowBoard } from './showBoard.js';
import type { ShowDependencies } from './showDependencies.js';
import type { ShowHistory } from './showHistory.js';
import type { ShowStatistics } from './showStatistics.js';
import type { UpdateSpec } from './updateSpec.js';
import type { ValidateProject } from './validateProject.js';
import type { SearchSpecs } from './searchSpecs.js';
import type { ViewSpec } from './viewSpec.js';

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
