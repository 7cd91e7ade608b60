import {
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
import { Script } from 'node:vm';

type Load = (file: string) => unknown;

const KEPT_MS = 60 * 24 * 3600 * 1000;
/** The first run of a command fills other caches, the second reads them: only then most of its functions have run. */
const RUNS_TO_LEARN = 2;

/**
 * How the program's files are loaded: from V8's code cache, kept between runs for each file and command with every function that ran (Node's own
 * compile cache has none that are compiled late, and gains half as much). It is kept in a folder that only its user can write to: whoever
 * can write there can run code in this user's name. V8 itself refuses code of another version of it. Switched off with
 * `SPECTOOL_CODE_CACHE=0`.
 * @param nodeRequire resolves from the folder of the program's files.
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

/** As Node would, but from the code that runs before left in `place`; its last byte says how many did. */
function loadedWithCode(filename: string, place: string, nodeRequire: NodeJS.Require): unknown {
  const kept = keptIn(place);
  const cachedData = kept?.subarray(0, -1);
  // The build writes ASCII alone.
  const code = readFileSync(filename, 'latin1');
  const source = `(function (exports, require, module, __filename, __dirname) {${code}\n})`;
  const script = new Script(source, { filename, ...(cachedData !== undefined && { cachedData }) });
  const runs = script.cachedDataRejected === false ? (kept?.at(-1) ?? 0) : 0;
  if (runs < RUNS_TO_LEARN)
    process.on('exit', (code) => {
      if (code <= 1) keep(place, Buffer.concat([script.createCachedData(), Buffer.of(runs + 1)]));
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

/** Never fails: a run without the cache is slower, nothing else. */
function keep(place: string, code: Uint8Array): void {
  const temporary = `${place}.${String(process.pid)}`;
  try {
    writeFileSync(temporary, code, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, place);
    // Code of builds that are gone.
    for (const name of readdirSync(dirname(place)).filter((one) => one.includes('.bin'))) {
      const file = join(dirname(place), name);
      if (Date.now() - lstatSync(file).mtimeMs > KEPT_MS) unlinkSync(file);
    }
  } catch {
    // As without a cache.
  }
}

/** Made where there is a place for it, but no home for a user who has none. Undefined where others can write, or nobody can. */
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
    // Windows has neither user numbers nor such modes; a user's own folders are private there.
    const isOurs =
      process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o022) === 0);
    return stats.isDirectory() && isOurs ? folder : undefined;
  } catch {
    return undefined;
  }
}
