import { parentOf } from '../../../domain/naming/projectPath.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type {
  LockWaiting,
  RegisteredClaim,
  Registry,
  RegistryAnswer,
  RegistryDraft,
} from '../../../ports/lockAndClaimRegistry.js';
import { FileProjectLock } from '../lock/fileProjectLock.js';
import type { ProcessTable } from '../lock/processTable.js';
import { RegistryEntries } from './registryEntries.js';

/**
 * The folder, ignored by git, of a registry (of assigned numbers and claims) within the project. Used if the project has no git
 * folder in which a registry could be shared.
 */
export const LOCAL_REGISTRY = '.spectool/registry';

const ENTRIES = 'entries.jsonl';
/** Maximum size in bytes of a registry file that is read; a thousand entries have about a fifth of this size. */
const MOST_BYTES = 1_000_000;

/** The folder for the registry that all worktrees of a clone share. */
export interface SharedFolder {
  /** The file system that contains the folder. It refuses links that lead out of its root. */
  readonly files: FileSystem;
  readonly path: string;
}

/**
 * The folder that all worktrees share; undefined if the project is in no clone. `problem`: the project is in a clone, but the
 * folder could not be determined for this reason.
 */
export type SharedFolderAnswer = SharedFolder | { readonly problem: string } | undefined;

/**
 * The registry of numbers and claims, as a file in the git folder that all worktrees share. If that folder cannot be written, a
 * file in the project is used.
 */
export class FileRegistry implements Registry {
  readonly #files: FileSystem;
  readonly #shared: () => SharedFolderAnswer;
  readonly #processes: ProcessTable;
  readonly #waiting: LockWaiting;
  readonly #now: () => number;

  /** @param files the file system of the project. @param now milliseconds since 1970. */
  constructor(
    files: FileSystem,
    shared: () => SharedFolderAnswer,
    processes: ProcessTable,
    waiting: LockWaiting = {},
    now: () => number = Date.now,
  ) {
    this.#files = files;
    this.#shared = shared;
    this.#processes = processes;
    this.#waiting = waiting;
    this.#now = now;
  }

  claims(): readonly RegisteredClaim[] {
    const shared = this.#shared();
    const hints = shared === undefined || 'problem' in shared ? '' : hintsOf(shared);
    return this.#entries(textOf(this.#files, LOCAL_REGISTRY), hints).claims();
  }

  isWhole(): boolean {
    const shared = this.#shared();
    // Return true without a shared registry, because the project's own log then contains every claim.
    return shared === undefined || 'problem' in shared || this.#entries(hintsOf(shared)).isWhole;
  }

  change<T>(work: (draft: RegistryDraft) => T): RegistryAnswer<T> {
    const shared = this.#shared();
    if (shared === undefined) return this.#changeHere(work);
    if ('problem' in shared) return { ...this.#changeHere(work), problem: shared.problem };
    let failure: unknown;
    try {
      refuseObstacles(shared);
      const lock = new FileProjectLock(shared.files, this.#processes, {
        ...this.#waiting,
        path: `${shared.path}/lock`,
      });
      return lock.hold(() => {
        shared.files.sweepTemporary(shared.path);
        const entries = this.#entries(textOf(shared.files, shared.path));
        let answer;
        try {
          answer = work(entries);
        } catch (error) {
          failure = error;
          throw error;
        }
        write(shared.files, shared.path, entries);
        return { answer, reach: 'shared' };
      });
    } catch (error) {
      if (error === failure || !isRefusedBySystem(error)) throw error;
      return { ...this.#changeHere(work, hintsOf(shared)), problem: error.message };
    }
  }

  /** Changes the registry in the project. The caller holds the project's lock. */
  #changeHere<T>(work: (draft: RegistryDraft) => T, hints = ''): RegistryAnswer<T> {
    const entries = this.#entries(textOf(this.#files, LOCAL_REGISTRY), hints);
    const answer = work(entries);
    const ignore = `${LOCAL_REGISTRY}/.gitignore`;
    if (this.#files.stat(ignore) === undefined) this.#files.write(ignore, '*\n', { durable: false });
    write(this.#files, LOCAL_REGISTRY, entries);
    return { answer, reach: 'local' };
  }

  #entries(text: string, hints?: string): RegistryEntries {
    return new RegistryEntries(text, this.#files.root, this.#processes, this.#now(), hints);
  }
}

function textOf(files: FileSystem, folder: string): string {
  const stat = files.stat(`${folder}/${ENTRIES}`);
  if (stat?.kind !== 'file' || stat.size > MOST_BYTES) return '';
  return files.readText(`${folder}/${ENTRIES}`) ?? '';
}

function hintsOf({ files, path }: SharedFolder): string {
  try {
    refuseObstacles({ files, path });
    return textOf(files, path);
  } catch {
    return '';
  }
}

function write(files: FileSystem, folder: string, entries: RegistryEntries): void {
  const text = String(entries);
  if (text !== textOf(files, folder)) files.write(`${folder}/${ENTRIES}`, text, { durable: false });
}

/**
 * Throws if a part of the registry's path is not the expected folder or file: a link could lead to any other file of the clone.
 * @throws SpectoolError `WRITE_FAILED`.
 */
function refuseObstacles({ files, path }: SharedFolder): void {
  const expected = [
    ...ancestors(path).map((folder) => [folder, 'directory'] as const),
    [`${path}/${ENTRIES}`, 'file'] as const,
  ];
  for (const [place, kind] of expected) {
    const stat = files.stat(place);
    if (stat !== undefined && stat.kind !== kind)
      throw new SpectoolError(
        'WRITE_FAILED',
        `${files.root}/${place} is not a ${kind === 'directory' ? 'folder' : 'file'}.`,
        {
          hint: `Move ${files.root}/${place} elsewhere, then run the command again.`,
        },
      );
  }
}

function ancestors(path: string): readonly string[] {
  return path === '' ? [] : [...ancestors(parentOf(path)), path];
}

function isRefusedBySystem(error: unknown): error is SpectoolError {
  return (
    error instanceof SpectoolError && ['WRITE_FAILED', 'READ_FAILED', 'OUTSIDE_PROJECT'].includes(error.code)
  );
}
