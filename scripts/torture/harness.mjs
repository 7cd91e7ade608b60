// Functions that all parts of the stress test use: seeded random numbers, running the program, and counts of failures.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function option(name, fallback) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
}

export const seed = Number(option('seed', Date.now() % 1_000_000));
export const program =
  process.env.SPECTOOL_PROGRAM ?? join(import.meta.dirname, '../../dist/bin/spectool.cjs');
let state = seed;
export function random(below) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}
export const pick = (list) => list[random(list.length)];

export const base = mkdtempSync(join(tmpdir(), 'spectool-torture-'));
const environment = (actor) => ({
  PATH: process.env.PATH,
  HOME: base,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: actor,
  GIT_AUTHOR_EMAIL: 't@example.org',
  GIT_COMMITTER_NAME: actor,
  GIT_COMMITTER_EMAIL: 't@example.org',
  SPECTOOL_ACTOR: actor,
  SPECTOOL_LOCK_TIMEOUT: '120000',
});

export const count = {
  operations: 0,
  kills: 0,
  merges: 0,
  decided: 0,
  strayed: 0,
  lines: 0,
  overwritten: 0,
  intoOld: 0,
  lost: 0,
  doubled: 0,
  torn: 0,
  unresolved: 0,
  litter: 0,
};
export const complaints = [];
export function complain(kind, what) {
  count[kind]++;
  if (complaints.length < 20) complaints.push(`${kind}: ${what}`);
}
export const wentWrong = () => count.lost + count.doubled + count.torn + count.unresolved + count.litter;

/** Runs the program and waits until it ends. */
export function run(cwd, args, { actor = 'a', input = '' } = {}) {
  count.operations++;
  const env = environment(actor);
  return spawnSync(process.execPath, [program, ...args], { cwd, encoding: 'utf8', env, input });
}

/**
 * Starts the program; the promise `ended` resolves with its exit status and output. @param node command-line options of Node.
 */
export function start(cwd, args, { node = [], env = {} } = {}) {
  count.operations++;
  const child = spawn(process.execPath, [...node, program, ...args], {
    cwd,
    env: { ...environment('a'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  child.ended = new Promise((resolve) =>
    child.on('close', (status, signal) => resolve({ status, signal, out, err })),
  );
  return child;
}

export function git(cwd, ...args) {
  const env = environment('git');
  return spawnSync('git', ['-c', 'init.defaultBranch=main', ...args], { cwd, encoding: 'utf8', env });
}

export const specsOf = (cwd) =>
  JSON.parse(run(cwd, ['list', '--all', '--json', '--limit', '100000']).stdout || '{"specs":[]}').specs;

export function project(name, ...more) {
  const root = join(base, name);
  mkdirSync(root, { recursive: true });
  git(root, 'init', '-q');
  const { status, stderr } = run(root, ['init', '-y', '--agent-tools', 'none', ...more]);
  if (status !== 0) throw new Error(stderr);
  return root;
}

const SETTLED = [
  'EDITED_BY_HAND',
  'DOCUMENT_BEHIND',
  'FOLDER_MOVED',
  'FOLDER_GONE',
  'LOG_DAMAGED',
  'ID_COPIED',
  'DOCUMENT_BROKEN',
  'DEPENDENCY_MISSING',
  'NUMBER_DUPLICATE',
];

/**
 * Checks that documents agree with the log and that, after a repair, no temporary files or locks of killed commands are left.
 */
export function expectSettled(root, after) {
  const { findings = [] } = JSON.parse(run(root, ['validate', '--json', '--all']).stdout || '{}');
  for (const { code, file, severity } of findings)
    if (severity === 'error' || SETTLED.includes(code)) complain('torn', `${code} ${file} after ${after}`);
  for (const folder of ['.spectool/tmp', '.spectool/numbers', '.spectool/locks', ...registries(root)]) {
    const left = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
    const litter = left.filter((name) => name !== 'entries.jsonl');
    if (litter.length > 0) complain('litter', `${folder}/${litter.join(', ')} after ${after}`);
  }
}

const registries = (root) =>
  existsSync(join(root, '.git/spectool'))
    ? readdirSync(join(root, '.git/spectool'), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && /^[0-9a-f]{16}$/.test(entry.name))
        .map(({ name }) => `.git/spectool/${name}`)
    : [];

const MINUTES_MS = 120_000;

/** Sets the modification times in the registry back by two minutes, so that files left by killed commands count as old. */
export function letAMinutePass(root) {
  const before = new Date(Date.now() - MINUTES_MS);
  for (const registry of registries(root))
    for (const name of readdirSync(join(root, registry)))
      utimesSync(join(root, registry, name), before, before);
}
