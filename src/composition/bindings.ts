import { BOUNDS } from '../domain/value/bounds.js';
import {
  cacheLocationOf,
  cloneLocationOf,
  projectKey,
  readInRepository,
} from '../adapters/git/cloneLocation.js';
import { GitImportHistory } from '../adapters/git/gitImportHistory.js';
import { realPath } from '../adapters/files/regularFiles.js';
import { FileSourceTrees } from '../adapters/import/fileSourceTrees.js';
import { importSources } from '../adapters/import/toolDocuments.js';
import type { SourceTree } from '../ports/importSource.js';
import { FileAdoptedDocuments } from '../adapters/import/adoptedDocuments.js';
import { FileTestReports } from '../adapters/reports/fileTestReports.js';
import { GitBranches } from '../adapters/git/gitBranchesAndWorktrees.js';
import { GitCloneReader, specsOfOtherProjects } from '../adapters/git/gitClone.js';
import {
  FileConfigurationStore,
  FileTemplateLibrary,
} from '../adapters/storage/project/fileConfigurationStore.js';
import { GitCommitLog } from '../adapters/git/gitCommitLog.js';
import { GitCommits } from '../adapters/git/gitCommits.js';
import { GitProcess, indexStamp } from '../adapters/git/gitProcess.js';
import { GitRemoteClaims, remoteNameIn } from '../adapters/git/gitRemoteClaims.js';
import { GitMerges } from '../adapters/git/gitMerges.js';
import { CommandLineInstructions } from '../adapters/presentation/agentInstructions.js';
import {
  FileProjectLock,
  FileRegistry,
  type SharedFolderAnswer,
} from '../adapters/storage/lock/lockAndClaimRegistry.js';
import { NodeFileSystem } from '../adapters/storage/files/nodeFileSystem.js';
import { SystemProcessTable } from '../adapters/storage/lock/processTable.js';
import { editableJson } from '../adapters/storage/project/configText.js';
import { FileSpecStore, parseSpecDocument } from '../adapters/storage/specs/fileSpecStore.js';
import { AdoptedSpecStore, type FilePast } from '../adapters/storage/specs/adoptedSpecStore.js';
import { YamlFrontmatterParser } from '../adapters/storage/specs/yamlFrontmatterParser.js';
import { type CachePlace, Snapshot, ShownChangesCache } from '../adapters/cache/snapshot.js';
import { ValuesInSnapshot } from '../adapters/cache/valuesInSnapshot.js';
import { FileEventLog } from '../adapters/storage/log/fileEventLog.js';
import { CommandNote } from '../adapters/storage/transaction/transactionJournal.js';
import { FileTransaction } from '../adapters/storage/transaction/fileTransaction.js';
import {
  NodeHasher,
  PackageFiles,
  programCommandForProject,
  RandomIds,
  SystemActor,
  SystemClock,
} from '../adapters/system/systemServices.js';
import { ShellEditor } from '../adapters/system/shellEditor.js';
import { GptTokenCounter } from '../adapters/tokens/gptTokenCounter.js';
import type { SpecCatalog } from '../application/specCatalog.js';
import type { SERVICES, Services } from '../application/services.js';
import { frontmatterHash } from '../domain/log/digests.js';
import { asCalled, PROGRAM } from '../domain/project/programCall.js';
import { STAGING_FOLDER } from '../domain/project/projectFolders.js';
import { SpectoolError } from '../domain/errors/spectoolError.js';
import type { LoadedConfiguration } from '../ports/configurationStore.js';
import type { FileSystem } from '../ports/fileSystem.js';
import type { LockWaiting } from '../ports/lockAndClaimRegistry.js';
import { packageRoot } from './packageRoot.js';
import { type Container, decorate, inject, injectable, unmanaged } from 'inversify';
import 'reflect-metadata/lite';
import type { SearchIndex } from '../ports/searchIndex.js';
import { validConfiguration } from '../adapters/storage/project/configValidation.js';

