import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { Script } from 'node:vm';
import type { main } from './program.js';

type Load = (file: string) => unknown;

const HOUR_MS = 3600 * 1000;
const KEPT_HOURS = 60 * 24;
const KEPT_BYTES = 16 * 1024 * 1024;
/**
 * Number of runs whose compiled functions are added to the code cache. Two, because they call different functions: the first run
 * fills spectool's other caches, the second reads them.
 */
const RUNS_TO_LEARN = 2;

/**
 * Returns a function that loads the program's files with V8's code cache. The cache of the main file contains the functions that
 * one command runs; the caches of the others are shared by all commands. Unlike Node's compile cache, a cache includes lazily
 * compiled functions. Other users must not be able to write to the cache folder, because its content runs as code of this user.
 * V8 rejects a cache of another V8 version. `SPECTOOL_CODE_CACHE=0` switches the cache off.
 * @param main name of the main file, in the folder of the program's files.
 * @param nodeRequire loads a file as a module if nothing is cached.
 */
export function programLoader(
  programFolder: string,
  main: string,
  [command = '']: readonly string[],
  nodeRequire: NodeJS.Require,
  env: NodeJS.ProcessEnv = process.env,
): Load {
  const folder = /^[a-z][a-z-]{0,30}$/.test(command) ? privateFolder(env) : undefined;
  if (folder === undefined) return (file): unknown => nodeRequire(`./${file}`);
  let isLearning = false;
  return (file) => {
    const name = `${file}-${process.version}-${process.arch}`;
    const place = join(folder, file === main ? `${name}-${command}.bin` : `${name}.bin`);
    const loaded = loadedWithCode(join(programFolder, file), place, isLearning);
    // A command whose own functions are not cached yet also calls functions of shared files that no other command has called.
    isLearning ||= loaded.isLearning;
    return loaded.value;
  };
}

/**
 * Returns the value of a script, with compiled code from the cache file `place`. The last byte of that file is the number of runs
 * that added code to it.
 */
function loadedWithCode(filename: string, place: string, mustLearn: boolean) {
  const kept = keptIn(place);
  const cachedData = kept?.subarray(0, -1);
  // The build writes only ASCII characters, so latin1 decodes the file correctly.
  const source = readFileSync(filename, 'latin1');
  const script = new Script(source, { filename, ...(cachedData !== undefined && { cachedData }) });
  const isAccepted = script.cachedDataRejected === false;
  const runs = isAccepted ? (kept?.at(-1) ?? 0) : 0;
  const isLearning = mustLearn || runs < RUNS_TO_LEARN;
  if (isLearning)
    process.on('exit', (exitCode) => {
      if (exitCode > 1) return;
      const learned = script.createCachedData();
      // It is smaller after a long run, in which V8 has discarded functions that were not called.
      const isSmaller = isAccepted && learned.length < (cachedData?.length ?? 0);
      const code = isSmaller && cachedData ? cachedData : learned;
      keep(place, Buffer.concat([code, Buffer.of(runs + 1)]), dirname(filename));
    });
  return { value: script.runInThisContext() as unknown, isLearning };
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
    removeUnused(dirname(place), programFolder);
  } catch {
    // Ignore the error, because the next run works without a cache.
  }
}

/**
 * Deletes cache files that were not read for long, and others until the rest fits `KEPT_BYTES`: first those of other builds and
 * Node versions, then those of earlier hours, then the largest. By time alone, a round of more commands than fit would find none of
 * its files.
 */
function removeUnused(folder: string, programFolder: string): void {
  const now = Date.now();
  const files = new Set(readdirSync(programFolder));
  const isOther = (name: string) => !files.has(name.split(`-${process.version}-`, 1)[0] ?? '');
  const kept = readdirSync(folder).flatMap((name) => {
    const file = join(folder, name);
    const stats = name.includes('.bin') ? lstatSync(file, { throwIfNoEntry: false }) : undefined;
    // Most systems record when a file was written or read, the latter at most once a day.
    const hours = Math.floor((now - (stats?.atimeMs ?? 0)) / HOUR_MS);
    return stats ? [{ file, size: stats.size, hours, rank: Number(isOther(name)) }] : [];
  });
  kept.sort((a, b) => a.rank - b.rank || a.hours - b.hours || a.size - b.size);
  let bytes = 0;
  for (const { file, size, hours } of kept) {
    bytes += size;
    if (bytes > KEPT_BYTES || hours > KEPT_HOURS) rmSync(file, { force: true });
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
type Program = (
  load: (file: string) => unknown,
  ...ofModule: readonly [require: NodeJS.Require, filename: string, folder: string]
) => { readonly main: typeof main };

/** Runs the program, using compiled code from earlier runs if it is cached. */
export async function start(version: string): Promise<void> {
  const load = programLoader(__dirname, SPECTOOL_PROGRAM, process.argv.slice(2), require);
  const program = (load(SPECTOOL_PROGRAM) as Program)(load, require, __filename, __dirname);
  process.exitCode = await program.main(version);
}
