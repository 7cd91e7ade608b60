import { SpecCatalog } from '../application/specCatalog.js';
import { SpecApprovals } from '../application/review/specApprovals.js';
import { TextWriters } from '../application/review/textWriters.js';
import { ApproveSpec } from '../application/review/approveSpec.js';
import { ReviewSpecs } from '../application/review/reviewSpecs.js';
import { RestoreCriterion, RetireCriterion } from '../application/review/retireCriterion.js';
import { SpecLogFinder } from '../application/changes/specLogFinder.js';
import { ResolveDifferences } from '../application/records/resolveDifferences.js';
import { StageRecords } from '../application/records/stageRecords.js';
import { DeletedFolders } from '../application/records/deletedFolders.js';
import { UncommittedRecords } from '../application/records/uncommittedRecords.js';
import { CommittedSpecs } from '../application/records/committedSpecs.js';
import { DocumentLogComparisons } from '../application/changes/documentLogComparisons.js';
import { ConfigurationWatch } from '../application/changes/configurationHandEdits.js';
import { OldNames } from '../application/oldNames.js';
import { ChangeAdditions } from '../application/changes/changeAdditions.js';
import { ChangeSpecs } from '../application/changes/changeSpecs.js';
import { WriteSession } from '../application/changes/writeSession.js';
import { NextSpecNumbers } from '../application/worktrees/nextSpecNumbers.js';
import { SpecsOnBranches } from '../application/worktrees/specsOnBranches.js';
import { BeginAdvice } from '../application/worktrees/beginAdvice.js';
import { ClaimsOnRemote } from '../application/worktrees/claimsOnRemote.js';
import { OpenClaims } from '../application/worktrees/openClaims.js';
import { SourceDocuments } from '../application/imports/sourceDocuments.js';
import { ImportPlans } from '../application/imports/importPlans.js';
import { ImportedSpecs } from '../application/imports/importedSpecs.js';
import { ForeignDocuments } from '../application/imports/foreignDocuments.js';
import { NewSpecText, TemplateVariables } from '../application/changes/newSpecText.js';
import { SkillInstallation } from '../application/setup/skillInstallation.js';
import { RepairFindings } from '../application/validation/repairFindings.js';
import { InspectSpec } from '../application/validation/inspectSpec.js';
import { CheckProof } from '../application/validation/checkProof.js';
import { CheckRecordsCommitted } from '../application/validation/checkRecordsCommitted.js';
import { UnreadPaths } from '../application/validation/unreadPaths.js';
import { ProjectWarnings } from '../application/queries/project/projectWarnings.js';
import { InitProject } from '../application/commands/project/initProject.js';
import { ShowSetup } from '../application/queries/project/showSetup.js';
import { InstallSkill } from '../application/commands/project/installSkill.js';
import { ImportSpecs } from '../application/commands/project/importSpecs.js';
import { CreateSpec } from '../application/commands/createSpec.js';
import { UpdateSpec, UpdateSpecs } from '../application/commands/updateSpec.js';
import { AcceptSpec } from '../application/commands/acceptSpec.js';
import { ClaimSpecs, ClaimNext } from '../application/commands/claimSpecs.js';
import { ReleaseSpec } from '../application/commands/releaseSpec.js';
import { ListCriteria } from '../application/queries/listCriteria.js';
import { CheckCriteria, UncheckCriteria } from '../application/commands/text/checkCriteria.js';
import { AddCriterion } from '../application/commands/text/addCriterion.js';
import { LabelCriteria } from '../application/commands/text/labelCriteria.js';
import { AddNote } from '../application/commands/text/addNote.js';
import { ReadSection } from '../application/queries/readSection.js';
import { ReplaceSection } from '../application/commands/text/replaceSection.js';
import { EditSpec } from '../application/commands/text/editSpec.js';
import { ArchiveSpecs, UnarchiveSpecs } from '../application/commands/archiveSpecs.js';
import { DeleteSpec } from '../application/commands/deleteSpec.js';
import { RenumberSpec } from '../application/commands/renumberSpec.js';
import { UndoChange } from '../application/commands/undoChange.js';
import { CompactLog } from '../application/commands/project/compactLog.js';
import { ResolveConflicts } from '../application/commands/project/resolveConflicts.js';
import { MergeDocuments } from '../application/commands/project/mergeDocuments.js';
import { ListSpecs } from '../application/queries/listSpecs.js';
import { ViewSpec, ViewSpecs } from '../application/queries/viewSpec.js';
import { SearchSpecs } from '../application/queries/search/searchSpecs.js';
import { SimilarSpecs } from '../application/queries/search/similarSpecs.js';
import { MissingFields } from '../application/queries/project/missingFields.js';
import { NextSpecs } from '../application/queries/nextSpecs.js';
import { ReadySpecs } from '../application/projections/readySpecs.js';
import { PrimeProject } from '../application/queries/primeProject.js';
import { ShowBoard } from '../application/queries/showBoard.js';
import { ShowDependencies } from '../application/queries/showDependencies.js';
import { CriteriaOfTests } from '../application/proof/criteriaOfTests.js';
import { CriterionProofs } from '../application/proof/criterionProofs.js';
import { ProveCriteria } from '../application/proof/proveCriteria.js';
import { TestFiles } from '../application/proof/testFiles.js';
import { FindCommitSpec } from '../application/trace/findCommitSpec.js';
import { HeldSpecs } from '../application/worktrees/heldSpecs.js';
import { ExplainLines } from '../application/trace/explainLines.js';
import { ViewSpecAsOf } from '../application/trace/viewSpecAsOf.js';
import { CodeFiles } from '../application/trace/codeFiles.js';
import { FindDrift } from '../application/trace/findDrift.js';
import { FindOverlaps } from '../application/trace/findOverlaps.js';
import { Drift } from '../application/trace/drift.js';
import { Overlaps } from '../application/trace/overlaps.js';
import { TraceSpecs } from '../application/trace/traceSpecs.js';
import { SpecsOfCommits } from '../application/trace/specsOfCommits.js';
import { ShowStatistics } from '../application/queries/showStatistics.js';
import { ShowHistory } from '../application/queries/showHistory.js';
import { ExportProject } from '../application/queries/project/exportProject.js';
import { ReportProject } from '../application/queries/project/reportProject.js';
import { CountTokens } from '../application/queries/project/countTokens.js';
import { ValidateProject } from '../application/queries/project/validateProject.js';
import { ReadSetting, ListSettings } from '../application/queries/project/readSettings.js';
import { SetSetting, UnsetSetting } from '../application/commands/project/changeSettings.js';
import { CompleteWords } from '../application/queries/project/shellCompletionCandidates.js';
import { injected } from './injection.js';

