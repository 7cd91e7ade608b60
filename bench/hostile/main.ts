import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { LogRecord } from '../../src/domain/log/records/record.js';
import {
  encodeRecord,
  recordFileName,
  sealRecord,
} from '../../src/domain/log/records/recordOrderAndFormat.js';
import { COMMANDS, LEFT_OUT } from './measuredCommandLines.js';
import { type Input, INPUTS, type MergeSide } from './hostileInputs.js';

/** Matches command lines that do not change the project. */
const READS =
  /^(?:prime|board|list|search|view|next$|deps|tokens|stats|export|criteria|history|config (?:get|list)|validate(?! --fix)|section \d \w+$|import(?!.*--apply))/;
/** Matches command lines that need files outside the project. */
const SOURCES = /^(?:import|merge)/;
const MEGABYTE = 2 ** 20;
/** Id of a record that is not in the log. */
const LOST = 'f'.repeat(64);

// Measures commands on the worst known inputs: npm run bench:hostile -- [--mb 1,2,4,8] [--only NAME,…] [--commands LINE,…]
// [--worst]
const { values: options } = parseArgs({
  options: {
    mb: { type: 'string', default: '1,2,4,8' },
    only: { type: 'string', default: '' },
    commands: { type: 'string', default: '' },
    /** Show only commands that are too slow, or that stop or fail. */
    worst: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '60' },
    program: { type: 'string', default: 'dist/bin/spectool.cjs' },
  },
});
const sizes = options.mb.split(',').map(Number);
const isOneOf = (names: string, name: string) => names === '' || names.split(',').includes(name);
const isAmong = (lines: string, line: string) => lines.split(',').some((part) => line.startsWith(part));
const program = resolve(options.program);
const folder = mkdtempSync(join(tmpdir(), 'spectool-hostile-'));
/** Project that is copied for every measurement. */
const base = join(folder, 'base');
const root = join(folder, 'project');
const report = join(folder, 'usage');
const hook = join(folder, 'usage.cjs');
const editor = join(folder, 'editor');

function buildBase(): void {
  mkdirSync(base);
  for (const line of [
    'init -y',
    'create big',
    'create two',
    'archive 2',
    'create three',
    'claim 3',
    'update 1 --add-tag t',
  ])
    spawnSync(process.execPath, [program, ...line.split(' ')], { cwd: base });
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b.c'];
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...identity, 'commit', '-qm', 'one'],
  ])
    spawnSync('git', args, { cwd: base });
}

