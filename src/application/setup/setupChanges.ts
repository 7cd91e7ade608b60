import type { FileSystem } from '../../ports/fileSystem.js';
import type { PlannedWrite, Transaction } from '../../ports/transaction.js';
import type { Warning } from '../warning.js';
import { textToKeep } from './textToKeep.js';

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
  readonly removed: string[] = [];
  readonly kept: string[] = [];
  readonly links: AssistantLink[] = [];
  readonly warnings: Warning[] = [];
  readonly #files: FileSystem;
  readonly #writes: PlannedWrite[] = [];

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
    const was = this.#files.readText(path);
    if (was === undefined) this.#create(path, text);
    // git may have given the file the line ends of the machine.
    else if (was.replaceAll('\r\n', '\n') === text.replaceAll('\r\n', '\n')) this.kept.push(path);
    else {
      this.updated.push(path);
      this.#writes.push({ kind: 'file', path, text, was });
    }
  }

  /** Ours are these lines; every other one is the user's. */
  ownLines(path: string, lines: readonly string[]): void {
    const text = withLines(this.#files, path, lines);
    if (text === undefined) this.kept.push(path);
    else this.own(path, text);
  }

  /** Ours: it goes. */
  remove(path: string, was: string): void {
    this.removed.push(path);
    this.#writes.push({ kind: 'removal', path, was });
  }

  folder(path: string): void {
    if (this.#files.stat(path) !== undefined) return;
    this.created.push(path);
    this.#writes.push({ kind: 'folder', path });
  }

  /** What else becomes of the project, such as its record. */
  write(write: PlannedWrite): void {
    this.#writes.push(write);
    if (write.kind === 'link') this.created.push(write.path);
  }

  /** @param finish what another program has to do, last of all. @param tell is told how many steps of how many are done. */
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
