import { relative, resolve, sep } from 'node:path';
import type { Spectool, UseCases } from '../application/spectool.js';
import { useCases, type UseCaseName } from '../application/useCases.js';
import type { LockWaiting } from '../ports/lockAndClaimRegistry.js';
import { EventAnnouncer } from '../adapters/storage/log/eventAnnouncer.js';
import { checkedPorts, type OwnPorts } from './replaceablePorts.js';
import type { Place } from './bindings.js';
import { servicesOf } from './container.js';
import type { AllServices } from './injection.js';
import { findProjectRoot } from './findProjectRoot.js';
import { type OnEvent, subscriber } from './eventSubscriber.js';

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
   * cases; an error that it throws becomes a process warning and does not fail the change.
   */
  readonly onEvent?: OnEvent | undefined;
}

/**
 * Creates the library's object: one typed property for each use case, the same use cases as on the command line. Each call
 * reads the current configuration from disk.
 * @throws SpectoolError `USAGE` for an unknown or incomplete port.
 */
export function createSpectool(options: SpectoolOptions = {}): Spectool {
  return spectoolWith(options, checkedPorts(options.ports ?? {}));
}

/** Creates the library's object like {@link createSpectool}, without checking the ports. */
export function spectoolWith(options: SpectoolOptions, ports: OwnPorts): Spectool {
  const cwd = options.cwd ?? process.cwd();
  const { actor, lockTimeoutMs, onLockWait, onLockLeft } = options;
  const waiting = { lockTimeoutMs, onLockWait, onLockLeft };
  const root = ports.fileSystem?.root ?? findProjectRoot(cwd) ?? cwd;
  const workingDirectory = ports.fileSystem === undefined ? workingDirectoryIn(root, cwd) : '';
  const announcements = options.onEvent && new EventAnnouncer(subscriber(options.onEvent));
  const place: Place = {
    root,
    workingDirectory,
    waiting,
    keepCaches: options.cache ?? true,
    actor,
    catalogIn: (other) =>
      servicesOf({ ...place, root: other, workingDirectory: '' }, {}, undefined).specCatalog,
  };
  const configured = perConfiguration(() => servicesOf(place, ports, announcements));
  const configuration = () => configured().configuration;
  // Not enumerable, so that printing or copying the object outside a project does not throw.
  return Object.defineProperties({ root, ...facade(configured) } as Spectool, {
    actor: {
      get: () => {
        const { actors, snapshot } = configured();
        const actor = actors.actor();
        // The name in git's settings may have been asked for here alone.
        snapshot.save();
        return actor;
      },
    },
    config: { get: () => configuration().config },
    configWarnings: { get: () => configuration().warnings },
  });
}

/** Returns `directory` relative to the project root, `/`-separated; `''` for the root and for folders outside the project. */
function workingDirectoryIn(root: string, directory: string): string {
  const path = relative(root, resolve(directory)).split(sep).join('/');
  return path === '..' || path.startsWith('../') ? '' : path;
}

/** Use cases that also run outside a project, or with settings that cannot be read. */
const ANYWHERE: readonly UseCaseName[] = ['initProject', 'showSetup', 'listSettings', 'completeWords'];

/** Returns the use cases as an object. An error in reading the settings rejects the promise instead of being thrown. */
function facade(configured: () => AllServices): UseCases {
  const names = Object.keys(useCases) as UseCaseName[];
  const entries = names.map((name) => {
    const execute = async (request: unknown) => {
      const services = configured();
      try {
        // Throws if the settings cannot be read.
        if (!ANYWHERE.includes(name)) Reflect.get(services, 'config');
        const useCase: { execute(request: unknown): Promise<unknown> } = new useCases[name](services);
        return await useCase.execute(request);
      } finally {
        services.snapshot.save();
      }
    };
    return [name, { execute }];
  });
  return Object.fromEntries(entries) as UseCases;
}

/**
 * Returns a function that gives the services for the current configuration. The services are kept until the configuration
 * file changes.
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