function build(input: Input, line: string): void {
  const { body, status = 'planned', frontmatter, files = {}, sources = {}, sides, log } = input;
  rmSync(root, { recursive: true, force: true });
  cpSync(base, root, { recursive: true, preserveTimestamps: true });
  const readme = join(root, 'specs/001-big/README.md');
  const id = /^id: .*\n/m.exec(readFileSync(readme, 'utf8'))?.[0] ?? '';
  const fields = `created: 2026-01-05\ntags: [t]\n${frontmatter ?? ''}`;
  const text = `# Big\n\n## Problem\n\n${body ?? ''}\n`;
  const document = `---\nstatus: ${status}\n${id}${fields}---\n\n${text}`;
  const side = (name: MergeSide, otherwise: string) => {
    const own = sides?.(name);
    if (own === undefined) return otherwise;
    return `---\nstatus: ${status}\n${id}created: 2026-01-05\n${own.frontmatter ?? ''}---\n\n# Big\n\n${own.body ?? ''}\n`;
  };
  const foreign = `---\n${fields}---\n\n${text}`;
  const boxes = `- [x] done\n\n${body ?? ''}\n`;
  const all: Record<string, string> = {
    'specs/001-big/README.md': document,
    ...(line.startsWith('merge') && {
      '.b': side('base', document),
      '.o': side('ours', document.replace('# Big', '# Bigger').replace(/.{9}$/s, '1$&')),
      '.t': side('theirs', document.replace('planned', 'complete').replace(/.{9}$/s, '$&2')),
    }),
    ...(line.startsWith('import') && {
      '.import/adr/0001-big.md': foreign,
      '.import/kit/001-big/spec.md': foreign,
      '.import/kit/001-big/tasks.md': boxes,
      '.import/.kiro/specs/big/requirements.md': foreign,
      '.import/.kiro/specs/big/tasks.md': boxes,
      '.import/open/changes/big/proposal.md': foreign,
      '.import/open/changes/big/tasks.md': boxes,
      '.import/backlog/tasks/task-1 - Big.md': `---\nid: task-1\nstatus: To Do\n${frontmatter ?? ''}---\n\n${text}`,
      '.import/kep/0001-big/kep.yaml': `title: Big\nstatus: implementable\n${frontmatter ?? ''}`,
      '.import/kep/0001-big/README.md': text,
      '.import/lean/001-big/README.md': `---\nstatus: planned\n${fields}---\n\n${text}`,
      '.import/one.jsonl': `${JSON.stringify({ id: 1, title: 'Big', body: text })}\n`,
      ...Object.fromEntries(Object.entries(sources).map(([path, source]) => [`.import/${path}`, source])),
    }),
    ...(log && filesOfLog(/^id: (.*)$/m.exec(id)?.[1] ?? '', log)),
    ...files,
  };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

function filesOfLog(
  spec: string,
  { count, events, place, parents = (i) => (i === 0 ? [] : [i - 1]) }: NonNullable<Input['log']>,
): Record<string, string> {
  const folder = join('.spectool/log', spec);
  const name = readdirSync(join(root, folder)).sort().at(-1) ?? '';
  const begun = JSON.parse(readFileSync(join(root, folder, name), 'utf8')) as LogRecord;
  const records: LogRecord[] = [];
  for (let i = 0; i < count; i++) {
    const before = parents(i).map((one) =>
      one === 'lost' ? { ...begun, id: LOST } : (records[one] ?? begun),
    );
    const known = before.length === 0 ? [begun] : before;
    const { digest = '', text = '' } = begun;
    const lamport = Math.max(...known.map((one) => one.lamport)) + 1;
    const at = new Date(Date.UTC(2026, 0, 5) + i * 1000).toISOString();
    const next = { spec, lamport, parents: known.map(({ id }) => id), digest, text, events: events(i) };
    const written = { ...next, actor: 'kim', at, command: 'bench', nonce: String(i) };
    records.push(sealRecord(written, (content) => createHash('sha256').update(content).digest('hex')));
  }
  if (place === 'files')
    return Object.fromEntries(records.map((one) => [join(folder, recordFileName(one)), encodeRecord(one)]));
  const last = records.map(recordFileName).sort().at(-1)?.replace('.json', '') ?? '';
  return { [join(folder, `pack-${last}.jsonl`)]: records.map(encodeRecord).join('') };
}

interface Took {
  /** CPU time in milliseconds, which other load does not affect; wall time if the program was stopped. */
  readonly ms: number;
  readonly mb: number;
  /** How the run ended if it gave no answer, such as a timeout. */
  readonly end: string;
}

/**
 * Returns the exponent with which the times grow with the input size: 1 is linear, 2 quadratic. Undefined if the times are
 * too close to the program's start time.
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
  const words = [program, ...line.split(' '), ...(line.startsWith('merge') ? [] : ['--no-cache'])];
  // `edit` needs a terminal, which the program `script` simulates.
  const [command, args] = line.startsWith('edit')
    ? ['script', ['-qec', `'${process.execPath}' ${words.join(' ')}`, '/dev/null']]
    : [process.execPath, words];
  const { stderr, stdout, status, signal } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    timeout: Number(options.seconds) * 1000,
    env: { ...process.env, NODE_OPTIONS: `--require ${hook}`, VISUAL: editor },
  });
  const wall = performance.now() - start;
  const used = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>) : {};
  const { userCPUTime = wall * 1000, systemCPUTime = 0, maxRSS = NaN } = used;
  const code = /^error.*\[([A-Z_]+)\]/m.exec(line.startsWith('edit') ? stdout : stderr)?.[1];
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
writeFileSync(editor, '#!/bin/sh\necho more >> "$1"\n', { mode: 0o755 });
try {
  buildBase();
  build({}, 'list');
  const floor = Math.min(...[1, 2, 3].map(() => took('list').ms));
  console.log(`floor: ${String(floor)} ms; left out: ${LEFT_OUT.join('; ')}\n`);
  const columns = sizes.map((mb) => `${String(mb)} MB: CPU ms`);
  console.log(`| input | command | ${columns.join(' | ')} | exponent | peak MB | |`);
  console.log(`|---|---|${sizes.map(() => '---:').join('|')}|---:|---:|---|`);
  for (const [name, input] of Object.entries(INPUTS)) {
    if (!isOneOf(options.only, name)) continue;
    const inputs = sizes.map((mb) => input(mb * MEGABYTE));
    const rows = new Map<string, Took[]>();
    for (const one of inputs) {
      let built: string | undefined;
      for (const line of COMMANDS.filter((command) => isAmong(options.commands, command))) {
        if ((one.sources && !line.startsWith('import')) || (one.sides && !line.startsWith('merge'))) continue;
        const [needs = ''] = line.split(' ');
        if (built !== needs && !(built !== undefined && !SOURCES.test(needs))) build(one, line);
        built = READS.test(line) ? needs : undefined;
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
  rmSync(folder, { recursive: true, force: true });
}
