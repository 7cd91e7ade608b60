import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { inspect } from 'node:util';
import { Container } from 'inversify';
import { looksLikeGitFolder, configObjectIn } from '../adapters/files/regularFiles.js';
import { EventAnnouncer } from '../adapters/storage/log/eventAnnouncer.js';
import { SERVICES, type Services } from '../application/services.js';
import type { OnEvent, Spectool, UseCaseName, UseCases } from '../application/spectool.js';
import * as useCases from '../application/useCases.js';
import { DEFAULT_CONFIG } from '../domain/project/configuration.js';
import { CONFIG_FILE } from '../domain/project/projectFolders.js';
import type { LockWaiting } from '../ports/lockAndClaimRegistry.js';
import { bindings, type Place, type AllServices, type Binding } from './bindings.js';
import { SpectoolError } from '../domain/errors/spectoolError.js';
import { nearestWords } from '../domain/naming/nearestWords.js';
import type { HistoryEvent, KnownEvent } from '../domain/log/historyEvents.js';

/**
 * Returns an object with all services. A service is bound and created only when it is first read, because binding all services
 * would take longer than creating the few that a command needs.
 */
function servicesOf(place: Place, ports: OwnPorts, announcements: EventAnnouncer | undefined): AllServices {
  const container = new Container({ defaultScope: 'Singleton' });
  const all: Readonly<Record<string, Binding<unknown> | undefined>> = bindings(place);
  const bind = (name: string): void => {
    if (container.isBound(name)) return;
    const own = Object.hasOwn(ports, name) ? ports[name as keyof OwnPorts] : undefined;
    const [shared, binding] = [SERVICES[name as keyof typeof SERVICES], all[name]];
    if (own !== undefined) container.bind<unknown>(name).toConstantValue(own);
    else if (typeof binding === 'object') {
      binding.takes.forEach(bind);
      binding.bindIn(container, name);
    } else
      container
        .bind<unknown>(name)
        .toDynamicValue(() => (binding === undefined ? new shared(services) : binding(services)));
  };
  const services = {} as AllServices;
  for (const name of [...Object.keys(all), ...Object.keys(SERVICES)])
    Object.defineProperty(services, name, {
      configurable: true,
      get: () => {
        bind(name);
        const value = container.get(name);
        Object.defineProperty(services, name, { value });
        return value;
      },
    });
  if (announcements !== undefined) {
    container.onActivation<AllServices['eventLog']>('eventLog', (_, log) => announcements.eventLog(log));
    container.onActivation<AllServices['lock']>('lock', (_, lock) =>
      announcements.lock(lock, () => services.eventLog),
    );
  }
  return services;
}

/** Calls a function for an event. If it throws or rejects, the error becomes a process warning and the change is kept. */
function announce(onEvent: OnEvent, event: HistoryEvent): void {
  try {
    // Pass a copy, so that the function cannot change the log or the result.
    Promise.resolve(onEvent(structuredClone(event) as KnownEvent)).catch(warn);
  } catch (error) {
    warn(error);
  }
}

function warn(error: unknown): void {
  let detail = 'it cannot be shown';
  try {
    detail = inspect(error);
  } catch {
    // Ignored, because reading a thrown value may itself throw.
  }
  process.emitWarning('An onEvent function failed; the change was saved.', {
    code: 'SPECTOOL_ON_EVENT',
    detail,
  });
}

/**
 * Returns the nearest ancestor of `directory` with `.spectool/config.json`; undefined outside a project. A submodule or other
 * repository inside a project does not belong to the project, unless it contains the project's specs or is in the specs
 * folder.
 */
function findProjectRoot(directory: string): string | undefined {
  let repository: string | undefined;
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    if (existsSync(join(folder, CONFIG_FILE)))
      return repository === undefined || hasSpecsIn(folder, repository) ? folder : undefined;
    if (repository === undefined && isTopOfRepository(folder)) repository = folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * True if the folder is the top of a working tree. Its `.git` is a folder, or, in a submodule or worktree, a file that names
 * a folder.
 */
function isTopOfRepository(folder: string): boolean {
  const path = join(folder, '.git');
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true || looksLikeGitFolder(path);
  } catch {
    return false;
  }
}

function hasSpecsIn(project: string, repository: string): boolean {
  const { specsDir = DEFAULT_CONFIG.specsDir } = configObjectIn(project);
  const specs = resolve(project, typeof specsDir === 'string' ? specsDir : DEFAULT_CONFIG.specsDir);
  return `${specs}${sep}`.startsWith(`${repository}${sep}`) || repository.startsWith(`${specs}${sep}`);
}

export interface SpectoolOptions extends LockWaiting {
  /**
   * Folder where the search for the project begins; the search goes upwards within the git repository. By default the working
   * directory of the process.
   */
  readonly cwd?: string | undefined;
  /** False to neither read nor write caches. True by default, unless `SPECTOOL_NO_CACHE` is set in the environment. */
  readonly cache?: boolean | undefined;
  /** Actor of the changes. By default `SPECTOOL_ACTOR`, else git's user name, else the name of the system user. */
  readonly actor?: string | undefined;
  /** Ports to use instead of the default ones. */
  readonly ports?: OwnPorts | undefined;
  /**
   * Function called once for each event recorded through this object, in order, after the change is complete. It may run use
   * cases; an error that it throws becomes a process warning and does not fail the change. `Spectool.onEvent` adds others.
   */
  readonly onEvent?: OnEvent | undefined;
}

/**
 * Creates the library's object: one typed property for each use case, the same use cases as on the command line. Each call
 * reads the current configuration from disk.
 * @throws SpectoolError `USAGE` for an unknown option or port.
 */
