import type { FileSystem } from '../../ports/fileSystem.js';
import type { PlannedWrite, Transaction } from '../../ports/transaction.js';
import type { Warning } from '../warning.js';
import { readUserText } from './readUserTextFile.js';

/** An assistant's file linked to AGENTS.md. */
export interface AssistantLink {
  readonly path: string;
  readonly target: string;
  readonly kind: 'link' | 'copy';
}

/** Collects all writes of a setup command; `commit` makes all of them or none. */
export class SetupChanges {
  readonly created: string[] = [];
  readonly updated: string[] = [];
  readonly removed: string[] = [];
  readonly kept: string[] = [];
  readonly links: AssistantLink[] = [];
  readonly warnings: Warning[] = [];
  readonly #files: FileSystem;
  readonly #writes: PlannedWrite[] = [];

  constructor(files: FileSystem) {
    this.#files = files;
  }

  /** Creates a file, unless it exists: an existing file belongs to the user and is kept. */
  keepOrCreate(path: string, text: string): void {
    if (this.#files.stat(path) !== undefined) this.kept.push(path);
    else this.#create(path, text);
  }

  /** Creates or replaces a file that belongs to spectool. */
  own(path: string, text: string): void {
    const was = this.#files.readText(path);
    if (was === undefined) this.#create(path, text);
    // Ignore line endings, which git may have changed on checkout.
    else if (was.replaceAll('\r\n', '\n') === text.replaceAll('\r\n', '\n')) this.kept.push(path);
    else {
      this.updated.push(path);
      this.#writes.push({ kind: 'file', path, text, was });
    }
  }

  /** Adds these lines to a file if they are missing; all other lines belong to the user. */
  ownLines(path: string, lines: readonly string[]): void {
    const text = withLines(this.#files, path, lines);
    if (text === undefined) this.kept.push(path);
    else this.own(path, text);
  }

  /** Removes a file that belongs to spectool. */
  remove(path: string, was: string): void {
    this.removed.push(path);
    this.#writes.push({ kind: 'removal', path, was });
  }

  /** Removes a link that belongs to spectool. */
  removeLink(path: string, target: string): void {
    this.removed.push(path);
    this.#writes.push({ kind: 'removal', path, was: target, isLink: true });
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

  /**
   * Makes all writes or none.
   * @param finish work of another program (git), done last.
   * @param tell receives the number of steps done and in total.
   */
  commit(transaction: Transaction, finish?: () => void, tell?: (done: number, total: number) => void): void {
    transaction.commit(this.#writes, finish, tell);
    for (const write of this.#writes) {
      if (write.kind !== 'link') continue;
      const kind = this.#files.stat(write.path)?.kind === 'link' ? 'link' : 'copy';
      this.links.push({ path: write.path, target: write.target, kind });
    }
  }

  #create(path: string, text: string): void {
    this.created.push(path);
    this.#writes.push({ kind: 'file', path, text });
  }
}

/** Returns the text of the file with missing lines appended; undefined if no line is missing. */
function withLines(files: FileSystem, path: string, lines: readonly string[]): string | undefined {
  const existing = readUserText(files, path) ?? '';
  const newline = existing.includes('\r\n') ? '\r\n' : '\n';
  const there = new Set(existing.split(/\r?\n/).map((line) => line.trim()));
  const missing = lines.filter((line) => !there.has(line));
  if (missing.length === 0) return undefined;
  const start = existing === '' || existing.endsWith('\n') ? existing : existing + newline;
  return start + missing.map((line) => line + newline).join('');
}
