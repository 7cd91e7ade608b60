import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GIT_ENV, GitSandbox } from '../support/gitSandbox.js';
import { run } from '../support/runProgram.js';
import { gitRepository } from '../support/gitRepositoryPorts.js';

/** Makes git refuse a repository as if another user owned it; git's own tests use this variable. */
const REFUSED = { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' };
const WAYS = [
  ['simulated by git', REFUSED, () => undefined],
  ...(process.getuid?.() === 0
    ? [['changed with chown', {}, () => void execFileSync('chown', ['-R', '65534:65534', box.root])] as const]
    : []),
] as const;
const COMPLAINT = /detected dubious ownership in repository/;

let whole: GitSandbox;
let box: GitSandbox;

beforeAll(() => {
  whole = new GitSandbox();
  for (const line of ['init -y', 'create a', 'create b', 'update 1 --add-tag x'])
    run(whole.root, line.split(' '));
  whole.commit();
});

describe.each(WAYS)('a repository that belongs to another user (%s)', (_, env, give) => {
  const refused = (line: string) => run(box.root, line.split(' '), { env });

  beforeEach(() => {
    box = whole.copy();
    give();
    expect(() =>
      execFileSync('git', ['status'], { cwd: box.root, env: { ...GIT_ENV, ...env }, stdio: 'pipe' }),
    ).toThrow(COMPLAINT);
  });

  it.each([
    ...['list', 'view 1', 'board', 'search word', 'deps', 'next', 'stats', 'tokens', 'validate'],
    ...['history', 'history 1', 'criteria 1', 'update 1 --priority high', 'update 1 --status in-progress'],
    ...['note 1 word', 'archive 1', 'undo', 'compact', 'validate --fix', 'init -y', 'skill install'],
  ])('does not affect `%s`, which does not need git', (line) => {
    const { status, stderr } = refused(line);

    expect({ status, stderr: stderr.replace(/^(warning|hint) .*\n/gm, '') }).toEqual({
      status: 0,
      stderr: '',
    });
  });

  it.each(['create c', 'renumber 1'])('makes `%s` warn of unchecked numbers on other branches', (line) => {
    const { status, stderr } = refused(line);

    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^warning Not all spec numbers on other branches and worktrees were checked: fatal: det/m,
    );
  });

  it('makes `resolve` fail instead of reporting that there are no conflicts', () => {
    const { status, stdout, stderr } = refused('resolve');

    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(
      /^error \[GIT_FAILED\] Cannot list the files in conflict: fatal: detected dubious /,
    );
    expect(stderr).toContain('hint  Run `git status` to see what is wrong.');
  });

  it('makes `delete` require --force, because no file counts as committed', () => {
    expect(refused('delete 2 --reason x')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('[NOT_IN_HEAD]'),
    });
    expect(refused('delete 2 --reason x --force').status).toBe(0);
  });

  it('makes `init` warn that no merge driver was set up, and leave the git settings unchanged', () => {
    const settings = readFileSync(join(box.root, '.git/config'), 'utf8');

    const { status, stderr } = refused('init -y --merge-driver');

    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^warning No merge driver was set up, because git cannot read the repository: fatal/m,
    );
    expect(stderr).not.toContain('git init');
    expect(readFileSync(join(box.root, '.git/config'), 'utf8')).toBe(settings);
  });

  it('has git settings, such as core.editor, that spectool does not use', () => {
    box.git('config', '--file', '.git/config', 'core.editor', 'touch run');

    expect(gitRepository(box.root, { ...GIT_ENV, ...env }).readConfig('core.editor')).toBeUndefined();
  });
});