/** Where a command runs (project root and working directory), and its settings for locks, caches and actor. */
export interface Place {
  readonly root: string;
  readonly workingDirectory: string;
  readonly waiting: LockWaiting;
  /** False to neither read nor write caches. */
  readonly keepCaches: boolean;
  /** Actor of the changes; undefined if the caller names none. */
  readonly actor: string | undefined;
  /** Returns the catalog of another project. */
  readonly catalogIn: (root: string) => Pick<SpecCatalog, 'referenced'>;
}

/** Hash of the sources. The build defines it in the program; in the library it is undefined. */
declare const SPECTOOL_BUILD: string | undefined;

type Bindings = {
  readonly [Name in Exclude<keyof AllServices, keyof typeof SERVICES>]: Binding<AllServices[Name]>;
};

/** Returns the binding for each service outside the application. A missing or wrong binding is a compile error. */
export function bindings({ root, workingDirectory, waiting, keepCaches, actor, catalogIn }: Place): Bindings {
  const git = new GitProcess(root);
  return {
    clock: injected(SystemClock),
    ids: injected(RandomIds),
    hasher: injected(NodeHasher),
    actors: (services) => new SystemActor(() => services.clone.userName(), process.env, actor),
    editor: ({ clone, fileSystem }) =>
      new ShellEditor(() => clone.readConfig('core.editor'), process.env, editsIn(fileSystem)),
    clone: ({ snapshot }) => new GitCloneReader(git, { snapshot }),
    otherProjects: ({ fileSystem }) =>
      fileSystem instanceof NodeFileSystem
        ? specsOfOtherProjects(fileSystem.root, catalogIn)
        : () => () => undefined,
    commits: ({ snapshot }) => new GitCommits(git, { snapshot }),
    commitLog: ({ snapshot }) => new GitCommitLog(git, validConfiguration, { snapshot }),
    merges: () => new GitMerges(git),
    otherBranches: ({ snapshot }) => new GitBranches(git, { snapshot }),

    fileSystem: () => new NodeFileSystem(root, { staging: STAGING_FOLDER }),
    lock: ({ fileSystem }) => new FileProjectLock(fileSystem, new SystemProcessTable(), waiting),
    registry: ({ fileSystem }) =>
      new FileRegistry(fileSystem, () => sharedFolder(fileSystem), new SystemProcessTable(), waiting),
    remoteEntries: ({ fileSystem, config: { sync } }) => {
      // Only a project on disk can be in a clone with a remote; a project in memory cannot.
      const isOutside = fileSystem instanceof NodeFileSystem;
      const name = isOutside ? remoteNameIn(git, sync.remote) : () => undefined;
      return new GitRemoteClaims(git, name, BOUNDS.remoteWaitMs);
    },
    caches:
      ({ fileSystem }) =>
      () =>
        cachesOf(fileSystem, keepCaches),
    snapshot: ({ caches }) => new Snapshot(caches),
    // Use the cache only for a real file system, because only its modification times prove that a file is unchanged.
    fileSnapshot: ({ snapshot, fileSystem }) =>
      fileSystem instanceof NodeFileSystem ? snapshot : new Snapshot(),
    eventLog: ({ fileSystem, hasher, fileSnapshot }) => {
      const outside = () => indexStamp(fileSystem.root) ?? 'no repository';
      const isOutside = fileSystem instanceof NodeFileSystem;
      return new FileEventLog(fileSystem, hasher, fileSnapshot, isOutside ? outside : undefined);
    },
    frontmatterParser: injected(YamlFrontmatterParser),
    specStore: ({ storeAdopting, config }) => storeAdopting(config.adopted),
    storeAdopting: (services) => (adopted) => {
      const { fileSystem, frontmatterParser, config, fileSnapshot } = services;
      const own = new FileSpecStore(fileSystem, frontmatterParser, config, fileSnapshot);
      return adopted.length === 0 ? own : adoptedSpecStore(services, own, adopted);
    },
    adoptedDocuments: ({ fileSystem, sourceTrees, fileSnapshot }) =>
      new FileAdoptedDocuments(fileSystem, sourceTrees, fileSnapshot),
    adoptedDocumentsIn: () => async (texts) => {
      const files = await memoryFiles(texts);
      return new FileAdoptedDocuments(files, new FileSourceTrees(files, '', undefined, parseAsWritten()));
    },
    storeOf:
      ({ frontmatterParser, config }) =>
      async (texts) =>
        new FileSpecStore(await memoryFiles(texts), frontmatterParser, config),
    commandNote: ({ fileSystem, hasher }) =>
      new CommandNote(fileSystem, hasher, () => placeInGit(fileSystem, 'journal.json')),
    transaction: (services) => {
      const { fileSystem, eventLog, hasher, commandNote } = services;
      const filesNotInHead = (path: string) => services.commits.filesNotInHead(path);
      return new FileTransaction(fileSystem, eventLog, hasher, { filesNotInHead }, commandNote);
    },
    configurationStore: ({ fileSystem }) =>
      fileSystem instanceof NodeFileSystem
        ? new FileConfigurationStore(fileSystem, readInRepository(fileSystem.root))
        : new FileConfigurationStore(fileSystem),
    templateLibrary: injected(FileTemplateLibrary, 'fileSystem'),
    jsonText: () => editableJson,
    shippedFiles: ({ fileSystem }) =>
      new PackageFiles(packageRoot(), (text) => asCalled(text, programIn(fileSystem))),
    agentInstructions: ({ fileSystem }) => new CommandLineInstructions(() => programIn(fileSystem)),
    searchIndex: deferredSearchIndex,
    wordSplitter: () => async () => (await loadSearchEngine()).splitter,
    tokenCounter: injected(GptTokenCounter),
    visits: injected(ShownChangesCache, 'fileSnapshot'),
    keptValues: ({ fileSystem, specStore, eventLog, fileSnapshot, config }) => {
      // Keep values only with spectool's own stores, because only their reads from the file system are observed for changes.
      const isOurs = specStore instanceof FileSpecStore && eventLog instanceof FileEventLog;
      const build = typeof SPECTOOL_BUILD === 'undefined' ? undefined : SPECTOOL_BUILD;
      // Add the user's groups to the key, because the files that the process may read can depend on them.
      const groups = [process.getgid?.(), ...(process.getgroups?.() ?? [])];
      // Use this simple hash, because Node's cryptographic hashes take milliseconds to load.
      const reader = [build, ...groups, frontmatterHash({ config: JSON.stringify(config) })].join(' ');
      const isKept = isOurs && build !== undefined;
      return new ValuesInSnapshot(fileSystem, isKept ? fileSnapshot : new Snapshot(), reader);
    },

    configuration: ({ fileSystem, configurationStore }) =>
      withSpecsFolder(fileSystem, configurationStore.load()),
    config: ({ configuration }) => configuration.config,
    place: ({ config }) => ({ root, workingDirectory, specsDir: config.specsDir }),

    importSources,
    sourceTrees: ({ fileSystem }) =>
      new FileSourceTrees(
        fileSystem,
        workingDirectory,
        // A project in memory has no folders outside itself to import from.
        fileSystem instanceof NodeFileSystem
          ? { files: (folder) => new NodeFileSystem(folder), realPath }
          : undefined,
        parseAsWritten(),
      ),
    testReports: ({ fileSystem }) =>
      new FileTestReports(
        fileSystem,
        workingDirectory,
        fileSystem instanceof NodeFileSystem ? (folder) => new NodeFileSystem(folder) : undefined,
      ),
    sourceHistory: ({ fileSystem }) =>
      fileSystem instanceof NodeFileSystem ? new GitImportHistory() : { read: () => undefined },
  };
}

