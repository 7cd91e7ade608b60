import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { specTree } from '../speed/createSpecTree.js';

// Measures commands with and without each cache: npm run bench:caches -- [--sizes 1000,10000] [--runs 9] [--only
// snapshot,search]
const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000' },
    runs: { type: 'string', default: '9' },
    only: { type: 'string' },
    folder: { type: 'string', default: join(tmpdir(), 'spectool-bench') },
  },
});
const SETTLING_MS = 2500;
const TICKS_PER_S = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const program = resolve('dist/bin/spectool.cjs');

interface Measured {
  readonly cache: string;
  readonly command: string;
  /** If true, the command is measured on specs written by hand, which have no log and no date fields. */
  readonly withoutLog?: boolean;
}

const MEASURED: readonly Measured[] = [
  { cache: 'snapshot', command: 'list' },
  { cache: 'snapshot', command: 'view 5' },
  { cache: 'snapshot', command: 'validate' },
  { cache: 'snapshot', command: 'tokens' },
  { cache: 'snapshot', command: 'update 5 --assignee benchN' },
  { cache: 'snapshot', command: 'create' },
  { cache: 'search', command: 'search library' },
  { cache: 'search', command: 'create' },
  { cache: 'snapshot', command: 'list', withoutLog: true },
  { cache: 'code', command: 'view 5' },
  { cache: 'code', command: 'search library' },
];

/**
 * Returns the CPU time in milliseconds of all child processes that have ended, git included. Linux counts it in steps of 10 ms.
 */
function usedMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS_PER_S;
}

let count = 0;
function took(root: string, command: string): number {
  count += 1;
  const args = command.replace('N', String(count)).split(' ');
  if (command === 'create') args.push(`bench ${String(count)}`, '--title', `Nothing alike ${String(count)}`);
  const before = usedMs();
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, XDG_CACHE_HOME: join(options.folder, 'home') },
  });
  if (status === null || status > 1) throw new Error(`${command}: ${String(stderr)}`);
  return usedMs() - before;
}

/** Deletes one cache: a file or folder of the project's caches, or the code cache. */
function forget(root: string, cache: string): void {
  if (cache === 'code') {
    rmSync(join(options.folder, 'home/spectool'), { recursive: true, force: true });
    return;
  }
  const caches = join(root, '.git/spectool/cache');
  for (const key of readdirSync(caches))
    for (const one of cache.split(' ')) rmSync(join(caches, key, one), { recursive: true, force: true });
}

function withoutLog(root: string): void {
  rmSync(join(root, '.spectool/log'), { recursive: true, force: true });
  for (const name of readdirSync(join(root, 'specs'), { recursive: true, encoding: 'utf8' })) {
    const path = join(root, 'specs', name);
    if (!name.endsWith('.md')) continue;
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^(?:id|updated): .*\n/gm, ''));
  }
  const as = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org'];
  execFileSync('git', [...as, 'commit', '-qam', 'no log'], { cwd: root });
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const median = (all: readonly number[]) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;
const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;

mkdirSync(join(options.folder, 'home'), { recursive: true });
console.log('| specs | cache | command | without, ms | with, ms | saved, ms | median of differences, ms |');
console.log('|---:|---|---|---:|---:|---:|---:|');
for (const size of options.sizes.split(',').map(Number)) {
  const wanted = MEASURED.filter(
    ({ cache }) => options.only === undefined || options.only.split(',').some((word) => cache.includes(word)),
  );
  for (const kind of [false, true]) {
    const some = wanted.filter((one) => (one.withoutLog ?? false) === kind);
    if (some.length === 0) continue;
    const root = specTree(join(options.folder, kind ? 'by-hand' : 'logged'), size);
    if (kind) withoutLog(root);
    sleep(SETTLING_MS);
    for (const { cache, command } of some) {
      // After a command that writes, wait: files that were written a moment ago are not cached yet.
      const isWriting = /^(?:create|update)/.test(command);
      for (const line of ['list', 'validate', 'search library', 'tokens', command]) took(root, line);
      const pairs = Array.from({ length: Number(options.runs) }, () => {
        if (isWriting) {
          sleep(SETTLING_MS);
          took(root, command);
          sleep(SETTLING_MS);
        }
        forget(root, cache);
        const cold = took(root, command);
        if (isWriting) sleep(SETTLING_MS);
        took(root, command);
        if (isWriting) sleep(SETTLING_MS);
        return [cold, took(root, command)] as const;
      });
      const [cold, warm] = [pairs.map(([one]) => one), pairs.map(([, one]) => one)];
      const cells = [
        String(size),
        `\`${cache}\``,
        `\`${command}\``,
        mean(cold).toFixed(0),
        mean(warm).toFixed(0),
        (mean(cold) - mean(warm)).toFixed(0),
        median(pairs.map(([without, kept]) => without - kept)).toFixed(0),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
  }
}
