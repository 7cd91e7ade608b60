import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { GitProcess } from './gitProcess.js';

const FILE = '.spectool/cache/git-user.json';
/** A file changed this short before it was read may change again without a trace. */
const SETTLED_MS = 2000;

/** Places alone: values of other variables may be secrets, and are written nowhere. */
const DECIDING = [
  ...[
    'GIT_CONFIG_GLOBAL',
    'GIT_CONFIG_SYSTEM',
    'GIT_CONFIG_NOSYSTEM',
    'GIT_DIR',
    'GIT_COMMON_DIR',
    'GIT_WORK_TREE',
  ],
  ...[
    'GIT_CEILING_DIRECTORIES',
    'GIT_DISCOVERY_ACROSS_FILESYSTEM',
    'HOME',
    'XDG_CONFIG_HOME',
    'USERPROFILE',
    'PATH',
  ],
];
/** Settings in the environment itself: then nothing is remembered. */
const SETTINGS = ['GIT_CONFIG_COUNT', 'GIT_CONFIG_PARAMETERS', 'GIT_CONFIG'];

interface Remembered {
  /** What decides where git looks, besides the files. */
  readonly key: string;
  readonly user: string | null;
  /** Every file git looked into or would have, with its stamp; null for one that is not there. */
  readonly files: readonly (readonly [path: string, stamp: string | null])[];
}

/**
 * `user.name` as git tells it, remembered while the files it is told from stay as they are: starting git costs more than many a
 * whole command. Nothing is remembered where settings include other files, which may depend on anything.
 */
export class RememberedUser {
  readonly #root: string;
  readonly #git: GitProcess;
  readonly #env: NodeJS.ProcessEnv;
  readonly #files: Pick<FileSystem, 'readText' | 'write'>;

  constructor(
    root: string,
    git: GitProcess,
    env: NodeJS.ProcessEnv,
    files: Pick<FileSystem, 'readText' | 'write'>,
  ) {
    this.#root = root;
    this.#git = git;
    this.#env = env;
    this.#files = files;
  }

  name(): string | undefined {
    if (SETTINGS.some((name) => this.#env[name] !== undefined)) return this.#ask();
    const remembered = this.#load();
    if (remembered?.key === this.#key() && remembered.files.every(([path, stamp]) => stampOf(path) === stamp))
      return remembered.user ?? undefined;
    return this.#ask();
  }

  #ask(): string | undefined {
    const { status, output } = this.#git.run(['config', '--list', '--show-origin', '-z']);
    if (status !== 0) return undefined;
    let user: string | null = null;
    let isPlain = true;
    const origins = new Set(this.#usualFiles());
    const parts = output.toString('utf8').split('\0');
    for (let i = 0; i + 1 < parts.length; i += 2) {
      const [origin = '', setting = ''] = [parts[i], parts[i + 1]];
      const end = setting.indexOf('\n');
      const name = end < 0 ? setting : setting.slice(0, end);
      if (name === 'user.name') user = end < 0 ? null : setting.slice(end + 1);
      if (/^include(?:if)?\./.test(name)) isPlain = false;
      if (origin.startsWith('file:')) origins.add(resolve(this.#root, origin.slice('file:'.length)));
      // Our own `-c` settings are the same every time.
      else if (origin !== 'command line:') isPlain = false;
    }
    if (isPlain && SETTINGS.every((name) => this.#env[name] === undefined)) this.#save(user, [...origins]);
    return user ?? undefined;
  }

  /** Watched even where they are not there yet. */
  #usualFiles(): readonly string[] {
    const { HOME: home = homedir(), XDG_CONFIG_HOME: xdg } = this.#env;
    return [
      '/etc/gitconfig',
      join(home, '.gitconfig'),
      join(xdg === undefined || xdg === '' ? join(home, '.config') : xdg, 'git/config'),
      // The repositories this could be in: the nearest one decides.
      ...ancestors(this.#root).map((folder) => join(folder, '.git')),
    ];
  }

  #key(): string {
    return JSON.stringify([this.#root, ...DECIDING.map((name) => this.#env[name] ?? null)]);
  }

  #load(): Remembered | undefined {
    try {
      const remembered = JSON.parse(this.#files.readText(FILE) ?? '') as Partial<Remembered>;
      return Array.isArray(remembered.files) ? (remembered as Remembered) : undefined;
    } catch {
      return undefined;
    }
  }

  #save(user: string | null, paths: readonly string[]): void {
    const now = Date.now();
    const isSettled = paths.every((path) => now - (changedAt(path) ?? 0) > SETTLED_MS);
    if (!isSettled) return;
    const files = paths.map((path) => [path, stampOf(path)] as const);
    const remembered: Remembered = { key: this.#key(), user, files };
    try {
      this.#files.write(FILE, JSON.stringify(remembered), { durable: false });
    } catch {
      // As without a memory.
    }
  }
}

function ancestors(folder: string): readonly string[] {
  const above = resolve(folder, '..');
  return above === folder ? [folder] : [folder, ...ancestors(above)];
}

/** A folder is told by its being there: what is in it changes all the time. */
function stampOf(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return null;
  return stats.isDirectory()
    ? `folder ${String(stats.ino)}`
    : [stats.mtimeNs, stats.ctimeNs, stats.size, stats.ino].join(' ');
}

function changedAt(path: string): number | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined || stats.isDirectory() ? undefined : Math.max(stats.mtimeMs, stats.ctimeMs);
}
