import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Input, INPUTS } from './inputs.js';

const COMMANDS = [
  'list',
  'board',
  'view 1',
  'view 1 --section nowhere',
  'search word',
  'deps 1',
  'stats',
  'tokens',
  'validate',
  'history 1',
  'resolve',
  'create other',
  'update 1 --title Other',
  'update 1 --status complete --force --reason a',
  'update 1 --add-tag a',
  'criteria 1',
  'check 1 1',
  'add-criterion 1 another',
  'note 1 remark',
  'renumber 1',
  'archive 1',
  'init -y',
  'merge-driver .b .o .t',
];
const MEGABYTE = 2 ** 20;

// npm run bench:hostile -- [--mb 1,2,4,8] [--only NAME,…] [--commands LINE,…] [--worst]
const { values: options } = parseArgs({
  options: {
    mb: { type: 'string', default: '1,2,4,8' },
    only: { type: 'string', default: '' },
    commands: { type: 'string', default: '' },
    /** Only rows that take more than their share. */
    worst: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '60' },
    program: { type: 'string', default: 'dist/bin/spectool.cjs' },
  },
});
const sizes = options.mb.split(',').map(Number);
const among = (names: string, name: string) => names.split(',').some((part) => name.includes(part));
const program = resolve(options.program);
const root = mkdtempSync(join(tmpdir(), 'spectool-hostile-'));
const report = join(root, '.usage');
const hook = join(root, '.usage.cjs');
const README = 'specs/001-big/README.md';

function build({ body = '', status = 'planned', frontmatter = '', files = {} }: Input): void {
  for (const path of ['specs', '.spectool', 'AGENTS.md', '.b', '.o', '.t'])
    rmSync(join(root, path), { recursive: true, force: true });
  spawnSync(process.execPath, [program, 'init', '-y'], { cwd: root });
  const head = `---\nstatus: ${status}\ncreated: 2026-01-05\n${frontmatter}---\n\n# Big\n\n## Problem\n\n`;
  const document = `${head}${body}\n`;
  const merged = {
    '.b': document,
    '.o': document.replace('# Big', '# Bigger').replace(/.{9}$/s, '1$&'),
    '.t': document.replace('planned', 'complete').replace(/.{9}$/s, '$&2'),
  };
  for (const [path, text] of Object.entries({ [README]: document, ...merged, ...files })) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

interface Took {
  /** Of CPU, which other work on the machine does not change; of the clock where the program was stopped. */
  readonly ms: number;
  readonly mb: number;
  /** How it ended, where that is no answer. */
  readonly end: string;
}

/**
 * The power of the size that these times grow with: 1 is linear, 2 the square. Undefined where they cannot be told from the start
 * of the program.
 */
function growth(times: readonly number[]): number | undefined {
  const points = times.flatMap((ms, i) =>
    ms > 50 ? [[Math.log(sizes[i] ?? 1), Math.log(ms)] as const] : [],
  );
  if (points.length < 2 || (times.at(-1) ?? 0) < 200) return undefined;
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const over = points.reduce((sum, [size, ms]) => sum + (size - x) * (ms - y), 0);
  return over / points.reduce((sum, [size]) => sum + (size - x) ** 2, 0);
}

function took(line: string): Took {
  rmSync(report, { force: true });
  const start = performance.now();
  const { stderr, status, signal } = spawnSync(
    process.execPath,
    [program, ...line.split(' '), ...(line.startsWith('merge') ? [] : ['--no-cache'])],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      timeout: Number(options.seconds) * 1000,
      env: { ...process.env, NODE_OPTIONS: `--require ${hook}` },
    },
  );
  const wall = performance.now() - start;
  const used = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>) : {};
  const { userCPUTime = wall * 1000, systemCPUTime = 0, maxRSS = NaN } = used;
  const code = /^error.*\[([A-Z_]+)\]/m.exec(stderr)?.[1];
  return {
    ms: Math.round((userCPUTime + systemCPUTime) / 1000),
    mb: Math.round(maxRSS / 1024),
    end:
      signal !== null ? 'STOPPED' : (code ?? (status !== null && status > 1 ? `exit ${String(status)}` : '')),
  };
}

writeFileSync(
  hook,
  `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(report)}, JSON.stringify(process.resourceUsage())));`,
);
try {
  build({});
  const floor = Math.min(...[1, 2, 3].map(() => took('list').ms));
  console.log(`floor: ${String(floor)} ms\n`);
  const columns = sizes.map((mb) => `${String(mb)} MB: CPU ms`);
  console.log(`| input | command | ${columns.join(' | ')} | exponent | peak MB | |`);
  console.log(`|---|---|${sizes.map(() => '---:').join('|')}|---:|---:|---|`);
  for (const [name, input] of Object.entries(INPUTS)) {
    if (!among(options.only, name)) continue;
    const inputs = sizes.map((mb) => input(mb * MEGABYTE));
    const rows = new Map<string, Took[]>();
    for (const one of inputs) {
      let isWhole = false;
      for (const line of COMMANDS.filter((command) => among(options.commands, command))) {
        if (!isWhole) build(one);
        isWhole = !/^(?:resolve|create|update|check|add-criterion|note|renumber|archive|init|merge)/.test(
          line,
        );
        rows.set(line, [...(rows.get(line) ?? []), took(line)]);
      }
    }
    for (const [line, all] of rows) {
      const last = all.at(-1);
      if (last === undefined) continue;
      const exponent = growth(all.map(({ ms }) => ms - floor));
      const isWorse = exponent !== undefined && exponent > 1.2 && last.ms - floor > 500;
      const ends = [...new Set(all.map(({ end }) => end))].filter((end) => end !== '').join(', ');
      if (options.worst && !isWorse && last.ms < 3000 && !/STOPPED|INTERNAL|exit/.test(ends)) continue;
      const shown = exponent?.toFixed(2) ?? '';
      console.log(
        `| ${name} | \`${line}\` | ${all.map(({ ms }) => String(ms)).join(' | ')} | ${shown}${isWorse ? ' !' : ''} | ${all.map(({ mb }) => String(mb)).join(' ')} | ${ends} |`,
      );
    }
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
