import type { FileStat, FileSystem } from '../../ports/fileSystem.js';
import type { Hasher } from '../../ports/hasher.js';
import type { TokenLedger } from '../../ports/tokenLedger.js';
import { isSettled } from '../cache/stamp.js';

const FILE = '.spectool/cache/tokens.tsv';
const HEADER = 'spectool token counts 2';

interface Entry {
  /** Size, times and inode of the file that was counted; empty where they prove nothing. */
  readonly stamp: string;
  /** Of the text that was counted. */
  readonly digest: string;
  readonly tokens: number;
}

/** Counts in one text file of the cache, a line per file, checked against what the file system says. */
export class FileTokenLedger implements TokenLedger {
  readonly #files: FileSystem;
  readonly #hasher: Hasher;
  /** Before any text was read. */
  readonly #begunNs: bigint;
  #entries: Map<string, Entry> | undefined;
  #changed = false;

  /** @param now milliseconds since 1970, as the file system counts them: not the clock of the project, which may be set. */
  constructor(files: FileSystem, hasher: Hasher, now: () => number = Date.now) {
    this.#files = files;
    this.#hasher = hasher;
    this.#begunNs = BigInt(now()) * 1_000_000n;
  }

  known(path: string): number | undefined {
    const entry = this.#load().get(path);
    if (entry === undefined) return undefined;
    const stat = this.#own(path);
    return stat !== undefined && stampOf(stat) === entry.stamp ? entry.tokens : undefined;
  }

  counted(path: string, text: string): number | undefined {
    const entry = this.#load().get(path);
    return entry?.digest === this.#hasher.sha256(text) ? entry.tokens : undefined;
  }

  remember(path: string, text: string, tokens: number): void {
    if (/[\t\n]/.test(path)) return;
    const stat = this.#own(path);
    const isOld = stat !== undefined && isSettled(stat, this.#begunNs);
    const entry = { stamp: isOld ? stampOf(stat) : '', digest: this.#hasher.sha256(text), tokens };
    const before = this.#load().get(path);
    if (before?.stamp === entry.stamp && before.digest === entry.digest) return;
    this.#load().set(path, entry);
    this.#changed = true;
  }

  /** A link's own stamp says nothing of the text that it leads to. */
  #own(path: string): FileStat | undefined {
    const stat = this.#files.stat(path);
    return stat?.kind === 'file' ? stat : undefined;
  }

  save(): void {
    if (!this.#changed) return;
    const lines = [...this.#load()].map(
      ([path, { stamp, digest, tokens }]) => `${path}\t${tokens}\t${digest}\t${stamp}`,
    );
    try {
      this.#files.write(FILE, `${[HEADER, ...lines].join('\n')}\n`);
      this.#changed = false;
    } catch {
      // A cache that cannot be kept costs time, nothing else.
    }
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
    const [path, tokens, digest, ...stamp] = line.split('\t');
    if (path === undefined || digest === undefined || !/^\d+$/.test(tokens ?? '')) continue;
    entries.set(path, { stamp: stamp.join('\t'), digest, tokens: Number(tokens) });
  }
  return entries;
}

function stampOf(stat: FileStat): string {
  return [stat.size, stat.mtimeNs, stat.ctimeNs, stat.inode].join('\t');
}
