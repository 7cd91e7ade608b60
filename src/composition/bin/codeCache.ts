import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

/** Compiled code of the program's files, by file name. */
export type CompiledFiles = ReadonlyMap<string, Buffer>;

const KEPT_MS = 60 * 24 * 3600 * 1000;
const NONE: CompiledFiles = new Map();

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
    if (this.#folder === undefined || !isPrivate(this.#folder)) return NONE;
    try {
      return unpacked(readFileSync(join(this.#folder, this.#file)));
    } catch {
      return NONE;
    }
  }

  /** Never fails: a run without the cache is slower, nothing else. */
  save(files: CompiledFiles): void {
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
  const base = given !== undefined && isAbsolute(given) ? given : join(homedir(), '.cache');
  return isAbsolute(base) ? join(base, 'spectool') : undefined;
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
function packed(files: CompiledFiles): Buffer {
  const lengths = [...files].map(([name, code]) => [name, code.length]);
  return Buffer.concat([Buffer.from(`${JSON.stringify(lengths)}\n`), ...files.values()]);
}

function unpacked(bytes: Buffer): CompiledFiles {
  const head = bytes.indexOf(10);
  const lengths = JSON.parse(bytes.toString('utf8', 0, head)) as readonly (readonly [string, number])[];
  let start = head + 1;
  return new Map(
    lengths.map(([name, length]) => {
      const code = bytes.subarray(start, start + length);
      start += length;
      return [name, code];
    }),
  );
}
