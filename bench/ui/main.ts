import { performance } from 'node:perf_hooks';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { specTree } from '../speed/createSpecTree.js';
import { pause, PseudoTerminal } from './pseudoTerminal.js';

// Measures `ui` beside `board` in a terminal: npm run bench:ui -- [--sizes 300,10000] [--runs 11]
const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '300,10000' },
    runs: { type: 'string', default: '11' },
    program: { type: 'string', default: 'dist/bin/spectool.cjs' },
  },
});
const [GOAL_RATIO, GOAL_MS] = [3, 33];
const command = `node ${resolve(options.program)}`;
const SCREENS = [
  [60, 16],
  [140, 40],
  [300, 80],
] as const;
/** Time between slow keys, at which the text of the spec may be on its way. */
const SLOWLY_MS = 90;
/** Keys of one round, each of which changes the selection: down, a page, the next column and back to the first spec. */
const [HOME, END, PAGE_UP] = ['\x1b[H', '\x1b[F', '\x1b[5~'];
const DOWN = Array.from({ length: 10 }, () => 'j');
const KEYS = [...DOWN, END, PAGE_UP, PAGE_UP, 'j', HOME, 'l', 'j', 'h', HOME];

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const worst = (values: readonly number[]) => Math.max(...values);
const timed = (ms: number | undefined) => (ms === undefined ? [] : [ms]);
const line = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);

/** Returns the time until `board` has ended. */
async function boardTime(cwd: string, columns: number, rows: number): Promise<number> {
  const start = performance.now();
  await new PseudoTerminal(`${command} board`, { cwd, columns, rows }).ended;
  return performance.now() - start;
}

async function opened(cwd: string, columns: number, rows: number) {
  const start = performance.now();
  const terminal = new PseudoTerminal(`${command} ui`, { cwd, columns, rows });
  return { terminal, ms: (await terminal.shows('help')) - start };
}

line([
  'specs',
  'screen',
  '`board` ms',
  '`ui` ms',
  'ratio',
  'frame ms, median',
  'frame ms, worst',
  'worst of slow keys',
]);
line(['---:', '---', '---:', '---:', '---:', '---:', '---:', '---:']);
for (const size of options.sizes.split(',')) {
  const cwd = specTree(join(tmpdir(), 'spectool-bench-ui'), Number(size));
  await boardTime(cwd, 140, 40);
  for (const [columns, rows] of SCREENS) {
    const boards: number[] = [];
    const opens: number[] = [];
    const frames: number[] = [];
    const slow: number[] = [];
    for (let run = 0; run < Number(options.runs); run += 1) {
      boards.push(await boardTime(cwd, columns, rows));
      const { terminal, ms } = await opened(cwd, columns, rows);
      opens.push(ms);
      for (const key of KEYS) frames.push(...timed(await terminal.frameAfter(key)));
      for (const key of KEYS) {
        await pause(SLOWLY_MS);
        slow.push(...timed(await terminal.frameAfter(key)));
      }
      terminal.types('q');
      await terminal.ended;
    }
    const [board, ui] = [median(boards), median(opens)];
    const isMet = ui < GOAL_RATIO * board && worst(frames) < GOAL_MS;
    line([
      size,
      `${String(columns)} × ${String(rows)}`,
      board.toFixed(0),
      ui.toFixed(0),
      `${(ui / board).toFixed(2)} ${isMet ? '✓' : '✗'}`,
      median(frames).toFixed(1),
      worst(frames).toFixed(1),
      worst(slow).toFixed(1),
    ]);
  }
}