export function createSpectool(options: SpectoolOptions = {}): Spectool {
  checkedNames('an option', OPTIONS, options);
  const ports = checkedNames('a port', PORTS, options.ports ?? {});
  const cwd = options.cwd ?? process.cwd();
  const { actor, lockTimeoutMs, onLockWait } = options;
  const waiting = { lockTimeoutMs, onLockWait };
  const root = ports.fileSystem?.root ?? findProjectRoot(cwd) ?? cwd;
  const workingDirectory = ports.fileSystem === undefined ? workingDirectoryIn(root, cwd) : '';
  const listeners = new Set<OnEvent>();
  const heard = (event: HistoryEvent) => {
    for (const listener of [...listeners]) announce(listener, event);
  };
  // Only services that are created for a listener report their events, because the command line needs none.
  let made: EventAnnouncer | undefined;
  const announcer = () => (listeners.size === 0 ? undefined : (made ??= new EventAnnouncer({ heard })));
  const place: Place = {
    root,
    workingDirectory,
    waiting,
    keepCaches: options.cache ?? true,
    actor,
    catalogIn: (other) =>
      servicesOf({ ...place, root: other, workingDirectory: '' }, {}, undefined).specCatalog,
  };
  const services = () => perConfiguration(() => servicesOf(place, ports, announcer()));
  let configured = services();
  const onEvent = (listener: OnEvent) => {
    if (listeners.size === 0) configured = services();
    const own: OnEvent = (event) => listener(event);
    listeners.add(own);
    return () => {
      listeners.delete(own);
    };
  };
  if (options.onEvent !== undefined) onEvent(options.onEvent);
  // Define these properties as not enumerable, so that printing or copying the object outside a project does not throw.
  return Object.defineProperties({ root, onEvent, ...facade(() => configured()) } as Spectool, {
    actor: {
      get: () => {
        const { actors, snapshot } = configured();
        const actor = actors.actor();
        // Save the cache, because this getter may be the only code that read the name from git's settings.
        snapshot.save();
        return actor;
      },
    },
    config: { get: () => configured().configuration.config },
    configWarnings: { get: () => configured().configuration.warnings },
  });
}

/** Returns `directory` relative to the project root, `/`-separated; `''` for the root and for folders outside the project. */
function workingDirectoryIn(root: string, directory: string): string {
  const path = relative(root, resolve(directory)).split(sep).join('/');
  return path === '..' || path.startsWith('../') ? '' : path;
}

/** Use cases that also run outside a project, and in a project whose settings cannot be read. */
const ANYWHERE: readonly UseCaseName[] = ['initProject', 'showSetup', 'listSettings', 'completeWords'];

/** Returns the use cases as an object. If the settings cannot be read, a use case rejects its promise instead of throwing. */
function facade(configured: () => AllServices): UseCases {
  const names = Object.keys(useCases) as UseCaseName[];
  const entries = names.map((name) => {
    const execute = async (request: unknown) => {
      const services = configured();
      try {
        // Read the settings now, so that an error in them rejects the promise before the use case runs.
        if (!ANYWHERE.includes(name)) Reflect.get(services, 'config');
        const useCase = useCases[name] as (use: AllServices, request: unknown) => Promise<unknown>;
        return await useCase(services, request);
      } finally {
        services.snapshot.save();
      }
    };
    return [name, { execute }];
  });
  return Object.fromEntries(entries) as UseCases;
}

/**
 * Returns a function that returns the services for the current configuration. It creates new services when the configuration
 * file has changed.
 */
function perConfiguration(make: () => AllServices): () => AllServices {
  let made: { readonly services: AllServices; readonly text: string | undefined } | undefined;
  return () => {
    const services = made?.services ?? make();
    const text = services.configurationStore.text();
    const isCurrent = made === undefined || made.text === text;
    made = { services: isCurrent ? services : make(), text };
    return made.services;
  };
}

/** Names of the ports that a program embedding spectool can implement; all other ports are internal. */
const PORTS = [
  'fileSystem',
  'clock',
  'ids',
  'actors',
  'clone',
  'commits',
  'commitLog',
  'merges',
  'otherBranches',
  'lock',
  'registry',
  'remoteEntries',
  'editor',
  'eventLog',
  'searchIndex',
  'tokenCounter',
] as const;

/** Ports that a program embedding spectool can implement; all other ports are internal. */
export type Ports = Pick<Services, (typeof PORTS)[number]>;

/** Ports implemented by the embedding program; undefined keeps the default implementation. */
export type OwnPorts = { readonly [Port in keyof Ports]?: Ports[Port] | undefined };

const EMBEDDER_GONE =
  'Vectors now come from a table of words. Replace `searchIndex` to search with your own model.';

/** Names of `SpectoolOptions`. */
const OPTIONS = ['cwd', 'cache', 'actor', 'ports', 'onEvent', 'lockTimeoutMs', 'onLockWait'] as const;

/** Checks that all given names are known; the compiler checks the values. @throws SpectoolError `USAGE`. */
export function checkedNames<Given extends object>(
  kind: 'an option' | 'a port',
  allowed: readonly string[],
  given: Given,
): Given {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || allowed.includes(name)) continue;
    const [near] = nearestWords(name, allowed, 1);
    throw new SpectoolError('USAGE', `"${name}" is not ${kind}. There are: ${allowed.join(', ')}.`, {
      ...(near !== undefined && { hint: `Did you mean "${near}"?` }),
      ...(name === 'embedder' && { hint: EMBEDDER_GONE }),
      details: { field: kind === 'a port' ? `ports.${name}` : name, allowed },
    });
  }
  return given;
}