/** Bindings of the services that use cases share. */
export const SERVICE_BINDINGS = {
  specCatalog: injected(
    SpecCatalog,
    'specStore, eventLog, hasher, commits, fileSystem, place, projectWarnings, unreadPlaces, openClaims, clock, specApprovals, config, otherProjects, oldNames',
  ),
  oldNames: injected(OldNames, 'specStore, eventLog, fileSystem'),
  specApprovals: injected(SpecApprovals, 'specStore, hasher, config'),
  textWriters: injected(
    TextWriters,
    'specStore, eventLog, commits, commitLog, clone, hasher, specApprovals, config',
  ),
  specLogFinder: injected(SpecLogFinder, 'specStore, eventLog, hasher, config'),
  committedSpecs: injected(CommittedSpecs, 'commits, hasher'),
  uncommittedRecords: injected(UncommittedRecords, 'commits, commitLog, fileSystem'),
  deletedFolders: injected(DeletedFolders, 'specStore, eventLog, fileSystem, commits, config'),
  documentLogComparisons: injected(
    DocumentLogComparisons,
    'eventLog, hasher, clone, specStore, committedSpecs, config',
  ),
  configurationWatch: injected(ConfigurationWatch, 'eventLog, configurationStore'),
  changeAdditions: injected(ChangeAdditions, 'specStore, oldNames, openClaims, config'),
  changeSpecs: injected(
    ChangeSpecs,
    'fileSystem, specStore, eventLog, hasher, documentLogComparisons, specLogFinder, transaction, configurationWatch, openClaims, clock, config, changeAdditions',
  ),
  writeSession: injected(
    WriteSession,
    'fileSystem, transaction, lock, eventLog, specStore, openClaims, clock, ids, actors, config',
  ),
  nextSpecNumbers: injected(NextSpecNumbers, 'specStore, eventLog, otherBranches, registry, config'),
  specsOnBranches: injected(SpecsOnBranches, 'otherBranches, eventLog'),
  claimsOnRemote: injected(
    ClaimsOnRemote,
    'remoteEntries, eventLog, otherBranches, specsOnBranches, registry, actors, ids',
  ),
  openClaims: injected(
    OpenClaims,
    'registry, otherBranches, eventLog, place, specsOnBranches, actors, claimsOnRemote',
  ),
  heldSpecs: injected(HeldSpecs, 'openClaims, actors, clock'),
  beginAdvice: injected(BeginAdvice, 'eventLog, otherBranches, actors'),
  specsOfCommits: injected(SpecsOfCommits, 'specCatalog, specStore, eventLog, commitLog, place, config'),
  codeFiles: injected(CodeFiles, 'fileSystem, commits, hasher, config'),
  overlaps: injected(
    Overlaps,
    'specCatalog, registry, openClaims, specsOnBranches, otherBranches, specsOfCommits, clock, place, codeFiles, drift',
  ),
  drift: injected(Drift, 'specCatalog, specStore, eventLog, commits, commitLog, codeFiles, place'),
  criterionProofs: injected(
    CriterionProofs,
    'specCatalog, specStore, eventLog, fileSystem, hasher, codeFiles, config',
  ),
  criteriaOfTests: injected(CriteriaOfTests, 'specStore, eventLog, commitLog, oldNames, config'),
  testFiles: injected(TestFiles, 'fileSystem, commits, place'),
  sourceDocuments: injected(
    SourceDocuments,
    'importSources, sourceTrees, sourceHistory, fileSystem, foreignDocuments, specStore, config',
  ),
  importPlans: injected(ImportPlans, 'specStore, eventLog, hasher, clock, config'),
  importedSpecs: injected(ImportedSpecs, 'specStore, eventLog, hasher, importPlans, fileSystem, config'),
  foreignDocuments: injected(ForeignDocuments, 'importSources, sourceTrees, fileSystem, eventLog'),
  newSpecText: injected(NewSpecText, 'templateLibrary, specStore, config'),
  readySpecs: injected(ReadySpecs, 'specStore, newSpecText, specApprovals'),
  templateVariables: injected(TemplateVariables, 'config, fileSystem, actors, eventLog'),
  skillInstallation: injected(SkillInstallation, 'fileSystem, eventLog, hasher, shippedFiles'),
  repairFindings: injected(
    RepairFindings,
    'writeSession, specStore, eventLog, hasher, specLogFinder, changeSpecs, renumberSpec, fileSystem, unreadPlaces, configurationStore, transaction, config',
  ),
  inspectSpec: injected(
    InspectSpec,
    'specStore, fileSystem, eventLog, hasher, countTokens, config, unreadPlaces, committedSpecs, newSpecText, criterionProofs',
  ),
  checkRecordsCommitted: injected(CheckRecordsCommitted, 'specStore, uncommittedRecords, clone, config'),
  checkProof: injected(CheckProof, 'criterionProofs, specStore'),
  projectWarnings: injected(
    ProjectWarnings,
    'transaction, specStore, eventLog, unreadPlaces, openClaims, config',
  ),
  unreadPlaces: injected(UnreadPaths, 'specStore, eventLog, clone, config'),
};

