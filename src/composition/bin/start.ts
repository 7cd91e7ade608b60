import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { Script } from 'node:vm';
import type { main } from './program.js';

type Load = (file: string) => unknown;

const KEPT_MS = 60 * 24 * 3600 * 1000;
const KEPT_BYTES = 16 * 1024 * 1024;
/**
 * Number of runs whose compiled functions are added to the code cache. Two, because they call different functions: the first run
 * fills spectool's other caches, the second reads them.
 */
const RUNS_TO_LEARN = 2;

/**
 * Returns a function that loads the program's files with V8's code cache, one cache file per program file and command. Unlike
 * Node's compile cache, it includes lazily compiled functions. Other users must not be able to write to the cache folder,
 * because its content runs as code of this user. V8 rejects a cache of another V8 version. `SPECTOOL_CODE_CACHE=0` switches
 * the cache off.
 * @param nodeRequire resolves modules relative to the folder of the program's files.
 */
export function programLoader(
  programFolder: string,
  [command = '']: readonly string[],
  nodeRequire: NodeJS.Require,
  env: NodeJS.ProcessEnv = process.env,
): Load {
  const folder = /^[a-z][a-z-]{0,30}$/.test(command) ? privateFolder(env) : undefined;
  if (folder === undefined) return (file): unknown => nodeRequire(`./${file}`);
  return (file) => {
    const place = join(folder, `${file}-${process.version}-${process.arch}-${command}.bin`);
    return loadedWithCode(join(programFolder, file), place, nodeRequire);
  };
}

/**
 * Loads a module as Node does, with compiled code from the cache file `place`. The last byte of that file is the number of runs
 * that added code to it.
 */
function loadedWithCode(filename: string, place: string, nodeRequire: NodeJS.Require): unknown {
  const kept = keptIn(place);
  const cachedData = kept?.subarray(0, -1);
  // The build writes only ASCII characters, so latin1 decodes the file correctly.
  const code = readFileSync(filename, 'latin1');
  const source = `(function (exports, require, module, __filename, __dirname) {${code}\n})`;
  const script = new Script(source, { filename, ...(cachedData !== undefined && { cachedData }) });
  const runs = script.cachedDataRejected === false ? (kept?.at(-1) ?? 0) : 0;
  if (runs < RUNS_TO_LEARN)
    process.on('exit', (code) => {
      if (code > 1) return;
      keep(place, Buffer.concat([script.createCachedData(), Buffer.of(runs + 1)]), dirname(filename));
    });
  const module = { exports: {} as unknown };
  const run = script.runInThisContext() as (...args: readonly unknown[]) => void;
  run.call(module.exports, module.exports, nodeRequire, module, filename, dirname(filename));
  return module.exports;
}

function keptIn(place: string): Buffer | undefined {
  try {
    return readFileSync(place);
  } catch {
    return undefined;
  }
}

/** Writes the code cache. Errors are ignored, because a run without the cache is only slower. */
function keep(place: string, code: Uint8Array, programFolder: string): void {
  const temporary = `${place}.${String(process.pid)}`;
  try {
    writeFileSync(temporary, code, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, place);
    removeOld(dirname(place), readdirSync(programFolder));
  } catch {
    // Ignore the error, because the next run works without a cache.
  }
}

/** Deletes old cache files, and others until the rest fits `KEPT_BYTES`: first those of other builds, then the oldest. */
function removeOld(folder: string, programFiles: readonly string[]): void {
  const isOurs = (name: string) => programFiles.some((file) => name.startsWith(`${file}-`));
  const kept = readdirSync(folder).flatMap((name) => {
    const stats = name.includes('.bin')
      ? lstatSync(join(folder, name), { throwIfNoEntry: false })
      : undefined;
    return stats === undefined ? [] : [{ name, rank: Number(isOurs(name)), stats }];
  });
  kept.sort((one, other) => other.rank - one.rank || other.stats.mtimeMs - one.stats.mtimeMs);
  let bytes = 0;
  for (const { name, stats } of kept) {
    bytes += stats.size;
    if (bytes > KEPT_BYTES || Date.now() - stats.mtimeMs > KEPT_MS)
      rmSync(join(folder, name), { force: true });
  }
}

/**
 * Returns the folder of the code cache; creates it if its parent exists. Undefined if it cannot be created or if other users
 * can write to it.
 */
function privateFolder(env: NodeJS.ProcessEnv): string | undefined {
  if (env['SPECTOOL_CODE_CACHE'] === '0') return undefined;
  try {
    const given = env['XDG_CACHE_HOME'];
    const base = given !== undefined && isAbsolute(given) ? given : join(homedir(), '.cache');
    if (!isAbsolute(base)) return undefined;
    const folder = join(base, 'spectool');
    for (const one of [base, folder])
      if (lstatSync(one, { throwIfNoEntry: false }) === undefined) mkdirSync(one, { mode: 0o700 });
    const stats = lstatSync(folder);
    // On Windows there are no user ids and no such file modes, but a folder in a user's home is private.
    const isOurs =
      process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o022) === 0);
    return stats.isDirectory() && isOurs ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Name of the program's file, which contains a hash of its content. */
declare const SPECTOOL_PROGRAM: string;
/** The `require` of the CommonJS file that this module is built into. */
declare const require: NodeJS.Require;

/** Type of the built program file: it contains the program's modules, and `load` loads the large files beside it. */
type Program = (load: (file: string) => unknown) => { readonly main: typeof main };

/** Runs the program, using compiled code from earlier runs if it is cached. */
export async function start(version: string): Promise<void> {
  const load = programLoader(__dirname, process.argv.slice(2), require);
  process.exitCode = await (load(SPECTOOL_PROGRAM) as Program)(load).main(version);
}
