import { existsSync } from 'node:fs';
import { parentOf } from '../../../domain/naming/projectPath.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { isJsonObject, jsonIn, type JsonValue } from '../../../domain/value/jsonValue.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type {
  ClaimEntry,
  LockWaiting,
  RegisteredClaim,
  Registry,
  RegistryReach,
} from '../../../ports/lockAndClaimRegistry.js';
import { FileProjectLock } from '../lock/fileProjectLock.js';
import type { ProcessTable } from '../lock/processTable.js';

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
 * The registry of claims, as a file in the git folder that all worktrees share. Without a clone, or if that folder cannot be
 * written, nothing is kept: the log of this worktree has its claims.
 */
export class FileRegistry implements Registry {
  readonly #worktree: string;
  readonly #shared: () => SharedFolderAnswer;
  readonly #processes: ProcessTable;
  readonly #waiting: LockWaiting;
  /** The lock of the shared folder, one object for it, so that `hold` may be nested. */
  #lock: FileProjectLock | undefined;

  constructor(
    { root }: Pick<FileSystem, 'root'>,
    shared: () => SharedFolderAnswer,
    processes: ProcessTable,
    waiting: LockWaiting = {},
  ) {
    this.#worktree = root;
    this.#shared = shared;
    this.#processes = processes;
    this.#waiting = waiting;
  }

  claims(): readonly RegisteredClaim[] {
    try {
      const shared = this.#shared();
      if (shared === undefined || 'problem' in shared) return [];
      refuseObstacles(shared);
      return claimsIn(textOf(shared));
    } catch {
      // The logs decide; the registry only says which to read.
      return [];
    }
  }

  enter(claims: readonly ClaimEntry[], isHeld: (spec: string) => boolean): RegistryReach {
    const shared = this.#shared();
    if (shared === undefined || 'problem' in shared) return { reach: 'local', ...shared };
    try {
      refuseObstacles(shared);
      shared.files.sweepTemporary(shared.path);
      const worktree = this.#worktree;
      const specs = new Set(claims.map(({ spec }) => spec));
      const before = textOf(shared);
      const kept = claimsIn(before).filter((one) =>
        one.worktree === worktree ? !specs.has(one.spec) && isHeld(one.spec) : existsSync(one.worktree),
      );
      const all = [...kept, ...claims.map((claim) => ({ ...claim, worktree }))].slice(-MOST_ENTRIES);
      const text = all.map((claim) => `${JSON.stringify({ kind: 'claim', ...claim })}\n`).join('');
      if (text !== before) shared.files.write(`${shared.path}/${ENTRIES}`, text, { durable: false });
      return { reach: 'shared' };
    } catch (error) {
      if (!isRefusedBySystem(error)) throw error;
      return { reach: 'local', problem: error.message };
    }
  }

  hold<T>(work: () => T): T {
    const shared = this.#shared();
    if (shared === undefined || 'problem' in shared) return work();
    let isBegun = false as boolean;
    try {
      return this.#lockIn(shared).hold(() => {
        isBegun = true;
        return work();
      });
    } catch (error) {
      if (isBegun || !isRefusedBySystem(error)) throw error;
      return work();
    }
  }

  #lockIn(shared: SharedFolder): FileProjectLock {
    refuseObstacles(shared);
    return (this.#lock ??= new FileProjectLock(shared.files, this.#processes, {
      ...this.#waiting,
      path: `${shared.path}/lock`,
    }));
  }
}

function textOf({ files, path }: SharedFolder): string {
  const stat = files.stat(`${path}/${ENTRIES}`);
  if (stat?.kind !== 'file' || stat.size > MOST_BYTES) return '';
  return files.readText(`${path}/${ENTRIES}`) ?? '';
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

const MOST_ENTRIES = 1_000;
const LONGEST_LINE = 8_000;
const LONGEST_TEXT = 1_000;
const STREAM = /^[a-z0-9][a-z0-9-]{0,63}$/;

/**
 * Reads the registry's file, which has one JSON entry per line; other lines are ignored. Only the last ones count, because another
 * program may have made the file too long.
 */
function claimsIn(text: string): readonly RegisteredClaim[] {
  const lines = text.split('\n').filter((line) => line.length <= LONGEST_LINE);
  return lines.flatMap((line) => claimIn(jsonIn(line))).slice(-MOST_ENTRIES);
}

function claimIn(value: JsonValue | undefined): readonly RegisteredClaim[] {
  if (!isJsonObject(value)) return [];
  const { kind, spec, name, by, worktree } = value;
  if (kind !== 'claim' || !isText(spec) || !STREAM.test(spec)) return [];
  return isText(name) && isText(by) && isText(worktree) ? [{ spec, name, by, worktree }] : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT;
}
