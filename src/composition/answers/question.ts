import { statSync } from 'node:fs';
import { cachePlaceOf } from '../../adapters/git/cachePlace.js';
import { isPlainEnvironment } from '../../adapters/git/clonePlace.js';
import { terminalOf } from '../bin/outlet.js';
import { findProjectRoot } from '../projectRoot.js';

/** What is asked, and from where: the same question to the same files has the same answer. */
export interface Question {
  /** Everything that shapes an answer beside files and time, compared as it stands. */
  readonly key: string;
  /** Folder of the project's caches. */
  readonly caches: string;
  /** Of the project; its end is no separator. */
  readonly root: string;
  readonly rests: Ground;
}

/** What of a document an answer rests on: on its text; on what its summary tells; on that, and on whether it is large. */
export type Ground = 'texts' | 'summaries' | 'summaries and sizes';

/** Commands that only read, with answers that files and known points in time decide. */
const COMMANDS: Readonly<Record<string, Ground>> = {
  list: 'summaries',
  board: 'summaries and sizes',
  next: 'summaries',
  search: 'texts',
  view: 'texts',
  validate: 'texts',
  tokens: 'texts',
  deps: 'texts',
  criteria: 'texts',
};
/** These change something, read another project, ask for no memory, or for a point in time. */
const OTHERWISE = /^--(?:claim|fix|cwd|no-cache|help|watch|as-of|as)(?:=|$)|^-h$/;
/** All that the program and its libraries read of the environment in these commands, as a test holds. */
export const SHAPING: readonly string[] = [
  ...['COLUMNS', 'TERM', 'TERM_PROGRAM', 'WT_SESSION', 'NO_COLOR', 'FORCE_COLOR', 'CI', 'DEBUG_CLI'],
  ...['LC_ALL', 'LC_CTYPE', 'LANG', 'TZ', 'HOME', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'NODE_OPTIONS'],
  ...['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM', 'SUDO_UID'],
  ...['PATH', 'HOMEDRIVE', 'HOMEPATH', 'USERPROFILE'],
];

/** Undefined where an answer is not to be remembered. @param program names the build. */
export function questionOf(args: readonly string[], program: string): Question | undefined {
  const [command = ''] = args;
  const rests = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (rests === undefined || args.some((arg) => OTHERWISE.test(arg))) return undefined;
  // It says when it was asked.
  if (command === 'board' && args.includes('--json')) return undefined;
  const { env } = process;
  if (!isPlainEnvironment(env)) return undefined;
  try {
    const cwd = process.cwd();
    const root = findProjectRoot(cwd);
    const caches = root === undefined ? undefined : cachePlaceOf(root, env);
    if (root === undefined || caches === undefined) return undefined;
    const shaping = [
      ...SHAPING,
      ...Object.keys(env)
        .filter((name) => name.startsWith('SPECTOOL_'))
        .sort(),
    ];
    const values = shaping.map((name) => [name, env[name] ?? null]);
    const user = [process.getuid?.() ?? null, process.getgid?.() ?? null, process.getgroups?.() ?? null];
    const place = [program, process.version, cwd, root, user, systemZone()];
    return { key: JSON.stringify([place, args, values, outlets()]), caches, root, rests };
  } catch {
    return undefined;
  }
}

/** Which time zone the system has, where `TZ` names none. */
function systemZone(): string | null {
  const zone = statSync('/etc/localtime', { bigint: true, throwIfNoEntry: false });
  return zone === undefined ? null : [zone.dev, zone.ino, zone.mtimeNs, zone.size].join(' ');
}

/** What the program knows of where it writes to. */
function outlets(): unknown {
  const [output, errors] = ([1, 2] as const).map((fd) => terminalOf(fd)?.columns ?? null);
  return [output, errors, output !== null && process.stdin.isTTY];
}