/** Bindings of the use cases. */
export const USE_CASE_BINDINGS = {
  initProject: injected(
    InitProject,
    'fileSystem, lock, configurationStore, eventLog, clock, ids, actors, shippedFiles, clone, skillInstallation, agentInstructions, jsonText, transaction, foreignDocuments',
  ),
  showSetup: injected(ShowSetup, 'fileSystem, configurationStore, eventLog, clone'),
  installSkill: injected(
    InstallSkill,
    'writeSession, skillInstallation, fileSystem, eventLog, config, agentInstructions, transaction',
  ),
  importSpecs: injected(
    ImportSpecs,
    'writeSession, eventLog, transaction, configurationStore, nextSpecNumbers, sourceDocuments, importPlans, importedSpecs, fileSystem, clone, config',
  ),
  createSpec: injected(
    CreateSpec,
    'writeSession, specCatalog, specStore, eventLog, transaction, configurationWatch, nextSpecNumbers, newSpecText, templateVariables, beginAdvice, clock, ids, hasher, config, similarSpecs',
  ),
  updateSpec: injected(
    UpdateSpec,
    'writeSession, specCatalog, specStore, changeSpecs, overlaps, criterionProofs, clock, specApprovals, newSpecText, config',
  ),
  updateSpecs: injected(
    UpdateSpecs,
    'writeSession, specCatalog, specStore, changeSpecs, overlaps, criterionProofs, clock, specApprovals, newSpecText, config',
  ),
  claimSpecs: injected(
    ClaimSpecs,
    'writeSession, specCatalog, specStore, changeSpecs, openClaims, claimsOnRemote, overlaps, hasher, clock, specApprovals, readySpecs, newSpecText, config',
  ),
  claimNext: injected(
    ClaimNext,
    'writeSession, specCatalog, specStore, changeSpecs, openClaims, claimsOnRemote, overlaps, hasher, clock, specApprovals, readySpecs, newSpecText, config',
  ),
  releaseSpec: injected(ReleaseSpec, 'writeSession, specCatalog, changeSpecs, openClaims, clock, hasher'),
  listCriteria: injected(ListCriteria, 'specCatalog, specStore, eventLog, criterionProofs, projectWarnings'),
  checkCriteria: injected(
    CheckCriteria,
    'commitLog, writeSession, specCatalog, changeSpecs, openClaims, clock, hasher',
  ),
  uncheckCriteria: injected(
    UncheckCriteria,
    'writeSession, specCatalog, changeSpecs, openClaims, clock, hasher',
  ),
  retireCriterion: injected(
    RetireCriterion,
    'writeSession, specCatalog, specStore, changeSpecs, openClaims, clock, hasher, config',
  ),
  restoreCriterion: injected(
    RestoreCriterion,
    'writeSession, specCatalog, changeSpecs, openClaims, clock, hasher',
  ),
  approveSpec: injected(
    ApproveSpec,
    'writeSession, specCatalog, changeSpecs, openClaims, clock, hasher, specApprovals, textWriters',
  ),
  reviewSpecs: injected(
    ReviewSpecs,
    'specCatalog, specStore, eventLog, commits, commitLog, specsOfCommits, viewSpecAsOf, specApprovals, actors, config, criterionProofs',
  ),
  addCriterion: injected(AddCriterion, 'writeSession, specCatalog, changeSpecs, openClaims, clock, hasher'),
  labelCriteria: injected(LabelCriteria, 'writeSession, specCatalog, changeSpecs, openClaims, clock, hasher'),
  proveCriteria: injected(
    ProveCriteria,
    'writeSession, specCatalog, changeSpecs, testReports, criteriaOfTests, testFiles, criterionProofs, heldSpecs',
  ),
  addNote: injected(AddNote, 'writeSession, specCatalog, changeSpecs, openClaims, clock, hasher'),
  acceptSpec: injected(
    AcceptSpec,
    'writeSession, specCatalog, changeSpecs, openClaims, clock, hasher, codeFiles',
  ),
  readSection: injected(ReadSection, 'specCatalog, specStore, hasher, projectWarnings'),
  replaceSection: injected(
    ReplaceSection,
    'writeSession, specCatalog, changeSpecs, openClaims, clock, hasher',
  ),
  editSpec: injected(
    EditSpec,
    'specCatalog, specStore, specLogFinder, editor, writeSession, changeSpecs, mergeDocuments',
  ),
  archiveSpecs: injected(ArchiveSpecs, 'writeSession, specCatalog, changeSpecs'),
  unarchiveSpecs: injected(UnarchiveSpecs, 'writeSession, specCatalog, changeSpecs'),
  deleteSpec: injected(DeleteSpec, 'writeSession, specCatalog, specStore, changeSpecs, commits, clone'),
  renumberSpec: injected(
    RenumberSpec,
    'writeSession, specCatalog, specStore, changeSpecs, nextSpecNumbers, specLogFinder, commits, config',
  ),
  undoChange: injected(
    UndoChange,
    'writeSession, eventLog, specStore, specCatalog, changeSpecs, specLogFinder, deletedFolders, documentLogComparisons',
  ),
  compactLog: injected(CompactLog, 'writeSession, eventLog, specCatalog, specStore, specLogFinder, merges'),
  resolveConflicts: injected(
    ResolveConflicts,
    'writeSession, fileSystem, specStore, eventLog, merges, mergeDocuments, changeSpecs, nextSpecNumbers, resolveDifferences, commitLog, config',
  ),
  resolveDifferences: injected(ResolveDifferences, 'writeSession, changeSpecs, specCatalog'),
  stageRecords: injected(StageRecords, 'commits, merges, specStore, fileSystem, eventLog, hasher, config'),
  mergeDocuments: injected(MergeDocuments, 'specStore, frontmatterParser, merges, eventLog, hasher'),
  listSpecs: injected(
    ListSpecs,
    'specCatalog, specStore, criterionProofs, projectWarnings, foreignDocuments, actors, config',
  ),
  viewSpec: injected(
    ViewSpec,
    'specCatalog, specStore, eventLog, specsOfCommits, criterionProofs, hasher, searchIndex, projectWarnings',
  ),
  viewSpecs: injected(
    ViewSpecs,
    'specCatalog, specStore, eventLog, specsOfCommits, criterionProofs, hasher, searchIndex, projectWarnings',
  ),
  searchSpecs: injected(
    SearchSpecs,
    'searchIndex, specStore, specCatalog, projectWarnings, foreignDocuments, wordSplitter, config',
  ),
  similarSpecs: injected(SimilarSpecs, 'searchIndex, specCatalog'),
  missingFields: injected(MissingFields, 'newSpecText, config'),
  nextSpecs: injected(
    NextSpecs,
    'specCatalog, projectWarnings, beginAdvice, actors, clock, readySpecs, criterionProofs',
  ),
  primeProject: injected(
    PrimeProject,
    'specCatalog, specStore, eventLog, heldSpecs, overlaps, drift, criterionProofs, projectWarnings, beginAdvice, uncommittedRecords, merges, actors, visits, clock, place, readySpecs, newSpecText, claimsOnRemote, clone, config',
  ),
  showBoard: injected(
    ShowBoard,
    'specStore, specCatalog, eventLog, clock, countTokens, config, projectWarnings, claimsOnRemote, criterionProofs',
  ),
  showDependencies: injected(ShowDependencies, 'specCatalog, projectWarnings'),
  traceSpecs: injected(TraceSpecs, 'specCatalog, commitLog, specsOfCommits'),
  findOverlaps: injected(FindOverlaps, 'specCatalog, overlaps'),
  findDrift: injected(FindDrift, 'specCatalog, drift'),
  findCommitSpec: injected(
    FindCommitSpec,
    'specCatalog, heldSpecs, merges, commits, commitLog, specStore, config',
  ),
  explainLines: injected(
    ExplainLines,
    'specCatalog, specStore, eventLog, commitLog, specsOfCommits, codeFiles, place, config, criterionProofs',
  ),
  viewSpecAsOf: injected(
    ViewSpecAsOf,
    'specCatalog, specStore, eventLog, commitLog, specsOfCommits, hasher, clock, place, config',
  ),
  showStatistics: injected(ShowStatistics, 'specCatalog, projectWarnings, eventLog, criterionProofs, clock'),
  showHistory: injected(
    ShowHistory,
    'eventLog, specCatalog, specStore, specLogFinder, clock, projectWarnings',
  ),
  exportProject: injected(
    ExportProject,
    'specCatalog, specStore, eventLog, specsOfCommits, criterionProofs, config, place, projectWarnings',
  ),
  reportProject: injected(
    ReportProject,
    'specCatalog, specStore, eventLog, commits, specsOfCommits, storeOf, validateProject, config, place, projectWarnings',
  ),
  countTokens: injected(CountTokens, 'specCatalog, projectWarnings, specStore, tokenCounter'),
  validateProject: injected(
    ValidateProject,
    'fileSystem, specCatalog, specStore, eventLog, inspectSpec, repairFindings, specLogFinder, clock, configuration, projectWarnings, unreadPlaces, commits, agentInstructions, foreignDocuments, checkRecordsCommitted, checkProof, oldNames',
  ),
  readSetting: injected(ReadSetting, 'configurationStore, configuration'),
  listSettings: injected(ListSettings, 'configurationStore'),
  setSetting: injected(
    SetSetting,
    'writeSession, configurationStore, fileSystem, eventLog, transaction, agentInstructions, config',
  ),
  unsetSetting: injected(
    UnsetSetting,
    'writeSession, configurationStore, fileSystem, eventLog, transaction, agentInstructions, config',
  ),
  completeWords: injected(CompleteWords, 'completionSources'),
};
