import type { WordSplitter } from '../domain/search/text/wordSplitter.js';
import type { ProjectConfig } from '../domain/project/projectConfig.js';
import type { AgentInstructions } from '../ports/agentInstructions.js';
import type { Progress } from '../ports/import/progress.js';
import type { ActorSource } from '../ports/actorSource.js';
import type { Clock } from '../ports/clock.js';
import type { ConfigurationStore, LoadedConfiguration } from '../ports/configurationStore.js';
import type { Editor } from '../ports/editor.js';
import type { Embedder } from '../ports/embedder.js';
import type { EventLog } from '../ports/eventLog.js';
import type { FileSystem } from '../ports/fileSystem.js';
import type { FrontmatterParser } from '../ports/frontmatterParser.js';
import type { Hasher } from '../ports/hasher.js';
import type { IdGenerator } from '../ports/idGenerator.js';
import type { ImportSource, SourceHistory, SourceTrees } from '../ports/import/importSource.js';
import type { InspectionLedger } from '../ports/inspectionLedger.js';
import type { JsonText } from '../ports/jsonText.js';
import type { ProjectLock } from '../ports/projectLock.js';
import type { Registry } from '../ports/registry.js';
import type { Repository } from '../ports/repository.js';
import type { SearchIndex } from '../ports/searchIndex.js';
import type { ShippedFiles } from '../ports/shippedFiles.js';
import type { SpecStore } from '../ports/specStore.js';
import type { TemplateLibrary } from '../ports/templateLibrary.js';
import type { TokenCounter } from '../ports/tokenCounter.js';
import type { TokenLedger } from '../ports/tokenLedger.js';
import type { Visits } from '../ports/visits.js';
import type { Transaction } from '../ports/transaction.js';
import type { ConfigurationWatch } from './changes/configurationWatch.js';
import type { ChangeSpecs } from './changes/changeSpecs.js';
import type { ForeignDocuments } from './imports/foreignDocuments.js';
import type { FollowedSpecs } from './imports/followedSpecs.js';
import type { ImportedSpecs } from './imports/importedSpecs.js';
import type { ImportPlans } from './imports/importPlans.js';
import type { NewSpecs } from './imports/newSpecs.js';
import type { SourceDocuments } from './imports/sourceDocuments.js';
import type { StandingSpecs } from './imports/standingSpecs.js';
import type { NewSpecText } from './changes/newSpecText.js';
import type { NextNumbers } from './worktrees/nextNumbers.js';
import type { OpenClaims } from './worktrees/openClaims.js';
import type { SpecHistories } from './changes/specHistory.js';
import type { SpecIdentities } from './changes/specIdentities.js';
import type { TemplateVariables } from './changes/templateVariables.js';
import type { WriteSession } from './changes/writeSession.js';
import type { MergeDocuments } from './commands/mergeDocuments.js';
import type { RenumberSpec } from './commands/renumberSpec.js';
import type { CompletionSources } from './queries/completeWords.js';
import type { ProjectWarnings } from './queries/projectWarnings.js';
import type { SimilarSpecs } from './queries/similarSpecs.js';
import type { CountTokens } from './queries/countTokens.js';
import type { ValidateProject } from './queries/validateProject.js';
import type { SkillInstallation } from './setup/skillInstallation.js';
import type { ProjectPlace, SpecCatalog } from './specCatalog.js';
import type { InspectSpec } from './validation/inspectSpec.js';
import type { StrayEdits } from './validation/strayEdits.js';
import type { RepairFindings } from './validation/repairFindings.js';

/** What a class of the application may ask for, by the name it asks with; composition/bindings.ts says how each is made. */
export interface Services {
  readonly fileSystem: FileSystem;
  /** The same, with the place where caches are kept. */
  readonly cacheFiles: FileSystem;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly hasher: Hasher;
  readonly actors: ActorSource;
  readonly repository: Repository;
  readonly lock: ProjectLock;
  readonly registry: Registry;
  readonly editor: Editor;
  readonly eventLog: EventLog;
  readonly frontmatterParser: FrontmatterParser;
  readonly specStore: SpecStore;
  /** Specs among other files than the project's, such as those of a commit. */
  readonly storeOf: (files: ReadonlyMap<string, string>) => Promise<SpecStore>;
  readonly transaction: Transaction;
  readonly configurationStore: ConfigurationStore;
  readonly templateLibrary: TemplateLibrary;
  readonly shippedFiles: ShippedFiles;
  readonly agentInstructions: AgentInstructions;
  /** Settings of other programs. */
  readonly jsonText: JsonText;
  readonly searchIndex: SearchIndex;
  /** None unless an embedding program brings its own: the tool's is made when a search needs it. */
  readonly embedder: Embedder | undefined;
  /** Loaded only when something is searched. */
  readonly wordSplitter: () => Promise<WordSplitter>;
  readonly tokenCounter: TokenCounter;
  readonly tokenLedger: TokenLedger;
  readonly visits: Visits;
  readonly inspectionLedger: InspectionLedger;
  readonly progress: Progress;
  readonly importSources: readonly ImportSource[];
  readonly sourceTrees: SourceTrees;
  readonly sourceHistory: SourceHistory;

  readonly configuration: LoadedConfiguration;
  readonly config: ProjectConfig;
  readonly place: ProjectPlace;

  readonly specCatalog: SpecCatalog;
  readonly specIdentities: SpecIdentities;
  readonly specHistories: SpecHistories;
  readonly configurationWatch: ConfigurationWatch;
  readonly changeSpecs: ChangeSpecs;
  readonly writeSession: WriteSession;
  readonly nextNumbers: NextNumbers;
  readonly openClaims: OpenClaims;
  readonly sourceDocuments: SourceDocuments;
  readonly importPlans: ImportPlans;
  readonly importedSpecs: ImportedSpecs;
  readonly newSpecs: NewSpecs;
  readonly followedSpecs: FollowedSpecs;
  readonly standingSpecs: StandingSpecs;
  readonly foreignDocuments: ForeignDocuments;
  readonly newSpecText: NewSpecText;
  readonly templateVariables: TemplateVariables;
  readonly skillInstallation: SkillInstallation;
  readonly repairFindings: RepairFindings;
  readonly inspectSpec: InspectSpec;
  readonly strayEdits: StrayEdits;
  readonly projectWarnings: ProjectWarnings;
  readonly completionSources: CompletionSources;

  readonly countTokens: CountTokens;
  readonly similarSpecs: SimilarSpecs;
  readonly mergeDocuments: MergeDocuments;
  readonly renumberSpec: RenumberSpec;
  readonly validateProject: ValidateProject;
}

export type ServiceName = keyof Services;

/** What a class gets that lists its needs: those services, no others. */
export type Needs<Class extends { readonly needs: readonly ServiceName[] }> = Pick<
  Services,
  Class['needs'][number]
>;