/** Returns a file system of texts. Its module is loaded only here, because few commands need it. */
async function memoryFiles(texts: ReadonlyMap<string, string>): Promise<FileSystem> {
  const { MemoryFileSystem } = await import('../adapters/memory/memoryFileSystem.js');
  const files = new MemoryFileSystem();
  for (const [path, text] of texts) files.write(path, text);
  return files;
}

/** Returns a parser of documents of other tools. It keeps numbers as written, because 1.10 may be a version and not 1.1. */
function parseAsWritten(): SourceTree['parse'] {
  const parser = new YamlFrontmatterParser('asWritten');
  return (text) => parseSpecDocument(text, parser);
}

function adoptedSpecStore(
  services: AllServices,
  own: FileSpecStore,
  adopted: AllServices['config']['adopted'],
): AdoptedSpecStore {
  const { config, adoptedDocuments, eventLog, frontmatterParser, fileSystem, hasher } = services;
  return new AdoptedSpecStore({
    ...{ own, config: { ...config, adopted }, documents: adoptedDocuments, log: eventLog },
    ...{ parser: frontmatterParser, files: fileSystem, hasher },
    run: () => services.snapshot.section('adopted'),
    past: (paths) => {
      const asked = new Map(paths.map((path) => [path, undefined]));
      const { prefix = '', files = [] } = services.sourceHistory.read(fileSystem.root, asked) ?? {};
      const past = new Map<string, FilePast>();
      for (const [path, { origin, commits }] of files)
        for (const { day: since } of commits.slice(0, 1))
          past.set(path, { origin: origin.slice(prefix.length), since });
      return past;
    },
    lastTexts: (paths) => services.commitLog.deletedFiles(paths),
  });
}

