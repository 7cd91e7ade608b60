import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from '@jest/globals';
import { GitSandbox } from '../support/gitSandbox.js';
import { run } from '../support/runProgram.js';

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
