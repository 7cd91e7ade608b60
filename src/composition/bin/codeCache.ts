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
/** The list of files fits well into this. */
const HEAD_BYTES = 2048;
/** A pipe in its place would be waited for. */
const FLAGS = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0);

/**
 * Compiled code kept between runs, a file for each command, in a folder that only its user can write to: whoever can write there
 * can run code in this user's name. V8 itself refuses code of another version of it. Switched off with `SPECTOOL_CODE_CACHE=0`.
 */
export class CodeCache {
  readonly #folder: string | undefined;
  readonly #file: string;

  /** @param program changes with every build. @param command the first word of the command line. */
  constructor(program: string, command: string, env: NodeJS.ProcessEnv = process.env) {
    this.#folder = /^[a-z][a-z-]{0,30}$/.test(command) ? folderFor(env) : undefined;
    this.#file = `${program}-${process.version}-${process.arch}-${command}.bin`;
  }

  load(): CompiledFiles {
    if (this.#folder === undefined) return NONE;
    try {
      // It may lie in the home of another user, where nobody else may look.
      if (!isPrivate(this.#folder)) return NONE;
      return new PackedFiles(openSync(join(this.#folder, this.#file), FLAGS));
    } catch {
      return NONE;
    }
  }

  /** Never fails: a run without the cache is slower, nothing else. */
  save(files: ReadonlyMap<string, Buffer>): void {
    if (this.#folder === undefined) return;
    try {
      const isNew = makeFolder(this.#folder);
      if (!isPrivate(this.#folder)) return;
      const place = join(this.#folder, this.#file);
      const temporary = `${place}.${String(process.pid)}`;
      writeFileSync(temporary, packed(files), { mode: 0o600, flag: 'wx' });
      renameSync(temporary, place);
      if (!isNew) sweep(this.#folder);
    } catch {
      // As without a cache.
    }
  }
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

/** A line of JSON, `[name, length]` of each file, then their bytes one after the other. */
function packed(files: ReadonlyMap<string, Buffer>): Buffer {
  const lengths = [...files].map(([name, code]) => [name, code.length]);
  return Buffer.concat([Buffer.from(`${JSON.stringify(lengths)}\n`), ...files.values()]);
}

/** A file of a command holds what any run of it loaded, and a run seldom needs all of that. */
class PackedFiles implements CompiledFiles {
  readonly #descriptor: number;
  readonly #places = new Map<string, readonly [start: number, length: number]>();

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
    const head = Buffer.allocUnsafe(HEAD_BYTES);
    const text = head.toString('utf8', 0, readSync(descriptor, head, 0, HEAD_BYTES, 0));
    const end = text.indexOf('\n');
    const lengths = JSON.parse(text.slice(0, end)) as readonly (readonly [string, number])[];
    let start = Buffer.byteLength(text.slice(0, end)) + 1;
    for (const [name, length] of lengths) {
      this.#places.set(name, [start, length]);
      start += length;
    }
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
}
