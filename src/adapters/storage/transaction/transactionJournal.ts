import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { isProjectPath, parentOf } from '../../../domain/naming/projectPath.js';
import {
  CONFIG_FILE,
  JOURNAL_FILE,
  LOG_FOLDER,
  STAGING_FOLDER,
  TRASH_FOLDER,
} from '../../../domain/project/projectFolders.js';
import { isJsonObject, jsonIn } from '../../../domain/value/jsonValue.js';
import type { FileStat, FileSystem } from '../../../ports/fileSystem.js';
import type { Hasher } from '../../../ports/system.js';
import type { PastWrite, PlannedWrite, RecordWrite } from '../../../ports/transaction.js';

/** The location of a journal: a path, and the file system that contains it. */
interface NotePlace {
  readonly files: FileSystem;
  readonly path: string;
}

/** Path of the secret with which earlier versions sealed a journal, because that journal was in the project. */
const SECRET = 'spectool/secret';

/**
 * The journal of the running command. It lists the command's steps, so that the next command that writes can finish them. The
 * journal is in the working tree's git directory, which is never committed; without a clone, it is in the project.
 */
export class CommandNote {
  readonly #files: FileSystem;
  readonly #hasher: Hasher;
  readonly #inGit: () => NotePlace | undefined;

  constructor(files: FileSystem, hasher: Hasher, inGit: () => NotePlace | undefined) {
    this.#files = files;
    this.#hasher = hasher;
    this.#inGit = inGit;
  }