/** Returns how the program is called in messages, `spectool` or `npx --no-install spectool`. */
function programIn(files: FileSystem): string {
  return files instanceof NodeFileSystem ? programCommandForProject(files.root) : PROGRAM;
}

/**
 * Returns the folder of a project that all worktrees of a clone share. It is in git's folder, and its name contains the project's
 * path in the repository.
 */
function sharedFolder(files: FileSystem): SharedFolderAnswer {
  if (!(files instanceof NodeFileSystem)) return undefined;
  const place = cloneLocationOf(files.root, process.env);
  if (place === 'none') return undefined;
  if ('problem' in place) return place;
  return { files: new NodeFileSystem(place.commonDir), path: `spectool/${projectKey(place.prefix)}` };
}

/** Returns the place for a file or folder of a running command in the working tree's git folder; undefined without one. */
function placeInGit(
  files: FileSystem,
  name: string,
): { readonly files: FileSystem; readonly path: string } | undefined {
  const place = files instanceof NodeFileSystem ? cloneLocationOf(files.root, process.env) : 'none';
  if (place === 'none' || 'problem' in place) return undefined;
  return { files: new NodeFileSystem(place.gitDir), path: `spectool/${projectKey(place.prefix)}/${name}` };
}

/** Makes the folder for texts that are open in an editor, where a killed command leaves them for the next one. */
function editsIn(files: FileSystem): string | undefined {
  const place = placeInGit(files, 'edits');
  try {
    place?.files.makeDirectory(place.path);
  } catch {
    return undefined;
  }
  return place && `${place.files.root}/${place.path}`;
}

/**
 * Returns the folder for a project's caches, which git does not track; undefined if nothing is cached.
 * @param keep false for `--no-cache`.
 */
function cachesOf(files: FileSystem, keep: boolean): CachePlace | undefined {
  if (!(files instanceof NodeFileSystem)) return { files, folder: '.spectool/cache/' };
  const place = keep ? cacheLocationOf(files.root, process.env) : undefined;
  return place === undefined ? undefined : { files: new NodeFileSystem(place), folder: '' };
}

/** Loads the search engine. Call it only for a search, because the stemmer, related words and word vectors are large. */
export const loadSearchEngine = () => import('./searchEngine.js');

