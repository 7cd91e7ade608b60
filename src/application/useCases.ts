import type { UseCase, UseCaseClass } from './useCase.js';
import { AddCriterion } from './commands/text/addCriterion.js';
import { LabelCriteria } from './commands/text/labelCriteria.js';
import { AddNote } from './commands/text/addNote.js';
import { ArchiveSpecs, UnarchiveSpecs } from './commands/archiveSpecs.js';
import { SetSetting, UnsetSetting } from './commands/project/changeSettings.js';
import { CheckCriteria, UncheckCriteria } from './commands/text/checkCriteria.js';
import { AcceptSpec } from './commands/acceptSpec.js';
import { ClaimNext, ClaimSpecs } from './commands/claimSpecs.js';
import { CompactLog } from './commands/project/compactLog.js';
import { CreateSpec } from './commands/createSpec.js';
import { DeleteSpec } from './commands/deleteSpec.js';
import { EditSpec } from './commands/text/editSpec.js';
import { ImportSpecs } from './commands/project/importSpecs.js';
import { InitProject } from './commands/project/initProject.js';
import { InstallSkill } from './commands/project/installSkill.js';
import { MergeDocuments } from './commands/project/mergeDocuments.js';
import { ReleaseSpec } from './commands/releaseSpec.js';
import { RenumberSpec } from './commands/renumberSpec.js';
import { ReplaceSection } from './commands/text/replaceSection.js';
import { ResolveConflicts } from './commands/project/resolveConflicts.js';
import { ApproveSpec } from './review/approveSpec.js';
import { RestoreCriterion, RetireCriterion } from './review/retireCriterion.js';
import { ReviewSpecs } from './review/reviewSpecs.js';
import { UndoChange } from './commands/undoChange.js';
import { UpdateSpec, UpdateSpecs } from './commands/updateSpec.js';
import { StageRecords } from './records/stageRecords.js';
import { CompleteWords } from './queries/project/shellCompletionCandidates.js';
import { ExportProject } from './queries/project/exportProject.js';
import { CountTokens } from './queries/project/countTokens.js';
import { ListCriteria } from './queries/listCriteria.js';
import { ListSpecs } from './queries/listSpecs.js';
import { MissingFields } from './queries/project/missingFields.js';
import { NextSpecs } from './queries/nextSpecs.js';
import { PrimeProject } from './queries/primeProject.js';
import { ListSettings, ReadSetting } from './queries/project/readSettings.js';
import { ReportProject } from './queries/project/reportProject.js';
import { ReadSection } from './queries/readSection.js';
import { SearchSpecs } from './queries/search/searchSpecs.js';
import { SimilarSpecs } from './queries/search/similarSpecs.js';
import { ShowBoard } from './queries/showBoard.js';
import { ShowDependencies } from './queries/showDependencies.js';
import { ShowHistory } from './queries/showHistory.js';
import { ShowSetup } from './queries/project/showSetup.js';
import { ProveCriteria } from './proof/proveCriteria.js';
import { FindCommitSpec } from './trace/findCommitSpec.js';
import { ExplainLines } from './trace/explainLines.js';
import { FindDrift } from './trace/findDrift.js';
import { FindOverlaps } from './trace/findOverlaps.js';
import { TraceSpecs } from './trace/traceSpecs.js';
import { ViewSpecAsOf } from './trace/viewSpecAsOf.js';
import { ShowStatistics } from './queries/showStatistics.js';
import { ValidateProject } from './queries/project/validateProject.js';
import { ViewSpec, ViewSpecs } from './queries/viewSpec.js';

const classes = {
  initProject: InitProject,
  showSetup: ShowSetup,
  installSkill: InstallSkill,
  importSpecs: ImportSpecs,
  createSpec: CreateSpec,
  updateSpec: UpdateSpec,
  updateSpecs: UpdateSpecs,
  claimSpecs: ClaimSpecs,
  claimNext: ClaimNext,
  releaseSpec: ReleaseSpec,
  listCriteria: ListCriteria,
  checkCriteria: CheckCriteria,
  uncheckCriteria: UncheckCriteria,
  addCriterion: AddCriterion,
  retireCriterion: RetireCriterion,
  restoreCriterion: RestoreCriterion,
  approveSpec: ApproveSpec,
  reviewSpecs: ReviewSpecs,
  labelCriteria: LabelCriteria,
  proveCriteria: ProveCriteria,
  addNote: AddNote,
  acceptSpec: AcceptSpec,
  readSection: ReadSection,
  replaceSection: ReplaceSection,
  editSpec: EditSpec,
  archiveSpecs: ArchiveSpecs,
  unarchiveSpecs: UnarchiveSpecs,
  deleteSpec: DeleteSpec,
  renumberSpec: RenumberSpec,
  undoChange: UndoChange,
  compactLog: CompactLog,
  resolveConflicts: ResolveConflicts,
  mergeDocuments: MergeDocuments,
  stageRecords: StageRecords,
  listSpecs: ListSpecs,
  viewSpec: ViewSpec,
  viewSpecs: ViewSpecs,
  viewSpecAsOf: ViewSpecAsOf,
  searchSpecs: SearchSpecs,
  similarSpecs: SimilarSpecs,
  missingFields: MissingFields,
  nextSpecs: NextSpecs,
  primeProject: PrimeProject,
  showBoard: ShowBoard,
  showDependencies: ShowDependencies,
  showStatistics: ShowStatistics,
  traceSpecs: TraceSpecs,
  findOverlaps: FindOverlaps,
  findDrift: FindDrift,
  explainLines: ExplainLines,
  findCommitSpec: FindCommitSpec,
  showHistory: ShowHistory,
  exportProject: ExportProject,
  reportProject: ReportProject,
  countTokens: CountTokens,
  validateProject: ValidateProject,
  readSetting: ReadSetting,
  listSettings: ListSettings,
  setSetting: SetSetting,
  unsetSetting: UnsetSetting,
  completeWords: CompleteWords,
} as const;

/** Makes it a compile error if the schema of a use case class does not match the class's request type. */
type Schemas = {
  readonly [Name in UseCaseName]: InstanceType<(typeof classes)[Name]> extends UseCase<infer Request, unknown>
    ? UseCaseClass<Request>
    : never;
};

/**
 * All use case classes by name, with the schema of their requests. The `Spectool` object, the container bindings and the
 * public API are derived from this list.
 */
export const useCases: typeof classes & Schemas = classes;

export type UseCaseName = keyof typeof classes;

type Execute<Name extends UseCaseName> = InstanceType<(typeof useCases)[Name]>['execute'];

/** Request type of a use case: `UseCaseRequest<'createSpec'>`. */
export type UseCaseRequest<Name extends UseCaseName> = NonNullable<Parameters<Execute<Name>>[0]>;

/** Result type of a use case: `UseCaseResult<'createSpec'>`. */
export type UseCaseResult<Name extends UseCaseName> = Awaited<ReturnType<Execute<Name>>>;

type Requests = { readonly [Name in UseCaseName]: UseCaseRequest<Name> };

declare module '../domain/errors/advice.js' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- each use case under its name
  interface AdvisedRequests extends Requests {}
}
