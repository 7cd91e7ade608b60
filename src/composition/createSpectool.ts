import 'reflect-metadata';
import { Container, type ServiceIdentifier } from 'inversify';
import { CompleteWords } from '../application/queries/completeWords.js';
import type { Spectool } from '../application/spectool.js';
import { applicationModule } from './applicationModule.js';
import { logModule } from './logModule.js';
import { gitModule } from './gitModule.js';
import { bindPorts, type Ports } from './ports.js';
import { findProjectRoot, workingDirectoryIn } from './projectRoot.js';
import { readingModule } from './readingModule.js';
import { setupModule } from './setupModule.js';
import { searchModule } from './searchModule.js';
import { storageModule } from './storageModule.js';
import { systemModule } from './systemModule.js';
import { TOKENS } from './tokens.js';

export interface SpectoolOptions {
  /** Where to look for the project: here or in the nearest ancestor. The process's working directory by default. */
  readonly cwd?: string;
  /** Own implementations of ports, in place of the ones that work on this machine. */
  readonly ports?: Partial<Ports>;
}

/**
 * The tool as a library: one typed property per use case, the same ones the command line uses.
 * Outside a project only `initProject` works; everything else throws `NOT_A_PROJECT`.
 */
export function createSpectool(options: SpectoolOptions = {}): Spectool {
  const cwd = options.cwd ?? process.cwd();
  const own = options.ports?.fileSystem;
  const root = own?.root ?? findProjectRoot(cwd) ?? cwd;
  const container = new Container();
  container.load(
    systemModule,
    storageModule(root),
    gitModule(root),
    applicationModule,
    setupModule,
    logModule,
    readingModule,
    searchModule,
  );
  container.bind(TOKENS.ProjectPlace).toDynamicValue((context) => ({
    root,
    workingDirectory: own === undefined ? workingDirectoryIn(root, cwd) : '',
    specsDir: context.get(TOKENS.Configuration).config.specsDir,
  }));
  container.bind(TOKENS.CompleteWords).toDynamicValue(
    (context) =>
      new CompleteWords({
        catalog: () => context.get(TOKENS.SpecCatalog),
        templates: () => context.get(TOKENS.NewSpecText).names(),
      }),
  );
  bindPorts(container, options.ports ?? {});
  return facade(root, container);
}

function facade(root: string, container: Container): Spectool {
  const made = new Map<unknown, unknown>();
  const get = <T>(token: ServiceIdentifier<T>): T => {
    if (!made.has(token)) made.set(token, container.get(token));
    return made.get(token) as T;
  };
  return {
    root,
    get config() {
      return get(TOKENS.Configuration).config;
    },
    get configWarnings() {
      return get(TOKENS.Configuration).warnings;
    },
    get initProject() {
      return get(TOKENS.InitProject);
    },
    get installSkill() {
      return get(TOKENS.InstallSkill);
    },
    get createSpec() {
      return get(TOKENS.CreateSpec);
    },
    get updateSpec() {
      return get(TOKENS.UpdateSpec);
    },
    get listSpecs() {
      return get(TOKENS.ListSpecs);
    },
    get viewSpec() {
      return get(TOKENS.ViewSpec);
    },
    get showHistory() {
      return get(TOKENS.ShowHistory);
    },
    get archiveSpecs() {
      return get(TOKENS.ArchiveSpecs);
    },
    get unarchiveSpecs() {
      return get(TOKENS.UnarchiveSpecs);
    },
    get undoChange() {
      return get(TOKENS.UndoChange);
    },
    get renumberSpec() {
      return get(TOKENS.RenumberSpec);
    },
    get compactLog() {
      return get(TOKENS.CompactLog);
    },
    get resolveConflicts() {
      return get(TOKENS.ResolveConflicts);
    },
    get mergeDocuments() {
      return get(TOKENS.MergeDocuments);
    },
    get validateProject() {
      return get(TOKENS.ValidateProject);
    },
    get searchSpecs() {
      return get(TOKENS.SearchSpecs);
    },
    get completeWords() {
      return get(TOKENS.CompleteWords);
    },
    get showBoard() {
      return get(TOKENS.ShowBoard);
    },
    get showDependencies() {
      return get(TOKENS.ShowDependencies);
    },
    get nextSpecs() {
      return get(TOKENS.NextSpecs);
    },
    get countTokens() {
      return get(TOKENS.CountTokens);
    },
    get showStatistics() {
      return get(TOKENS.ShowStatistics);
    },
  };
}
