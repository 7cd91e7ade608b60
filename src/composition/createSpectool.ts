import 'reflect-metadata';
import { Container, type ServiceIdentifier } from 'inversify';
import { SpectoolError } from '../domain/errors/spectoolError.js';
import { CompleteWords } from '../application/queries/completeWords.js';
import type { Spectool } from '../application/spectool.js';
import { applicationModule } from './applicationModule.js';
import { logModule } from './logModule.js';
import { gitModule } from './gitModule.js';
import { bindPorts, type OwnPorts } from './ports.js';
import { findProjectRoot, workingDirectoryIn } from './projectRoot.js';
import { readingModule } from './readingModule.js';
import { setupModule } from './setupModule.js';
import { searchModule } from './searchModule.js';
import { storageModule } from './storageModule.js';
import { systemModule } from './systemModule.js';
import { TOKENS } from './tokens.js';

export interface SpectoolOptions {
  /** Where to look for the project: here or in the nearest ancestor. The process's working directory by default. */
  readonly cwd?: string | undefined;
  /** Own implementations of ports, in place of the ones that work on this machine. */
  readonly ports?: OwnPorts | undefined;
}

type UseCaseName = Exclude<keyof Spectool, 'root' | 'config' | 'configWarnings'>;

const USE_CASES: { readonly [Name in UseCaseName]: ServiceIdentifier<Spectool[Name]> } = {
  initProject: TOKENS.InitProject,
  installSkill: TOKENS.InstallSkill,
  createSpec: TOKENS.CreateSpec,
  updateSpec: TOKENS.UpdateSpec,
  listSpecs: TOKENS.ListSpecs,
  viewSpec: TOKENS.ViewSpec,
  showHistory: TOKENS.ShowHistory,
  archiveSpecs: TOKENS.ArchiveSpecs,
  unarchiveSpecs: TOKENS.UnarchiveSpecs,
  undoChange: TOKENS.UndoChange,
  renumberSpec: TOKENS.RenumberSpec,
  compactLog: TOKENS.CompactLog,
  resolveConflicts: TOKENS.ResolveConflicts,
  mergeDocuments: TOKENS.MergeDocuments,
  validateProject: TOKENS.ValidateProject,
  searchSpecs: TOKENS.SearchSpecs,
  completeWords: TOKENS.CompleteWords,
  showBoard: TOKENS.ShowBoard,
  showDependencies: TOKENS.ShowDependencies,
  nextSpecs: TOKENS.NextSpecs,
  countTokens: TOKENS.CountTokens,
  showStatistics: TOKENS.ShowStatistics,
};

/** What a request cannot do without. */
const REQUIRED: { readonly [Name in UseCaseName]?: readonly string[] } = {
  createSpec: ['name'],
  updateSpec: ['spec'],
  viewSpec: ['spec'],
  archiveSpecs: ['specs'],
  unarchiveSpecs: ['specs'],
  renumberSpec: ['spec'],
  mergeDocuments: ['base', 'ours', 'theirs'],
  searchSpecs: ['query'],
  completeWords: ['words'],
};

/**
 * The tool as a library: one typed property per use case, the same ones the command line uses.
 * Outside a project only `initProject` works; everything else rejects with `NOT_A_PROJECT`.
 */
export function createSpectool(options: SpectoolOptions = {}): Spectool {
  const cwd = options.cwd ?? process.cwd();
  const own = options.ports?.fileSystem;
  const root = own?.root ?? findProjectRoot(cwd) ?? cwd;
  const configured = perConfiguration(() => containerOf(root, cwd, options.ports ?? {}));
  const configuration = () => configured().get(TOKENS.Configuration);
  const useCases = Object.fromEntries(
    (Object.keys(USE_CASES) as UseCaseName[]).map((name) => [name, useCase(name, configured)]),
  );
  // Not enumerable: who prints or copies the object outside a project is not refused.
  return Object.defineProperties({ root, ...useCases } as Spectool, {
    config: { get: () => configuration().config },
    configWarnings: { get: () => configuration().warnings },
  });
}

/** Asked for when it is executed: what cannot be made is a rejection, like every other refusal. */
function useCase(name: UseCaseName, configured: () => Container) {
  return {
    execute: async (given: object = {}): Promise<unknown> => {
      const made = configured().get(
        USE_CASES[name] as ServiceIdentifier<{ execute(request: object): Promise<unknown> }>,
      );
      const request = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const missing = REQUIRED[name]?.find((key) => !Object.hasOwn(request, key));
      if (missing !== undefined)
        throw new SpectoolError('USAGE', `${name} needs "${missing}" in its request.`, {
          details: { field: missing },
        });
      return made.execute(request);
    },
  };
}

/** What was made by one configuration is kept until the file says something else. */
function perConfiguration(make: () => Container): () => Container {
  let made: { readonly container: Container; readonly text: string | undefined } | undefined;
  return () => {
    const container = made?.container ?? make();
    const text = container.get(TOKENS.ConfigurationStore).text();
    const isCurrent = made === undefined || made.text === text;
    made = { container: isCurrent ? container : make(), text };
    return made.container;
  };
}

function containerOf(root: string, cwd: string, ports: OwnPorts): Container {
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
    workingDirectory: ports.fileSystem === undefined ? workingDirectoryIn(root, cwd) : '',
    specsDir: context.get(TOKENS.Configuration).config.specsDir,
  }));
  container.bind(TOKENS.CompleteWords).toDynamicValue(
    (context) =>
      new CompleteWords({
        catalog: () => context.get(TOKENS.SpecCatalog),
        templates: () => context.get(TOKENS.NewSpecText).names(),
      }),
  );
  bindPorts(container, ports);
  return container;
}
