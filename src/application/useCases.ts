import { stageRecords } from './trace/uncommittedRecords.js';
import { archiveSpecs, deleteSpec, unarchiveSpecs } from './commands/archiveAndDelete.js';
import { claimNext, claimSpecs, releaseSpec } from './commands/claimAndRelease.js';
import { createSpec } from './commands/createSpec.js';
import {
  addCriterion,
  checkCriteria,
  labelCriteria,
  restoreCriterion,
  retireCriterion,
  uncheckCriteria,
} from './commands/criteria.js';
import { compactLog } from './commands/project/compactLog.js';
import { importSpecs } from './commands/project/importSpecs.js';
import { initProject } from './commands/project/initProject.js';
import { mergeDocuments } from './commands/project/mergeDocuments.js';
import { resolveConflicts } from './commands/project/resolveConflicts.js';
import { listSettings, readSetting, setSetting, unsetSetting } from './commands/project/settings.js';
import { renumberSpec } from './commands/renumberSpec.js';
import { editSpec } from './commands/editSpec.js';
import { replaceSection } from './commands/replaceSection.js';
import { addNote } from './commands/addNote.js';
import { undoChange } from './commands/undoChange.js';
import { updateSpec, updateSpecs } from './commands/updateSpec.js';
import { proveCriteria } from './proof/proveCriteria.js';
import { listSpecs, nextSpecs } from './queries/listAndNext.js';
import { primeProject } from './queries/primeProject.js';
import { countTokens } from './queries/project/countTokens.js';
import { exportProject } from './queries/project/exportProject.js';
import { reportProject } from './queries/project/reportProject.js';
import { completeWords } from './queries/project/shellCompletionCandidates.js';
import { showSetup } from './queries/project/showSetup.js';
import { validateProject } from './queries/project/validateProject.js';
import { searchSpecs, similarSpecs } from './queries/searchSpecs.js';
import { showBoard } from './queries/showBoard.js';
import { showDependencies } from './queries/showDependencies.js';
import { showHistory } from './queries/showHistory.js';
import { showStatistics } from './queries/showStatistics.js';
import { viewSpec, viewSpecs } from './queries/viewSpec.js';
import { readSection } from './queries/readSection.js';
import { listCriteria } from './queries/listCriteria.js';
import type { RequestField, UseCase } from './useCase.js';
import { acceptSpec, approveSpec } from './review/approvals.js';
import { reviewSpecs } from './review/reviewSpecs.js';
import { installSkill } from './setup/installSkill.js';
import { findDrift } from './trace/drift.js';
import { explainLines } from './trace/explainLines.js';
import { findOverlaps } from './trace/overlaps.js';
import { findCommitSpec } from './trace/specsOfCommits.js';
import { traceSpecs } from './trace/traceSpecs.js';
import { viewSpecAsOf } from './trace/viewSpecAsOf.js';

/**
 * All use cases by name, with the schema of their requests. The `Spectool` object, the container bindings and the public API
 * are derived from this list.
 */
export const useCases = {
  initProject,
  showSetup,
  installSkill,
  importSpecs,
  createSpec,
  updateSpec,
  updateSpecs,
  claimSpecs,
  claimNext,
  releaseSpec,
  listCriteria,
  checkCriteria,
  uncheckCriteria,
  addCriterion,
  retireCriterion,
  restoreCriterion,
  approveSpec,
  reviewSpecs,
  labelCriteria,
  proveCriteria,
  addNote,
  acceptSpec,
  readSection,
  replaceSection,
  editSpec,
  archiveSpecs,
  unarchiveSpecs,
  deleteSpec,
  renumberSpec,
  undoChange,
  compactLog,
  resolveConflicts,
  mergeDocuments,
  stageRecords,
  listSpecs,
  viewSpec,
  viewSpecs,
  viewSpecAsOf,
  searchSpecs,
  similarSpecs,
  nextSpecs,
  primeProject,
  showBoard,
  showDependencies,
  showStatistics,
  traceSpecs,
  findOverlaps,
  findDrift,
  explainLines,
  findCommitSpec,
  showHistory,
  exportProject,
  reportProject,
  countTokens,
  validateProject,
  readSetting,
  listSettings,
  setSetting,
  unsetSetting,
  completeWords,
} as const;

export type UseCaseName = keyof typeof useCases;

/** Request type of a use case: `UseCaseRequest<'createSpec'>`. */
export type UseCaseRequest<Name extends UseCaseName> =
  (typeof useCases)[Name] extends UseCase<infer Request, unknown> ? Request : never;

/** Result type of a use case: `UseCaseResult<'createSpec'>`. */
export type UseCaseResult<Name extends UseCaseName> = Awaited<ReturnType<(typeof useCases)[Name]>>;

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
