import * as fs from 'node:fs';
import { isSettled } from '../../adapters/cache/stamp.js';
import { terminalOf } from '../bin/outlet.js';

/** How something was looked at. A link itself, or what it leads to; all four numbers of a stamp, or what stands there alone. */
export type Manner = 'entry' | 'target' | 'entry kind' | 'target kind' | 'real path';

/** One look of a program at the file system, and what it saw: a stamp, a text, or null for nothing. */
export interface Look {
  readonly manner: Manner;
  readonly path: string;
  readonly seen: fs.BigIntStats | string | null;
}

const BIGINT = { bigint: true, throwIfNoEntry: false } as const;
const PLAIN = { throwIfNoEntry: false } as const;
const NS_PER_MS = 1_000_000n;
/** Of a stamp: mtime, ctime, size, inode. */
export const STAMP = 4;
/** Those, mode and owner. */
const ROW = STAMP + 2;
/** What is older is settled on every file system. */
const LONG_NS = 10_000_000_000n;

/** Everything that decides an answer, each thing once. */
export interface Seen {
  /** What there was; of a link, itself. */
  readonly entries: readonly string[];
  /** Of each entry mtime, ctime, size and inode. */
  readonly stamps: BigInt64Array;
  /** Which of these were looked at for more than what a summary tells: more than once, or for their times. */
  readonly again: ReadonlySet<string>;
  /** Stamps of what links lead to. */
  readonly targets: ReadonlyMap<string, fs.BigIntStats>;
  readonly others: readonly Look[];
}

/** @returns null where nothing stands. */
export function look(manner: Manner, path: string): fs.BigIntStats | string | null {
  if (manner === 'entry') return fs.lstatSync(path, BIGINT) ?? null;
  if (manner === 'target') return fs.statSync(path, BIGINT) ?? null;
  if (manner === 'real path') return isThere(path) ? fs.realpathSync.native(path) : null;
  const stats = manner === 'entry kind' ? fs.lstatSync(path, PLAIN) : fs.statSync(path, PLAIN);
  return stats === undefined ? null : kindOf(stats);
}

function isThere(path: string): boolean {
  return fs.statSync(path, PLAIN) !== undefined;
}

function kindOf({ mode, uid, ino }: Pick<fs.Stats | fs.BigIntStats, 'mode' | 'uid' | 'ino'>): string {
  return `${mode.toString(8)} ${uid.toString()} ${ino.toString()}`;
}

type Call = (...args: never[]) => unknown;
type Calls = Record<string, unknown>;

/** What works on open files, which were looked at when they were opened. */
const ON_OPEN_FILES = /^(?:close|read|fstat|fsync|fdatasync|write|ftruncate|futimes|fchmod)Sync$/;
/** What changes files. */
const CHANGING =
  /^(?:writeFile|appendFile|mkdir|mkdtemp|rename|unlink|link|symlink|rm|rmdir|utimes|lutimes|chmod|copyFile|cp|truncate)Sync$/;
/** Parts of Node that neither read nor change anything a person may change. */
const HARMLESS =
  /^node:(?:path|process|os|url|util|crypto|vm|zlib|buffer|events|module|readline|stream|tty|string_decoder)$/;

/** More files than this are not opened by a run whose caches are whole. */
const MANY = 64;

/** To ask for these loads them: who asks here finds none, and fails where it is noticed. */
const LOADED_WHEN_ASKED = /^(?:promises|(?:File)?(?:Read|Write)Stream)$/;

/**
 * Everything a run of the program looks at and writes out, so that its answer can be given again while all of it looks the same. A
 * run that changes a file, starts a program, or does what is not known here is not to be remembered.
 */
