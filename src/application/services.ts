import { SpecCatalog, OldNames } from './specCatalog.js';
import { Policies } from './policies.js';
import { SpecApprovals, TextWriters } from './review/approvals.js';
import { SpecLogFinder } from './changes/specLogs.js';
import { DeletedFolders } from './changes/movedFoldersAndReferences.js';
import { CommittedSpecs, Reconcile } from './changes/reconcile.js';
import { ChangeSpecs } from './changes/changeSpecs.js';
import { WriteSession } from './changes/writeSession.js';
import { NextSpecNumbers } from './commands/renumberSpec.js';
import { SpecsOnBranches, OpenClaims } from './claims/claimsElsewhere.js';
import { ClaimsOnRemote } from './claims/claimsOnRemote.js';
import { SpecsOfCommits } from './trace/specsOfCommits.js';
import { CodeFiles, Drift } from './trace/drift.js';
import { Overlaps } from './trace/overlaps.js';
import { CriterionProofs } from './proof/criterionProofs.js';
import { CriteriaOfTests, TestFiles } from './proof/testFiles.js';
import { ForeignDocuments, SourceDocuments } from './imports/sourceDocuments.js';
import { ImportedSpecs } from './imports/importedSpecs.js';
import { NewSpecText, TemplateVariables } from './changes/newSpecText.js';
import { DocumentsElsewhere } from './adoption/documentsElsewhere.js';
import { ShippedSpecs } from './adoption/adoptFolders.js';
import { SharedWork, ReadySpecs } from './projections/readySpecs.js';
import { SkillInstallation } from './setup/assistantFilesAndSkill.js';
import { RepairFindings } from './validation/repairFindings.js';
import { InspectSpec } from './validation/inspectSpec.js';
import { ProjectWarnings } from './queries/project/projectWarnings.js';
import { UnreadPaths } from './validation/unreadPaths.js';
import { ResolveDifferences } from './commands/project/resolveConflicts.js';
import { ConflictedDocuments } from './commands/project/conflictedDocuments.js';
import type { WordSplitter } from '../domain/search/wordSplitter.js';
import type { Configuration } from '../domain/project/configuration.js';
import type {
  AgentInstructions,
  JsonText,
  ShippedFiles,
  TemplateLibrary,
} from '../ports/shippedAndGeneratedTexts.js';
import type { AdoptedDocuments } from '../ports/adoptedDocuments.js';
import type { ImportSource, SourceHistory, SourceTrees, TestReports } from '../ports/importSource.js';
import type { ActorSource, Clock, Editor, Hasher, IdGenerator } from '../ports/system.js';
import type { ConfigurationStore, LoadedConfiguration } from '../ports/configurationStore.js';
import type { SearchIndex } from '../ports/searchIndex.js';
import type { EventLog } from '../ports/eventLog.js';
import type { FileSystem } from '../ports/fileSystem.js';
import type { FrontmatterParser, SpecStore } from '../ports/specStore.js';
import type { KeptValues, TokenCounter, LastVisits } from '../ports/caches.js';
import type { ProjectLock, Registry, RemoteEntries } from '../ports/lockAndClaimRegistry.js';
import type {
  Clone,
  CommitLog,
  Commits,
  Merges,
  OtherBranches,
  SpecsOfOtherProjects,
} from '../ports/repository.js';
import type { Transaction } from '../ports/transaction.js';

/**
 * Paths that a command works with: project root, working directory relative to the root (`''` for the root), specs folder.
 */
interface ProjectLocation {
  readonly root: string;
  readonly workingDirectory: string;
  readonly specsDir: string;
}

/** Classes of the application that several use cases share, by name of the service. Their constructors take all services. */
export const SERVICES = {
  specCatalog: SpecCatalog,
  oldNames: OldNames,
  policies: Policies,
  specApprovals: SpecApprovals,
  textWriters: TextWriters,
  specLogFinder: SpecLogFinder,
  committedSpecs: CommittedSpecs,
  deletedFolders: DeletedFolders,
  reconcile: Reconcile,
  changeSpecs: ChangeSpecs,
  writeSession: WriteSession,
  nextSpecNumbers: NextSpecNumbers,
  specsOnBranches: SpecsOnBranches,
  claimsOnRemote: ClaimsOnRemote,
  openClaims: OpenClaims,
  sharedWork: SharedWork,
  specsOfCommits: SpecsOfCommits,
  codeFiles: CodeFiles,
  overlaps: Overlaps,
  drift: Drift,
  criterionProofs: CriterionProofs,
  criteriaOfTests: CriteriaOfTests,
  testFiles: TestFiles,
  sourceDocuments: SourceDocuments,
  importedSpecs: ImportedSpecs,
  foreignDocuments: ForeignDocuments,
  newSpecText: NewSpecText,
  readySpecs: ReadySpecs,
  shippedSpecs: ShippedSpecs,
  documentsElsewhere: DocumentsElsewhere,
  templateVariables: TemplateVariables,
  skillInstallation: SkillInstallation,
  repairFindings: RepairFindings,
  inspectSpec: InspectSpec,
  projectWarnings: ProjectWarnings,
  unreadPlaces: UnreadPaths,
  resolveDifferences: ResolveDifferences,
  conflictedDocuments: ConflictedDocuments,
};

type Made = { readonly [Name in keyof typeof SERVICES]: InstanceType<(typeof SERVICES)[Name]> };

/** The services that the application uses, by name. Each is created when it is first used. */
export interface Services extends Made {
  readonly fileSystem: FileSystem;
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
  /** Returns a spec store that reads the given files, such as the files of a commit, instead of the project's files. */
  readonly storeOf: (files: ReadonlyMap<string, string>) => Promise<SpecStore>;
  /** Returns the spec store with these folders adopted instead of those of the settings. */
  readonly storeAdopting: (adopted: Configuration['adopted']) => SpecStore;
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
  readonly keptValues: KeptValues;
  readonly visits: LastVisits;
  readonly adoptedDocuments: AdoptedDocuments;
  /** Reads documents in texts, such as those of a branch, by their paths. */
  readonly adoptedDocumentsIn: (texts: ReadonlyMap<string, string>) => Promise<AdoptedDocuments>;
  readonly importSources: readonly ImportSource[];
  readonly sourceTrees: SourceTrees;
  readonly sourceHistory: SourceHistory;
  readonly testReports: TestReports;

  readonly configuration: LoadedConfiguration;
  readonly config: Configuration;
  readonly place: ProjectLocation;
}
