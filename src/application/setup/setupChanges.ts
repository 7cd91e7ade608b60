import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { PlannedWrite, Transaction } from '../../ports/transaction.js';
import { ignoreErrors } from '../ignoreErrors.js';
import type { Warning } from '../warning.js';
import { type ManagedPart, type ManagedPlan, planPart, readManaged, sameLines } from './managedFile.js';

/** An assistant's file linked to AGENTS.md. */
export interface AssistantLink {
  readonly path: string;
  readonly target: string;
  readonly kind: 'link' | 'copy';
}

/** A change outside the project's files, such as a git hook, and its reversal. */
export interface OutsideStep {
  take(): void;
  revert(): void;
}

/** Collects all writes of a setup command; `commit` makes all of them or none. */
export class SetupChanges {
  readonly created: string[] = [];
  readonly updated: string[] = [];
  readonly removed: string[] = [];
  readonly kept: string[] = [];
  readonly links: AssistantLink[] = [];
  readonly warnings: Warning[] = [];
  /** Changes that the transaction cannot undo; they are made last, and each knows its reversal. */
  readonly outside: OutsideStep[] = [];
  readonly #files: FileSystem;
  readonly #writes: PlannedWrite[] = [];

  constructor(files: FileSystem) {
    this.#files = files;
  }

  /** Creates a file, unless it exists: an existing file belongs to the user and is kept. */
  keepOrCreate(path: string, text: string): void {
    if (this.#files.stat(path) !== undefined) {
      // Every other command refuses such a link.
      checkWritable(this.#files, [path]);
      this.kept.push(path);
    } else this.#become(path, undefined, text);
  }

  /** Creates or replaces a file that belongs to spectool. */
  own(path: string, text: string): void {
    this.#become(path, this.#files.readText(path), text);
  }

  /** Adds, updates or removes spectool's part of a file. Returns why the file stays as it is; undefined if it does not. */
  manage(
    path: string,
    part: ManagedPart,
    wanted = true,
  ): Extract<ManagedPlan, { readonly line?: number }> | undefined {
    const { text: was, problem } = readManaged(this.#files, path);
    const plan = problem === undefined ? planPart(part, was, wanted) : { why: problem };
    if (plan.why !== undefined) {
      this.kept.push(path);
      return plan;
    }
    if (wanted || was !== plan.text) this.#become(path, was, plan.text);
    return undefined;
  }

  /** Returns the text that a file has after the changes; empty if there is none. */
  textOf(path: string): string {
    const write = this.#writes.find((one) => one.kind === 'file' && one.path === path);
    return write?.kind === 'file' ? write.text : (this.#files.readText(path) ?? '');
  }

  folder(path: string): void {
    if (this.#files.stat(path) !== undefined) return;
    this.created.push(path);
    this.#writes.push({ kind: 'folder', path });
  }

  /** Adds any other write, such as the project's record. */
  write(write: PlannedWrite): void {
    this.#writes.push(write);
    if (write.kind === 'link') this.created.push(write.path);
  }

  /** Makes all writes or none. */
  commit(transaction: Transaction): void {
    transaction.commit(this.#writes, this.outside.length === 0 ? undefined : () => this.#takeOutside());
    for (const write of this.#writes) {
      if (write.kind !== 'link') continue;
      const kind = this.#files.stat(write.path)?.kind === 'link' ? 'link' : 'copy';
      this.links.push({ path: write.path, target: write.target, kind });
    }
  }

  #takeOutside(): void {
    const taken: OutsideStep[] = [];
    try {
      for (const step of this.outside) {
        step.take();
        taken.push(step);
      }
    } catch (error) {
      for (const step of taken.reverse()) ignoreErrors(() => step.revert());
      throw error;
    }
  }

  #become(path: string, was: string | undefined, text: string | undefined): void {
    if (text === undefined) {
      if (was === undefined) return;
      this.removed.push(path);
      this.#writes.push({ kind: 'removal', path, was });
    } else if (was === undefined) {
      this.created.push(path);
      this.#writes.push({ kind: 'file', path, text });
    } else if (sameLines(was, text)) this.kept.push(path);
    else {
      this.updated.push(path);
      this.#writes.push({ kind: 'file', path, text, was });
    }
  }
}

/**
 * Checks before the first write that all files can be written, so that the command does not stop halfway.
 * @throws SpectoolError `WRITE_FAILED`, naming all paths that cannot be written.
 */
export function checkWritable(files: FileSystem, paths: readonly string[]): void {
  const obstacles = paths.flatMap((path) => {
    const { problem } = readManaged(files, path);
    return problem === undefined ? [] : [problem.startsWith('it ') ? `${path} ${problem.slice(3)}` : problem];
  });
  if (obstacles.length === 0) return;
  throw new SpectoolError(
    'WRITE_FAILED',
    `These files have to be written, but cannot be:\n  ${obstacles.join('\n  ')}`,
    {
      hint: 'Nothing was written. Move the listed folders and links elsewhere and save files as UTF-8 text, then run the command again.',
      details: { obstacles },
    },
  );
}
