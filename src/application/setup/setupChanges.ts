import { parentOf } from '../../domain/naming/projectPath.js';
import type { PreparedRecord } from '../../ports/eventLog.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import { attempt, commitAll } from '../changes/commitAll.js';
import { type CommitStep, documentStep, recordStep } from '../changes/commitSteps.js';
import { withLines } from './ownedLines.js';
import type { Warning } from '../warning.js';

/** An assistant's own file that leads to AGENTS.md. */
export interface AssistantLink {
  readonly path: string;
  readonly target: string;
  readonly kind: 'link' | 'copy';
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
      this.#stages.push(() =>
        documentStep(this.#files.stage(path, text), () => this.#files.stage(path, existing)),
      );
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
      kind: 'folder',
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

  record(prepare: () => PreparedRecord): void {
    this.#stages.unshift(() => recordStep(prepare()));
  }

  /** A step of another kind, taken in its turn. @param made what it makes, and is removed when a later step fails. */
  then(commit: () => void, made?: string): void {
    this.#stages.push(() => ({
      kind: 'document',
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
        kind: 'document',
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
