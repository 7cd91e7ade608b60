import type { ArchiveSpecsResult } from '../../application/archiveSpecs.js';
import type { ChangeResult } from '../../application/changeResult.js';
import type { CompactLogResult } from '../../application/compactLog.js';
import type { CountTokensResult } from '../../application/countTokens.js';
import type { InitProjectResult } from '../../application/initProject.js';
import type { ListSpecsResult } from '../../application/listSpecs.js';
import type { NextSpecsResult } from '../../application/nextSpecs.js';
import type { ResolveConflictsResult } from '../../application/resolveConflicts.js';
import type { SearchSpecsResult } from '../../application/searchSpecs.js';
import type { ShowBoardResult } from '../../application/showBoard.js';
import type { ShowDependenciesResult } from '../../application/showDependencies.js';
import type { ShowHistoryResult } from '../../application/showHistory.js';
import type { ShowStatisticsResult } from '../../application/showStatistics.js';
import type { SkillInstalled } from '../../application/skillInstallation.js';
import type { UndoChangeResult } from '../../application/undoChange.js';
import type { ValidateProjectResult } from '../../application/validateProject.js';
import type { ViewSpecResult } from '../../application/viewSpec.js';
import type { CompletionScript } from './commands/completionCommand.js';
import type { MergedDocument } from './commands/mergeDriverCommand.js';
import type { CommandHelp, ProgramHelp } from './helpDocument.js';
import type { ErrorDocument } from './render/renderError.js';

/** The document each command prints with `--json`; `schemas/output.schema.json` is made from this. */
export interface CommandOutput {
  readonly init: InitProjectResult;
  readonly 'skill-install': SkillInstalled;
  readonly create: ChangeResult;
  readonly update: ChangeResult;
  readonly archive: ArchiveSpecsResult;
  readonly unarchive: ArchiveSpecsResult;
  readonly renumber: ChangeResult;
  readonly undo: UndoChangeResult;
  readonly list: ListSpecsResult;
  readonly board: ShowBoardResult;
  readonly next: NextSpecsResult;
  readonly search: SearchSpecsResult;
  readonly view: ViewSpecResult;
  readonly deps: ShowDependenciesResult;
  readonly tokens: CountTokensResult;
  readonly stats: ShowStatisticsResult;
  readonly validate: ValidateProjectResult;
  readonly history: ShowHistoryResult;
  readonly resolve: ResolveConflictsResult;
  readonly compact: CompactLogResult;
  readonly completion: CompletionScript;
  readonly 'merge-driver': MergedDocument;
  /** `spectool --version`. */
  readonly version: { readonly version: string };
  /** `spectool --help`. */
  readonly help: ProgramHelp;
  /** `spectool <command> --help`. */
  readonly 'command-help': CommandHelp;
  /** What every command prints on standard error when it fails. */
  readonly error: ErrorDocument;
}
