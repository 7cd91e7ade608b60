import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { GitCommitLog } from '../../../src/adapters/git/gitCommitLog.js';
import { GitProcess } from '../../../src/adapters/git/gitProcess.js';
import { GitSandbox } from '../../support/gitSandbox.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

let sandbox: GitSandbox;

beforeEach(() => {
  sandbox = new GitSandbox();
});

function commit(message: string, ...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(sandbox.root, path)), { recursive: true });
    writeFileSync(join(sandbox.root, path), `${message}\n`);
  }
  sandbox.git('add', '-A');
  sandbox.git('commit', '-q', '--allow-empty', '-m', message);
}

const log = (folder = '') => new GitCommitLog(new GitProcess(join(sandbox.root, folder)), () => undefined);
const subjects = (commits: readonly { readonly message: string }[]) =>
  commits.map(({ message }) => message.split('\n')[0]);

describe('GitCommitLog', () => {
  it('returns commits with a Spec line and reverts, on this branch and on others', () => {
    commit('base', 'a');
    commit('one\n\nSpec: 1', 'a', 'b');
    sandbox.git('revert', '--no-edit', 'HEAD');
    commit('no spec', 'c');
    sandbox.git('checkout', '-q', '-b', 'feat');
    commit('two\n\n  * spec: 2', 'd');
    sandbox.git('checkout', '-q', '-');

    const { commits, missing } = log().naming();
    expect(subjects(commits)).toEqual(['two', 'Revert "one"', 'one']);
    expect(commits.map(({ branch }) => branch)).toEqual(['feat', undefined, undefined]);
    expect(commits[2]).toMatchObject({ files: ['a', 'b'], author: expect.any(String) as unknown });
    expect(missing).toBeUndefined();
  });

  it('returns every commit since a base, with files relative to the project', () => {
    commit('base', 'a');
    commit('one', 'app/x', 'other');
    commit('two', 'app/weird\nname');
    const { commits } = log('app').since('HEAD~2');
    expect(subjects(commits)).toEqual(['two', 'one']);
    expect(commits.map(({ files }) => files)).toEqual([['weird\nname'], ['x', '../other']]);
    expect(subjects(log().since(undefined, 1).commits)).toEqual(['two']);
  });

  it.each(['nothing', '-x', '--output=x'])('refuses %j as a base', (base) => {
    commit('base', 'a');
    expect(() => log().since(base)).toThrow(expect.objectContaining({ code: 'BASE_NOT_FOUND' }));
  });

  it('fails with GIT_FAILED outside a repository', () => {
    const outside = new GitCommitLog(new GitProcess(temporaryFolder()), () => undefined);
    expect(() => outside.naming()).toThrow(expect.objectContaining({ code: 'GIT_FAILED' }));
  });

  it('says that commits are missing in a shallow clone', () => {
    commit('base', 'a');
    commit('one\n\nSpec: 1', 'a');
    const clone = join(temporaryFolder(), 'clone');
    sandbox.git('clone', '-q', '--depth=1', `file://${sandbox.root}`, clone);
    expect(new GitCommitLog(new GitProcess(clone), () => undefined).naming().missing).toContain('shallow');
  });

  it('returns the files of a folder in a commit, relative to the project', () => {
    commit('one', 'app/specs/001-a/README.md', 'app/specs/archived/003-c/a b.md', 'specs/no.md');
    sandbox.git('mv', 'app/specs/001-a', 'app/specs/009-a');
    commit('two');
    const files = (name: string) => log('app').filesIn(name, 'specs');
    expect(files('HEAD~1')).toEqual(['specs/001-a/README.md', 'specs/archived/003-c/a b.md']);
    expect(files('HEAD')).toEqual(['specs/009-a/README.md', 'specs/archived/003-c/a b.md']);
    expect(files('missing')).toEqual([]);
  });

  it('returns the last texts of deleted files, and the commit that deleted them', () => {
    sandbox.write('app/a b.md', 'A\n').write('app/old/c.md', 'C\n').write('app/d.md', 'D\n').commit('one');
    sandbox.git('rm', '-q', '-r', 'app/a b.md', 'app/old');
    commit('two', 'app/e.md');
    sandbox.git('rm', '-q', 'app/d.md');
    const deletedIn = sandbox.git('rev-parse', 'HEAD');
    expect([...log('app').deletedFiles(['a b.md', 'old', 'd.md', 'none.md'])]).toEqual([
      ['d.md', { text: 'D\n', deletedIn: '' }],
      ['a b.md', { text: 'A\n', deletedIn }],
      ['old/c.md', { text: 'C\n', deletedIn }],
    ]);
    expect(log().deletedFiles([]).size).toBe(0);
  });

  it('returns the commits that wrote lines, also of a file outside the project', () => {
    sandbox.write('lib/x', 'a\nb\n').commit('one');
    sandbox.write('lib/x', 'a\nB\n').commit('two');
    sandbox.write('lib/x', 'a\nB\nnew\n').write('app/y');
    const [two = '', one = ''] = sandbox.git('rev-list', 'HEAD').split('\n');
    expect(log('app').blame('../lib/x', 1, 3)).toEqual([
      { commit: one, lines: [1] },
      { commit: two, lines: [2] },
      { commit: undefined, lines: [3] },
    ]);
    expect(() => log().blame('lib/x', 9, 9)).toThrow(expect.objectContaining({ code: 'USAGE' }));
    expect(() => log().blame('none', 1, 1)).toThrow(expect.objectContaining({ code: 'FILE_NOT_FOUND' }));
  });

  it('finds commits by name, time and text', () => {
    sandbox.write('a', 'one\n').commit('one');
    sandbox.write('a', 'one\ntwo\n').commit('two');
    const [two = '', one = ''] = sandbox.git('rev-list', 'HEAD').split('\n');
    expect(subjects(log().commits([one, 'f'.repeat(40), two]).commits)).toEqual(['one', 'two']);
    expect([log().commitNamed('HEAD~1'), log().commitNamed('--all'), log().commitNamed('none')]).toEqual([
      one,
      undefined,
      undefined,
    ]);
    expect(log().lastCommitAt('2000-01-01T00:00:00Z')).toBeUndefined();
    expect(log().lastCommitAt('2090-01-01T00:00:00Z')).toBe(two);
    expect([log().lastCommitOf('none', 'a')?.hash, log().lastCommitOf('none')]).toEqual([two, undefined]);
    expect([log().firstCommitWith('two', 'a'), log().firstCommitWith('three', 'a')]).toEqual([
      two,
      undefined,
    ]);
    expect([log().textIn(one, 'a'), log().textIn(one, 'b')]).toEqual(['one\n', undefined]);
  });
});
