import { clonePlaceOf, projectKey } from '../adapters/git/clonePlace.js';
import { GitSourceHistory } from '../adapters/git/sourceHistory.js';
import { realPath } from '../adapters/files/realPath.js';
import { FileSourceTrees } from '../adapters/import/fileSourceTrees.js';
import { IMPORT_SOURCES } from '../adapters/import/sources.js';
import { GitRepository } from '../adapters/git/gitRepository.js';
import { CommandLineInstructions } from '../adapters/presentation/agentInstructions.js';
import { FileProjectLock } from '../adapters/storage/lock/fileProjectLock.js';
import { NodeFileSystem } from '../adapters/storage/files/nodeFileSystem.js';
import { SystemProcessTable } from '../adapters/storage/lock/processTable.js';
import { FileRegistry, type SharedFolderAnswer } from '../adapters/storage/registry/fileRegistry.js';
import { editableJson } from '../adapters/storage/project/editableJson.js';
import { FileConfigurationStore } from '../adapters/storage/project/fileConfigurationStore.js';
import { FileTemplateLibrary } from '../adapters/storage/project/fileTemplateLibrary.js';
import { parseSpecDocument } from '../adapters/storage/specs/documentReader.js';
import { FileSpecStore } from '../adapters/storage/specs/fileSpecStore.js';
import { YamlFrontmatterParser } from '../adapters/storage/specs/yamlFrontmatterParser.js';
import { FileTransaction } from '../adapters/storage/transaction/fileTransaction.js';
import { NodeHasher } from '../adapters/system/nodeHasher.js';
import { PackageFiles } from '../adapters/system/packageFiles.js';
import { projectCall } from '../adapters/system/programCalls.js';
import { RandomIds } from '../adapters/system/randomIds.js';
import { ShellEditor } from '../adapters/system/shellEditor.js';
import { SystemActor } from '../adapters/system/systemActor.js';
import { SystemClock } from '../adapters/system/systemClock.js';
import { FileTokenLedger } from '../adapters/tokens/fileTokenLedger.js';
import { GptTokenCounter } from '../adapters/tokens/gptTokenCounter.js';
import { ConfigurationWatch } from '../application/changes/configurationWatch.js';
import { ChangeSpecs } from '../application/changes/changeSpecs.js';
import { ForeignDocuments } from '../application/imports/foreignDocuments.js';
import { FollowedSpecs } from '../application/imports/followedSpecs.js';
import { ImportedSpecs } from '../application/imports/importedSpecs.js';
import { ImportPlans } from '../application/imports/importPlans.js';
import { NewSpecs } from '../application/imports/newSpecs.js';
import { SourceDocuments } from '../application/imports/sourceDocuments.js';
import { StandingSpecs } from '../application/imports/standingSpecs.js';
import { NewSpecText } from '../application/changes/newSpecText.js';
import { NextNumbers } from '../application/worktrees/nextNumbers.js';
import { OpenClaims } from '../application/worktrees/openClaims.js';
import { SpecHistories } from '../application/changes/specHistory.js';
import { SpecIdentities } from '../application/changes/specIdentities.js';
import { TemplateVariables } from '../application/changes/templateVariables.js';
import { WriteSession } from '../application/changes/writeSession.js';
import type { ServiceName, Services } from '../application/services.js';
import { withSpecsFolder } from '../application/setup/specsFolder.js';
import { SkillInstallation } from '../application/setup/skillInstallation.js';
import { ProjectWarnings } from '../application/queries/projectWarnings.js';
import { SpecCatalog } from '../application/specCatalog.js';
import { useCases, type UseCaseName } from '../application/useCases.js';
import { InspectSpec } from '../application/validation/inspectSpec.js';
import { StrayEdits } from '../application/validation/strayEdits.js';
import { RepairFindings } from '../application/validation/repairFindings.js';
import { asCalled, PROGRAM } from '../domain/project/programCall.js';
import { STAGING_FOLDER } from '../domain/project/projectFolders.js';
import type { FileSystem } from '../ports/fileSystem.js';
import type { LockWaiting } from '../ports/projectLock.js';
import { packageRoot } from './packageRoot.js';
import { fileEventLog, inspectionLedger, specCache, visits, withCaches } from './remembering.js';
import { deferredSearchIndex, loadSearchEngine } from './searchLoading.js';

/** How a service is made from others. */
export interface Binding<Service> {
  readonly needs: readonly ServiceName[];
  make(services: Services): Service;
}

