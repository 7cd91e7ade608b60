import type { FileStat, FileSystem } from '../../ports/fileSystem.js';
import type { TokenLedger } from '../../ports/tokenLedger.js';

const FILE = '.spectool/cache/tokens.tsv';
const HEADER = 'spectool token counts 1';
/** English prose and code run to about four bytes a token. */
const BYTES_PER_TOKEN = 4;
/** A file younger than this may change again without its times telling. */
const UNSURE_NS = 2_000_000_000n;

interface Entry {
  readonly size: number;
  /** Size, times and inode of the file that was counted. */
  readonly stamp: string;
  readonly tokens: number;
}

/** Counts in one text file of the cache, a line per file, checked against what the file system says. */
export class FileTokenLedger implements TokenLedger {
  readonly #files: FileSystem;
  readonly #now: () => string;
  #entries: Map<string, Entry> | undefined;
  #byFolder: Map<string, number> | undefined;
  #changed = false;

  constructor(files: FileSystem, now: () => string) {
    this.#files = files;
    this.#now = now;
  }

  known(path: string): number | undefined {
    const entry = this.#load().get(path);
    if (entry === undefined) return undefined;
    const stat = this.#files.stat(path);
    return stat !== undefined && stampOf(stat) === entry.stamp ? entry.tokens : undefined;
  }

  remember(path: string, tokens: number): void {
    const stat = /[\t\n]/.test(path) ? undefined : this.#files.stat(path);
    if (stat === undefined || stat.mtimeNs === 0n) return;
    if (stat.mtimeNs + UNSURE_NS > BigInt(Date.parse(this.#now())) * 1_000_000n) return;
    this.#load().set(path, { size: stat.size, stamp: stampOf(stat), tokens });
    this.#byFolder = undefined;
    this.#changed = true;
  }

  save(): void {
    if (!this.#changed) return;
    const lines = [...this.#load()].map(([path, { stamp, tokens }]) => `${path}\t${stamp}\t${tokens}`);
    try {
      this.#files.write(FILE, `${[HEADER, ...lines].join('\n')}\n`);
      this.#changed = false;
    } catch {
      // A cache that cannot be kept costs time, nothing else.
    }
  }

  likely(folder: string, mainFile: string, size: number): number {
    const counted = this.#load().get(`${folder}/${mainFile}`);
    if (counted?.size !== size) return Math.round(size / BYTES_PER_TOKEN);
    this.#byFolder ??= this.#sums();
    return this.#byFolder.get(folder) ?? counted.tokens;
  }

  /** Counts by every folder a file lies in. */
  #sums(): Map<string, number> {
    const sums = new Map<string, number>();
    for (const [path, { tokens }] of this.#load()) {
      for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
        const folder = path.slice(0, slash);
        sums.set(folder, (sums.get(folder) ?? 0) + tokens);
      }
    }
    return sums;
  }

  #load(): Map<string, Entry> {
    this.#entries ??= parse(this.#read());
    return this.#entries;
  }

  #read(): string {
    try {
      return this.#files.readText(FILE) ?? '';
    } catch {
      return '';
    }
  }
}

function parse(text: string): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const [header, ...lines] = text.split('\n');
  if (header !== HEADER) return entries;
  for (const line of lines) {
    const [path, size, mtime, ctime, inode, tokens] = line.split('\t');
    if (path === undefined || tokens === undefined || !/^\d+$/.test(tokens)) continue;
    entries.set(path, {
      size: Number(size),
      stamp: [size, mtime, ctime, inode].join('\t'),
      tokens: Number(tokens),
    });
  }
  return entries;
}

function stampOf(stat: FileStat): string {
  return [stat.size, stat.mtimeNs, stat.ctimeNs, stat.inode].join('\t');
}
