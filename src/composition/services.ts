import type { CachePlace, Snapshot } from '../adapters/cache/snapshot.js';
import type { WordSplitter } from '../domain/search/wordSplitter.js';
import type { Configuration } from '../domain/project/configuration.js';
import type {
  AgentInstructions,
  JsonText,
  ShippedFiles,
  TemplateLibrary,
} from '../ports/shippedAndGeneratedTexts.js';
import type { ImportSource, SourceHistory, SourceTrees } from '../ports/importSource.js';
import type { ActorSource, Clock, Editor, Hasher, IdGenerator } from '../ports/system.js';
import type { ConfigurationStore, LoadedConfiguration } from '../ports/configurationStore.js';
import type { SearchIndex } from '../ports/searchIndex.js';
import type { EventLog } from '../ports/eventLog.js';
import type { FileSystem } from '../ports/fileSystem.js';
import type { FrontmatterParser, SpecStore } from '../ports/specStore.js';
import type { TokenCounter, LastVisits } from '../ports/caches.js';
import type { ProjectLock, Registry, RemoteEntries } from '../ports/lockAndClaimRegistry.js';
import type { Clone, SpecsOfOtherProjects } from '../ports/repository/cloneInfo.js';
import type { CommitLog, Commits } from '../ports/repository/commits.js';
import type { Merges } from '../ports/repository/merges.js';
import type { CodeFiles } from '../application/trace/codeFiles.js';
import type { Drift } from '../application/trace/drift.js';
import type { Overlaps } from '../application/trace/overlaps.js';
import type { CriteriaOfTests } from '../application/proof/criteriaOfTests.js';
import type { CriterionProofs } from '../application/proof/criterionProofs.js';
import type { TestFiles } from '../application/proof/testFiles.js';
import type { TestReports } from '../ports/importSource.js';
import type { SpecsOfCommits } from '../application/trace/specsOfCommits.js';
import type { OtherBranches } from '../ports/repository/otherBranches.js';
import type { CommandNote } from '../adapters/storage/transaction/commandNote.js';
import type { Transaction } from '../ports/transaction.js';
import type { ConfigurationWatch } from '../application/changes/configurationHandEdits.js';
import type { OldNames } from '../application/oldNames.js';
import type { ChangeAdditions } from '../application/changes/changeAdditions.js';
import type { ChangeSpecs } from '../application/changes/changeSpecs.js';
import type { ForeignDocuments } from '../application/imports/foreignDocuments.js';
import type { ImportedSpecs } from '../application/imports/importedSpecs.js';
import type { ImportPlans } from '../application/imports/importPlans.js';
import type { SourceDocuments } from '../application/imports/sourceDocuments.js';
import type { NewSpecText, TemplateVariables } from '../application/changes/newSpecText.js';
import type { NextSpecNumbers } from '../application/worktrees/nextSpecNumbers.js';
import type { SpecsOnBranches } from '../application/worktrees/specsOnBranches.js';
import type { BeginAdvice } from '../application/worktrees/beginAdvice.js';
import type { ClaimsOnRemote } from '../application/worktrees/claimsOnRemote.js';
import type { OpenClaims } from '../application/worktrees/openClaims.js';
import type { ReadySpecs } from '../application/projections/readySpecs.js';
import type { HeldSpecs } from '../application/worktrees/heldSpecs.js';
import type { ResolveDifferences } from '../application/records/resolveDifferences.js';
import type { DeletedFolders } from '../application/records/deletedFolders.js';
import type { UncommittedRecords } from '../application/records/uncommittedRecords.js';
import type { CommittedSpecs } from '../application/records/committedSpecs.js';
import type { DocumentLogComparisons } from '../application/changes/documentLogComparisons.js';
import type { SpecApprovals } from '../application/review/specApprovals.js';
import type { TextWriters } from '../application/review/textWriters.js';
import type { SpecLogFinder } from '../application/changes/specLogFinder.js';
import type { WriteSession } from '../application/changes/writeSession.js';
import type { MergeDocuments } from '../application/commands/project/mergeDocuments.js';
import type { RenumberSpec } from '../application/commands/renumberSpec.js';
import type { CompletionSources } from '../application/queries/project/shellCompletionCandidates.js';
import type { UnreadPaths } from '../application/validation/unreadPaths.js';
import type { ProjectWarnings } from '../application/queries/project/projectWarnings.js';
import type { SimilarSpecs } from '../application/queries/search/similarSpecs.js';
import type { CountTokens } from '../application/queries/project/countTokens.js';
import type { ViewSpecAsOf } from '../application/trace/viewSpecAsOf.js';
import type { ValidateProject } from '../application/queries/project/validateProject.js';
import type { SkillInstallation } from '../application/setup/skillInstallation.js';
import type { ProjectLocation } from '../application/projectLocation.js';
import type { SpecCatalog } from '../application/specCatalog.js';
import type { InspectSpec } from '../application/validation/inspectSpec.js';
import type { CheckProof } from '../application/validation/checkProof.js';
import type { CheckRecordsCommitted } from '../application/validation/checkRecordsCommitted.js';
import type { RepairFindings } from '../application/validation/repairFindings.js';

