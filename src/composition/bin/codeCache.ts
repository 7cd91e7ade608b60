import {
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

/** Compiled code of the program's files, by file name; read when it is asked for. */
export interface CompiledFiles {
  get(name: string): Buffer | undefined;
}

const KEPT_MS = 60 * 24 * 3600 * 1000;
const NONE: CompiledFiles = new Map<string, Buffer>();
/** The list of files and ways fits well into this. */
const HEAD_BYTES = 4096;
/** The first run fills caches, the second reads them. */
const RUNS_TO_LEARN = 2;
const MOST_WAYS = 24;
const LONGEST_WAY = 80;
/** A pipe in its place would be waited for. */
const FLAGS = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0);

/**
 * Compiled code kept between runs, a file for each command, in a folder that only its user can write to: whoever can write there
 * can run code in this user's name. V8 itself refuses code of another version of it. Switched off with `SPECTOOL_CODE_CACHE=0`.
 *
 * It holds the functions that ran, so a command is learned way by way: `next` runs other ones than `next --claim`, and `--help`
 * hardly any.
 */
export class CodeCache {
  readonly #folder: string | undefined;
  readonly #file: string;
  readonly #flags: string;
  #kept: PackedFiles | undefined;

  /** @param program changes with every build. @param args the command line. */
  constructor(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
    const [command = ''] = args;
    this.#folder = /^[a-z][a-z-]{0,30}$/.test(command) ? folderFor(env) : undefined;
    this.#file = `${program}-${process.version}-${process.arch}-${command}.bin`;
    this.#flags = flagsOf(args);
  }

  load(): CompiledFiles {
    if (this.#folder === undefined) return NONE;
    try {
      // It may lie in the home of another user, where nobody else may look.
      if (!isPrivate(this.#folder)) return NONE;
      this.#kept = new PackedFiles(openSync(join(this.#folder, this.#file), FLAGS));
      return this.#kept;
    } catch {
      return NONE;
    }
  }

  /** Whether runs that ended like this by these flags have little left to add to what was loaded. @param outcome an exit code, or a word. */
  knows(outcome: string | number): boolean {
    const ways = this.#kept?.ways ?? [];
    const way = this.#way(outcome);
    return ways.length >= MOST_WAYS || ways.filter((one) => one === way).length >= RUNS_TO_LEARN;
  }

  #way(outcome: string | number): string {
    return `${String(outcome)}${this.#flags}`;
  }

  /** Adds to what was loaded. Never fails: a run without the cache is slower, nothing else. */
  save(files: ReadonlyMap<string, Buffer>, outcome: string | number): void {
    if (this.#folder === undefined) return;
    try {
      const isNew = makeFolder(this.#folder);
      if (!isPrivate(this.#folder)) return;
      const place = join(this.#folder, this.#file);
      const temporary = `${place}.${String(process.pid)}`;
      const all = new Map([...(this.#kept?.others(files) ?? []), ...files]);
      const ways = [...(this.#kept?.ways ?? []), this.#way(outcome)].slice(-MOST_WAYS);
      writeFileSync(temporary, packed(all, ways), { mode: 0o600, flag: 'wx' });
      renameSync(temporary, place);
      if (!isNew) sweep(this.#folder);
    } catch {
      // As without a cache.
    }
  }
}

/** The names of flags, without what is given to them; texts that begin with a dash are none. */
function flagsOf(args: readonly string[]): string {
  const names = args.map((arg) => /^--?[a-z][a-z-]*(?==|$)/.exec(arg)?.[0] ?? '');
  return [...new Set(names)].sort().join(' ').slice(0, LONGEST_WAY);
}

function folderFor(env: NodeJS.ProcessEnv): string | undefined {
  if (env['SPECTOOL_CODE_CACHE'] === '0') return undefined;
  const given = env['XDG_CACHE_HOME'];
  const base = given !== undefined && isAbsolute(given) ? given : join(home(), '.cache');
  return isAbsolute(base) ? join(base, 'spectool') : undefined;
}

/** Empty for a user whom neither the environment nor the system gives one, as in many containers. */
function home(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

/** Makes the folder and the one around it, but no home for a user who has none. @returns true when it was made. */
function makeFolder(folder: string): boolean {
  if (existsSync(folder)) return false;
  const around = dirname(folder);
  if (!existsSync(around)) mkdirSync(around, { mode: 0o700 });
  mkdirSync(folder, { mode: 0o700 });
  return true;
}

/** Code of builds that are gone: what is not compiled anew for long. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (Date.now() - lstatSync(file).mtimeMs > KEPT_MS) unlinkSync(file);
  }
}

function isPrivate(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) return false;
  // Windows has neither user numbers nor such modes; a user's own folders are private there.
  return process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o022) === 0);
}

/** A line of JSON, `[[[name, length] of each file], ways]`, then their bytes one after the other. */
function packed(files: ReadonlyMap<string, Buffer>, ways: readonly string[]): Buffer {
  const lengths = [...files].map(([name, code]) => [name, code.length]);
  return Buffer.concat([Buffer.from(`${JSON.stringify([lengths, ways])}\n`), ...files.values()]);
}

type Head = readonly [lengths: readonly (readonly [string, number])[], ways: readonly string[]];

/** A file of a command holds what any run of it loaded, and a run seldom needs all of that. */
class PackedFiles implements CompiledFiles {
  /** By which flags to which exit code the runs came that added something. */
  readonly ways: readonly string[];
  readonly #descriptor: number;
  readonly #places = new Map<string, readonly [start: number, length: number]>();

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
    const head = Buffer.allocUnsafe(HEAD_BYTES);
    const text = head.toString('latin1', 0, readSync(descriptor, head, 0, HEAD_BYTES, 0));
    const end = text.indexOf('\n');
    const [lengths, ways] = JSON.parse(text.slice(0, end)) as Head;
    let start = end + 1;
    for (const [name, length] of lengths) {
      this.#places.set(name, [start, length]);
      start += length;
    }
    this.ways = [...ways];
  }

  get(name: string): Buffer | undefined {
    const [start, length] = this.#places.get(name) ?? [];
    if (start === undefined || length === undefined) return undefined;
    try {
      const bytes = Buffer.allocUnsafe(length);
      return readSync(this.#descriptor, bytes, 0, length, start) === length ? bytes : undefined;
    } catch {
      return undefined;
    }
  }

  /** What a run that loaded `files` did not need. */
  others(files: ReadonlyMap<string, Buffer>): readonly (readonly [string, Buffer])[] {
    return [...this.#places.keys()].flatMap((name) => {
      const code = files.has(name) ? undefined : this.get(name);
      return code === undefined ? [] : [[name, code] as const];
    });
  }
}
