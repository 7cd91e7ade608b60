import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { FoldersElsewhere } from '../../../src/ports/repository.js';
import { repositoryContract } from '../../contracts/repositoryContract.js';
import { GIT_ENV, GitSandbox } from '../../support/gitSandbox.js';
import { expectRefusal, refusal } from '../../support/thrownError.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { gitRepository } from '../../support/gitRepositoryPorts.js';

const isSpec = (name: string) => /\d-[^-]*[a-z]/.test(name);

const WITHOUT_GIT = { PATH: '/nonexistent' };
const NO_AUTHOR = { ...GIT_ENV, GIT_AUTHOR_NAME: '' };
/** Commits a file to a new branch `theirs`. */
function onTheirs(box: GitSandbox, path: string, text: string): void {
  box.git('checkout', '-q', '-b', 'theirs');
  box.write(path, text).commit();
  box.git('checkout', '-q', 'main');
}
const repositoryAt = (root: string, env = GIT_ENV) => gitRepository(root, env);
/** Calls `foldersElsewhere` and sorts the folders by name. */
function elsewhere(root: string, env = GIT_ENV, specsDir = 'specs'): FoldersElsewhere {
  const answer = repositoryAt(root, env).foldersElsewhere(specsDir, isSpec);
  return { ...answer, folders: [...answer.folders].sort() };
}

repositoryContract('GitRepository', () => repositoryAt(new GitSandbox().root));
repositoryContract('GitRepository outside any repository', () => repositoryAt(temporaryFolder()));

it('finds the files that contain texts, where a number is a whole number', () => {
  const box = new GitSandbox();
  const texts = {
    'a.js': "test('012/AC2 locks')",
    'b.js': '1012/AC2 012/AC20',
    'c.py': 'def test_012_AC2():',
    'd.md': 'user-login/AC2 (and 12/AC2)',
  };
  for (const [path, text] of Object.entries(texts)) writeFileSync(join(box.root, path), text);
  const found = repositoryAt(box.root).filesContaining(
    '012/AC2 012_AC2 user-login/AC2 a(b)/AC1 3/x'.split(' '),
  );
  expect([...found].filter(([, paths]) => paths.length > 0)).toEqual([
    ['012/AC2', ['a.js']],
    ['012_AC2', ['c.py']],
    ['user-login/AC2', ['d.md']],
  ]);
});

