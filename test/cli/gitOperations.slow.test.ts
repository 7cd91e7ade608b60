import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from '@jest/globals';
import { GitSandbox } from '../support/gitSandbox.js';
import { GitTrace } from '../support/gitTrace.js';
import { run } from '../support/runProgram.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

let box: GitSandbox;
const spectool = (...args: readonly string[]) => run(box.root, args);

beforeEach(() => {
  box = new GitSandbox();
});

function project(): void {
  spectool('init', '-y');
  spectool('create', 'first');
  box.commit('one');
}

it('`undo` restores a deleted spec from git when the spec is missing from the trash', () => {
  project();
  const path = join(box.root, 'specs/001-first/README.md');
  const text = readFileSync(path, 'utf8');
  spectool('delete', '1', '--reason', 'old');
  box.commit('gone');
  rmSync(join(box.root, '.spectool/trash'), { recursive: true });

  expect(spectool('undo').status).toBe(0);

  expect(readFileSync(path, 'utf8')).toBe(text);
  expect(box.git('status', '--short', '--', 'specs')).toBe('?? specs/');
});

it('`validate` reports conflict marks in the configuration, and `resolve` works in spite of them', () => {
  project();
  const config = '.spectool/config.json';
  const text = readFileSync(join(box.root, config), 'utf8');
  const withDigits = (digits: number) =>
    text.replace(/"sequenceDigits": \d/, `"sequenceDigits": ${String(digits)}`);
  box.git('checkout', '-q', '-b', 'other');
  spectool('update', '1', '--priority', 'high');
  box.write(config, withDigits(5)).commit('theirs');
  box.git('checkout', '-q', 'main');
  spectool('update', '1', '--priority', 'low');
  box.write(config, withDigits(4)).commit('ours');
  expect(() => box.git('merge', '-q', 'other')).toThrow();

  const validated = spectool('validate', '--json');
  expect(validated.status).toBe(1);
  expect(validated.stdout).toContain('"MERGE_CONFLICT"');
  expect(validated.stdout).toContain('"file":".spectool/config.json"');
  expect(spectool('resolve').status).toBe(0);
  expect(spectool('list').stdout).toContain('0001');
  expect(box.git('log', '--oneline', '-1')).toContain('ours');
});

it('`init` fails when .gitignore excludes the folder of the log', () => {
  box.write('.gitignore', '.spectool/\n');

  const { status, stderr } = spectool('init', '-y');

  expect(status).toBe(1);
  expect(stderr).toContain('.gitignore:1');
  expect(existsSync(join(box.root, '.spectool'))).toBe(false);
});

it('`list` suggests to change specsDir when the specs folder was moved with git mv', () => {
  project();
  box.write('docs/index.md');
  box.git('mv', 'specs', 'docs/specs');

  expect(spectool('list').stderr).toContain('spectool config set specsDir docs/specs');
  expect(spectool('config', 'set', 'specsDir', 'docs/specs').status).toBe(0);
  expect(spectool('list').stdout).toContain('001');
});

/** Ways in which all documents come to differ from their logs. */
const DIFFERENCES: Readonly<Record<string, (text: string, first: string) => string>> = {
  'with another text': (text) => `${text}\nMore text.\n`,
  'with another value': (text) => text.replace('priority: medium', 'priority: low'),
  'as they were before': (_text, first) => first,
  'as they were before with another text': (_text, first) => `${first}\nMore text.\n`,
};
const MOST_PROCESSES = 11;

it.each(
  Object.keys(DIFFERENCES).flatMap((what) => [false, true].map((isCommitted) => ({ what, isCommitted }))),
)('`validate` asks git once about all documents $what, committed: $isCommitted', ({ what, isCommitted }) => {
  spectool('init', '-y');
  const paths = Array.from({ length: 12 }, (_, i) => `specs/0${String(i + 10)}-spec/README.md`);
  for (const path of paths)
    box.write(path, '---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# Spec\n\nText.\n');
  const read = () => paths.map((path) => readFileSync(join(box.root, path), 'utf8'));
  spectool('update', '10-21', '--priority', 'medium');
  box.commit('one');
  const first = read();
  spectool('update', '10-21', '--status', 'in-progress');
  spectool('note', '10', 'A note.');
  box.commit('two');
  for (const [i, text] of read().entries())
    box.write(paths[i] ?? '', DIFFERENCES[what]?.(text, first[i] ?? '') ?? '');
  if (isCommitted) box.commit('three');
  const trace = new GitTrace(join(temporaryFolder(), 'trace'));

  // Outside CI, the reminder of a day asks git for the hooks too.
  run(box.root, ['validate'], { env: { ...trace.env, CI: 'true' } });

  const asked = trace.taken().map(({ command }) => command);
  expect(asked.slice(MOST_PROCESSES)).toEqual([]);
});
