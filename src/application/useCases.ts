import { StageRecords } from './changes/uncommittedRecords.js';
import { ArchiveSpecs, DeleteSpec, UnarchiveSpecs } from './commands/archiveAndDelete.js';
import { ClaimNext, ClaimSpecs, ReleaseSpec } from './commands/claimAndRelease.js';
import { CreateSpec } from './commands/createSpec.js';
import {
  AddCriterion,
  CheckCriteria,
  LabelCriteria,
  RestoreCriterion,
  RetireCriterion,
  UncheckCriteria,
} from './commands/criteria.js';
import { CompactLog } from './commands/project/compactLog.js';
import { ImportSpecs } from './commands/project/importSpecs.js';
import { InitProject } from './commands/project/initProject.js';
import { MergeDocuments } from './commands/project/mergeDocuments.js';
import { ResolveConflicts } from './commands/project/resolveConflicts.js';
import { ListSettings, ReadSetting, SetSetting, UnsetSetting } from './commands/project/settings.js';
import { RenumberSpec } from './commands/renumberSpec.js';
import { AddNote, EditSpec, ReplaceSection } from './commands/specText.js';
import { UndoChange } from './commands/undoChange.js';
import { UpdateSpec, UpdateSpecs } from './commands/updateSpec.js';
import { ListCriteria } from './proof/criterionProofs.js';
import { ProveCriteria } from './proof/proveCriteria.js';
import { ListSpecs, NextSpecs } from './queries/listAndNext.js';
import { PrimeProject } from './queries/primeProject.js';
import { CountTokens } from './queries/project/countTokens.js';
import { ExportProject } from './queries/project/exportProject.js';
import { ReportProject } from './queries/project/reportProject.js';
import { CompleteWords, MissingFields } from './queries/project/shellCompletionCandidates.js';
import { ShowSetup } from './queries/project/showSetup.js';
import { ValidateProject } from './queries/project/validateProject.js';
import { SearchSpecs, SimilarSpecs } from './queries/searchSpecs.js';
import { ShowBoard } from './queries/showBoard.js';
import { ShowDependencies } from './queries/showDependencies.js';
import { ShowHistory } from './queries/showHistory.js';
import { ShowStatistics } from './queries/showStatistics.js';
import { ReadSection, ViewSpec, ViewSpecs } from './queries/viewSpec.js';
import type { RequestField } from './requestSchema.js';
import { AcceptSpec, ApproveSpec } from './review/approvals.js';
import { ReviewSpecs } from './review/reviewSpecs.js';
import { InstallSkill } from './setup/agentsFile.js';
import { FindDrift } from './trace/drift.js';
import { ExplainLines } from './trace/explainLines.js';
import { FindOverlaps } from './trace/overlaps.js';
import { FindCommitSpec } from './trace/specsOfCommits.js';
import { TraceSpecs } from './trace/traceSpecs.js';
import { ViewSpecAsOf } from './trace/viewSpecAsOf.js';
import type { UseCase, UseCaseClass } from './useCase.js';

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

export interface UseCaseDescription {
  /** Name of the use case, which is also the name of its property in the `Spectool` object. */
  readonly name: UseCaseName;
  readonly fields: readonly {
    readonly name: string;
    /** Expected type in words: `a list of texts`. */
    readonly expected: string;
    readonly required: boolean;
  }[];
}

/** Describes all use cases and the fields of their requests, for programs that offer them, such as a form or a server. */
export function describeUseCases(): readonly UseCaseDescription[] {
  return (Object.keys(useCases) as UseCaseName[]).map((name) => {
    const schema = useCases[name].request as unknown as Readonly<Record<string, RequestField<unknown>>>;
    const fields = Object.entries(schema);
    return {
      name,
      fields: fields.map(([field, { expected, required = false }]) => ({ name: field, expected, required })),
    };
  });
}