/** Where the project is, where the user stands in it, and how long he waits for others there. */
export interface Place {
  readonly root: string;
  readonly workingDirectory: string;
  readonly waiting: LockWaiting;
  /** False: nothing is remembered between runs. */
  readonly keepCaches: boolean;
  /** Who makes the changes, where the caller says so. */
  readonly actor: string | undefined;
}

type UseCaseInstances = { readonly [Name in UseCaseName]: InstanceType<(typeof useCases)[Name]> };
/** What the container holds: services and use cases; some of these are both. */
export type Bound = Services & UseCaseInstances;
type Bindings<Bound> = { readonly [Name in keyof Bound]: Binding<Bound[Name]> };

/** What each service is made from: one that is missing here, of another type, or takes what it does not name, does not compile. */
export function bindings(
  { root, workingDirectory, waiting, keepCaches, actor }: Place,
  later: <Name extends ServiceName>(name: Name) => Services[Name],
): Bindings<Bound> {
  return {
    ...useCaseBindings(),

    clock: made([], () => new SystemClock()),
    ids: made([], () => new RandomIds()),
    hasher: made([], () => new NodeHasher()),
    actors: made(
      ['repository'],
      ({ repository }) => new SystemActor(() => repository.userName(), process.env, actor),
    ),
    editor: made(
      ['repository'],
      ({ repository }) => new ShellEditor(() => repository.readConfig('core.editor')),
    ),
    repository: made(['cacheFiles'], ({ cacheFiles }) => new GitRepository(root, process.env, cacheFiles)),

    fileSystem: made([], () => new NodeFileSystem(root, { staging: STAGING_FOLDER })),
    cacheFiles: made(['fileSystem'], ({ fileSystem }) => withCaches(fileSystem, keepCaches)),
    lock: made(
      ['fileSystem'],
      ({ fileSystem }) => new FileProjectLock(fileSystem, new SystemProcessTable(), waiting),
    ),
    registry: made(
      ['fileSystem'],
      ({ fileSystem }) =>
        new FileRegistry(fileSystem, () => sharedFolder(fileSystem), new SystemProcessTable(), waiting),
    ),
    eventLog: made(['cacheFiles', 'hasher'], ({ cacheFiles, hasher }) => fileEventLog(cacheFiles, hasher)),
    frontmatterParser: made([], () => new YamlFrontmatterParser()),
    specStore: made(
      ['fileSystem', 'cacheFiles', 'frontmatterParser', 'config'],
      ({ fileSystem, cacheFiles, frontmatterParser, config }) =>
        new FileSpecStore(fileSystem, frontmatterParser, config, specCache(cacheFiles, config)),
    ),
    storeOf: made(['frontmatterParser', 'config'], ({ frontmatterParser, config }) => async (texts) => {
      // Loaded only where the past is looked at.
      const { MemoryFileSystem } = await import('../adapters/memory/memoryFileSystem.js');
      const files = new MemoryFileSystem();
      for (const [path, text] of texts) files.write(path, text);
      return new FileSpecStore(files, frontmatterParser, config);
    }),
    transaction: made(
      ['fileSystem', 'eventLog', 'hasher', 'repository'],
      ({ fileSystem, eventLog, hasher, repository }) =>
        new FileTransaction(fileSystem, eventLog, hasher, repository),
    ),
    configurationStore: made(['fileSystem'], ({ fileSystem }) => new FileConfigurationStore(fileSystem)),
    templateLibrary: made(['fileSystem'], ({ fileSystem }) => new FileTemplateLibrary(fileSystem)),
    jsonText: made([], () => editableJson),
    shippedFiles: made(
      ['fileSystem'],
      ({ fileSystem }) => new PackageFiles(packageRoot(), (text) => asCalled(text, programIn(fileSystem))),
    ),
    agentInstructions: made(
      ['fileSystem'],
      ({ fileSystem }) =>
        new CommandLineInstructions(
          async () => {
            const { commandTable } = await import('../adapters/cli/commandTable.js');
            return new Map(commandTable.map(({ name, purpose }) => [name, purpose]));
          },
          () => programIn(fileSystem),
        ),
    ),
    embedder: made([], () => undefined),
    searchIndex: made(['cacheFiles', 'specStore', 'hasher', 'embedder', 'config'], deferredSearchIndex),
    wordSplitter: made([], () => async () => (await loadSearchEngine()).splitter),
    tokenCounter: made([], () => new GptTokenCounter()),
    tokenLedger: made(
      ['cacheFiles', 'hasher'],
      ({ cacheFiles, hasher }) => new FileTokenLedger(cacheFiles, hasher),
    ),
    visits: made(['cacheFiles'], ({ cacheFiles }) => visits(cacheFiles)),
    inspectionLedger: made(['cacheFiles', 'specStore', 'eventLog'], inspectionLedger),

    configuration: made(['fileSystem', 'configurationStore'], ({ fileSystem, configurationStore }) =>
      withSpecsFolder(fileSystem, configurationStore.load()),
    ),
    config: made(['configuration'], ({ configuration }) => configuration.config),
    place: made(['config'], ({ config }) => ({ root, workingDirectory, specsDir: config.specsDir })),

    specCatalog: instance(SpecCatalog),
    specIdentities: instance(SpecIdentities),
    specHistories: instance(SpecHistories),
    configurationWatch: instance(ConfigurationWatch),
    changeSpecs: instance(ChangeSpecs),
    writeSession: instance(WriteSession),
    nextNumbers: instance(NextNumbers),
    openClaims: instance(OpenClaims),
    // Nobody listens, unless somebody says so.
    progress: made([], () => ({ tell: () => undefined })),
    importSources: made([], () => IMPORT_SOURCES),
    sourceTrees: made(['fileSystem'], ({ fileSystem }) => {
      // What another tool calls 1.10 is a version, and no 1.1.
      const parser = new YamlFrontmatterParser('asWritten');
      return new FileSourceTrees(
        fileSystem,
        workingDirectory,
        // A project in memory has no other folders.
        fileSystem instanceof NodeFileSystem
          ? { files: (folder) => new NodeFileSystem(folder), realPath }
          : undefined,
        (text) => parseSpecDocument(text, parser),
      );
    }),
    sourceHistory: made(['fileSystem'], ({ fileSystem }) =>
      fileSystem instanceof NodeFileSystem ? new GitSourceHistory() : { read: () => undefined },
    ),
    sourceDocuments: instance(SourceDocuments),
    importPlans: instance(ImportPlans),
    importedSpecs: instance(ImportedSpecs),
    newSpecs: instance(NewSpecs),
    followedSpecs: instance(FollowedSpecs),
    standingSpecs: instance(StandingSpecs),
    foreignDocuments: instance(ForeignDocuments),
    newSpecText: instance(NewSpecText),
    templateVariables: instance(TemplateVariables),
    skillInstallation: instance(SkillInstallation),
    repairFindings: instance(RepairFindings),
    inspectSpec: instance(InspectSpec),
    strayEdits: instance(StrayEdits),
    projectWarnings: instance(ProjectWarnings),
    // Words are completed outside a project too, as far as that goes.
    completionSources: made([], () => ({
      catalog: () => later('specCatalog'),
      templates: () => later('newSpecText').names(),
      document: (spec: string) => later('specStore').open(later('specCatalog').find(spec)),
      criteriaSections: () => later('config').criteria.sections,
      settings: () => [
        ...new Set([
          ...later('configurationStore').keys(),
          ...later('configurationStore')
            .settings()
            .map(({ key }) => key),
        ]),
      ],
    })),
  };
}

