import { attempt } from '../changes/attempt.js';
import { parentOf } from '../../domain/naming/projectPath.js';
import type { StagedRecord } from '../../ports/eventLog.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { Warning } from '../warning.js';
import { textToKeep } from './textToKeep.js';

/** An assistant's own file that leads to AGENTS.md. */
export interface AssistantLink {
  readonly path: string;
  readonly target: string;
  readonly kind: 'link' | 'copy';
}

/** One durable step; it is prepared on disk, so that little can fail when it is taken. */
interface CommitStep {
  commit(): void;
  /** Takes the step back after a later one failed. */
  revert(): void;
  /** Cleans up what was prepared; harmless after `commit`. */
  discard(): void;
}

/** All that a command which sets a project up is going to write: gathered first, then made whole or not at all. */
export class SetupChanges {
  readonly created: string[] = [];
  readonly updated: string[] = [];
  readonly kept: string[] = [];
  readonly links: AssistantLink[] = [];
  readonly warnings: Warning[] = [];
  readonly #files: FileSystem;
  /** Each prepares its step on disk, so that most of what can fail does so before anything has changed. */
  readonly #stages: (() => CommitStep)[] = [];
  readonly #newFolders = new Set<string>();

  constructor(files: FileSystem) {
    this.#files = files;
  }

  /** The user's once it is there. */
  keepOrCreate(path: string, text: string): void {
    if (this.#files.stat(path) !== undefined) this.kept.push(path);
    else this.#create(path, text);
  }

  /** Ours: brought up to date. */
  own(path: string, text: string): void {
    const existing = this.#files.readText(path);
    if (existing === undefined) this.#create(path, text);
    // git may have given the file the line ends of the machine.
    else if (existing.replaceAll('\r\n', '\n') === text.replaceAll('\r\n', '\n')) this.kept.push(path);
    else {
      this.updated.push(path);
      this.#stages.push(() => {
        const staged = this.#files.stage(path, text);
        return {
          commit: () => void staged.commit(),
          revert: () => this.#files.write(path, existing),
          discard: () => staged.discard(),
        };
      });
    }
  }

  /** Ours are these lines; every other one is the user's. */
  ownLines(path: string, lines: readonly string[]): void {
    const text = withLines(this.#files, path, lines);
    if (text === undefined) this.kept.push(path);
    else this.own(path, text);
  }

  folder(path: string): void {
    if (this.#files.stat(path) !== undefined) return;
    this.created.push(path);
    this.#leadTo(`${path}/`);
    this.#stages.push(() => ({
      commit: () => this.#files.makeDirectory(path),
      revert: () => void this.#files.removeEmptyDirectory(path),
      discard: () => undefined,
    }));
  }

  /** A link to `target`, or a file with the text `copy` where links cannot be made. */
  link(path: string, target: string, copy: string): void {
    this.created.push(path);
    this.then(() => {
      const kind = this.#files.link(target, path) ? 'link' : 'copy';
      if (kind === 'copy') this.#files.write(path, copy);
      this.links.push({ path, target, kind });
    }, path);
  }

  record(stage: () => StagedRecord): void {
    this.#stages.unshift(() => {
      const staged = stage();
      return {
        commit: () => staged.commit(),
        revert: () => staged.revoke(),
        discard: () => staged.discard(),
      };
    });
  }

  /** A step of another kind, taken in its turn. @param made what it makes, and is removed when a later step fails. */
  then(commit: () => void, made?: string): void {
    this.#stages.push(() => ({
      commit,
      revert: () => {
        if (made !== undefined) this.#files.remove(made);
      },
      discard: () => undefined,
    }));
  }

  commit(): void {
    const steps: CommitStep[] = [];
    try {
      for (const stage of this.#stages) steps.push(stage());
      commitAll(steps);
    } catch (error) {
      for (const step of steps) attempt(() => step.discard());
      const deepestFirst = [...this.#newFolders].sort((a, b) => b.length - a.length);
      for (const folder of deepestFirst) attempt(() => this.#files.removeEmptyDirectory(folder));
      throw error;
    }
  }

  #create(path: string, text: string): void {
    this.created.push(path);
    this.#leadTo(path);
    this.#stages.push(() => {
      const staged = this.#files.stage(path, text);
      let isOurs = false;
      return {
        // Made by somebody else a moment ago: theirs stays.
        commit: () => void (isOurs = staged.commitExclusive()),
        revert: () => {
          if (isOurs) this.#files.remove(path);
        },
        discard: () => staged.discard(),
      };
    });
  }

  #leadTo(path: string): void {
    for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder))
      if (this.#files.stat(folder) === undefined) this.#newFolders.add(folder);
  }
}

/** Takes every step in order, or none: what was done is taken back when a later step fails. */
function commitAll(steps: readonly CommitStep[]): void {
  const done: CommitStep[] = [];
  for (const step of steps) {
    try {
      step.commit();
      done.push(step);
    } catch (error) {
      for (const earlier of done.reverse()) attempt(() => earlier.revert());
      throw error;
    }
  }
}

/** A text file with these lines in it: those that are missing are appended, everything else is the user's. */
function withLines(files: FileSystem, path: string, lines: readonly string[]): string | undefined {
  const existing = textToKeep(files, path) ?? '';
  const newline = existing.includes('\r\n') ? '\r\n' : '\n';
  const there = new Set(existing.split(/\r?\n/).map((line) => line.trim()));
  const missing = lines.filter((line) => !there.has(line));
  if (missing.length === 0) return undefined;
  const start = existing === '' || existing.endsWith('\n') ? existing : existing + newline;
  return start + missing.map((line) => line + newline).join('');
}