/** The services that classes of the application can use, by name; bindings.ts defines how each is created. */
export interface Services {
  readonly fileSystem: FileSystem;
  /** Returns the folder of the caches; undefined if nothing is cached. Called only when a cache is read or written. */
  readonly caches: () => CachePlace | undefined;
  /** Cache of documents read in earlier runs. */
  readonly snapshot: Snapshot;
  /**
   * Cache of documents like `snapshot`, for files whose modification times prove that they are unchanged; empty otherwise.
   */
  readonly fileSnapshot: Snapshot;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly hasher: Hasher;
  readonly actors: ActorSource;
  readonly clone: Clone;
  readonly otherProjects: SpecsOfOtherProjects;
  readonly commits: Commits;
  readonly commitLog: CommitLog;
  readonly merges: Merges;
  readonly otherBranches: OtherBranches;
  readonly lock: ProjectLock;
  readonly registry: Registry;
  /** Claims that all clones of the repository share by a git remote. */
  readonly remoteEntries: RemoteEntries;
  readonly editor: Editor;
  readonly eventLog: EventLog;
  readonly frontmatterParser: FrontmatterParser;
  readonly specStore: SpecStore;
  /** Returns a store of specs over the given files instead of the project's files, such as the files of a commit. */
  readonly storeOf: (files: ReadonlyMap<string, string>) => Promise<SpecStore>;
  readonly commandNote: CommandNote;
  readonly transaction: Transaction;
  readonly configurationStore: ConfigurationStore;
  readonly templateLibrary: TemplateLibrary;
  readonly shippedFiles: ShippedFiles;
  readonly agentInstructions: AgentInstructions;
  /** Editor for JSON settings files of other programs. */
  readonly jsonText: JsonText;
  readonly searchIndex: SearchIndex;
  /** Loads the word splitter; only for a search, because it is large. */
  readonly wordSplitter: () => Promise<WordSplitter>;
  readonly tokenCounter: TokenCounter;
  readonly visits: LastVisits;
  readonly importSources: readonly ImportSource[];
  readonly sourceTrees: SourceTrees;
  readonly sourceHistory: SourceHistory;
  readonly testReports: TestReports;

  readonly configuration: LoadedConfiguration;
  readonly config: Configuration;
  readonly place: ProjectLocation;

  readonly specCatalog: SpecCatalog;
  readonly oldNames: OldNames;
  readonly specApprovals: SpecApprovals;
  readonly textWriters: TextWriters;
  readonly specLogFinder: SpecLogFinder;
  readonly committedSpecs: CommittedSpecs;
  readonly resolveDifferences: ResolveDifferences;
  readonly uncommittedRecords: UncommittedRecords;
  readonly deletedFolders: DeletedFolders;
  readonly documentLogComparisons: DocumentLogComparisons;
  readonly configurationWatch: ConfigurationWatch;
  readonly changeAdditions: ChangeAdditions;
  readonly changeSpecs: ChangeSpecs;
  readonly writeSession: WriteSession;
  readonly nextSpecNumbers: NextSpecNumbers;
  readonly specsOnBranches: SpecsOnBranches;
  readonly claimsOnRemote: ClaimsOnRemote;
  readonly openClaims: OpenClaims;
  readonly heldSpecs: HeldSpecs;
  readonly beginAdvice: BeginAdvice;
  readonly specsOfCommits: SpecsOfCommits;
  readonly codeFiles: CodeFiles;
  readonly drift: Drift;
  readonly overlaps: Overlaps;
  readonly criterionProofs: CriterionProofs;
  readonly criteriaOfTests: CriteriaOfTests;
  readonly testFiles: TestFiles;
  readonly sourceDocuments: SourceDocuments;
  readonly importPlans: ImportPlans;
  readonly importedSpecs: ImportedSpecs;
  readonly foreignDocuments: ForeignDocuments;
  readonly newSpecText: NewSpecText;
  readonly readySpecs: ReadySpecs;
  readonly templateVariables: TemplateVariables;
  readonly skillInstallation: SkillInstallation;
  readonly repairFindings: RepairFindings;
  readonly inspectSpec: InspectSpec;
  readonly checkProof: CheckProof;
  readonly checkRecordsCommitted: CheckRecordsCommitted;
  readonly projectWarnings: ProjectWarnings;
  readonly unreadPlaces: UnreadPaths;
  readonly completionSources: CompletionSources;

  readonly countTokens: CountTokens;
  readonly similarSpecs: SimilarSpecs;
  readonly mergeDocuments: MergeDocuments;
  readonly renumberSpec: RenumberSpec;
  readonly validateProject: ValidateProject;
  readonly viewSpecAsOf: ViewSpecAsOf;
}

export type ServiceName = keyof Services;
