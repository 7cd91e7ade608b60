import { parentOf } from '../../../domain/naming/projectPath.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type {
  ClaimEntry,
  KnownClaim,
  LockWaiting,
  RegisteredClaim,
  Registry,
  RegistryAnswer,
  RegistryDraft,
} from '../../../ports/lockAndClaimRegistry.js';
import { FileProjectLock } from '../lock/fileProjectLock.js';
import type { Liveness, ProcessIdentity, ProcessTable } from '../lock/processTable.js';

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
  readonly #now: () => number;
  /** The lock of the shared folder, one object for it, so that `hold` and `change` may be nested. */
  #lock: FileProjectLock | undefined;

  /** @param now milliseconds since 1970. */
  constructor(
    { root }: Pick<FileSystem, 'root'>,
    shared: () => SharedFolderAnswer,
    processes: ProcessTable,
    waiting: LockWaiting = {},
    now: () => number = Date.now,
  ) {
    this.#worktree = root;
    this.#shared = shared;
    this.#processes = processes;
    this.#waiting = waiting;
    this.#now = now;
  }

  claims(): readonly RegisteredClaim[] {
    return this.#readable().claims();
  }

  isWhole(): boolean {
    const shared = this.#shared();
    // Return true without a shared registry, because the project's own log then contains every claim.
    return shared === undefined || 'problem' in shared || this.#readable(false).isWhole;
  }

  change<T>(work: (draft: RegistryDraft) => T): RegistryAnswer<T> {
    const shared = this.#shared();
    if (shared === undefined || 'problem' in shared)
      return { answer: work(this.#readable()), reach: 'local', ...shared };
    let failure: unknown;
    try {
      return this.#lockIn(shared).hold(() => {
        shared.files.sweepTemporary(shared.path);
        const entries = this.#entries(textOf(shared), false);
        let answer;
        try {
          answer = work(entries);
        } catch (error) {
          failure = error;
          throw error;
        }
        const text = String(entries);
        if (text !== textOf(shared))
          shared.files.write(`${shared.path}/${ENTRIES}`, text, { durable: false });
        return { answer, reach: 'shared' };
      });
    } catch (error) {
      if (error === failure || !isRefusedBySystem(error)) throw error;
      return { answer: work(this.#readable()), reach: 'local', problem: error.message };
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

  /** Returns the shared entries as far as they can be read. @param isLocal true if changes of them are not kept. */
  #readable(isLocal = true): RegistryEntries {
    const shared = this.#shared();
    let text = '';
    try {
      if (shared !== undefined && !('problem' in shared)) {
        refuseObstacles(shared);
        text = textOf(shared);
      }
    } catch {
      // The logs decide; the registry only says which to read.
    }
    return this.#entries(text, isLocal);
  }

  #entries(text: string, isLocal: boolean): RegistryEntries {
    return new RegistryEntries(text, this.#worktree, this.#processes, this.#now(), isLocal);
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

/** The process that is making a claim. */
interface Giver extends ProcessIdentity {
  /** When the process began to make the claim, in milliseconds since 1970. */
  readonly at: number;
}

interface ClaimLine extends ClaimEntry {
  readonly kind: 'claim';
  readonly worktree: string;
  readonly process?: Giver;
}

/** Maximum number of claims, and of lines of other kinds. */
const MOST_ENTRIES = 1_000;
const LONGEST_LINE = 8_000;
/** The last line of a registry into which all claims of the log have been entered. A truncated file has lost this line. */
const WHOLE = '{"kind":"whole"}';
const LONGEST_TEXT = 1_000;
const STREAM = /^[a-z0-9][a-z0-9-]{0,63}$/;
/**
 * A claim that has been pending for longer than this (in milliseconds) no longer counts, even if a process with its process
 * number is alive.
 */
const LONGEST_MS = 600_000;

/**
 * The content of the registry's file, which has one JSON entry per line. Invalid lines, and the numbers that earlier
 * versions entered, are ignored; entries of unknown kinds are kept unchanged.
 */
class RegistryEntries implements RegistryDraft {
  #claims: readonly ClaimLine[];
  #others: readonly string[];
  /** True if changes are not kept, so that there is nothing to restore. */
  readonly #isLocal: boolean;
  readonly #worktree: string;
  readonly #processes: ProcessTable;
  readonly #now: number;
  /**
   * Cached results of whether a process is alive, because a command that claims many specs makes an entry for each, all with the
   * same process.
   */
  readonly #liveness = new Map<string, Liveness>();

  /** @param now milliseconds since 1970. */
  constructor(text: string, worktree: string, processes: ProcessTable, now: number, isLocal: boolean) {
    this.#claims = entriesOf(text);
    this.#others = linesOf(text).filter(isOfAnotherKind).slice(-MOST_ENTRIES);
    this.#isLocal = isLocal;
    this.#worktree = worktree;
    this.#processes = processes;
    this.#now = now;
  }

  claims(): readonly RegisteredClaim[] {
    return this.#claims.map(({ kind: _kind, process, ...entry }) => {
      const atIt = this.#atIt(process);
      return { ...entry, isPending: atIt !== undefined, ...(atIt === 'unseen' && { isUnseen: true }) };
    });
  }

  get isWhole(): boolean {
    return this.#isLocal || this.#others.includes(WHOLE);
  }

  restoreClaims(claims: readonly KnownClaim[]): void {
    const lines = claims.map((claim) => ({ kind: 'claim', ...claim }) as const);
    const isKnown = (one: ClaimLine) =>
      this.#claims.some(({ spec, worktree }) => spec === one.spec && worktree === one.worktree);
    // Several worktrees can report the same claim after a merge. Put repeated claims first, because the first entries are dropped
    // when there are too many.
    const told = new Set<string | undefined>();
    const isRepeat = lines.map(({ record }) => told.size === told.add(record).size);
    const inOrder = [...lines.filter((_, i) => isRepeat[i]), ...lines.filter((_, i) => !isRepeat[i])];
    this.#claims = [...inOrder.filter((one) => !isKnown(one)), ...this.#claims];
    this.#others = [...this.#others.filter((line) => line !== WHOLE), WHOLE];
  }

  claim(entry: ClaimEntry): void {
    this.#putClaim(entry, { process: this.#self() });
  }

  settleClaim(entry: ClaimEntry): void {
    this.#putClaim(entry, {});
  }

  dropClaim(spec: string, worktree = this.#worktree): void {
    this.#claims = this.#claims.filter((line) => line.spec !== spec || line.worktree !== worktree);
  }

  toString(): string {
    const claims = this.#claims.slice(-MOST_ENTRIES).map((line) => JSON.stringify(line));
    return [...claims, ...this.#others].map((line) => `${line}\n`).join('');
  }

  #putClaim(entry: ClaimEntry, by: Pick<ClaimLine, 'process'>): void {
    this.dropClaim(entry.spec);
    this.#claims = [...this.#claims, { kind: 'claim', ...entry, worktree: this.#worktree, ...by }];
  }

  #self(): Giver {
    return { ...this.#processes.self(), at: this.#now };
  }

  /**
   * Returns whether a process is still working: `seen` if it is alive on this machine, `unseen` if this cannot be checked,
   * undefined if it is not. A process whose start time is missing cannot be checked on a machine that has start times.
   */
  #atIt(by: Giver | undefined): 'seen' | 'unseen' | undefined {
    if (by === undefined || Math.abs(this.#now - by.at) >= LONGEST_MS) return undefined;
    const liveness = this.#livenessOf(by);
    if (liveness === 'dead') return undefined;
    const isTold = by.start !== '' || this.#processes.self().start === '';
    return liveness === 'alive' && isTold ? 'seen' : 'unseen';
  }

  #livenessOf({ pid, host, namespace, start }: ProcessIdentity): Liveness {
    const key = JSON.stringify([pid, host, namespace, start]);
    const liveness = this.#liveness.get(key) ?? this.#processes.liveness({ pid, host, namespace, start });
    this.#liveness.set(key, liveness);
    return liveness;
  }
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '' && line.length <= LONGEST_LINE);
}

/**
 * Parses the entries of a registry file. Only the last ones are used, because another program may have made the file too long.
 */
function entriesOf(text: string): readonly ClaimLine[] {
  const entries = linesOf(text).flatMap((line): readonly ClaimLine[] => {
    const value = parsed(line);
    return value === undefined ? [] : claimLine(value);
  });
  return entries.slice(-2 * MOST_ENTRIES);
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function isOfAnotherKind(line: string): boolean {
  const { kind } = parsed(line) ?? {};
  return typeof kind === 'string' && kind !== 'number' && kind !== 'claim';
}

function claimLine(value: Readonly<Record<string, unknown>>): readonly ClaimLine[] {
  const { kind, spec, name, by, place, since, until, record, worktree } = value;
  if (kind !== 'claim' || !isStream(spec) || !isText(name) || !isText(by) || !isText(worktree)) return [];
  if (!isTime(since) || !isTime(until)) return [];
  const process = giverOf(value['process']);
  const entry = {
    kind,
    spec,
    name,
    by,
    ...(isText(place) && { place }),
    since,
    until,
    ...(isText(record) && { record }),
    worktree,
    ...(process && { process }),
  } as const;
  return [entry];
}

function isStream(value: unknown): value is string {
  return typeof value === 'string' && STREAM.test(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT;
}

function isTime(value: unknown): value is string {
  return isText(value) && !Number.isNaN(Date.parse(value));
}

function giverOf(value: unknown): Giver | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { pid, host, namespace, start, at } = value as Partial<Record<keyof Giver, unknown>>;
  // Refuse numbers below 1, because `kill` would take them for process groups.
  if (!Number.isSafeInteger(pid) || Number(pid) < 1 || typeof at !== 'number') return undefined;
  if (typeof host !== 'string' || typeof namespace !== 'string' || typeof start !== 'string')
    return undefined;
  return { pid: Number(pid), host, namespace, start, at };
}
