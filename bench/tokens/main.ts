import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { projectOf } from './createProject.js';

// Measures the size of command output in tokens: npm run bench:tokens -- [--specs DIR] [--before PROGRAM] [--sizes 305,10000]
// [--json]
const { values: options } = parseArgs({
  options: {
    specs: { type: 'string', default: process.env['SPECTOOL_TEST_DATA'] ?? '../shared/data' },
    before: { type: 'string' },
    sizes: { type: 'string', default: '305,10000' },
    folder: { type: 'string', default: join(tmpdir(), 'spectool-bench-tokens') },
    json: { type: 'boolean', default: false },
  },
});

/** Queries in the words in which a person would describe a task. Only the query with the longest answer is counted. */
const QUERIES = [
  'how do people sign in',
  'validate the frontmatter of specs before a commit',
  'dependency graph',
  'search',
  'token counting for large documents',
  'vito labe sore',
];
const SIZE_OF_REAL = 305;
/** Maximum output of a command, in bytes. */
const MOST_BYTES = 1 << 28;

interface Row {
  readonly name: string;
  /** Maximum number of tokens, possibly by number of specs; undefined if the answer grows with the request. */
  readonly goal?: number | ((size: number) => number | undefined);
  /** Runs the commands and returns the tokens of their output, including warnings and notes. */
  readonly pays: (project: Project) => number | undefined;
}

interface Project {
  readonly root: string;
  readonly program: string;
  readonly size: number;
}

const ROWS: readonly Row[] = [
  { name: 'AGENTS.md with the skill installed', goal: 500, pays: (project) => textAt(project, 'AGENTS.md') },
  {
    name: 'the skill',
    goal: 1500,
    pays: (project) => textAt(project, '.github/skills/spectool-sdd/SKILL.md'),
  },
  { name: '`prime`', goal: 1000, pays: (project) => answer(project, 'prime') },
  { name: '`board` in a pipe', goal: 1500, pays: (project) => answer(project, 'board') },
  {
    name: '`list` in a pipe',
    goal: (size) => (size === SIZE_OF_REAL ? 7000 : undefined),
    pays: (project) => answer(project, 'list'),
  },
  { name: '`list --json`', pays: (project) => answer(project, 'list', '--json') },
  { name: '`board --json`', goal: 4000, pays: (project) => answer(project, 'board', '--json') },
  { name: '`next` in a pipe', pays: (project) => answer(project, 'next') },
  { name: '`next --json`', goal: 800, pays: (project) => answer(project, 'next', '--json') },
  { name: '`search Q`, the dearest of six', goal: 800, pays: (project) => dearest(project) },
  { name: '`search --json`, the same', goal: 1200, pays: (project) => dearest(project, '--json') },
  { name: '`view SPEC --json`', pays: (project) => answer(project, 'view', '1', '--json') },
  { name: 'the file that `view` shows', pays: (project) => answer(project, 'view', '1', '--raw') },
  { name: '`validate`', pays: (project) => answer(project, 'validate') },
];

/** Runs a command and counts the tokens of standard output and standard error, because an agent reads both. */
function answer({ root, program }: Project, ...args: readonly string[]): number | undefined {
  const { COLUMNS: _columns, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...env, SPECTOOL_ACTOR: 'bench' },
    encoding: 'utf8',
    maxBuffer: MOST_BYTES,
  });
  // Exit code 2 means wrong usage: an older program, given by `--before`, may not have the command yet.
  return status === 2 ? undefined : countTokens(stdout) + countTokens(stderr);
}

function dearest(project: Project, ...flags: readonly string[]): number {
  return Math.max(...QUERIES.map((query) => answer(project, 'search', query, ...flags) ?? 0));
}

function textAt({ root }: Project, path: string): number {
  return countTokens(readFileSync(join(root, path), 'utf8'));
}

/** Measures every row with one program. */
function measured(program: string, name: string, size: number): readonly (number | undefined)[] {
  const real = size === SIZE_OF_REAL ? join(options.specs, 'specs-305') : undefined;
  const root = projectOf(join(options.folder, name), size, real, program);
  const project = { root, program, size };
  const { status } = spawnSync(process.execPath, [program, 'skill', 'install'], { cwd: root });
  if (status !== 0) throw new Error('skill install failed');
  // Run `board` once before measuring, because it reports estimates while sizes have not been counted.
  answer(project, 'board');
  return ROWS.map(({ pays }) => pays(project));
}

const results = options.sizes.split(',').map((word) => {
  const size = Number(word);
  const before = options.before === undefined ? undefined : measured(resolve(options.before), 'before', size);
  const now = measured(resolve('dist/bin/spectool.cjs'), 'now', size);
  return {
    specs: size,
    rows: ROWS.map(({ name, goal }, i) => ({
      call: name,
      before: before?.[i],
      now: now[i],
      goal: typeof goal === 'function' ? goal(size) : goal,
    })),
  };
});
if (options.json) console.log(JSON.stringify(results, null, 2));
else
  for (const { specs, rows } of results) {
    console.log(`\n${String(specs)} specs, o200k tokens\n`);
    const head = ['call', ...(options.before === undefined ? [] : ['before']), 'now', 'goal'];
    const lines = rows.map(({ call, before, now, goal }) => [
      call,
      ...(options.before === undefined ? [] : [figure(before)]),
      figure(now),
      goal === undefined ? '' : `${figure(goal)} ${now !== undefined && now <= goal ? '✓' : '✗'}`,
    ]);
    const rule = head.map((_, i) => (i === 0 ? '---' : '--:'));
    console.log([head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n'));
  }

function figure(tokens: number | undefined): string {
  return tokens === undefined ? '–' : tokens.toLocaleString('en');
}
