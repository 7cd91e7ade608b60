import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

/** What one run of a Node program took: times in milliseconds, peak memory in megabytes. */
export interface Usage {
  readonly wallMs: number;
  /**
   * The wall time without the time in which the main thread was ready to run and waited for a core, as Linux counts it in
   * `/proc/self/schedstat`. Undefined where the system has no such file.
   */
  readonly quietMs: number | undefined;
  /** Processor time of the process and, in steps of 10 ms, of the programs that it ran. */
  readonly cpuMs: number;
  /** The wall time in which the process waited for programs that it ran, such as git. */
  readonly childrenMs: number;
  readonly peakMb: number;
}

// Remove this variable, because on Node 20 extra certificates add tens of milliseconds to every process.
const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;
const TICK_MS = 10;

/**
 * Runs a program and returns its wall time in milliseconds; its output is discarded. Caches of the user's home are in a folder
 * beside the project, because the compiled code of several builds would not fit into one.
 */
export function wallTime(command: string, args: readonly string[], cwd: string): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(command, args, {
    cwd,
    env: { ...env, XDG_CACHE_HOME: `${cwd}-home` },
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
  const ms = performance.now() - start;
  // Exit code 1 is valid: the command found nothing, or `validate` reported findings.
  if (status === null || status > 1)
    throw new Error(`${command} ${args.join(' ')} ended with ${String(status)}: ${String(stderr)}`);
  return ms;
}

/**
 * Runs a program and returns the processor time in milliseconds that it used with the programs that it started. Other programs on
 * the machine change it less than the wall time. Only for Linux, which counts it in steps of 10 ms.
 */
export function processorTime(command: string, args: readonly string[], cwd: string): number {
  const before = childrenMs();
  wallTime(command, args, cwd);
  return childrenMs() - before;
}

let ticksPerS: number | undefined;

/** Returns the processor time of all child processes that have ended. */
function childrenMs(): number {
  ticksPerS ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / ticksPerS;
}

/** Runs in the measured process before the program: reports at exit what the process used. It loads no module of Node. */
const hook = (report: string) => `
const { _load } = module.constructor;
let waited = 0, watched;
module.constructor._load = (name, ...rest) => {
  const loaded = _load(name, ...rest);
  if (/^(node:)?child_process$/.test(name) && loaded !== watched) {
    watched = loaded;
    const { spawnSync } = loaded;
    loaded.spawnSync = (...all) => {
      const start = performance.now();
      try { return spawnSync(...all); } finally { waited += performance.now() - start; }
    };
  }
  return loaded;
};
const { readFileSync, writeFileSync } = require('node:fs');
const read = (file) => { try { return readFileSync('/proc/self/' + file, 'utf8'); } catch { return ''; } };
process.on('exit', () => {
  const own = process.resourceUsage();
  writeFileSync(${JSON.stringify(report)}, JSON.stringify({ own, waited, schedule: read('schedstat'), stat: read('stat') }));
});`;

/** Runs a Node program and returns what it used, as the process reports at exit. */
export function usage(command: string, args: readonly string[], cwd: string): Usage {
  const folder = mkdtempSync(join(tmpdir(), 'spectool-usage-'));
  const [report, preload] = [join(folder, 'report.json'), join(folder, 'hook.cjs')];
  try {
    writeFileSync(preload, hook(report));
    const wallMs = wallTime(command, ['--require', preload, ...args], cwd);
    const { own, waited, schedule, stat } = JSON.parse(readFileSync(report, 'utf8')) as {
      readonly own: Record<'userCPUTime' | 'systemCPUTime' | 'maxRSS', number>;
      readonly waited: number;
      readonly schedule: string;
      readonly stat: string;
    };
    const [, waitNs] = schedule.split(' ');
    const fields = stat.split(') ')[1]?.split(' ') ?? [];
    const ticks = Number(fields[13] ?? 0) + Number(fields[14] ?? 0);
    return {
      wallMs,
      quietMs: waitNs === undefined ? undefined : wallMs - Number(waitNs) / 1e6,
      cpuMs: (own.userCPUTime + own.systemCPUTime) / 1000 + ticks * TICK_MS,
      childrenMs: waited,
      peakMb: own.maxRSS / 1024,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
