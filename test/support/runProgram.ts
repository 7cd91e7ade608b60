import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './temporaryFolder.js';

export const PROGRAM = fileURLToPath(new URL('../../dist/bin/spectool.cjs', import.meta.url));

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `XDG_CACHE_HOME` for every program that tests start, so that they share the cache of compiled code, also in later test runs. */
export const COMPILED_CODE = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
mkdirSync(COMPILED_CODE, { recursive: true });

/** Environment of programs that tests start: no git configuration or home folder of the user, and a fixed actor. */
const ENVIRONMENT = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  XDG_CACHE_HOME: COMPILED_CODE,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  SPECTOOL_ACTOR: 'tester',
  SPECTOOL_LOCK_TIMEOUT: '300000',
};

let readable: string | undefined;

/**
 * Returns the path of a copy of the program that every user can read, because the checkout may be in a folder that only its owner
 * can open, such as a folder that `mktemp -d` made.
 */
export function programForAnyUser(): string {
  if (readable !== undefined) return readable;
  const folder = temporaryFolder();
  const root = fileURLToPath(new URL('../../', import.meta.url));
  for (const part of ['dist', 'schemas', 'templates', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  execFileSync('chmod', ['-R', 'a+rX', folder]);
  readable = join(folder, 'dist/bin/spectool.cjs');
  return readable;
}

/** Runs the built program and waits until it ends. */
export function run(
  cwd: string,
  args: readonly string[],
  options: { input?: string; env?: Record<string, string>; uid?: number; gid?: number } = {},
): Ran {
  const program = options.uid === undefined ? PROGRAM : programForAnyUser();
  const command = [process.execPath, [program, ...args]] as const;
  const settings = {
    cwd,
    encoding: 'utf8' as const,
    input: options.input ?? '',
    env: { ...ENVIRONMENT, ...options.env },
    maxBuffer: 1 << 28,
    ...(options.uid !== undefined && { uid: options.uid }),
    ...(options.gid !== undefined && { gid: options.gid }),
  };
  // EAGAIN means that the system has too many processes at the moment, so the program is started again later.
  for (let left = 40; ; left--) {
    const { status, stdout, stderr, error } = spawnSync(...command, settings);
    if (error === undefined) return { status, stdout, stderr };
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || left === 0) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
  }
}

/** Runs all commands at the same time, each in its own process. */
export function runAll(cwd: string, commands: readonly (readonly string[])[]): Promise<readonly Ran[]> {
  return Promise.all(commands.map((args) => ended(start(cwd, args))));
}

export function start(cwd: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [PROGRAM, ...args], {
    cwd,
    env: ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export function ended(child: ChildProcess): Promise<Ran> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout, stderr })));
}

export function git(cwd: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main', ...args],
    { cwd, encoding: 'utf8', env: ENVIRONMENT },
  );
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}
