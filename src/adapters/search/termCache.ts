import type { DocumentTerms } from '../../domain/search/documentTerms.js';
import type { FileSystem } from '../../ports/fileSystem.js';

const CACHE_FILE = '.spectool/cache/search.json';
/** Raised whenever the analysis changes: terms of an older one are worth nothing. */
const VERSION = 1;

type Entry = readonly [signature: string, length: number, terms: string, frequencies: readonly number[]];

/** Terms of every spec, remembered across runs. Disposable: missing, damaged or old, it is made anew. */
export class TermCache {
  readonly #files: FileSystem;
  readonly #entries = new Map<string, Entry>();
  #changed = false;

  constructor(files: FileSystem) {
    this.#files = files;
    for (const [key, entry] of this.#read()) this.#entries.set(key, entry);
  }

  get(key: string, signature: string): DocumentTerms | undefined {
    const entry = this.#entries.get(key);
    if (entry?.[0] !== signature) return undefined;
    const frequencies = new Map<string, number>();
    entry[2].split('\n').forEach((term, i) => frequencies.set(term, entry[3][i] ?? 0));
    return { frequencies, length: entry[1] };
  }

  set(key: string, signature: string, { frequencies, length }: DocumentTerms): void {
    this.#entries.set(key, [
      signature,
      length,
      [...frequencies.keys()].join('\n'),
      [...frequencies.values()],
    ]);
    this.#changed = true;
  }

  /** Keeps what these specs need; quiet where nothing can be written. */
  save(keys: ReadonlySet<string>): void {
    for (const key of [...this.#entries.keys()]) {
      if (keys.has(key)) continue;
      this.#entries.delete(key);
      this.#changed = true;
    }
    if (!this.#changed) return;
    try {
      this.#files.write(CACHE_FILE, JSON.stringify({ version: VERSION, entries: [...this.#entries] }), {
        durable: false,
      });
    } catch {
      // A cache that cannot be kept is made again next time.
    }
  }

  #read(): readonly (readonly [string, Entry])[] {
    try {
      const text = this.#files.readText(CACHE_FILE);
      if (text === undefined) return [];
      const cache = JSON.parse(text) as { readonly version?: unknown; readonly entries?: unknown };
      if (cache.version !== VERSION || !Array.isArray(cache.entries)) return [];
      return cache.entries.filter(isEntry);
    } catch {
      return [];
    }
  }
}

function isEntry(value: unknown): value is readonly [string, Entry] {
  if (!Array.isArray(value) || typeof value[0] !== 'string' || !Array.isArray(value[1])) return false;
  const [signature, length, terms, frequencies] = value[1] as readonly unknown[];
  return (
    typeof signature === 'string' &&
    typeof length === 'number' &&
    typeof terms === 'string' &&
    Array.isArray(frequencies)
  );
}
