import { STAGING_FOLDER } from '../domain/project/projectFolders.js';
import type { FileSystem } from '../ports/fileSystem.js';
import { attempt, commitAll } from './commitAll.js';
import type { CommitStep, RedoEntry } from './commitSteps.js';

const JOURNAL = `${STAGING_FOLDER}/journal.json`;

/**
 * Makes many steps one: what is to be done is written down first, and a writer that finds the note of one that was cut
 * short finishes the work. A change of one document needs none: its record alone tells what the document must become.
 */
export class Journal {
  readonly #files: FileSystem;

  constructor(files: FileSystem) {
    this.#files = files;
  }

  commit(steps: readonly CommitStep[]): void {
    const entries = steps.flatMap(({ redo }) => redo ?? []);
    if (!needsNote(steps) || entries.length < steps.length) {
      commitAll(steps);
      return;
    }
    this.#files.write(JOURNAL, JSON.stringify(entries));
    try {
      commitAll(steps);
    } finally {
      // Every step is taken, or taken back: a note that cannot be removed finds nothing left to do.
      attempt(() => this.#files.remove(JOURNAL));
    }
  }

  /** Finishes what a killed writer began. The caller holds the lock. */
  recover(): void {
    const text = this.#files.readText(JOURNAL);
    if (text === undefined) return;
    for (const entry of JSON.parse(text) as readonly RedoEntry[]) this.#redo(entry);
    this.#files.remove(JOURNAL);
  }

  #redo({ action, from, to }: RedoEntry): void {
    if (this.#files.stat(from) === undefined) return;
    if (action === 'move') {
      if (this.#files.stat(to) === undefined) this.#files.move(from, to);
      return;
    }
    const content = this.#files.read(from) ?? '';
    if (action === 'replace') this.#files.write(to, content);
    else this.#files.createExclusive(to, content);
    this.#files.remove(from);
  }
}

function needsNote(steps: readonly CommitStep[]): boolean {
  const documents = steps.filter(({ kind }) => kind === 'document').length;
  return documents > 1 || steps.some(({ kind }) => kind === 'folder');
}
