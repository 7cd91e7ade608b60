import { isJsonObject, type JsonValue, jsonIn } from '../../../domain/value/jsonValue.js';
import type { RemoteNotes, RemoteNotesStore, SeenEntry } from '../../../ports/lockAndClaimRegistry.js';
import type { SharedFolderAnswer } from './fileRegistry.js';

const MOST_BYTES = 4_000_000;
/** Maximum number of entries of the remote that are remembered. */
const MOST_SEEN = 10_000;
const KEY = /^[a-z0-9/-]{1,80}$/;

/** What a clone knows about the entries of its remote, in a file beside the registry that its worktrees share. */
export class FileRemoteNotes implements RemoteNotesStore {
  readonly #shared: () => SharedFolderAnswer;
  readonly #random: () => string;
  readonly #digest: (text: string) => string;
  /** The text of the file while it cannot be written. */
  #unwritten: string | undefined;

  /**
   * @param random returns a new random text. The id of the clone is made of it and of the path of git's folder, as a clone may be
   * copied with this file.
   */
  constructor(shared: () => SharedFolderAnswer, random: () => string, digest: (text: string) => string) {
    this.#shared = shared;
    this.#random = random;
    this.#digest = digest;
  }

  load(): RemoteNotes {
    const { random, seen, due } = this.#kept();
    if (typeof random !== 'string') {
      this.#keep({ random: this.#random(), seen: {}, due: {} });
      return this.load();
    }
    const shared = this.#shared();
    const root = shared === undefined || 'problem' in shared ? '' : shared.files.root;
    return {
      clone: this.#digest(`${random} ${root}`),
      seen: membersOf(seen, seenEntry),
      due: membersOf(due, (by) => (typeof by === 'string' ? by : undefined)),
    };
  }

  save({ seen, due }: RemoteNotes): void {
    const { random = this.#random() } = this.#kept();
    this.#keep({ random, seen: Object.fromEntries(Object.entries(seen).slice(-MOST_SEEN)), due });
  }

  #keep(content: object): void {
    const text = `${JSON.stringify(content)}\n`;
    this.#unwritten = text;
    const shared = this.#shared();
    if (shared === undefined || 'problem' in shared) return;
    try {
      shared.files.write(fileIn(shared.path), text, { durable: false });
      this.#unwritten = undefined;
    } catch {
      // Without the file, the next process learns from the remote again what this one has forgotten.
    }
  }

  #kept(): Readonly<Record<string, JsonValue>> {
    const value = jsonIn(this.#unwritten ?? this.#written());
    return isJsonObject(value) ? value : {};
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
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const member = KEY.test(key) ? read(one) : undefined;
      return member === undefined ? [] : [[key, member]];
    }),
  );
}

function seenEntry(value: JsonValue): SeenEntry | undefined {
  if (!isJsonObject(value)) return undefined;
  const { version, at, by, next } = value;
  if (typeof version !== 'string' || typeof at !== 'string' || Number.isNaN(Date.parse(at))) return undefined;
  return { version, at, ...(typeof by === 'string' && { by }), ...(typeof next === 'number' && { next }) };
}
