import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

/** Resources used by a process: CPU time in milliseconds, peak memory in megabytes. */
export interface Usage {
  readonly cpuMs: number;
  readonly peakMb: number;
}

// Remove this variable, because on Node 20 extra certificates add tens of milliseconds to every process.
const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;

/** Runs a program and returns its wall time in milliseconds; its output is discarded. */
export function wallTime(command: string, args: readonly string[], cwd: string): number {
  const start = performance.now();
  run(command, args, cwd, env);
  return performance.now() - start;
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

/** Runs a Node program and returns the resources that it used, as the process reports at exit. */
export function usage(command: string, args: readonly string[], cwd: string): Usage {
  const report = join(tmpdir(), `spectool-usage-${String(process.pid)}`);
  const hook = `${report}.cjs`;
  writeFileSync(
    hook,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(report)}, JSON.stringify(process.resourceUsage())));`,
  );
  run(command, args, cwd, { ...env, NODE_OPTIONS: `--require ${hook}` });
  const used = JSON.parse(readFileSync(report, 'utf8')) as Record<
    'userCPUTime' | 'systemCPUTime' | 'maxRSS',
    number
  >;
  rmSync(report);
  rmSync(hook);
  return { cpuMs: (used.userCPUTime + used.systemCPUTime) / 1000, peakMb: used.maxRSS / 1024 };
}

function run(command: string, args: readonly string[], cwd: string, environment: NodeJS.ProcessEnv): void {
  const { status, stderr } = spawnSync(command, args, {
    cwd,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
  // Exit code 1 is valid: the command found nothing, or `validate` reported findings.
  if (status === null || status > 1)
    throw new Error(`${command} ${args.join(' ')} ended with ${String(status)}: ${String(stderr)}`);
}
