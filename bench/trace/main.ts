import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { processorTime } from '../speed/measureProcess.js';
import { HOT_FILE, historyIn } from './createHistory.js';

// Compares trace and why with plain git on many commits: npm run bench:trace -- [--commits 100000] [--runs 5] [--only why]
const { values: options } = parseArgs({
  options: {
    commits: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    folder: { type: 'string' },
    program: { type: 'string', default: 'dist/bin/spectool.cjs' },
  },
});
const SETTLING_MS = 2500;
const WARM_GOAL_MS = 60;
const COLD_GOAL = 1.3;

interface Compared {
  readonly args: readonly string[];
  /** Arguments of the git command that the command cannot do without. */
  readonly git: readonly string[];
}

const LOG = ['log', '--format=%H%x00%an%x00%at%x00%ct%x00%B', '--name-only', '--no-renames'];
const NAMING = ['-i', '-E', '--grep=^[ \t>*+0-9.)-]*spec:', '--grep=This reverts commit [0-9a-f]{7}'];

const COMPARED: readonly Compared[] = [
  { args: ['trace', '7'], git: [...LOG, ...NAMING, 'HEAD', '--branches'] },
  { args: ['trace'], git: [...LOG, ...NAMING, 'HEAD', '--branches'] },
  { args: ['trace', '--since', 'main'], git: [...LOG, 'main..HEAD'] },
  { args: ['trace', '--since', 'early'], git: [...LOG, 'early..HEAD'] },
  { args: ['why', `${HOT_FILE}:100`], git: ['blame', '-M', '--porcelain', '-L', '100,100', HOT_FILE] },
  { args: ['why', `${HOT_FILE}:1-400`], git: ['blame', '-M', '--porcelain', HOT_FILE] },
  { args: ['why', HOT_FILE], git: [...LOG, ...NAMING, 'HEAD', '--branches'] },
];

const program = resolve(options.program);
const folder = options.folder ?? join(tmpdir(), `spectool-bench-trace-${options.commits}`);
const root = historyIn(folder, Number(options.commits));

function forget(): void {
  rmSync(join(root, '.git/spectool'), { recursive: true, force: true });
}

function settle(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SETTLING_MS);
}

function compare({ args, git }: Compared): readonly string[] {
  const spectool = (...own: readonly string[]) => processorTime(process.execPath, [program, ...own], root);
  const rounds = Array.from({ length: Number(options.runs) }, () => {
    const floor = processorTime(process.execPath, ['-e', '0'], root);
    const plain = processorTime('git', git, root);
    forget();
    // What every command does that reads specs.
    const list = spectool('list');
    forget();
    const cold = spectool(...args);
    return { floor, plain, list, cold, warm: spectool(...args) };
  });
  const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of));
  const floor = middle((round) => round.floor);
  const warmMs = middle((round) => round.warm) - floor;
  const coldTimes = middle(({ cold, plain }) => cold / plain);
  const coldTimesAfterList = middle(({ cold, list, plain }) => (cold - list) / plain);
  const mark = (isMet: boolean) => (isMet ? '✓' : '✗');
  return [
    args.join(' '),
    floor.toFixed(0),
    middle((round) => round.plain).toFixed(0),
    middle((round) => round.cold).toFixed(0),
    `${coldTimes.toFixed(2)} ${mark(coldTimes <= COLD_GOAL)}`,
    coldTimesAfterList.toFixed(2),
    `${warmMs.toFixed(0)} ${mark(warmMs <= WARM_GOAL_MS)}`,
    (warmMs / floor).toFixed(2),
  ];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

settle();
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const head = [
  '',
  'floor',
  'git',
  'cold',
  'cold ÷ git',
  '(cold − list cold) ÷ git',
  'warm − floor',
  '(warm − floor) ÷ floor',
];
console.log(`${options.commits} commits, medians of ${options.runs} runs, processor time in ms`);
console.log([line(head), line(head.map(() => '---:'))].join('\n'));
for (const one of COMPARED.filter(({ args }) => args.join(' ').startsWith(options.only)))
  console.log(line(compare(one)));
