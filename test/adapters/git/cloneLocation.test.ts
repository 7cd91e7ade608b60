import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cloneLocationOf, worktreeTops } from '../../../src/adapters/git/cloneLocation.js';
import { GIT_ENV, GitSandbox } from '../../support/gitSandbox.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const real = (path: string) => realpathSync.native(path);

/** Makes a repository and a second worktree of it. */
function cloneWithWorktree(): { main: GitSandbox; second: string } {
  const main = new GitSandbox().write('packages/app/a').commit();
  const second = join(temporaryFolder(), 'second tree');
  main.git('worktree', 'add', '-q', '-b', 'second', second);
  return { main, second };
}

describe('cloneLocationOf', () => {
  it('returns the same shared git folder and the same project path in every worktree', () => {
    const { main, second } = cloneWithWorktree();
    const commonDir = join(real(main.root), '.git');
    for (const top of [main.root, second]) {
      const gitDir = top === main.root ? commonDir : join(commonDir, 'worktrees/second-tree');
      expect(cloneLocationOf(top, {})).toEqual({ commonDir, gitDir, top: real(top), prefix: '' });
      const prefix = 'packages/app';
      expect(cloneLocationOf(join(top, prefix), {})).toEqual({ commonDir, gitDir, top: real(top), prefix });
    }
    expect(worktreeTops(commonDir)).toEqual([real(main.root), real(second)]);
  });

  it('returns the same folders as git in a worktree of a bare repository, in a submodule and with a separate git folder', () => {
    const origin = new GitSandbox().write('a').commit();
    const bare = join(temporaryFolder(), 'bare.git');
    origin.git('clone', '-q', '--bare', origin.root, bare);
    const tree = join(temporaryFolder(), 'tree');
    origin.git('--git-dir', bare, 'worktree', 'add', '-q', tree, '-b', 'x');
    const outer = new GitSandbox();
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', origin.root, 'sub');
    const apart = new GitSandbox(temporaryFolder(), [
      'init',
      '-q',
      '--separate-git-dir',
      join(temporaryFolder(), 'apart'),
    ]);
    for (const root of [tree, join(outer.root, 'sub'), apart.root]) {
      const git = new GitSandbox(root, []);
      expect(cloneLocationOf(root, {})).toEqual({
        commonDir: real(git.git('rev-parse', '--path-format=absolute', '--git-common-dir')),
        gitDir: real(git.git('rev-parse', '--path-format=absolute', '--git-dir')),
        top: real(root),
        prefix: '',
      });
    }
    expect(worktreeTops(real(bare))).toEqual([real(tree)]);
    const sub = real(join(outer.root, '.git/modules/sub'));
    expect(worktreeTops(sub)).toEqual([]);
  });

  it('ignores GIT_DIR, which git sets for hooks, unless GIT_WORK_TREE is set too', () => {
    const { main, second } = cloneWithWorktree();
    const other = new GitSandbox();
    const env = { GIT_DIR: join(other.root, '.git') };
    expect(cloneLocationOf(second, env)).toMatchObject({ commonDir: join(real(main.root), '.git') });
    expect(cloneLocationOf(second, { ...env, GIT_WORK_TREE: second })).toEqual({
      commonDir: join(real(other.root), '.git'),
      gitDir: join(real(other.root), '.git'),
      top: real(second),
      prefix: '',
    });
  });

  it('returns none outside a repository and when .git is an empty folder', () => {
    const folder = temporaryFolder();
    expect(cloneLocationOf(folder, GIT_ENV)).toBe('none');
    mkdirSync(join(folder, '.git'));
    expect(cloneLocationOf(folder, GIT_ENV)).toBe('none');
  });

  it.each([
    'gitdir: /nowhere/.git/worktrees/x\n',
    'gitdir: /etc\n',
    'gitdir: ',
    '',
    'x'.repeat(9_000),
    'gitdir: .\n',
  ])('returns a problem when the .git file names no repository (text %#)', (text) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, '.git'), text);
    expect(cloneLocationOf(folder, GIT_ENV)).toEqual({ problem: expect.any(String) as unknown });
  });

  it('works with worktreeTops, which leaves out removed worktrees', () => {
    const { main } = cloneWithWorktree();
    const commonDir = join(real(main.root), '.git');
    writeFileSync(join(commonDir, 'worktrees/second-tree/gitdir'), '/nowhere/tree/.git\n');
    mkdirSync(join(commonDir, 'worktrees/empty'));
    expect(worktreeTops(commonDir)).toEqual([real(main.root)]);
  });
});