describe('GitRepository with many branches and worktrees', () => {
  it('finds spec folders on local and remote-tracking branches, also in the archive and in groups', () => {
    const box = new GitSandbox().write('specs/001-a/README.md').commit();
    box.branch('one', 'specs/002-b/README.md', 'specs/archived/003-c/README.md', 'specs/README.md');
    box.branch('two', 'specs/2026/01/004-d/README.md', 'specs/milestone-3/005-e/README.md', 'other/9-x/y');
    box.git('update-ref', 'refs/remotes/origin/three', 'one');
    box.git('branch', '-qD', 'one');
    expect(elsewhere(box.root)).toEqual({ folders: ['002-b', '003-c', '004-d', '005-e'] });
  });

  it.each([
    ['few', 1],
    ['many', 9],
  ])('reports that the objects of a branch are missing, with %s branches', (_, branches) => {
    const box = new GitSandbox().write('specs/001-a/README.md').write('other/x').commit();
    for (let i = 0; i < branches; i += 1) box.branch(`b${String(i)}`, `specs/01${String(i)}-b/README.md`);
    const gone = (object: string) => {
      const id = box.git('rev-parse', object).trim();
      const path = join(box.root, '.git/objects', id.slice(0, 2), id.slice(2));
      renameSync(path, `${path}.away`);
      const { skipped } = elsewhere(box.root);
      renameSync(`${path}.away`, path);
      return skipped;
    };
    expect(elsewhere(box.root).skipped).toBeUndefined();
    for (const object of ['b0^{tree}', 'b0:specs']) expect(gone(object)).toContain('Not all spec numbers');
    // Missing objects outside the folders of specs do not matter, because they are not read.
    expect(gone('b0:other')).toBeUndefined();
    expect(gone('b0:specs/001-a/README.md')).toBeUndefined();
  });

  it('treats a folder with files as a spec and a folder of folders as a group', () => {
    const box = new GitSandbox().write('x').commit();
    box.branch('other', 'specs/2026-01/006-f/README.md', 'specs/007-2027/README.md');
    expect(elsewhere(box.root).folders).toEqual(['006-f', '007-2027']);
  });

  it('returns both of two folders with identical content', () => {
    const box = new GitSandbox().write('x').commit().branch('b', 'specs/group/1/x', 'specs/group/2/x');
    expect(elsewhere(box.root).folders).toEqual(['1', '2']);
  });

  it('searches only the project when the project is a subfolder of the repository', () => {
    const box = new GitSandbox().write('packages/app/x').commit();
    box.branch('other', 'specs/001-outer/R', 'packages/app/specs/002-inner/R');
    expect(elsewhere(join(box.root, 'packages/app')).folders).toEqual(['002-inner']);
    expect(repositoryAt(box.root).foldersElsewhere('', isSpec).folders).toContain('001-outer');
  });

  it('finds uncommitted spec folders of the other worktrees, whichever worktree asks', () => {
    const box = new GitSandbox().write('specs/001-a/R').commit();
    const other = join(temporaryFolder(), 'other tree');
    box.git('worktree', 'add', '-q', '--detach', other);
    new GitSandbox(other, []).write('specs/002-b/R').write('specs/archived/003-c/R');
    box.write('specs/004-d/R');
    expect(elsewhere(box.root).folders).toEqual(['001-a', '002-b', '003-c']);
    expect(elsewhere(other).folders).toEqual(['001-a', '004-d']);
  });

  it('accepts a repository without commits, a detached HEAD and a missing specs folder', () => {
    const box = new GitSandbox();
    expect(elsewhere(box.root)).toEqual({ folders: [] });
    box.write('specs/001-a/R').commit().branch('empty');
    box.git('checkout', '-q', '--detach');
    expect(elsewhere(box.root)).toEqual({ folders: [] });
    expect(repositoryAt(box.root).foldersElsewhere('none/deep', isSpec)).toEqual({ folders: [] });
    expect(repositoryAt(box.root).foldersElsewhere('specs/001-a/R', isSpec)).toEqual({ folders: [] });
  });

  it('reads a repository with SHA-256 object names', () => {
    const box = new GitSandbox(temporaryFolder(), ['init', '-q', '-b', 'main', '--object-format=sha256']);
    box.write('x').commit().branch('other', 'specs/group/001-a/R');
    expect(elsewhere(box.root).folders).toEqual(['001-a']);
  });

  it('runs no command that folder names, hooks, git settings or filters contain', () => {
    const box = new GitSandbox().commit();
    const mark = join(box.root, 'INJECTED');
    const names = [
      '001-x$(touch INJECTED)y',
      '002-`touch INJECTED`',
      '003-a\nb',
      '-4-dash',
      '005-q\'"; touch INJECTED',
    ];
    for (const name of names) box.write(`specs/${name}/R`);
    box.commit().branch('other', ...names.map((name) => `specs/${name.toUpperCase()}/R`));
    for (const hook of ['post-index-change', 'reference-transaction', 'pre-commit', 'post-checkout']) {
      writeFileSync(join(box.root, '.git/hooks', hook), `#!/bin/sh\ntouch '${mark}'\nexit 1\n`, {
        mode: 0o755,
      });
    }
    for (const key of ['core.fsmonitor', 'core.pager', 'core.sshCommand', 'core.editor']) {
      box.git('config', key, `touch '${mark}'`);
    }
    for (const name of ['plain', 'a=b.', '"'])
      for (const key of ['clean', 'process', 'smudge'])
        box.git('config', `filter.${name}.${key}`, `touch '${mark}'; cat`);
    box.git('config', 'filter.plain.required', 'true');
    writeFileSync(join(box.root, '.git/info/attributes'), '* filter=plain\n*R filter=a=b.\n');
    const repository = repositoryAt(box.root);
    expect(elsewhere(box.root)).toEqual({ folders: names.map((name) => name.toUpperCase()).sort() });
    box.write('specs/003-a\nb/R', 'changed\n');
    expect(repository.filesNotInHead('specs')).toEqual(['specs/003-a\nb/R']);
    expect(repository.changesSince('HEAD', 'specs').changed).toEqual(['specs/003-a\nb/R']);
    box.write('file', 'new\n');
    repository.stage([{ path: 'file', text: 'new\n' }]);
    repository.continuation();
    repository.conflictedPaths();
    expect(existsSync(mark)).toBe(false);
  });

  it('returns no path of a git hook when the git configuration is broken', () => {
    const box = new GitSandbox();
    expect(repositoryAt(box.root).hook('pre-commit', [])).toMatchObject({ prefix: '' });
    writeFileSync(join(box.root, '.git/config'), '[broken');
    expect(repositoryAt(box.root).hook('pre-commit', [])).toBeUndefined();
  });

  it('reads no settings and no user name from a bare repository that is committed inside the project', () => {
    const box = new GitSandbox();
    const mark = join(box.root, 'EXECUTED');
    mkdirSync(join(box.root, 'project'));
    const brought = new GitSandbox(join(box.root, 'project')).write('specs/001-a/R').commit();
    for (const name of readdirSync(join(brought.root, '.git')))
      renameSync(join(brought.root, '.git', name), join(brought.root, name));
    rmSync(join(brought.root, '.git'), { recursive: true });
    writeFileSync(
      join(brought.root, 'config'),
      `[core]\nbare = false\nworktree = .\neditor = evil\n[user]\nname = Forged\n[filter "evil"]\nclean = touch '${mark}'\n`,
    );
    writeFileSync(join(brought.root, '.gitattributes'), '* filter=evil\n');
    box.write('project/specs/001-a/R', 'changed\n');
    const repository = repositoryAt(brought.root, NO_AUTHOR);
    expect(repository.filesNotInHead('specs')).toBeUndefined();
    expect(repository.readConfig('core.editor')).toBeUndefined();
    expect(repository.userName()).not.toBe('Forged');
    expect(existsSync(mark)).toBe(false);
  });

  it('refuses a specs folder outside the project and accepts a name that looks like an option', () => {
    const box = new GitSandbox().write('x').commit().branch('other', '-specs/001-a/R');
    expectRefusal(() => repositoryAt(box.root).foldersElsewhere('../x', isSpec), 'OUTSIDE_PROJECT');
    expect(repositoryAt(box.root).foldersElsewhere('-specs', isSpec).folders).toEqual(['001-a']);
    expect(repositoryAt(box.root).foldersElsewhere('a\nHEAD', isSpec)).toEqual({ folders: [] });
  });

  it('says why the branches of an existing repository cannot be read', () => {
    const box = new GitSandbox().write('specs/001-a/R').commit();
    const missing = repositoryAt(box.root, WITHOUT_GIT);
    expect(missing.foldersElsewhere('specs', isSpec)).toEqual({
      folders: [],
      skipped: expect.stringContaining('not installed'),
    });
    expect(missing.available()).toBe(false);
    writeFileSync(join(box.root, '.git/config'), '[broken');
    expect(elsewhere(box.root).skipped).toContain('bad config');
    const bare = new GitSandbox(temporaryFolder(), ['init', '-q', '--bare']);
    expect(elsewhere(bare.root).skipped).toContain('cannot use bare repository');
    expect(repositoryAt(bare.root).available()).toBe(false);
    const orphan = temporaryFolder();
    writeFileSync(join(orphan, '.git'), 'gitdir: /nonexistent\n');
    expect(elsewhere(orphan).skipped).toContain('not a git repository');
  });

  it('reports no problem without git and without a repository', () => {
    expect(elsewhere(temporaryFolder(), WITHOUT_GIT)).toEqual({ folders: [] });
  });

  it('skips a broken branch and a removed worktree', () => {
    const box = new GitSandbox().write('specs/001-a/R').commit();
    box.branch('other', 'specs/002-b/R');
    box.git('worktree', 'add', '-q', join(box.root, 'gone'), '-b', 'gone');
    box.git('worktree', 'lock', join(box.root, 'gone'));
    rmSync(join(box.root, 'gone'), { recursive: true });
    writeFileSync(join(box.root, '.git/refs/heads/broken'), `${'1'.repeat(40)}\n`);
    symlinkSync('nowhere', join(box.root, '.git/refs/heads/dangling'));
    expect(elsewhere(box.root).folders).toEqual(['002-b']);
  });

  it('ignores GIT_DIR and GIT_PREFIX, which git sets for hooks', () => {
    const box = new GitSandbox().write('sub/x').commit().branch('other', 'sub/specs/001-a/R');
    const env = { ...GIT_ENV, GIT_DIR: join(box.root, '.git'), GIT_PREFIX: 'elsewhere/' };
    expect(elsewhere(join(box.root, 'sub'), env).folders).toEqual(['001-a']);
  });
});

