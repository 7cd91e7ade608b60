import type { FileSystem } from '../../ports/fileSystem.js';
import type { Hasher } from '../../ports/hasher.js';
import { attempt, commitAll } from './commitAll.js';
import type { CommitStep, RedoEntry } from './commitSteps.js';
import { decodeNote, encodeNote, JOURNAL_FILE, type NotedStep } from './journalNote.js';
import type { Needs } from '../services.js';

/**
 * Makes many steps one: what is to be done is written down first, and a writer that finds the note of one that was cut
 * short finishes the work. A change of one document needs none: its record alone tells what the document must become.
 */
export class Journal {
  static readonly needs = ['fileSystem', 'hasher', 'config'] as const;
  readonly #files: FileSystem;
  readonly #hasher: Hasher;
  readonly #specsDir: string;

  constructor(services: Needs<typeof Journal>) {
    this.#files = services.fileSystem;
    this.#hasher = services.hasher;
    this.#specsDir = services.config.specsDir;
  }

  commit(steps: readonly CommitStep[]): void {
    const entries = steps.flatMap(({ redo }) => redo ?? []);
    if (!needsNote(steps) || entries.length < steps.length) {
      commitAll(steps);
      return;
    }
    this.#files.write(JOURNAL_FILE, encodeNote(entries.map((entry) => this.#noted(entry))));
    try {
      commitAll(steps);
    } finally {
      // Every step is taken, or taken back: a note that cannot be removed finds nothing left to do.
      attempt(() => this.#files.remove(JOURNAL_FILE));
    }
  }

  /**
   * Finishes what a killed writer began. The caller holds the lock.
   * @throws SpectoolError `LOG_UNREADABLE` for a note no writer left.
   */
  recover(): void {
    const text = this.#files.readText(JOURNAL_FILE);
    if (text === undefined) return;
    for (const step of decodeNote(text, this.#specsDir)) this.#redo(step);
    this.#files.remove(JOURNAL_FILE);
  }

  #noted(entry: RedoEntry): NotedStep {
    const was = entry.action === 'replace' ? this.#digest(entry.to) : undefined;
    return { ...entry, ...(was !== undefined && { was }) };
  }

  #redo({ action, from, to, was }: NotedStep): void {
    if (this.#files.stat(from) === undefined) return;
    if (action === 'move') {
      if (this.#files.stat(to) === undefined) this.#files.move(from, to);
      return;
    }
    const content = this.#files.read(from) ?? '';
    if (action === 'add') this.#files.createExclusive(to, content);
    else if (this.#digest(to) === was) this.#files.write(to, content);
    this.#files.remove(from);
  }

  #digest(path: string): string | undefined {
    const text = this.#files.readText(path);
    return text === undefined ? undefined : this.#hasher.sha256(text);
  }
}

function needsNote(steps: readonly CommitStep[]): boolean {
  const documents = steps.filter(({ kind }) => kind === 'document').length;
  return documents > 1 || steps.some(({ kind }) => kind === 'folder');
}
