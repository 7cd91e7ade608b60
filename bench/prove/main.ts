import { cpSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { processorTime, usage } from '../speed/measureProcess.js';
import { projectWithReports } from './createReports.js';

// Measures prove beside the bare reading of the same report: npm run bench:prove -- [--cases 20000] [--runs 3]
const { values: options } = parseArgs({
  options: {
    cases: { type: 'string', default: '20000' },
    runs: { type: 'string', default: '3' },
    program: { type: 'string', default: 'dist/bin/spectool.cjs' },
  },
});
const [GOAL_S, GOAL_MB] = [2, 200];
const program = resolve(options.program);
const folder = join(tmpdir(), `spectool-bench-prove-${options.cases}`);
const root = projectWithReports(folder, Number(options.cases));
const copy = join(folder, 'copy');
const sax = resolve('node_modules/sax');

/** Reads a report with the same library, and does nothing with it. */
const FLOOR = `const parser = require(${JSON.stringify(sax)}).parser(true); parser.write(require('node:fs').readFileSync(process.argv[1], 'utf8')).close();`;

interface Measured {
  readonly s: number;
  readonly mb: number;
}

/** Returns the least time and memory of some runs, because other programs on the machine only add to them. */
function least(args: readonly string[], prepare?: () => void): Measured {
  const runs = Array.from({ length: Number(options.runs) }, () => {
    prepare?.();
    const ms = processorTime(process.execPath, args, copy);
    prepare?.();
    return { s: ms / 1000, mb: usage(process.execPath, args, copy).peakMb };
  });
  return { s: Math.min(...runs.map(({ s }) => s)), mb: Math.min(...runs.map(({ mb }) => mb)) };
}

/** Replaces the copy, in which the last run recorded its verdicts. */
function renew(): void {
  rmSync(copy, { recursive: true, force: true });
  cpSync(root, copy, { recursive: true, preserveTimestamps: true });
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const show = ({ s, mb }: Measured) => [s.toFixed(2), mb.toFixed(0)];
const mark = ({ s, mb }: Measured) => (s < GOAL_S && mb < GOAL_MB ? '✓' : '✗');
console.log(
  `${options.cases} cases, least of ${options.runs} runs; goal: ${String(GOAL_S)} s and ${String(GOAL_MB)} MB`,
);
console.log(line(['', 'processor s', 'MB', '']));
console.log(line(['---', '---:', '---:', '---']));
for (const name of ['paths.xml', 'names.xml']) {
  const report = join('.git', name);
  renew();
  const prove = [program, 'prove', report, '--all'];
  for (const [what, measured] of [
    [`${name}: read only`, least(['-e', FLOOR, report])],
    [`${name}: shown`, least([program, 'prove', report])],
    [`${name}: recorded`, least(prove, renew)],
    [`${name}: recorded before`, least(prove)],
  ] as const)
    console.log(line([what, ...show(measured), what.endsWith('read only') ? '' : mark(measured)]));
}
