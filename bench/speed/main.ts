import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { arch, cpus, platform, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Contender, contenders, FLOOR } from './measuredCommands.js';
import { peers } from './otherTools.js';
import { usage, type Usage, wallTime } from './measureProcess.js';
import { specTree } from './createSpecTree.js';

// Measures the time of commands: npm run bench -- [--sizes 100,1000,10000] [--runs 15] [--only list,view] [--json] [--peers]
const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100,1000,10000' },
    runs: { type: 'string', default: '15' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    folder: { type: 'string', default: join(tmpdir(), 'spectool-bench') },
  },
});
const SETTLING_MS = 2500;
/** Milliseconds to wait after a file was edited, because a file that has just changed is not cached yet. */
const EDITED_MS = 100;
/** Folder of caches and reserved numbers, which `git reset` does not change. */
const KEPT = '.git/spectool';
const program = resolve('dist/bin/spectool.cjs');

interface Figures {
  readonly name: string;
  readonly medianMs: number;
  readonly fastestMs: number;
  readonly slowestMs: number;
  /**
   * Median time of the command divided by the median of the floor (`node -e 0`), both measured by turns. Commands that only
   * read run on an unchanged tree.
   */
  readonly timesFloor: number;
  /** Like `timesFloor`, for commands that read, after one spec was created and another changed. */
  readonly changedTimesFloor?: number;
  /** Like `timesFloor`, for commands that read, after a paragraph was added to one document. */
  readonly editedTimesFloor?: number;
  /** Like `timesFloor`, for commands that read, after a command changed the priority of one spec. */
  readonly updatedTimesFloor?: number;
  readonly goal?: number;
  /** Time of one run without the cache, in milliseconds. */
  readonly coldMs?: number;
  readonly used?: Usage;
}

const results = options.sizes
  .split(',')
  .map((size) => ({ specs: Number(size), figures: bench(Number(size)) }));
const machine = `${cpus()[0]?.model ?? 'unknown'}, ${String(cpus().length)} cores, ${String(Math.round(totalmem() / 2 ** 30))} GB, ${platform()} ${arch()}, Node ${process.version}`;
if (options.json) console.log(JSON.stringify({ machine, at: new Date().toISOString(), results }, null, 2));
else {
  console.log(machine);
  for (const { specs, figures } of results) console.log(`\n${String(specs)} specs\n${table(figures)}`);
}

/** Reports progress on standard error, because a step may take minutes. */
function say(doing: string): void {
  console.error(`${doing} …`);
}

function wait(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function bench(size: number): readonly Figures[] {
  mkdirSync(options.folder, { recursive: true });
  say(`${String(size)} specs: the tree`);
  const root = specTree(options.folder, size);
  restore(root);
  const wanted = options.only?.split(',');
  const all = contenders(root, program).filter(
    ({ name }) => name === FLOOR || wanted === undefined || wanted.some((word) => name.startsWith(word)),
  );
  let count = 0;
  const args = ({ name, args: given }: Contender) => {
    count += 1;
    if (name === 'create')
      return [...given, `bench ${String(count)}`, '--title', `Nothing alike ${String(count)}`];
    return name.startsWith('update') ? [...given, `bench-${String(count)}`] : given;
  };
  const run = (one: Contender) => wallTime(one.command, args(one), root);
  say('without a cache');
  const cold = new Map(
    all
      .filter(({ goal }) => goal !== undefined)
      .map((one) => {
        rmSync(join(root, KEPT, 'cache'), { recursive: true, force: true });
        return [one.name, run(one)];
      }),
  );
  /** Runs all commands by turns, several times, and collects their times. */
  const rounds = (what: string, some: readonly Contender[], before?: () => void) => {
    const times = new Map<string, number[]>(some.map(({ name }) => [name, []]));
    for (let round = 0; round < Number(options.runs); round += 1) {
      say(`${what}, ${String(round + 1)} of ${options.runs}`);
      for (const one of some) {
        before?.();
        times.get(one.name)?.push(run(one));
      }
    }
    return (name: string): readonly number[] => times.get(name) ?? [];
  };
  const readers = all.filter(({ writes }) => writes !== true);
  for (const one of all) run(one);
  for (const one of readers) run(one);
  // Wait, because recently written files are not cached yet.
  wait(SETTLING_MS);
  for (const one of readers) run(one);
  const still = rounds('nothing changed', readers);
  const document = join(root, 'specs', readdirSync(join(root, 'specs'))[8] ?? '', 'README.md');
  const edited = rounds('one text edited', readers, () => {
    appendFileSync(document, '\nOne more paragraph.\n');
    wait(EDITED_MS);
  });
  let updates = 0;
  const updated = rounds('one spec updated', readers, () => {
    updates += 1;
    const priority = ['low', 'medium', 'high'][updates % 3] ?? '';
    wallTime(process.execPath, [program, 'update', '9', '--priority', priority], root);
    wait(EDITED_MS);
  });
  const changing = rounds('specs made and changed', all);
  const figures = all.map((one): Figures => {
    const [measured, floor] =
      one.writes === true ? [changing(one.name), changing(FLOOR)] : [still(one.name), still(FLOOR)];
    const goal = one.goal?.[size];
    const coldMs = cold.get(one.name);
    return {
      name: one.name,
      medianMs: median(measured),
      fastestMs: Math.min(...measured),
      slowestMs: Math.max(...measured),
      timesFloor: median(measured) / median(floor),
      ...(one.writes !== true && {
        changedTimesFloor: median(changing(one.name)) / median(changing(FLOOR)),
        editedTimesFloor: median(edited(one.name)) / median(edited(FLOOR)),
        updatedTimesFloor: median(updated(one.name)) / median(updated(FLOOR)),
      }),
      ...(goal !== undefined && { goal }),
      ...(coldMs !== undefined && { coldMs }),
      ...(one.command === process.execPath && { used: usage(one.command, args(one), root) }),
    };
  });
  restore(root);
  return options.peers ? [...figures, ...peers(options.folder, size, median(still(FLOOR)), say)] : figures;
}

/** Restores the committed state and deletes caches. */
function restore(root: string): void {
  rmSync(join(root, KEPT), { recursive: true, force: true });
  execFileSync('git', ['reset', '-q', '--hard'], { cwd: root });
  execFileSync('git', ['clean', '-fdxq'], { cwd: root });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

function table(figures: readonly Figures[]): string {
  const rows = figures.map(
    ({
      name,
      medianMs,
      fastestMs,
      slowestMs,
      timesFloor,
      editedTimesFloor,
      updatedTimesFloor,
      changedTimesFloor,
      goal,
      coldMs,
      used,
    }) => [
      name,
      medianMs.toFixed(1),
      `${fastestMs.toFixed(0)}–${slowestMs.toFixed(0)}`,
      timesFloor.toFixed(2),
      goal === undefined ? '' : `${goal.toFixed(1)} ${timesFloor <= goal ? '✓' : '✗'}`,
      editedTimesFloor === undefined ? '' : editedTimesFloor.toFixed(2),
      updatedTimesFloor === undefined ? '' : updatedTimesFloor.toFixed(2),
      changedTimesFloor === undefined ? '' : changedTimesFloor.toFixed(2),
      coldMs === undefined ? '' : coldMs.toFixed(0),
      used === undefined ? '' : used.cpuMs.toFixed(0),
      used === undefined ? '' : used.peakMb.toFixed(0),
    ],
  );
  const head = [
    '',
    'median ms',
    'range',
    '× floor',
    'goal',
    '× floor, text edited',
    '× floor, spec updated',
    '× floor, tree changed',
    'no cache ms',
    'CPU ms',
    'peak MB',
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