function made<const Names extends readonly ServiceName[], Service>(
  needs: Names,
  make: (services: Pick<Services, Names[number]>) => Service,
): Binding<Service> {
  return { needs, make };
}

interface ServiceClass {
  readonly needs: readonly ServiceName[];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what it takes is held against `needs` below
  new (services: any): object;
}

/** `never` for a class whose constructor takes more than its list names. */
type SelfContained<Class extends ServiceClass> =
  Pick<Services, Class['needs'][number]> extends ConstructorParameters<Class>[0] ? Class : never;

function instance<Class extends ServiceClass>(
  made: Class & SelfContained<Class>,
): Binding<InstanceType<Class>> {
  return { needs: made.needs, make: (services) => new made(services) as InstanceType<Class> };
}

function useCaseBindings(): Bindings<UseCaseInstances> {
  const names = Object.keys(useCases) as UseCaseName[];
  return Object.fromEntries(
    names.map((name) => [name, instance(useCases[name] as ServiceClass)]),
  ) as unknown as Bindings<UseCaseInstances>;
}

/** How everybody in the project calls the program. */
function programIn(files: FileSystem): string {
  return files instanceof NodeFileSystem ? projectCall(files.root) : PROGRAM;
}

/** What all worktrees of a clone have in common of a project: a folder of git's, named after the project's place in the repository. */
function sharedFolder(files: FileSystem): SharedFolderAnswer {
  if (!(files instanceof NodeFileSystem)) return undefined;
  const place = clonePlaceOf(files.root, process.env);
  if (place === 'none') return undefined;
  if ('problem' in place) return place;
  return { files: new NodeFileSystem(place.commonDir), path: `spectool/${projectKey(place.prefix)}` };
}
