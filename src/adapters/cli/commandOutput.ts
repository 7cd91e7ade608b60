import type { ArchiveSpecsResult } from '../../application/commands/archiveSpecs.js';
import type { ChangeResult, NumberedResult } from '../../application/changes/changeResult.js';
import type { CompactLogResult } from '../../application/commands/compactLog.js';
import type { CreateSpecResult } from '../../application/commands/createSpec.js';
import type { CountTokensResult } from '../../application/queries/countTokens.js';
import type { InitProjectResult } from '../../application/commands/initProject.js';
import type { ListSpecsResult } from '../../application/queries/listSpecs.js';
import type { NextSpecsResult } from '../../application/queries/nextSpecs.js';
import type { ResolveConflictsResult } from '../../application/commands/resolveConflicts.js';
import type { SearchSpecsResult } from '../../application/queries/searchSpecs.js';
import type { ShowBoardResult } from '../../application/queries/showBoard.js';
import type { ShowDependenciesResult } from '../../application/queries/showDependencies.js';
import type { ShowHistoryResult } from '../../application/queries/showHistory.js';
import type { ShowStatisticsResult } from '../../application/queries/showStatistics.js';
import type { SkillInstalled } from '../../application/setup/skillInstallation.js';
import type { UndoChangeResult } from '../../application/commands/undoChange.js';
import type { ValidateProjectResult } from '../../application/queries/validateProject.js';
import type { ViewSpecResult } from '../../application/queries/viewSpec.js';
import type { CompletionScript } from './commands/tools/completion.js';
import type { MergedDocument } from './commands/log/mergeDriver.js';
import type { CommandHelp, ProgramHelp } from './help.js';
import type { ErrorDocument } from './renderError.js';

/** The document each command prints with `--json`; `schemas/output.schema.json` is made from this. */
export interface CommandOutput {
  readonly init: InitProjectResult;
  readonly 'skill-install': SkillInstalled;
  readonly create: CreateSpecResult;
  readonly update: ChangeResult;
  readonly archive: ArchiveSpecsResult;
  readonly unarchive: ArchiveSpecsResult;
  readonly renumber: NumberedResult;
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