describe('GitRepository', () => {
  const LINES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const text = (changes: Record<number, string>) =>
    LINES.map((line, at) => `${changes[at] ?? line}\n`).join('');

  it('mergeText merges as git does, whatever merge.conflictStyle says', () => {
    const box = new GitSandbox();
    box.git('config', 'merge.conflictStyle', 'diff3');
    const git = repositoryAt(box.root);
    expect(git.mergeText(text({ 0: 'A' }), text({}), text({ 6: 'G' }))).toEqual({
      text: text({ 0: 'A', 6: 'G' }),
      conflicts: 0,
    });
    const both = git.mergeText(text({ 0: 'A', 6: 'G' }), text({}), text({ 0: 'Ä', 6: '-' }), {
      labels: ['-m', 'b', '$(t)'],
    });
    expect(both.conflicts).toBe(2);
    expect(both.text).toContain('<<<<<<< -m\nA\n=======\nÄ\n>>>>>>> $(t)\n');
    expect(both.text).not.toContain('|||||||');
  });

  it('mergeText keeps line endings and a missing final newline', () => {
    const merged = repositoryAt(temporaryFolder()).mergeText(
      'A\r\nb\r\nc\r\nd',
      'a\r\nb\r\nc\r\nd',
      'a\r\nb\r\nc\r\nD',
    );
    expect(merged).toMatchObject({ text: 'A\r\nb\r\nc\r\nd'.replace('d', 'D'), conflicts: 0 });
  });

  it('mergeText fails with a hint to install git when git is missing', () => {
    const git = repositoryAt(temporaryFolder(), WITHOUT_GIT);
    const error = refusal(() => git.mergeText('a', 'b', 'c'));
    expect(error.code).toBe('GIT_FAILED');
    expect(error.hint).toContain('Install git');
    expect(git.mergeText('a', 'b', 'b').text).toBe('a');
  });

  it('conflictedPaths fails when git cannot list the conflicts', () => {
    const { root } = new GitSandbox().write('a.md').commit();
    const folder = temporaryFolder();
    const program = join(folder, 'git');
    const script = `case "$*" in *ls-files*) echo fatal: no memory >&2; exit 128;; esac\nPATH=\${PATH#*:}\nexec git "$@"\n`;
    writeFileSync(program, `#!/bin/sh\n${script}`);
    chmodSync(program, 0o755);
    const git = gitRepository(root, { PATH: `${folder}:${String(process.env['PATH'])}` });
    for (const read of [() => git.conflictedPaths(), () => git.conflictSides('a.md')]) {
      const { code, message } = refusal(() => void read());
      expect([code, message]).toEqual(['GIT_FAILED', 'Cannot list the files in conflict: fatal: no memory']);
    }
  });

  it('conflictSides returns both sides of a conflict until the file is staged', () => {
    const box = new GitSandbox().write('sub/a b.md', 'base\n').write('sub/[x].md', 'base\n').commit();
    box.git('checkout', '-q', '-b', 'theirs');
    box.write('sub/a b.md', 'theirs\n').write('sub/[x].md', 'theirs\n').commit();
    box.git('checkout', '-q', 'main');
    box.write('sub/a b.md', 'ours\n').commit();
    box.git('rm', '-q', 'sub/[x].md');
    box.commit();
    expect(() => box.git('merge', '-q', 'theirs')).toThrow();
    const git = repositoryAt(join(box.root, 'sub'));
    expect(git.conflictedPaths()).toEqual(['[x].md', 'a b.md']);
    expect(git.conflictSides('a b.md')).toEqual({ base: 'base\n', ours: 'ours\n', theirs: 'theirs\n' });
    expect(git.conflictSides('[x].md')).toEqual({ base: 'base\n', theirs: 'theirs\n' });
    expect(git.conflictSides('none.md')).toBeUndefined();
    const found = readFileSync(join(box.root, 'sub/a b.md'), 'utf8');
    const [noted, , merged, withBase, ...more] = git.textsLeft('a b.md');
    expect([noted, more]).toEqual([found, []]);
    expect(merged).toBe('<<<<<<< ours\nours\n=======\ntheirs\n>>>>>>> theirs\n');
    expect(withBase).toBe(merged?.replace('=======', '||||||| base\nbase\n======='));
    expect(new Set(git.textsLeft('[x].md'))).toEqual(new Set(['theirs\n']));
    expect([...git.textsLeft('none.md')]).toEqual([]);
    box.write('.git/info/attributes', '*.md -merge\n');
    expect([...git.textsLeft('a b.md')].at(-1)).toBe('ours\n');
    box.write('sub/a b.md', 'both\n');
    git.stage([{ path: 'a b.md', text: 'both\n' }]);
    // `stage` updates the file times in the index, because git refuses to abort a merge when they are out of date.
    expect(box.git('diff-files', '--name-only', '--', 'sub/a b.md')).toBe('');
    expect(git.conflictedPaths()).toEqual(['[x].md']);
    expect(git.conflictSides('a b.md')).toBeUndefined();
    expect(box.git('show', ':sub/a b.md')).toBe('both');
    git.stage([{ path: '[x].md' }]);
    expect(git.conflictedPaths()).toEqual([]);
    expect(box.git('ls-files', '-s').split('\n')).toHaveLength(1);
  });

  it('filesNotInHead returns the files that differ from the last commit', () => {
    const box = new GitSandbox()
      .write('sub/specs/[1]/README.md', 'a\n')
      .write('sub/specs/[1]/gone.md', 'g\n');
    box.write('.gitignore', '*.log\n').write('sub/specs/1/other.md', 'o\n').commit();
    const git = repositoryAt(join(box.root, 'sub'));
    expect(git.filesNotInHead('specs/[1]')).toEqual([]);
    box
      .write('sub/specs/[1]/README.md', 'b\n')
      .write('sub/specs/[1]/x y.md', 'n')
      .write('sub/specs/[1]/z.log', '');
    box.write('sub/specs/[1]/staged.md', 's').write('sub/specs/1/other.md', 'changed');
    box.git('add', 'sub/specs/[1]/staged.md');
    rmSync(join(box.root, 'sub/specs/[1]/gone.md'));
    expect([...(git.filesNotInHead('specs/[1]') ?? [])].sort()).toEqual(
      ['README.md', 'staged.md', 'x y.md', 'z.log'].map((name) => `specs/[1]/${name}`),
    );
    expect(repositoryAt(temporaryFolder()).filesNotInHead('specs')).toBeUndefined();
  });

  it('filesNotInHead ignores the repository that GIT_DIR names', () => {
    const other = new GitSandbox().write('specs/001-a/README.md').commit();
    const box = new GitSandbox().write('specs/001-a/README.md', 'never committed\n');
    for (const GIT_WORK_TREE of [other.root, '/']) {
      const env = { ...GIT_ENV, GIT_DIR: join(other.root, '.git'), GIT_WORK_TREE };
      expect(repositoryAt(box.root, env).filesNotInHead('specs/001-a')).not.toEqual([]);
    }
  });

  it('stage keeps the file mode, runs no filters and fails when the index is locked', () => {
    const mark = join(temporaryFolder(), 'filtered');
    const box = new GitSandbox().write('.gitattributes', '*.md filter=x\n').write('a.md', 'base\n');
    box.commit();
    onTheirs(box, 'a.md', 'theirs\n');
    chmodSync(join(box.root, 'a.md'), 0o755);
    box.write('a.md', 'ours\n').commit();
    expect(() => box.git('merge', '-q', 'theirs')).toThrow();
    box.git('config', 'filter.x.clean', `touch '${mark}'; cat`);
    const git = repositoryAt(box.root);
    const lock = join(box.root, '.git/index.lock');
    writeFileSync(lock, '');
    const refused = refusal(() => git.stage([{ path: 'a.md', text: 'both\r\n' }]));
    expect([refused.code, git.conflictedPaths()]).toEqual(['GIT_FAILED', ['a.md']]);
    expect(refused.message).toContain('a.md');
    rmSync(lock);
    git.stage([{ path: 'a.md', text: 'both\r\n' }]);
    expect(box.git('ls-files', '-s', 'a.md')).toMatch(/^100755 \w+ 0\t/);
    expect(box.git('cat-file', '-s', ':a.md')).toBe('6');
    expect(existsSync(mark)).toBe(false);
  });

  it('conflictSides reports a side that is not UTF-8 as unreadable', () => {
    const box = new GitSandbox().write('a.md', 'base\n').commit();
    box.git('checkout', '-q', '-b', 'theirs');
    writeFileSync(join(box.root, 'a.md'), Buffer.from([0x66, 0xfc, 0x72, 0x0a]));
    box.commit();
    box.git('checkout', '-q', 'main');
    box.write('a.md', 'ours\n').commit();
    expect(() => box.git('merge', '-q', 'theirs')).toThrow();
    expect(repositoryAt(box.root).conflictSides('a.md')).toEqual({
      unreadable: 'one side of the conflict is not UTF-8',
    });
  });

  it('continuation knows a series of patches in which git stopped', () => {
    const box = new GitSandbox().write('a', 'base\n').commit();
    onTheirs(box, 'a', 'theirs\n');
    box.write('a', 'ours\n').commit();
    const patch = box.git('format-patch', '--stdout', '-1', 'theirs');
    expect(() => box.gitWith(`${patch}\n`, 'am', '-q', '-3')).toThrow();
    expect(repositoryAt(box.root).continuation()).toBe('git am --continue');
  });

  it('stage refuses a file outside the project, and fails without a repository', () => {
    const stage = (path: string) =>
      refusal(() => repositoryAt(temporaryFolder()).stage([{ path, text: '' }])).code;
    expect([stage('../x'), stage('none')]).toEqual(['OUTSIDE_PROJECT', 'GIT_FAILED']);
  });

  it.each<[string, readonly (readonly string[])[], string | undefined]>([
    ['a merge', [['merge', '-q', 'theirs']], 'git merge --continue'],
    ['a squash', [['merge', '-q', '--squash', 'theirs']], 'git commit'],
    ['a rebase', [['rebase', '-q', '--merge', 'theirs']], 'git rebase --continue'],
    ['a rebase with the apply backend', [['rebase', '-q', '--apply', 'theirs']], 'git rebase --continue'],
    ['a cherry-pick', [['cherry-pick', 'theirs']], 'git cherry-pick --continue'],
    ['a revert', [['revert', '--no-edit', 'main~1']], 'git revert --continue'],
    [
      'a stash',
      [
        ['checkout', '-q', 'main~1'],
        ['checkout', '-q', '-B', 'other'],
      ],
      undefined,
    ],
    ['a squash of changes that a stash has too', [['merge', '-q', '--squash', 'theirs']], 'git commit'],
    ['nothing', [], undefined],
  ])('continuation returns the git command, if any, that continues %s', (what, commands, expected) => {
    const box = new GitSandbox().write('a', 'base\n').commit();
    onTheirs(box, 'a', 'theirs\n');
    box.write('a', 'ours\n').commit().write('a', 'ours again\n').commit();
    if (what.endsWith('stash has too')) {
      box.git('checkout', '-q', 'theirs');
      box.write('b', 'unfinished\n').git('add', 'b');
      box.git('stash', '-q');
      box.git('checkout', '-q', 'main');
    }
    if (what === 'a stash') {
      box.write('a', 'stashed\n');
      box.git('stash', '-q');
      for (const command of commands) box.git(...command);
      expect(() => box.git('stash', 'pop', '-q')).toThrow();
    } else for (const command of commands) expect(() => box.git(...command)).toThrow();
    expect(repositoryAt(box.root).continuation()).toBe(expected);
  });

  it('userName prefers the environment to the git configuration', () => {
    const box = new GitSandbox();
    expect(repositoryAt(box.root, NO_AUTHOR).userName()).toBeUndefined();
    box.git('config', 'user.name', 'Grace Hopper');
    expect(repositoryAt(box.root, NO_AUTHOR).userName()).toBe('Grace Hopper');
    expect(repositoryAt(box.root).userName()).toBe('Ada');
  });

  it('writeConfig writes to the git configuration of the clone', () => {
    const box = new GitSandbox();
    repositoryAt(box.root).writeConfig('merge.spectool.driver', 'spectool merge-driver %O %A %B %P');
    expect(readFileSync(join(box.root, '.git/config'), 'utf8')).toContain(
      'spectool merge-driver %O %A %B %P',
    );
    expect(repositoryAt(box.root).available()).toBe(true);
  });
});

