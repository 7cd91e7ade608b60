import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';

/** Environment without settings of the user, so that they change no time. */
export const ENV: NodeJS.ProcessEnv = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'bench',
  GIT_AUTHOR_EMAIL: 'bench@example.org',
  GIT_COMMITTER_NAME: 'bench',
  GIT_COMMITTER_EMAIL: 'bench@example.org',
  SPECTOOL_ACTOR: 'bench',
};

export function git(cwd: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd, env: ENV, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Runs a program without blocking this process, which may be the server of the remote. @returns the time in milliseconds. */
export async function timed(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  const begin = performance.now();
  const child = spawn(command, args, {
    cwd,
    env: { ...ENV, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const status = await new Promise((ended) => child.on('close', ended));
  const ms = performance.now() - begin;
  // A warning means that the remote did not answer, and then the time says nothing.
  if (status !== 0 || /^warning The remote/m.test(told))
    throw new Error(`${command} ${args.join(' ')}: ${told}`);
  return ms;
}

/** Creates the bare repository `hub.git`, whose `main` has a project with planned specs. */
export function hubWithSpecs(folder: string, program: string, specs: number): string {
  const [hub, first] = [join(folder, 'hub.git'), join(folder, 'first')];
  git(folder, 'init', '-q', '--bare', '-b', 'main', hub);
  git(hub, 'config', 'http.receivepack', 'true');
  git(folder, 'init', '-q', '-b', 'main', first);
  execFileSync('node', [program, 'init', '-y', '--agent-tools', 'none'], {
    cwd: first,
    env: ENV,
    stdio: 'ignore',
  });
  for (let n = 1; n <= specs; n += 1) {
    const path = join(first, `specs/${String(n).padStart(3, '0')}-s/README.md`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      `---\nid: spec${String(n)}\nstatus: planned\ncreated: 2026-01-01\n---\n\n# S ${String(n)}\n`,
    );
  }
  git(first, 'add', '-A');
  git(first, 'commit', '-qm', 'specs');
  git(first, 'push', '-q', hub, 'HEAD:refs/heads/main');
  return hub;
}

/** Clones a repository. @param sync settings of spectool in this clone, which asks no remote without them. */
export function cloneWith(folder: string, hub: string, name: string, address: string, sync?: object): string {
  const root = join(folder, name);
  git(folder, 'clone', '-q', hub, root);
  git(root, 'remote', 'set-url', 'origin', address);
  // Both clones have the setting, so that both read a file of the same form.
  writeFileSync(join(root, '.spectool/config.json'), JSON.stringify({ sync: sync ?? { timeout: 60 } }));
  return root;
}
