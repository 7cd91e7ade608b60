import { copyFileSync, readFileSync, symlinkSync } from 'node:fs';
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

it('the example workflow runs a command there is', () => {
  const workflow = parse(readFileSync(join(ROOT, 'examples/github-workflow.yml'), 'utf8')) as {
    jobs: { validate: { steps: { run?: string }[] } };
  };
  const [, command = ''] = /spectool (.*)$/.exec(workflow.jobs.validate.steps.at(-1)?.run ?? '') ?? [];
  const { status } = run(sandbox.root, command.split(' '));
  expect(status).toBe(0);
});
