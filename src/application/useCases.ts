/**
 * All use cases. To add a use case, export it here: the `Spectool` object and the public API are derived from this module.
 */
export { stageRecords } from './trace/uncommittedRecords.js';
export { adoptFolders, settleShipped } from './adoption/adoptFolders.js';
export { archiveSpecs, deleteSpec, unarchiveSpecs } from './commands/archiveAndDelete.js';
export { claimNext, claimSpecs, releaseSpec, releaseSpecs } from './commands/claimAndRelease.js';
export { createSpec } from './commands/createSpec.js';
export {
  addCriterion,
  checkCriteria,
  labelCriteria,
  restoreCriterion,
  retireCriterion,
  uncheckCriteria,
} from './commands/criteria.js';
export { compactLog } from './commands/project/compactLog.js';
export { importSpecs } from './commands/project/importSpecs.js';
export { exportCurrent, exportIndex } from './commands/project/exportPages.js';
export { initProject } from './commands/project/initProject.js';
export { mergeDocuments } from './commands/project/mergeDocuments.js';
export { resolveConflicts } from './commands/project/resolveConflicts.js';
export { listSettings, readSetting, setSetting, unsetSetting } from './commands/project/settings.js';
export { renumberSpec } from './commands/renumberSpec.js';
export { editSpec } from './commands/editSpec.js';
export { addNote, replaceSection } from './commands/notesAndSections.js';
export { undoChange } from './commands/undoChange.js';
export { updateSpec, updateSpecs } from './commands/updateSpec.js';
export { proveCriteria } from './proof/proveCriteria.js';
export { listSpecs, nextSpecs } from './queries/listAndNext.js';
export { previewWrite } from './queries/previewWrite.js';
export { primeProject } from './queries/primeProject.js';
export { countTokens } from './queries/project/countTokens.js';
export { exportProject } from './queries/project/exportProject.js';
export { reportProject } from './queries/project/reportProject.js';
export { completeWords } from './queries/project/shellCompletionCandidates.js';
export { findSetupGaps, showSetup } from './queries/project/showSetup.js';
export { validateProject } from './queries/project/validateProject.js';
export { searchSpecs, similarSpecs } from './queries/searchSpecs.js';
export { showBoard } from './queries/showBoard.js';
export { showDependencies } from './queries/showDependencies.js';
export { showHistory } from './queries/showHistory.js';
export { showStatistics } from './queries/showStatistics.js';
export { viewSpec, viewSpecs } from './queries/viewSpec.js';
export { readSection } from './queries/readSection.js';
export { listCriteria } from './queries/listCriteria.js';
export { acceptSpec, approveSpec, approveSpecs } from './review/approvals.js';
export { reviewSpecs } from './review/reviewSpecs.js';
export { installSkill } from './setup/installSkill.js';
export { findDrift } from './trace/drift.js';
export { explainLines } from './trace/explainLines.js';
export { findOverlaps } from './trace/overlaps.js';
export { findCommitSpec } from './trace/specsOfCommits.js';
export { traceSpecs } from './trace/traceSpecs.js';
export { viewSpecAsOf } from './trace/viewSpecAsOf.js';
