import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { arch, cpus, platform, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Contender, FLOOR, ourCommands } from './measuredCommands.js';
import { peers } from './otherTools.js';
import { usage, type Usage, wallTime } from './measureProcess.js';
import { specTree } from './createSpecTree.js';

// Measures the time of commands: npm run bench -- [SPECS[:RECORDS] …] [--runs 15] [--only list,view] [--states again,update]
// [--against FOLDER] [--peers] [--json]
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '15' },
    only: { type: 'string' },
    states: { type: 'string' },
    /** Folder of another build (a checkout that is built), which is measured by turns with this one. */
    against: { type: 'string' },
    json: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    folder: { type: 'string', default: join(tmpdir(), 'spectool-bench') },
  },
});
const SIZES = ['300', '1000'];
/** Runs before the measurement, which fill the cache of compiled code. */
const WARMING = 2;
const SETTLING_MS = 2500;
/** Milliseconds to wait after a file was edited, because a file that has just changed is not cached yet. */
const EDITED_MS = 100;
/** Folder of caches and reserved numbers, which `git reset` does not change. */
const KEPT = '.git/spectool';
const PROGRAM = 'dist/bin/spectool.cjs';
/** Numbers of the specs that the states change; the measured commands change spec 5. */
const [UPDATED, EDITED, ON_BRANCH] = [9, 8, 7];

/** What happens to the project before each run of a command. */
const STATES: Readonly<Record<string, ((root: string, program: string, n: number) => void) | undefined>> = {
  again: undefined,
  update: (root, program, n) => {
    const priority = ['low', 'medium', 'high'][n % 3] ?? '';
    wallTime(process.execPath, [program, 'update', String(UPDATED), '--priority', priority], root);
  },
  edit: (root) => {
    appendFileSync(documentOf(root, EDITED), '\nOne more paragraph.\n');
  },
  switch: (root, _program, n) => {
    git(root, 'switch', '-q', n % 2 === 0 ? 'other' : 'main');
  },
};

interface Figures {
  readonly name: string;
  /** The runs in each state. */
  readonly runs: Readonly<Record<string, readonly Usage[]>>;
  readonly floor: Readonly<Record<string, readonly Usage[]>>;
  readonly goal?: number;
  /** One run without caches. */
  readonly cold?: Usage;
}

const results = (positionals.length > 0 ? positionals : SIZES).map((size) => ({
  size,
  figures: bench(size),
}));
const machine = `${cpus()[0]?.model ?? 'unknown'}, ${String(cpus().length)} cores, ${String(Math.round(totalmem() / 2 ** 30))} GB, ${platform()} ${arch()}, Node ${process.version}`;
const at = new Date().toISOString();
if (options.json) console.log(JSON.stringify({ machine, at, results }, null, 2));
else {
  console.log(`${machine}, ${at.slice(0, 10)}, ${options.runs} runs`);
  if (results[0]?.figures[0]?.cold?.quietMs === undefined)
    console.log('This system has no /proc/self/schedstat, so quiet is the wall time.');
  for (const { size, figures } of results)
    console.log(
      `\n${size.replace(':', ' specs with ')} ${size.includes(':') ? 'records' : 'specs'}\n${table(figures)}`,
    );
}

/** Reports progress on standard error, because a step may take minutes. */
function say(doing: string): void {
  console.error(`${doing} …`);
}

