import { relative, resolve, sep } from 'node:path';
import type { Spectool, UseCases } from '../application/spectool.js';
import { useCases, type UseCaseName } from '../application/useCases.js';
import type { LockWaiting } from '../ports/locks.js';
import { Announcements } from '../adapters/storage/log/announcements.js';
import { checkedPorts, type OwnPorts } from './ownPorts.js';
import { type Get, servicesOf } from './container.js';
import { findProjectRoot } from './projectRoot.js';
import { type OnEvent, subscriber } from './subscriber.js';

export interface SpectoolOptions extends LockWaiting {
  /** Where to look for the project: here or in the nearest ancestor, as far as the git repository reaches. The process's working directory by default. */
  readonly cwd?: string | undefined;
  /** False: nothing is remembered between runs. True by default, unless the environment has `SPECTOOL_NO_CACHE`. */
  readonly cache?: boolean | undefined;
  /** Who makes the changes. By default `SPECTOOL_ACTOR`, else git's user, else the system's. */
  readonly actor?: string | undefined;
  /** Own implementations of ports, in place of the ones that work on this machine. */
  readonly ports?: OwnPorts | undefined;
  /**
   * Called with every event that calls on this object record: once each, in order, when the change is whole. It may call use cases;
   * what it throws is a warning of the process and fails no change.
   */
  readonly onEvent?: OnEvent | undefined;
}

/**
 * The tool as a library: one typed property per use case, the same ones the command line uses.
 * Each call works by the configuration as it is on disk at that moment.
 * @throws SpectoolError `USAGE` for a port that there is not, or that lacks a part.
 */
export function createSpectool(options: SpectoolOptions = {}): Spectool {
  return spectoolWith(options, checkedPorts(options.ports ?? {}));
}

/** As {@link createSpectool}, over ports that nobody has checked. */
export function spectoolWith(options: SpectoolOptions, ports: OwnPorts): Spectool {
  const cwd = options.cwd ?? process.cwd();
  const { actor, lockTimeoutMs, onLockWait, onLockLeft } = options;
  const waiting = { lockTimeoutMs, onLockWait, onLockLeft };
  const root = ports.fileSystem?.root ?? findProjectRoot(cwd) ?? cwd;
  const workingDirectory = ports.fileSystem === undefined ? workingDirectoryIn(root, cwd) : '';
  const announcements = options.onEvent && new Announcements(subscriber(options.onEvent));
  const configured = perConfiguration(() =>
    servicesOf(
      { root, workingDirectory, waiting, keepCaches: options.cache ?? true, actor },
      ports,
      announcements,
    ),
  );
  const configuration = () => configured()('configuration');
  // Not enumerable: who prints or copies the object outside a project is not refused.
  return Object.defineProperties({ root, ...facade(configured) } as Spectool, {
    actor: { get: () => configured()('actors').actor() },
    config: { get: () => configuration().config },
    configWarnings: { get: () => configuration().warnings },
  });
}

/** `directory` as the project sees it: `/`-separated, `''` for the root itself. */
function workingDirectoryIn(root: string, directory: string): string {
  const path = relative(root, resolve(directory)).split(sep).join('/');
  return path === '..' || path.startsWith('../') ? '' : path;
}

/** Each use case is made when it is executed: what cannot be made is a rejection, like every other refusal. */
function facade(configured: () => Get): UseCases {
  const names = Object.keys(useCases) as UseCaseName[];
  const entries = names.map((name) => {
    const execute = async (request: unknown) => {
      const get = configured();
      try {
        return await (get(name) as { execute(request: unknown): Promise<unknown> }).execute(request);
      } finally {
        get('snapshot').save();
      }
    };
    return [name, { execute }];
  });
  return Object.fromEntries(entries) as UseCases;
}

/** What was made by one configuration is kept until the file says something else. */
function perConfiguration(make: () => Get): () => Get {
  let made: { readonly get: Get; readonly text: string | undefined } | undefined;
  return () => {
    const get = made?.get ?? make();
    const text = get('configurationStore').text();
    const isCurrent = made === undefined || made.text === text;
    made = { get: isCurrent ? get : make(), text };
    return made.get;
  };
}