export class Looks {
  readonly #caches: string;
  readonly #begunNs = BigInt(Date.now()) * NS_PER_MS;
  /** Entries there were, tens of thousands of them: put in order only when they are to be kept. */
  readonly #paths: string[] = [];
  /** Six to a path: its stamp, mode and owner. As objects they would be most of what the garbage collector moves about. */
  #numbers = new BigInt64Array(64 * ROW);
  /** Everything else. */
  readonly #looks: Look[] = [];
  readonly #output: (readonly [fd: number, bytes: Buffer])[] = [];
  readonly #restNs: bigint;
  #isKnown = true;
  #opened = 0;
  #keepsCaches = false;

  /**
   * @param caches folder of what the program checks before it believes it.
   * @param restMs nothing is remembered of what changed in so short a time before: it will change again.
   */
  constructor(caches: string, restMs = 1000) {
    this.#caches = caches;
    this.#restNs = BigInt(restMs) * NS_PER_MS;
  }

  /** Node's `require` for the program. */
  require(nodeRequire: NodeJS.Require): NodeJS.Require {
    const observed = this.#observed();
    // Whether another process lives is told by no file.
    const kill = this.#before(process.kill.bind(process), () => this.#doubt());
    const observedProcess: unknown = Object.create(process, { kill: { value: kill } });
    const require = (id: string): unknown => {
      if (id === 'node:fs' || id === 'fs') return observed;
      if (id === 'node:process') return observedProcess;
      if (!HARMLESS.test(id.startsWith('node:') ? id : `node:${id}`)) this.#doubt();
      return nodeRequire(id);
    };
    return require as NodeJS.Require;
  }

  /** Terminals are not written to as files are. */
  hear(): void {
    for (const fd of [1, 2] as const) {
      const terminal = terminalOf(fd);
      if (terminal === undefined) continue;
      const write = terminal.write.bind(terminal);
      terminal.write = (text: string | Uint8Array) => {
        this.print(fd, text);
        return write(text);
      };
    }
  }

  /** What reaches its reader by another way than a file. */
  print(fd: 1 | 2, text: string | Uint8Array): void {
    this.#output.push([fd, Buffer.from(text as string)]);
  }

  /** Everything written, in order. */
  get output(): readonly (readonly [fd: number, bytes: Buffer])[] {
    return this.#output;
  }

