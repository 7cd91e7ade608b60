import { isJsonObject, type JsonValue, jsonIn } from '../../../domain/value/jsonValue.js';
import type { RemoteNotes, RemoteNotesStore, SeenEntry } from '../../../ports/lockAndClaimRegistry.js';
import type { SharedFolderAnswer } from './fileRegistry.js';

const MOST_BYTES = 16_000_000;

/** What a clone knows about the entries of its remote, in a file beside the registry that its worktrees share. */
export class FileRemoteNotes implements RemoteNotesStore {
  readonly #shared: () => SharedFolderAnswer;
  readonly #random: () => string;
  /** The text of the file while it cannot be written. */
  #unwritten: string | undefined;

  /** @param random returns a new random text, the id of the clone. */
  constructor(shared: () => SharedFolderAnswer, random: () => string) {
    this.#shared = shared;
    this.#random = random;
  }

  load(): RemoteNotes {
    const value = jsonIn(this.#unwritten ?? this.#written());
    const { clone, seen, due, late, told, number } = isJsonObject(value) ? value : {};
    const notes = {
      clone: typeof clone === 'string' ? clone : this.#random(),
      seen: membersOf(seen, seenEntry),
      due: membersOf(due, (by) => (typeof by === 'string' ? by : undefined)),
      ...(typeof late === 'string' && { late }),
      ...(typeof told === 'string' && { told }),
      ...(typeof number === 'number' && { number }),
    };
    if (notes.clone !== clone) this.save(notes);
    return notes;
  }

  save(notes: RemoteNotes): void {
    this.#unwritten = `${JSON.stringify(notes)}\n`;
    const shared = this.#shared();
    if (shared === undefined || 'problem' in shared) return;
    try {
      shared.files.write(fileIn(shared.path), this.#unwritten, { durable: false });
      this.#unwritten = undefined;
    } catch {
      // Without the file, the next process learns from the remote again what this one has forgotten.
    }
  }

  #written(): string {
    const shared = this.#shared();
    if (shared === undefined || 'problem' in shared) return '';
    const stat = shared.files.stat(fileIn(shared.path));
    const isRead = stat?.kind === 'file' && stat.size <= MOST_BYTES;
    return isRead ? (shared.files.readText(fileIn(shared.path)) ?? '') : '';
  }
}

function fileIn(folder: string): string {
  return `${folder}/remote.json`;
}

function membersOf<T>(
  value: JsonValue | undefined,
  read: (one: JsonValue) => T | undefined,
): Readonly<Record<string, T>> {
  return Object.fromEntries(
    Object.entries(isJsonObject(value) ? value : {}).flatMap(([key, one]) => {
      const member = read(one);
      return member === undefined ? [] : [[key, member]];
    }),
  );
}

function seenEntry(value: JsonValue): SeenEntry | undefined {
  if (!isJsonObject(value)) return undefined;
  const { version, at, text, own } = value;
  if (typeof version !== 'string' || typeof at !== 'string' || typeof text !== 'string') return undefined;
  return Number.isNaN(Date.parse(at)) ? undefined : { version, at, text, ...(own === true && { own }) };
}