function wait(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function bench(size: string): readonly Figures[] {
  const [specs = 0, records = 0] = size.split(':').map(Number);
  mkdirSync(options.folder, { recursive: true });
  say(`${size}: the tree`);
  const root = specTree(options.folder, specs, records);
  restore(root);
  const builds = [{ root, program: resolve(PROGRAM), mark: '' }];
  if (options.against !== undefined) {
    // Builds that share a folder remove each other's caches.
    const copy = `${root}-against`;
    if (!existsSync(copy)) cpSync(root, copy, { recursive: true, preserveTimestamps: true });
    restore(copy);
    builds.push({ root: copy, program: resolve(options.against, PROGRAM), mark: ', against' });
  }
  const programs = new Map(builds.map((build) => [build.root, build.program]));
  const ours = builds.map((build) => ourCommands(build.root, build.program, build.mark));
  const wanted = options.only?.split(',');
  const measured: readonly Contender[] = [
    { name: FLOOR, root, args: () => ['-e', '0'] },
    ...(ours[0] ?? [])
      .flatMap((_, at) => ours.flatMap((all) => all[at] ?? []))
      .filter(({ name }) => wanted?.some((word) => name.startsWith(word)) ?? true),
    ...(options.peers ? peers(options.folder, specs) : []),
  ];
  let count = 0;
  const run = ({ args, root, undo }: Contender) => {
    count += 1;
    const used = usage(process.execPath, args(count), root);
    if (undo !== undefined) wallTime(process.execPath, undo, root);
    return used;
  };
  for (let round = 0; round < WARMING; round += 1) measured.forEach(run);
  say('without a cache');
  const cold = new Map(
    measured.map((one) => {
      rmSync(join(one.root, KEPT, 'cache'), { recursive: true, force: true });
      return [one.name, run(one)];
    }),
  );
  measured.forEach(run);
  // Wait, because recently written files are not cached yet.
  wait(SETTLING_MS);
  measured.forEach(run);
  const runs = new Map<string, Record<string, readonly Usage[]>>(measured.map(({ name }) => [name, {}]));
  for (const state of options.states?.split(',') ?? Object.keys(STATES)) {
    const change = STATES[state];
    const some = measured.filter(({ isOnce }) => change === undefined || isOnce !== true);
    const taken = new Map<string, Usage[]>(some.map(({ name }) => [name, []]));
    // Commands that change the project run after the others, because the next command reads what changed.
    const [writing, reading] = [some.filter(isWriting), some.filter((one) => !isWriting(one))];
    for (const group of change === undefined ? [reading, writing] : [some])
      for (let round = 0; round < Number(options.runs); round += 1) {
        say(`${size}, ${state}: ${String(round + 1)} of ${options.runs}`);
        for (const one of group) {
          if (change !== undefined && one.isOurs === true) {
            count += 1;
            change(one.root, programs.get(one.root) ?? '', state === 'switch' ? round : count);
            wait(EDITED_MS);
          }
          taken.get(one.name)?.push(run(one));
        }
      }
    for (const [name, list] of taken) Object.assign(runs.get(name) ?? {}, { [state]: list });
  }
  builds.forEach((build) => restore(build.root));
  const floor = runs.get(FLOOR) ?? {};
  return measured.map(({ name, goal }) => {
    const [forSize, once] = [goal?.[size], cold.get(name)];
    return {
      name,
      runs: runs.get(name) ?? {},
      floor,
      ...(forSize !== undefined && { goal: forSize }),
      ...(once !== undefined && { cold: once }),
    };
  });
}

/** True for a command of ours that changes the project. */
function isWriting({ isOnce, isOurs }: Contender): boolean {
  return isOnce === true && isOurs === true;
}

function documentOf(root: string, spec: number): string {
  const start = `${String(spec).padStart(3, '0')}-`;
  const name = readdirSync(join(root, 'specs')).find((folder) => folder.startsWith(start)) ?? '';
  return join(root, 'specs', name, 'README.md');
}

function git(root: string, ...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', ...args], {
    cwd: root,
  });
}

/** Restores the committed state with a second branch that changes one spec, and deletes caches. */
function restore(root: string): void {
  rmSync(join(root, KEPT), { recursive: true, force: true });
  git(root, 'reset', '-q', '--hard');
  git(root, 'clean', '-fdxq');
  git(root, 'switch', '-q', '-C', 'other', 'main');
  appendFileSync(documentOf(root, ON_BRANCH), '\nA paragraph of the other branch.\n');
  git(root, 'commit', '-qam', 'other');
  git(root, 'switch', '-q', 'main');
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}

function table(figures: readonly Figures[]): string {
  const quiet = ({ quietMs, wallMs }: Usage) => quietMs ?? wallMs;
  const states = Object.keys(figures[0]?.runs ?? {});
  const [first = ''] = states;
  const rows = figures.map(({ name, runs, floor, goal, cold }) => {
    const of = (value: (run: Usage) => number, state = first) => median((runs[state] ?? []).map(value));
    const walls = (runs[first] ?? []).map(({ wallMs }) => wallMs);
    const above = states.map((state) => of(quiet, state) - median((floor[state] ?? []).map(quiet)));
    const shown = (ms: number) => (Number.isNaN(ms) ? '' : ms.toFixed(0));
    return [
      name,
      `${shown(median(walls))} (${shown(Math.min(...walls))}–${shown(Math.max(...walls))})`,
      shown(of(quiet)),
      of(({ cpuMs }) => cpuMs).toFixed(1),
      shown(of(({ childrenMs }) => childrenMs)),
      shown(of(({ peakMb }) => peakMb)),
      ...above.map((ms) => (name === FLOOR ? '' : shown(ms))),
      goal === undefined ? '' : `${String(goal)} ${above.some((ms) => ms > goal) ? '✗' : '✓'}`,
      cold === undefined ? '' : shown(quiet(cold)),
    ];
  });
  const head = [
    '',
    'wall ms',
    'quiet',
    'CPU',
    'waiting for git',
    'peak MB',
    ...states.map((state) => `above floor: ${state}`),
    'goal',
    'no cache, quiet',
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