  /**
   * What was seen; undefined when that does not decide the answer, or was changed so shortly before that it may change unseen.
   * @param told files whose times the answer tells. @param canFollow what changes again changes the answer in part.
   */
  all(told: readonly string[] = [], canFollow = false): Seen | undefined {
    const restless = this.#begunNs - (canFollow ? 0n : this.#restNs);
    // What was read for the caches was looked at too: the next run looks at less.
    if (this.#keepsCaches && this.#opened > MANY) return undefined;
    const entries = new Map<string, number>();
    const stamps = new BigInt64Array(this.#paths.length * STAMP);
    const again = new Set(told);
    let at = -ROW;
    for (const path of this.#paths) {
      at += ROW;
      if ((this.#numbers[at + 1] as bigint) > restless) return undefined;
      if (this.#isCache(path)) continue;
      const before = entries.get(path);
      if (before === undefined) {
        stamps.set(this.#numbers.subarray(at, at + STAMP), entries.size * STAMP);
        entries.set(path, at);
      } else if (this.#isSameStamp(before, at)) again.add(path);
      else return undefined;
    }
    const targets = new Map<string, fs.BigIntStats>();
    const others = new Map<string, Look>();
    // What keeps its inode and its times keeps its kind and its rights: no other look at the same thing tells more.
    const isTold = (path: string, seen: Look['seen']) => {
      const target = targets.get(path);
      const kinds = [this.#kindAt(entries.get(path)), target && kindOf(target)];
      return typeof seen === 'string' && kinds.includes(seen);
    };
    for (const one of this.#looks) {
      const { manner, path, seen } = one;
      if (this.#isCache(path)) continue;
      // Other processes come and go without a time that tells.
      if (path.startsWith('/proc/')) this.#doubt();
      const name = `${manner} ${path}`;
      const before = manner === 'target' && isStamp(seen) ? targets.get(path) : others.get(name)?.seen;
      if (before !== undefined && !isSame(before, seen)) return undefined;
      if (manner === 'target' && isStamp(seen)) targets.set(path, seen);
      else if (!isTold(path, seen)) others.set(name, one);
    }
    // What is not there now and was there before: one of the two looks is wrong.
    const isTorn = [...others.values()].some(
      ({ manner, path, seen }) =>
        seen === null && (manner === 'entry' ? entries.has(path) : manner === 'target' && targets.has(path)),
    );
    if (!this.#isKnown || isTorn) return undefined;
    const own = stamps.subarray(0, entries.size * STAMP);
    for (let i = 0; i < own.length; i += STAMP)
      if (!this.#isSettled(own[i] as bigint, own[i + 1] as bigint)) return undefined;
    for (const { mtimeNs, ctimeNs } of targets.values())
      if (!this.#isSettled(mtimeNs, ctimeNs)) return undefined;
    return { entries: [...entries.keys()], stamps: own, again, targets, others: [...others.values()] };
  }

  #isSettled(mtimeNs: bigint, ctimeNs: bigint): boolean {
    const longBefore = this.#begunNs - LONG_NS;
    if (mtimeNs !== 0n && mtimeNs < longBefore && ctimeNs < longBefore) return true;
    return isSettled({ mtimeNs, ctimeNs }, this.#begunNs);
  }

  #isSameStamp(one: number, other: number): boolean {
    for (let i = 0; i < STAMP; i++) if (this.#numbers[one + i] !== this.#numbers[other + i]) return false;
    return true;
  }

  #kindAt(at: number | undefined): string | undefined {
    if (at === undefined) return undefined;
    const [ino = 0n, mode = 0n, uid = 0n] = this.#numbers.subarray(at + STAMP - 1, at + ROW);
    return kindOf({ mode, uid, ino });
  }

  /** Something was done that no look at files decides. */
  #doubt(): void {
    this.#isKnown = false;
  }

  #isCache(path: string): boolean {
    return path.startsWith(this.#caches);
  }

  #sawEntry(path: string, stats: fs.BigIntStats | undefined): void {
    if (stats === undefined) this.#looks.push({ manner: 'entry', path, seen: null });
    else {
      const at = this.#paths.length * ROW;
      if (at === this.#numbers.length) {
        const more = new BigInt64Array(2 * at);
        more.set(this.#numbers);
        this.#numbers = more;
      }
      this.#numbers[at] = stats.mtimeNs;
      this.#numbers[at + 1] = stats.ctimeNs;
      this.#numbers[at + 2] = stats.size;
      this.#numbers[at + 3] = stats.ino;
      this.#numbers[at + 4] = stats.mode;
      this.#numbers[at + 5] = stats.uid;
      this.#paths.push(path);
    }
  }

  /** Looks before the program does, so that a change in between is seen by the next look. */
  #looksAt(manner: Manner, path: unknown): void {
    if (typeof path !== 'string') {
      this.#doubt();
      return;
    }
    if (this.#isCache(path)) return;
    try {
      const entry = manner === 'target' ? fs.lstatSync(path, BIGINT) : undefined;
      // What is no link looks the same from both sides, and is looked at faster as what it is.
      if (entry?.isSymbolicLink() === false) this.#sawEntry(path, entry);
      else this.#looks.push({ manner, path, seen: look(manner, path) });
    } catch {
      this.#doubt();
    }
  }

  #observed(): typeof fs {
    const observed: Calls = {};
    for (const name of Object.keys(fs).filter((one) => !LOADED_WHEN_ASKED.test(one))) {
      const value = (fs as unknown as Calls)[name];
      observed[name] =
        typeof value === 'function' && /^[a-z]/.test(name) ? this.#watched(name, value as Call) : value;
    }
    return observed as unknown as typeof fs;
  }

  #watched(name: string, call: Call): Call {
    if (name === 'lstatSync') return this.#lstat;
    if (name === 'writeSync') return this.#write;
    if (ON_OPEN_FILES.test(name)) return call;
    if (CHANGING.test(name))
      return this.#before(call, (path, to) => {
        this.#changes(path);
        if (/^(?:rename|link|symlink|copyFile|cp)/.test(name)) this.#changes(to);
      });
    const manner = MANNERS[name];
    if (manner === undefined) return this.#before(call, () => this.#doubt());
    const watched = this.#before(call, (path, how) => {
      // An open file is read by its number.
      if (name === 'readFileSync' && typeof path === 'number') return;
      if (name === 'openSync') this.#opened += 1;
      if (name === 'openSync' && isForWriting(how)) this.#changes(path);
      // What was looked at just before, and is opened without following a link, is what was looked at.
      else if (!(name === 'openSync' && isNoFollow(how) && this.#hasJustSeen(path)))
        this.#looksAt(name === 'statSync' && isBigint(how) ? 'target' : manner, path);
    });
    const { native } = call as { native?: Call };
    return native === undefined
      ? watched
      : Object.assign(watched, { native: this.#before(native, (path) => this.#looksAt(manner, path)) });
  }

  #hasJustSeen(path: unknown): boolean {
    return this.#paths.at(-1) === path;
  }

  #before(call: Call, watch: (...args: readonly unknown[]) => void): Call {
    return (...args) => {
      watch(...args);
      return call(...args);
    };
  }

  #changes(path: unknown): void {
    if (typeof path === 'string' && this.#isCache(path)) this.#keepsCaches = true;
    // An open file is written to by its number.
    else if (typeof path !== 'number') this.#doubt();
  }

  /** Asked of tens of thousands of files: the program's own look is the one that is kept. */
  readonly #lstat = (path: string, options: fs.StatSyncOptions | undefined): unknown => {
    if (options?.bigint !== true) {
      this.#looksAt('entry kind', path);
      return fs.lstatSync(path, options);
    }
    try {
      const stats = fs.lstatSync(path, options as typeof BIGINT);
      this.#sawEntry(path, stats);
      return stats;
    } catch (error) {
      this.#doubt();
      throw error;
    }
  };

  readonly #write = (fd: number, bytes: Buffer, start = 0, ...more: number[]): number => {
    let written: number;
    try {
      written = fs.writeSync(fd, bytes, start, ...more);
    } catch (error) {
      // A reader that left has not read all of the answer.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') this.#doubt();
      throw error;
    }
    if (fd === 1 || fd === 2) this.#output.push([fd, bytes.subarray(start, start + written)]);
    return written;
  };
}

const MANNERS: Readonly<Record<string, Manner>> = {
  statSync: 'target kind',
  existsSync: 'target kind',
  accessSync: 'target kind',
  openSync: 'target',
  readFileSync: 'target',
  readdirSync: 'target',
  opendirSync: 'target',
  readlinkSync: 'entry',
  realpathSync: 'real path',
};

function isBigint(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'bigint' in options && options.bigint === true;
}

function isForWriting(flags: unknown): boolean {
  if (typeof flags === 'number') return (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) !== 0;
  return typeof flags === 'string' && flags !== 'r';
}

function isNoFollow(flags: unknown): boolean {
  const flag = fs.constants.O_NOFOLLOW as number | undefined;
  return typeof flags === 'number' && flag !== undefined && (flags & flag) !== 0;
}

function isStamp(seen: Look['seen'] | undefined): seen is fs.BigIntStats {
  return seen !== undefined && seen !== null && typeof seen !== 'string';
}

function isSame(one: Look['seen'], other: Look['seen']): boolean {
  if (!isStamp(one) || !isStamp(other)) return one === other;
  return (
    one.mtimeNs === other.mtimeNs &&
    one.ctimeNs === other.ctimeNs &&
    one.size === other.size &&
    one.ino === other.ino
  );
}
