import { readFileSync, symlinkSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PROGRAM, run } from '../support/runProgram.js';
import { GIT_ENV, GitSandbox } from '../support/gitSandbox.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** The document that these tests change with git, by hand and with the built program. */
const FILE = 'specs/001-a/README.md';
let base: GitSandbox;
let sandbox: GitSandbox;
let bin: string;

beforeAll(() => {
  base = sandbox = new GitSandbox();
  bin = temporaryFolder();
  symlinkSync(PROGRAM, join(bin, 'spectool'));
  run(sandbox.root, ['init', '-y', '--agent-tools', 'none']);
  for (const name of ['a', 'b']) {
    as('kim', 'create', name);
    as('kim', 'section', name, 'Problem', '--set', 'Slow.');
  }
  sandbox.commit('base');
});

beforeEach(() => {
  sandbox = base.copy();
});

function as(actor: string, ...args: readonly string[]) {
  return run(sandbox.root, args, { env: { SPECTOOL_ACTOR: actor } });
}

/** Runs git with spectool on the PATH, so that git hooks find spectool. */
function git(...args: readonly string[]) {
  const env = { ...GIT_ENV, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  return spawnSync('git', [...args], { cwd: sandbox.root, env, encoding: 'utf8' });
}

const read = () => readFileSync(join(sandbox.root, FILE), 'utf8');
const codes = () =>
  (JSON.parse(as('kim', 'validate', '--json').stdout) as { findings: { code: string }[] }).findings.map(
    ({ code }) => code,
  );
const listed = () =>
  (JSON.parse(as('kim', 'list', '--json').stdout) as { specs: Record<string, unknown>[] }).specs;
const status = () => sandbox.git('status', '--porcelain', '--untracked-files=all', '.spectool', 'specs');
const history = () => as('kim', 'history', '1').stdout;

describe('a commit in a project with the git hook', () => {
  beforeEach(() => {
    as('kim', 'init', '-y', '--hooks');
    as('kim', 'update', '1', '--priority', 'high');
  });

  it.each([
    ['-am', () => git('commit', '-qam', 'x')],
    ['a path', () => git('commit', '-qm', 'x', FILE)],
    ['staged files', () => (git('add', 'specs'), git('commit', '-qm', 'x'))],
    ['--amend', () => (git('add', 'specs'), git('commit', '-q', '--amend', '--no-edit'))],
  ])('made with git commit, variant %s, includes the records of the committed document', (_name, commit) => {
    expect(commit().status).toBe(0);
    expect(status()).toBe('');
    expect(codes()).not.toContain('RECORDS_NOT_COMMITTED');
    expect(git('commit', '-qam', 'nothing').status).toBe(1);
  });

  it('includes no records of specs whose documents are not committed', () => {
    as('kim', 'update', '2', '--priority', 'low');
    git('commit', '-qm', 'x', FILE);
    expect(status().split('\n')).toHaveLength(2);
  });

  it('leaves out the records of changes that were made after the document was staged', () => {
    git('add', 'specs');
    as('kim', 'update', '1', '--add-tag', 'later');
    expect(git('commit', '-qm', 'x').status).toBe(0);
    expect(status().split('\n')).toHaveLength(2);
  });
});

it('a commit without the git hook that lacks records leads to a finding and a suggested git add', () => {
  as('kim', 'update', '1', '--priority', 'high');
  sandbox.git('commit', '-qam', 'x');
  expect(codes()).toContain('RECORDS_NOT_COMMITTED');
  expect(as('kim', 'prime').stdout + as('kim', 'prime').stderr).toContain('git add .spectool');
});

it('`validate` reports a log that .gitignore excludes, and `init` brings it back', () => {
  sandbox.write('.gitignore', '*.json\n');
  expect(codes()).toContain('LOG_IGNORED');
  expect(as('kim', 'init').stderr).toContain('A rule of git (.gitignore:1) ignores .spectool/log');
  expect(codes()).not.toContain('LOG_IGNORED');
});

describe('a spec that was changed on another branch', () => {
  beforeEach(() => {
    sandbox.git('switch', '-qc', 'spec-1');
    as('kim', 'claim', '1');
  });

  const back = () => {
    sandbox.commit('work');
    sandbox.git('switch', '-q', 'main');
  };

  it('is not offered by `next` if it is complete on that branch, and `claim` names the branch', () => {
    as('kim', 'update', '1', '--status', 'complete', '--force', '--reason', 'done');
    back();
    expect(listed()[0]).toMatchObject({ elsewhere: { branch: 'spec-1', status: 'complete' } });
    expect(as('lee', 'next', '--claim').stdout).toContain('002-b');
    expect(as('lee', 'claim', '1').stderr).toContain('complete on branch spec-1');
    expect(as('lee', 'claim', '1', '--steal', '--reason', 'dropped').status).toBe(0);
  });

  it('is shown as claimed if it is claimed on that branch', () => {
    back();
    expect(listed()[0]).toMatchObject({ claim: { by: 'kim' } });
    expect(as('lee', 'claim', '1').stderr).toContain('001-a was claimed by @kim');
  });

  it('is shown as an ordinary spec after that branch is merged', () => {
    back();
    sandbox.git('merge', '-q', 'spec-1');
    expect(listed()[0]).toMatchObject({ status: 'in-progress', claim: { by: 'kim' } });
    expect(listed()[0]).not.toHaveProperty('elsewhere');
  });
});

describe('an older document restored by git', () => {
  beforeEach(() => {
    as('kim', 'claim', '1');
    as('kim', 'note', '1', 'Seen.');
  });

  it('is recorded as returned, keeps the claim and is not reported as a hand edit', () => {
    sandbox.git('stash', '-q');
    expect(codes()).toContain('RECORDS_NOT_IN_TEXT');
    expect(listed()[0]).toMatchObject({ status: 'planned', claim: { by: 'kim' } });
    as('kim', 'update', '1', '--add-tag', 'urgent');
    expect(history()).not.toContain('by hand');
    sandbox.commit('tag');
    expect(git('stash', 'pop', '-q').status).toBe(0);
    expect(listed()[0]).toMatchObject({ status: 'in-progress', tags: ['urgent'], claim: { by: 'kim' } });
    as('kim', 'update', '1', '--priority', 'high');
    expect(history()).not.toContain('by hand');
    expect(read()).toContain('Seen.');
    expect(codes()).not.toContain('RECORDS_NOT_IN_TEXT');
  });

  it('gets the changes of the newer records with `resolve` and the number of the spec', () => {
    sandbox.git('checkout', '-q', '--', '.');
    as('kim', 'resolve', '1');
    expect(read()).toMatch(/status: in-progress[^]*Seen\./);
    expect(codes()).not.toContain('RECORDS_NOT_IN_TEXT');
  });

  it('is still recognized when a later commit contains the newer records but not the newer document', () => {
    sandbox.git('reset', '-q', '--hard');
    sandbox.commit('another matter');
    expect(codes()).toContain('RECORDS_NOT_IN_TEXT');
    as('kim', 'update', '1', '--add-tag', 'urgent');
    expect(history()).not.toContain('by hand');
  });

  it('is kept as the current document by `resolve --keep document`', () => {
    sandbox.git('reset', '-q', '--hard');
    as('kim', 'resolve', '1', '--keep', 'document');
    expect(codes()).not.toContain('RECORDS_NOT_IN_TEXT');
    expect(read()).toContain('status: planned');
  });
});

it('a document that was taken from one side of a merge is reported, and `resolve` adds the other side', () => {
  sandbox.git('switch', '-qc', 'theirs');
  as('lee', 'note', '1', 'Theirs.');
  sandbox.commit('theirs');
  sandbox.git('switch', '-q', 'main');
  as('kim', 'note', '1', 'Ours.');
  sandbox.commit('ours');
  spawnSync('git', ['merge', '-q', 'theirs'], { cwd: sandbox.root, env: GIT_ENV });
  sandbox.git('checkout', '-q', '--ours', FILE);
  sandbox.commit('merged');
  expect(codes()).toContain('RECORDS_NOT_IN_TEXT');
  as('kim', 'resolve');
  expect(read()).toMatch(/Ours\.[^]*Theirs\./);
  expect(codes()).not.toContain('RECORDS_NOT_IN_TEXT');
});