export function deferredSearchIndex({
  fileSystem: files,
  caches,
  specStore: store,
  config: { structure },
}: Pick<AllServices, 'fileSystem' | 'caches' | 'specStore' | 'config'>): SearchIndex {
  let opened: Promise<SearchIndex> | undefined;
  const open = async () =>
    (await loadSearchEngine()).openSearchIndex({ files, caches: caches(), store, structure });
  const index = () => (opened ??= open());
  return {
    search: async (request) => (await index()).search(request),
    similar: async (text) => (await (await index()).similar?.(text)) ?? [],
  };
}

/** The services of the application, and those that only adapters use. */
export interface AllServices extends Services {
  /** Returns the folder of the caches; undefined if nothing is cached. Called only when a cache is read or written. */
  readonly caches: () => CachePlace | undefined;
  /** Cache of documents read in earlier runs. */
  readonly snapshot: Snapshot;
  /**
   * Cache of documents like `snapshot`, for files whose modification times prove that they are unchanged; empty otherwise.
   */
  readonly fileSnapshot: Snapshot;
  readonly commandNote: CommandNote;
}

export type ServiceName = keyof AllServices;

/** Maps a list of service names to the types of these services. */
type Taken<Names extends readonly ServiceName[]> = {
  -readonly [Index in keyof Names]: AllServices[Names[Index]];
};

/** Type-level split: `'a, b'` becomes `['a', 'b']`. */
type Listed<Names extends string> = Names extends ''
  ? []
  : Names extends `${infer First}, ${infer Rest}`
    ? [First, ...Listed<Rest>]
    : [Names];
type Known<Names> = Names extends readonly ServiceName[] ? Names : never;

/** A class that the container creates, with the services that its constructor takes. */
interface Injected<Service> {
  readonly takes: readonly ServiceName[];
  bindIn(container: Container, name: string): void;
  /** Type of the created service; only for the compiler, never set. */
  readonly makes?: Service;
}

/** How to create a service: a class whose constructor takes other services, or a function that is given all services. */
export type Binding<Service> = Injected<Service> | ((services: AllServices) => Service);

const described = new WeakSet<object>();

/**
 * Binds a class to the services that its constructor needs, named in order: `'specStore, clock'`. Names that do not match the
 * constructor are a compile error. Metadata for inversify is attached here, so that the class does not depend on inversify.
 */
export function injected<Made extends object, const Names extends string = ''>(
  made: new (...services: Taken<Known<Listed<Names>>>) => Made,
  names?: Names & (Listed<Names> extends readonly ServiceName[] ? unknown : never),
): Injected<Made> {
  const takes = (names === undefined ? [] : names.split(', ')) as ServiceName[];
  return {
    takes,
    bindIn(container, name) {
      if (!described.has(made)) {
        described.add(made);
        decorate(injectable(), made);
        takes.forEach((service, index) => {
          decorate(inject(service), made, index);
        });
        // The remaining constructor parameters are optional and not injected.
        for (let index = takes.length; index < made.length; index++) decorate(unmanaged(), made, index);
      }
      container.bind(name).to(made);
    },
  };
}

/**
 * Creates the specs folder if it is missing. Commands that only read create this folder too, but write nothing else.
 * @returns the configuration, with a warning if the folder could not be created.
 */
function withSpecsFolder(
  files: Pick<FileSystem, 'stat' | 'makeDirectory'>,
  loaded: LoadedConfiguration,
): LoadedConfiguration {
  const { specsDir } = loaded.config;
  try {
    if (files.stat(specsDir) === undefined) files.makeDirectory(specsDir);
    return loaded;
  } catch (error) {
    if (!(error instanceof SpectoolError)) throw error;
    const message = `names "${specsDir}", which is missing and could not be created: ${error.message}`;
    return { ...loaded, warnings: [...loaded.warnings, { key: 'specsDir', message }] };
  }
}