it('GitRepository.lastCommits returns the time of the last commit of each file, also in a subfolder and with unusual names', () => {
  const at = (day: string) => Date.parse(`${day}T10:00:00Z`);
  const ODD = 'app/specs/003-ö "x"/[a]*.md';
  function committed() {
    const box = new GitSandbox();
    const commit = (day: string) => {
      box.git('add', '-A');
      box.git('-c', 'user.name=Ada', 'commit', '-q', '-m', day, '--date=2020-01-01T00:00:00Z');
      const env = { ...GIT_ENV, GIT_COMMITTER_DATE: `${day}T10:00:00Z` };
      execFileSync('git', ['commit', '-q', '--amend', '--no-edit'], { cwd: box.root, env });
    };
    box.write('app/specs/001-a/README.md', '1').write('app/specs/002-b/README.md', '1').write(ODD, '1');
    commit('2024-05-06');
    box.write('app/specs/002-b/README.md', '2').write('specs/001-a/README.md', 'of another project');
    commit('2024-05-07');
    box.write('app/specs/004-new/README.md', 'not committed');
    return repositoryAt(join(box.root, 'app'));
  }
  const repository = committed();
  const [a, b, odd, fresh] = [
    'specs/001-a/README.md',
    'specs/002-b/README.md',
    ODD.slice('app/'.length),
    'specs/004-new/README.md',
  ] as const;
  const all = new Map([
    [a, at('2024-05-06')],
    [b, at('2024-05-07')],
    [odd, at('2024-05-06')],
  ]);
  expect(repository.lastCommits([a, b, odd, fresh])).toEqual(all);
  expect(repository.lastCommits([odd])).toEqual(new Map([[odd, at('2024-05-06')]]));
  const many = Array.from({ length: 300 }, (_, i) => `specs/${String(i)}/README.md`);
  expect(repository.lastCommits([a, b, odd, ...many])).toEqual(all);
});
