import {
  chmodSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { execFileSync, spawnSync } from 'node:child_process';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { run } from '../support/program.js';
import { GIT_ENV, GitSandbox } from '../support/gitSandbox.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const ROOT = join(import.meta.dirname, '../..');
let sandbox: GitSandbox;
let bin: string;

beforeEach(() => {
  sandbox = new GitSandbox();
  bin = temporaryFolder();
  symlinkSync(join(ROOT, 'dist/bin/spectool.cjs'), join(bin, 'spectool'));
  run(sandbox.root, ['init', '-y', '--agent-tools', 'none']);
  run(sandbox.root, ['create', 'a']);
  sandbox.commit('base');
  copyFileSync(join(ROOT, 'examples/hooks/pre-commit'), join(sandbox.root, '.git/hooks/pre-commit'));
});

function commit() {
  execFileSync('git', ['add', '-A'], { cwd: sandbox.root, env: GIT_ENV });
  const env = { ...GIT_ENV, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  return spawnSync('git', ['commit', '-qm', 'x'], { cwd: sandbox.root, env, encoding: 'utf8' });
}

describe('the example hook', () => {
  it('lets good specs pass, and what is no spec', () => {
    run(sandbox.root, ['update', '1', '--assignee', 'kim']);
    expect(commit().status).toBe(0);
    sandbox.write('src/main.ts', 'x');
    expect(commit().status).toBe(0);
  });

  it('holds a broken spec back, and says where', () => {
    sandbox.write('specs/002-b/README.md', '---\nstatus: nonsense\n---\n');
    const { status, stderr } = commit();
    expect([status, stderr]).toEqual([1, expect.stringContaining('specs/002-b/README.md')]);
  });
});

describe('the hook that init writes', () => {
  const own = (cwd = sandbox.root, path = `${bin}:${process.env['PATH'] ?? ''}`) => {
    execFileSync('git', ['add', '-A'], { cwd, env: GIT_ENV });
    return spawnSync('git', ['commit', '-qm', 'x'], {
      cwd,
      env: { ...GIT_ENV, PATH: path },
      encoding: 'utf8',
    });
  };

  it('is the example', () => {
    rmSync(join(sandbox.root, '.git/hooks/pre-commit'));
    run(sandbox.root, ['init', '-y', '--hooks']);
    const code = (path: string) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => !line.startsWith('#'));
    expect(code(join(sandbox.root, '.git/hooks/pre-commit'))).toEqual(
      code(join(ROOT, 'examples/hooks/pre-commit')),
    );
  });

  it('holds a broken spec back in every folder of the repository, and nothing where the program or the project is missing', () => {
    const { root } = new GitSandbox().write("it's/x").commit('base');
    const project = join(root, "it's");
    expect(run(project, ['init', '-y', '--hooks']).status).toBe(0);
    sandbox = new GitSandbox(root, []);
    expect(own().status).toBe(0);
    sandbox.write("it's/specs/002-b/README.md", '---\nstatus: nonsense\n---\n');
    const held = own(project);
    expect([held.status, held.stderr]).toEqual([1, expect.stringContaining('specs/002-b/README.md')]);
    const without = own(root, '/usr/bin:/bin');
    expect([without.status, without.stderr]).toEqual([0, expect.stringContaining('not checked')]);
    sandbox.git('checkout', '-q', '--orphan', 'other');
    sandbox.git('rm', '-rfq', '.');
    sandbox.write('only');
    expect(own().status).toBe(0);
  });

  it('lets a session begin where there is no program', () => {
    run(sandbox.root, ['init', '-y', '--agent-tools', 'claude', '--hooks']);
    const text = readFileSync(join(sandbox.root, '.claude/settings.json'), 'utf8');
    const [, line = '""'] = /"command": (".*")/.exec(text) ?? [];
    const session = (path: string) =>
      spawnSync('/bin/sh', ['-c', JSON.parse(line) as string], {
        cwd: sandbox.root,
        env: { ...GIT_ENV, PATH: path },
        encoding: 'utf8',
      });
    const gone = session('/usr/bin:/bin');
    expect([gone.status, gone.stdout, gone.stderr]).toEqual([0, '', '']);
    expect(session(`${bin}:${process.env['PATH'] ?? ''}`).stdout).toContain('Rules:');
  });
});

it('the example workflow runs a command there is', () => {
  const workflow = parse(readFileSync(join(ROOT, 'examples/github-workflow.yml'), 'utf8')) as {
    jobs: { validate: { steps: { run?: string }[] } };
  };
  const [, command = ''] = /spectool (.*)$/.exec(workflow.jobs.validate.steps.at(-1)?.run ?? '') ?? [];
  const { status } = run(sandbox.root, command.split(' '));
  expect(status).toBe(0);
});

describe('in the environment git gives its hooks', () => {
  const LINES = [
    'list',
    'validate',
    'create x --no-similar',
    'update 1 --add-tag t$RANDOM',
    'history 1',
    'resolve',
  ];

  /** Ends of every command, by the hook that ran it. */
  function hooked(root: string, act: () => void): string {
    const told = join(bin, 'told');
    writeFileSync(told, '');
    const hook = [
      '#!/bin/bash',
      ...LINES.map((line) => `spectool ${line} >>"${told}.out" 2>&1; echo "$?" >>"${told}"`),
    ];
    for (const name of ['pre-commit', 'post-merge']) {
      const path = join(sandbox.root, '.git/hooks', name);
      writeFileSync(path, `${hook.join('\n')}\nexit 0\n`);
      chmodSync(path, 0o755);
    }
    act();
    for (const name of ['pre-commit', 'post-merge'])
      writeFileSync(join(sandbox.root, '.git/hooks', name), '');
    expect(readdirSync(join(root, 'specs')).length).toBeGreaterThan(1);
    return readFileSync(told, 'utf8');
  }
  const WELL = LINES.map(() => '0\n').join('');
  const git = (cwd: string, ...args: readonly string[]) =>
    execFileSync('git', args, {
      cwd,
      env: { ...GIT_ENV, SPECTOOL_ACTOR: 'tester', PATH: `${bin}:${process.env['PATH'] ?? ''}` },
      stdio: 'pipe',
    });

  it('every command works: a commit, all at once, one file, from a folder below, in a worktree, after a merge', () => {
    const { root } = sandbox;
    sandbox.write('x').write('sub/y').commit('files');
    const tree = join(temporaryFolder(), 'w');
    git(root, 'worktree', 'add', '-q', tree, '-b', 'w');
    for (const top of [root, tree]) {
      const change = () => writeFileSync(join(top, 'x'), String(Math.random()));
      change();
      git(top, 'add', 'x');
      expect(hooked(top, () => git(top, 'commit', '-qm', '1'))).toBe(WELL);
      change();
      expect(hooked(top, () => git(top, 'commit', '-qam', '2'))).toBe(WELL);
      change();
      expect(hooked(top, () => git(top, 'commit', '-qm', '3', 'x'))).toBe(WELL);
      change();
      expect(hooked(top, () => git(join(top, 'sub'), 'commit', '-qam', '4'))).toBe(WELL);
      git(top, 'add', '-A');
      git(top, 'commit', '-qm', 'rest');
    }
    git(tree, 'checkout', '-q', '-b', 'one', 'main');
    writeFileSync(join(tree, 'z'), '');
    git(tree, 'add', 'z');
    git(tree, 'commit', '-qm', 'z');
    expect(hooked(root, () => git(root, 'merge', '-q', '--no-edit', 'one'))).toBe(WELL);
    git(root, 'fsck', '--strict');
    const { stdout } = run(root, ['list', '--json']);
    const numbers = (JSON.parse(stdout) as { specs: { sequence: number }[] }).specs.map(
      ({ sequence }) => sequence,
    );
    const others = readdirSync(join(tree, 'specs')).length;
    expect([new Set(numbers).size === numbers.length, others > 1]).toEqual([true, true]);
  });
});
