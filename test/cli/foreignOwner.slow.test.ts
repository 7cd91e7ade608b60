import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GIT_ENV, GitSandbox } from '../support/gitSandbox.js';
import { run } from '../support/program.js';
import { gitRepository } from '../support/gitRepository.js';

/** Git's own way to have its tests refuse a repository; as root a folder of another user's is one as well. */
const REFUSED = { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' };
const WAYS = [
  ['by the word of git', REFUSED, () => undefined],
  ...(process.getuid?.() === 0
    ? [['by its owner', {}, () => void execFileSync('chown', ['-R', '65534:65534', box.root])] as const]
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

describe.each(WAYS)('a repository that git refuses %s, because it is somebody else’s', (_, env, give) => {
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
  ])('%s does all it does elsewhere, for which git is not needed', (line) => {
    const { status, stderr } = refused(line);

    expect({ status, stderr: stderr.replace(/^(warning|hint) .*\n/gm, '') }).toEqual({
      status: 0,
      stderr: '',
    });
  });

  it.each(['create c', 'renumber 1'])('%s says that numbers of other branches were not looked at', (line) => {
    const { status, stderr } = refused(line);

    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^warning Not all numbers on other branches and worktrees were checked: fatal: det/m,
    );
  });

  it('resolve does not say that nothing is in conflict', () => {
    const { status, stdout, stderr } = refused('resolve');

    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(
      /^error Cannot read what is in conflict: fatal: detected dubious .* \[GIT_FAILED\]/,
    );
    expect(stderr).toContain('hint  Run `git status` to see what is wrong.');
  });

  it('delete takes no file for committed, and needs --force', () => {
    expect(refused('delete 2 --reason x')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('[NOT_IN_HEAD]'),
    });
    expect(refused('delete 2 --reason x --force').status).toBe(0);
  });

  it('init says why there is no merge driver, and leaves the settings of git alone', () => {
    const settings = readFileSync(join(box.root, '.git/config'), 'utf8');

    const { status, stderr } = refused('init -y --merge-driver');

    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^warning No merge driver was set up, because git cannot read the repository: fatal/m,
    );
    expect(stderr).not.toContain('git init');
    expect(readFileSync(join(box.root, '.git/config'), 'utf8')).toBe(settings);
  });

  it('names no editor: what its settings say is not run', () => {
    box.git('config', '--file', '.git/config', 'core.editor', 'touch run');

    expect(gitRepository(box.root, { ...GIT_ENV, ...env }).readConfig('core.editor')).toBeUndefined();
  });
});