  /** Returns the journals that exist: the one in the project first, then the one in the git directory. */
  found(): readonly NotePlace[] {
    const places = [{ files: this.#files, path: JOURNAL_FILE }, this.#inGit() ?? []].flat();
    return places.filter(({ files, path }) => {
      try {
        return files.stat(path)?.kind === 'file';
      } catch (error) {
        if (error instanceof SpectoolError && files !== this.#files) return false;
        throw error;
      }
    });
  }

  /** Writes the journal. If the git directory cannot be written, a killed command can only be completed from its records. */
  write(text: string): void {
    const { files, path } = this.#inGit() ?? { files: this.#files, path: JOURNAL_FILE };
    try {
      if (files !== this.#files) files.sweepTemporary(parentOf(path));
      files.write(path, text);
    } catch (error) {
      if (!(error instanceof SpectoolError) || files === this.#files) throw error;
    }
  }

  remove(): void {
    for (const { files, path } of this.found()) files.remove(path);
  }

  /**
   * True if a journal was written in this working tree: if it is in the git directory, if there is no clone, or if an earlier
   * version sealed it with the secret in the git directory.
   */
  isOwn({ files }: NotePlace, steps: string, seal: unknown): boolean {
    const git = files === this.#files ? this.#inGit()?.files : undefined;
    if (git === undefined) return true;
    const secret = git.readText(SECRET);
    return secret !== undefined && seal === this.#hasher.sha256(secret + this.#hasher.sha256(secret + steps));
  }
}

const OF_SPECS = ['text', 'newFolder', 'move'] as const;
const OF_THE_PROJECT = ['folder', 'file', 'removal', 'link'] as const;

/**
 * True if the change needs a journal: if it changes specs or the configuration. A single record, or other files of the project,
 * need none.
 */
export function needsJournal(writes: readonly PlannedWrite[]): boolean {
  return writes.some(
    (write) =>
      OF_SPECS.some((kind) => kind === write.kind) || (write.kind === 'file' && write.path === CONFIG_FILE),
  );
}

/**
 * Returns the kinds of writes in the order in which they are carried out. If specs change, records come first, because an
 * interrupted change is completed from them. If only project files change, records come last, because they cannot restore those
 * files and only say that the change is done.
 */
export function orderOfWrites(writes: readonly PlannedWrite[]): readonly PlannedWrite['kind'][] {
  const isOfSpecs = writes.some(({ kind }) => kind === 'past' || OF_SPECS.some((one) => one === kind));
  return isOfSpecs ? ['past', 'record', ...OF_SPECS, ...OF_THE_PROJECT] : [...OF_THE_PROJECT, 'record'];
}

const VERSION = 1;
const LOG = `${LOG_FOLDER}/`;
const NEW_FOLDER = `${STAGING_FOLDER}/new-`;

/** A step of a transaction in the journal, described as a file operation, so that another process can finish it. */
export interface NotedStep {
  readonly action: 'replace' | 'add' | 'move';
  readonly from: string;
  readonly to: string;
  /** The spec whose folder a `move` step moves, or whose record an `add` step adds. */
  readonly spec?: string;
  /** For an `add` step: the id of the record, and the ids of its parents in the spec's log. */
  readonly record?: string;
  readonly parents?: readonly string[];
  /**
   * SHA-256 of the text that a `replace` step expects in the file. A file with any other text was edited, and the edit is kept.
   */
  readonly was?: string;
  /** Length in bytes of the text that a `replace` step expects. A longer file that begins with that text was only appended to. */
  readonly wasBytes?: number;
}

export function encodeJournal(steps: readonly NotedStep[]): string {
  return `${JSON.stringify({ v: VERSION, steps })}\n`;
}

/**
 * Parses a journal. Anyone may have put the file into the project, so only steps that this program writes are accepted: records
 * in the log, texts and folders in the specs folder, the configuration.
 * @param file where the journal is, for messages.
 * @param isOwn returns true if a journal with these steps and this seal was written in this working tree.
 * @throws SpectoolError `LOG_UNREADABLE` for any other content, or a journal written elsewhere.
 */
export function decodeJournal(
  text: string,
  file: string,
  folders: readonly string[],
  isOwn: (steps: string, seal: unknown) => boolean,
): readonly NotedStep[] {
  const note: unknown = jsonIn(text);
  const { v, steps, seal } = isJsonObject(note) ? note : {};
  const list: readonly unknown[] = Array.isArray(steps) ? steps : [undefined];
  if (v !== VERSION || !areOurs(list, folders))
    throw foreignJournal(file, 'is not a journal that spectool wrote');
  if (!isOwn(JSON.stringify(list), seal))
    throw foreignJournal(file, 'was written by a change in another working tree');
  return list;
}

function foreignJournal(path: string, why: string): SpectoolError {
  return new SpectoolError('LOG_UNREADABLE', `${path} ${why}.`, {
    hint: 'If a newer spectool is working on this project, wait until that command ends. Otherwise move the file elsewhere, then run `validate`.',
    details: { path },
  });
}

function areOurs(steps: readonly unknown[], folders: readonly string[]): steps is readonly NotedStep[] {
  return steps.every((step) => isStep(step) && isOurs(step, folders));
}

function isStep(value: unknown): value is NotedStep {
  if (typeof value !== 'object' || value === null) return false;
  const { action, from, to, spec, record, parents, was, wasBytes } = value as Record<string, unknown>;
  return (
    (action === 'replace' || action === 'add' || action === 'move') &&
    typeof from === 'string' &&
    typeof to === 'string' &&
    isProjectPath(from) &&
    isProjectPath(to) &&
    [spec, record].every((one) => one === undefined || typeof one === 'string') &&
    (parents === undefined || (Array.isArray(parents) && parents.every((one) => typeof one === 'string'))) &&
    (was === undefined || typeof was === 'string') &&
    (wasBytes === undefined || Number.isSafeInteger(wasBytes))
  );
}

function isOurs({ action, from, to }: NotedStep, folders: readonly string[]): boolean {
  const isIn = (path: string, places: readonly string[]) =>
    places.some((folder) => path.startsWith(`${folder}/`)) &&
    !/(?:^|\/)\.(?:git|spectool)(?:\/|$)/i.test(path);
  const isSpecs = (path: string) => isIn(path, folders.slice(0, 1));
  const isTrash = (path: string) => parentOf(path) === TRASH_FOLDER;
  if (action === 'move')
    return isSpecs(to)
      ? isSpecs(from) || isTrash(from) || from.startsWith(NEW_FOLDER)
      : isTrash(to) && isSpecs(from);
  const isStaged = [STAGING_FOLDER, parentOf(to)].includes(parentOf(from)) && from !== to;
  if (action === 'add') return isStaged && to.startsWith(LOG);
  return isStaged && (isIn(to, folders) || to === CONFIG_FILE);
}

/** Returns the spec, id and parents of a record that is written, for the step in the journal. */
export function journalRecordReference(
  write: RecordWrite | PastWrite,
): Pick<NotedStep, 'spec' | 'record' | 'parents'> {
  if (write.kind === 'past') return {};
  const { spec, id: record, parents } = write.record;
  return { spec, record, parents };
}

/** Returns a step for the journal; empty for a file system in memory, where nothing outlives the process. */
export function journalStep(
  action: NotedStep['action'],
  from: string | undefined,
  to: string,
  more: Omit<NotedStep, 'action' | 'from' | 'to'> = {},
): { readonly noted?: NotedStep } {
  return from === undefined ? {} : { noted: { action, from, to, ...more } };
}

export function isStagedPath(path: string): boolean {
  return path.startsWith(`${STAGING_FOLDER}/`);
}

/** True if the two stats show that the file was not written in between. */
export function isSameFileStat(one: FileStat | undefined, other: FileStat | undefined): boolean {
  return one?.inode === other?.inode && one?.size === other?.size && one?.mtimeNs === other?.mtimeNs;
}

/** One step of a transaction. The step is prepared on disk first, so that little can fail in `commit`. */
export interface Step {
  /**
   * The step as written to the journal, so that another process can finish it. Absent for a file system in memory, where nothing
   * outlives the process.
   */
  readonly noted?: NotedStep;
  /**
   * Checks the file before the step.
   * @throws SpectoolError `CHANGED_MEANWHILE` if the file is not as it was when the step was planned.
   */
  check?(): void;
  commit(): void;
  /** Undoes the step, because a later step failed. */
  revert(): void;
  /** Removes the files that prepared the step, once all steps have succeeded or are reverted. */
  discard(): void;
}

/** Returns a step that needs no preparation on disk. */
export function unpreparedStep(commit: () => void, revert: () => void = () => undefined): Step {
  return { commit, revert, discard: () => undefined };
}

/** Commits all steps in order. If a step fails, reverts the earlier ones and throws its error. */
export function commitSteps(steps: readonly Step[]): void {
  const done: Step[] = [];
  for (const step of steps) {
    try {
      step.commit();
      done.push(step);
    } catch (error) {
      for (const earlier of done.reverse()) attemptCleanup(() => earlier.revert());
      throw error;
    }
  }
}

/** Runs a cleanup and ignores its errors, so that they do not hide the error that made the cleanup necessary. */
export function attemptCleanup(work: () => void): void {
  try {
    work();
  } catch {
    // The next command that writes removes the files that are left.
  }
}
