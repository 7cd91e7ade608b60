import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { execFileSync, spawnSync } from 'node:child_process';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ASSISTANTS, type Assistant } from '../../src/domain/project/assistants.js';
import { PROGRAM, run } from '../support/runProgram.js';
import { GIT_ENV, GitSandbox } from '../support/gitSandbox.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const ROOT = join(import.meta.dirname, '../..');
const HOOKED = ASSISTANTS.filter(({ sessionHook }) => sessionHook !== undefined);
/** A PATH with Node.js and git but without spectool. */
const NOWHERE = `${dirname(process.execPath)}:/usr/bin:/bin`;
const [CLAUDE] = HOOKED as [Assistant];
/** Shells in which the hooks are tested: `sh` of the system and bash, which is `sh` on macOS. */
const SHELLS: readonly (readonly [string, ...string[]])[] = [['sh'], ['bash', '--posix']];
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

describe('the commit-msg hook', () => {
  const env = () => ({ ...GIT_ENV, SPECTOOL_ACTOR: 'tester', PATH: `${bin}:${process.env['PATH'] ?? ''}` });
  const git = (...args: readonly string[]) =>
    spawnSync('git', args, { cwd: sandbox.root, env: env(), encoding: 'utf8' });
  it('adds the line of the spec whose document is staged, else of the one that the actor holds, to messages without such a line', () => {
    copyFileSync(join(ROOT, 'examples/hooks/commit-msg'), join(sandbox.root, '.git/hooks/commit-msg'));
    const committed = (text: string) => {
      sandbox.write('src/a.ts', text);
      git('add', '-A');
      expect(git('commit', '-q', '-m', text).status).toBe(0);
      return git('log', '-1', '--format=%B').stdout.trim();
    };
    expect(committed('Nothing is held')).toBe('Nothing is held');
    run(sandbox.root, ['claim', '1']);
    expect(committed('Lock it')).toBe('Lock it\n\nSpec: 001-a');
    expect(committed('Own line\n\n- spec: 7')).toBe('Own line\n\n- spec: 7');
    expect(committed('fixup! Lock it')).toBe('fixup! Lock it');
    git('revert', '--no-edit', 'HEAD');
    expect(git('log', '-1', '--format=%B').stdout).not.toContain('Spec:');
    run(sandbox.root, ['create', 'b']);
    expect(committed('Plan b')).toBe('Plan b');
    run(sandbox.root, ['claim', '2']);
    expect(committed('Begin b')).toBe('Begin b\n\nSpec: 002-b');
    expect(committed('Two are held')).toBe('Two are held');
  });

  it('keeps the lines of the commits in a squash merge with a message of its own', () => {
    copyFileSync(join(ROOT, 'examples/hooks/commit-msg'), join(sandbox.root, '.git/hooks/commit-msg'));
    const squashed = (message: string) => {
      git('checkout', '-q', '-b', 'side');
      for (const line of ['Spec: 001-a', 'spec: 7, 8', 'Spec: 001-a']) {
        sandbox.write('b.ts', `${message}${line}${String(Math.random())}`).git('add', '-A');
        git('commit', '-q', '-m', `Step\n\n${line}`);
      }
      git('checkout', '-q', '-');
      git('merge', '-q', '--squash', 'side');
      git('commit', '-q', '-m', message);
      git('branch', '-qD', 'side');
      return git('log', '-1', '--format=%B').stdout.trim();
    };
    expect(squashed('Login (#5)')).toBe('Login (#5)\n\nSpec: 001-a\nSpec: 7, 8');
    expect(squashed('Own\n\n- spec: 9')).toBe('Own\n\n- spec: 9');
    expect(sandbox.git('status', '--porcelain')).toBe('');
  });

  it('reads the message as trace does, without comments and the diff of --verbose', () => {
    rmSync(join(sandbox.root, '.git/hooks/pre-commit'));
    copyFileSync(join(ROOT, 'examples/hooks/commit-msg'), join(sandbox.root, '.git/hooks/commit-msg'));
    run(sandbox.root, ['claim', '1']);
    const NOT_UTF8 = /^Warning: commit message did not conform to UTF-8[^]*$/;
    let count = 0;
    const committed = (args: readonly string[], given = env()) => {
      count += 1;
      sandbox.write('a.ts', `${String(count)}\n spec: 7\n`);
      const { status, stderr } = spawnSync('git', ['commit', '-q', ...args], {
        cwd: sandbox.root,
        env: { ...given, GIT_EDITOR: 'true' },
        encoding: 'utf8',
      });
      expect([status, stderr.replace(NOT_UTF8, '')]).toEqual([0, '']);
      return git('log', '-1', '--format=%B').stdout.trim();
    };
    sandbox.write('a.ts').commit('Nothing to run');
    for (const line of ['spec:7', '12) Spec: 7', '  > * SPEC: 7', 'Spec: no reference at all'])
      expect(committed(['-a', '-m', `Own\n\n${line}\n\nMore`])).toBe(`Own\n\n${line}\n\nMore`);
    expect(committed(['-a', '-m', 'The spec: 7'])).toBe('The spec: 7\n\nSpec: 001-a');
    expect(committed(['-a', '-v', '-e', '-m', 'Diff below'])).toBe('Diff below\n\nSpec: 001-a');
    const big = join(bin, 'message');
    writeFileSync(
      big,
      Buffer.concat([Buffer.from('Not UTF-8: \xff\n\n', 'latin1'), Buffer.alloc(300_000, 'x\n')]),
    );
    expect(committed(['-a', '-F', big]).slice(0, 10)).toBe('Not UTF-8:');
    expect(committed(['-a', '-m', 'No program'], { ...env(), PATH: NOWHERE })).toBe('No program');
  });
});

describe('the git hook that `init --hooks` writes', () => {
  const own = (cwd = sandbox.root, path = `${bin}:${process.env['PATH'] ?? ''}`) => {
    execFileSync('git', ['add', '-A'], { cwd, env: GIT_ENV });
    return spawnSync('git', ['commit', '-qm', 'x'], {
      cwd,
      env: { ...GIT_ENV, PATH: path },
      encoding: 'utf8',
    });
  };

  it('equals the git hook in examples/hooks', () => {
    rmSync(join(sandbox.root, '.git/hooks/pre-commit'));
    run(sandbox.root, ['init', '-y', '--hooks']);
    expect(sandbox.git('config', 'merge.spectool.driver')).toContain('merge-driver');
    const code = (path: string) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => !line.startsWith('#'));
    for (const hook of ['pre-commit', 'commit-msg', 'post-commit'])
      expect(code(join(sandbox.root, '.git/hooks', hook))).toEqual(code(join(ROOT, 'examples/hooks', hook)));
  });

  it('rejects a commit with a broken spec, or when spectool is missing, but no commit on a branch without the project', () => {
    const { root } = new GitSandbox().write("it's/x").commit('base');
    const project = join(root, "it's");
    expect(run(project, ['init', '-y', '--hooks']).status).toBe(0);
    sandbox = new GitSandbox(root, []);
    expect(own().status).toBe(0);
    sandbox.write("it's/specs/002-b/README.md", '---\nstatus: nonsense\n---\n');
    const held = own(project);
    expect([held.status, held.stderr]).toEqual([1, expect.stringContaining('specs/002-b/README.md')]);
    sandbox.git('commit', '-qnm', 'x');
    sandbox.write("it's/other").git('add', '-A');
    const unrelated = own(root);
    expect([unrelated.status, unrelated.stdout, unrelated.stderr]).toEqual([0, '', '']);
    sandbox.write("it's/specs/002-b/README.md", '---\nstatus: absurd\n---\n');
    const without = own(root, '/usr/bin:/bin');
    expect([without.status, without.stderr]).toEqual([1, expect.stringContaining('not checked')]);
    expect(without.stderr).toContain('`git commit --no-verify`');
    sandbox.git('checkout', '-q', '--orphan', 'other');
    sandbox.git('rm', '-rfq', '.');
    sandbox.write('only');
    expect(own().status).toBe(0);
  });

  it.each(HOOKED)('has a session hook of $name, which says how to get a missing spectool', (assistant) => {
    const { name, sessionHook } = assistant;
    run(sandbox.root, ['init', '-y', '--agent-tools', name, '--hooks']);
    const gone = session(sandbox.root, NOWHERE, assistant);
    const told = sessionHook?.answer === undefined ? gone.stdout : JSON.stringify(JSON.parse(gone.stdout));
    expect([gone.status, gone.stderr, told]).toEqual([0, '', expect.stringContaining('`npm install`')]);
    if (sessionHook?.answer !== undefined)
      expect(Object.keys(JSON.parse(gone.stdout) as object)).toEqual(Object.keys(sessionHook.answer));
    expect(session(sandbox.root, `${bin}:${NOWHERE}`, assistant).stdout).toContain(
      'Rules (more: AGENTS.md):',
    );
  });
});

/** Runs the session hook of an AI assistant in each shell, and expects equal results. @returns the result. */
function session(cwd: string, path: string, { sessionHook }: Assistant = CLAUDE, root = sandbox.root) {
  const text = readFileSync(join(root, sessionHook?.file ?? ''), 'utf8');
  const [, line = '""'] = /"command": (".*")/.exec(text) ?? [];
  const [one, ...others] = SHELLS.map(([command, ...args]) => {
    const { status, stdout, stderr } = spawnSync(command, [...args, '-c', JSON.parse(line) as string], {
      cwd,
      // In CI, the reminders of each day are not printed, so all shells print the same.
      env: { ...GIT_ENV, CI: 'true', SPECTOOL_ACTOR: 'tester', PATH: path },
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  });
  for (const other of others) expect(other).toEqual(one);
  return one ?? { status: null, stdout: '', stderr: '' };
}

describe('the lines for hooks in other hands', () => {
  it.each([
    ['.husky/pre-commit', '.husky/_', '.'],
    ['.husky/pre-commit', '.husky/_', "it's"],
    ['own/hooks/pre-commit', 'own/hooks', '.'],
    ['.git/hooks/pre-commit', undefined, '.'],
  ])('run as printed in %s (core.hooksPath %s, project in %s)', (place, hooksPath, below) => {
    const project = join(sandbox.root, below);
    mkdirSync(dirname(join(sandbox.root, place)), { recursive: true });
    if (hooksPath !== undefined) sandbox.git('config', 'core.hooksPath', hooksPath);
    const message = place.replace('pre-commit', 'commit-msg');
    rmSync(join(sandbox.root, '.git/hooks/pre-commit'), { force: true });
    if (hooksPath === undefined) for (const hook of [place, message]) sandbox.write(hook, 'true\n');
    mkdirSync(project, { recursive: true });
    if (below !== '.') rmSync(join(sandbox.root, '.spectool'), { recursive: true });
    const init = () => run(project, ['init', '-y', '--agent-tools', 'none', '--hooks']).stderr;
    const printed = [...init().matchAll(/Add this line to (\S+): `(.*)`$/gm)];
    expect(printed.map(([, where]) => where)).toEqual([place, message]);
    for (const [, where = '', line = ''] of printed)
      writeFileSync(join(sandbox.root, where), `#!/bin/sh\nset -e\n${line}\n`, { mode: 0o755 });
    for (const hook of [place, message]) chmodSync(join(sandbox.root, hook), 0o755);
    expect(init()).not.toContain('Add this line');
    if (hooksPath !== undefined) sandbox.git('config', 'core.hooksPath', dirname(place));
    sandbox.write('.gitignore', 'node_modules\n');
    const commit = () =>
      spawnSync('git', ['commit', '-qm', 'x'], {
        cwd: sandbox.root,
        env: { ...GIT_ENV, SPECTOOL_ACTOR: 'tester', PATH: `${bin}:${NOWHERE}` },
        encoding: 'utf8',
      });
    run(project, ['create', 'b']);
    run(project, ['claim', 'b']);
    const [folder = ''] = readdirSync(join(project, 'specs')).filter((name) => name.endsWith('-b'));
    sandbox.git('add', `${below}/specs/${folder}`, '.gitignore');
    expect([commit().status, sandbox.git('show', '--name-only', 'HEAD')]).toEqual([
      0,
      expect.stringMatching(/x\n +\n +Spec: \d+-b\n[^]*log\//),
    ]);
    sandbox
      .write(`${below}/specs/${folder}/README.md`, '---\nstatus: nonsense\n---\n')
      .git('add', '-A', '--', 'specs', below);
    expect(commit().status).not.toBe(0);
  });

  it('names the file of another program that manages the hooks', () => {
    sandbox.write('lefthook.yml', '');
    expect(run(sandbox.root, ['init', '-y', '--hooks']).stderr).toContain(
      'Add this line to the pre-commit hook in lefthook.yml: `spectool stage-records && spectool',
    );
  });
});

describe('the spectool program that hooks run', () => {
  const here = (root: string) => join(root, 'node_modules/.bin/spectool');
  /** Writes a spectool to node_modules/.bin that first prints `at` and its folder on standard error. */
  function install(root: string, says = root): void {
    mkdirSync(dirname(here(root)), { recursive: true });
    writeFileSync(here(root), `#!/bin/sh\necho "at ${says}" >&2\nexec "${PROGRAM}" "$@"\n`, { mode: 0o755 });
  }
  /** Returns the folder in which both the git hook and the session hook find spectool, or undefined. */
  function foundIn(project: string, top = project, path = NOWHERE) {
    const { stderr } = session(project, path, CLAUDE, project);
    writeFileSync(join(project, 'x'), String(Math.random()));
    execFileSync('git', ['add', 'x'], { cwd: project, env: GIT_ENV });
    const committed = spawnSync('git', ['commit', '-qm', 'x'], {
      cwd: top,
      env: { ...GIT_ENV, PATH: path },
      encoding: 'utf8',
    });
    const at = (text: string) => /^at (.*)$/m.exec(text)?.[1];
    expect([at(committed.stderr), committed.status]).toEqual([at(stderr), at(stderr) === undefined ? 1 : 0]);
    return at(stderr);
  }
  function given(folder: string) {
    const { root } = new GitSandbox().write('.gitignore', 'node_modules\n').commit('base');
    const project = join(root, folder);
    mkdirSync(project, { recursive: true });
    expect(run(project, ['init', '-y', '--agent-tools', 'claude', '--hooks']).status).toBe(0);
    execFileSync('git', ['add', '-A'], { cwd: root, env: GIT_ENV });
    execFileSync('git', ['commit', '-qnm', 'project'], { cwd: root, env: GIT_ENV });
    return { root, project };
  }

  it.each(['', 'packages/app', "it's/a project"])(
    'is found in the project folder (%j) and in its parent folders up to the top of the repository',
    (folder) => {
      const { root, project } = given(folder);
      expect(foundIn(project, root)).toBeUndefined();
      for (let at = root; ; at = join(at, folder.slice(at.length - root.length).split('/')[0] ?? '')) {
        install(at);
        expect(foundIn(project, root)).toBe(at);
        if (at === project) break;
      }
    },
  );

  it('is the one on the PATH if there is one, even if the repository has another', () => {
    const { root } = given('');
    install(root);
    rmSync(join(bin, 'spectool'));
    writeFileSync(join(bin, 'spectool'), `#!/bin/sh\necho 'at PATH' >&2\nexec "${PROGRAM}" "$@"\n`, {
      mode: 0o755,
    });
    expect(foundIn(root, root, `${bin}:${NOWHERE}`)).toBe('PATH');
  });

  it('is not looked for above the top of the repository', () => {
    const { root, project } = given('');
    const outer = temporaryFolder();
    install(outer);
    const inner = join(outer, 'clone');
    cpSync(root, inner, { recursive: true });
    expect([project, foundIn(inner)]).toEqual([root, undefined]);
  });

  it.each(['beside the main worktree', 'in the main worktree'])(
    'is that of the main worktree when a linked worktree %s has none',
    (where) => {
      const { root } = given('app');
      const tree = join(where === 'in the main worktree' ? root : temporaryFolder(), 'tree');
      execFileSync('git', ['worktree', 'add', '-q', tree, '-b', 'tree'], { cwd: root, env: GIT_ENV });
      expect(foundIn(join(tree, 'app'), tree)).toBeUndefined();
      for (const at of [root, join(root, 'app'), tree, join(tree, 'app')]) {
        install(at);
        expect(foundIn(join(tree, 'app'), tree)).toBe(at);
      }
    },
  );

  it('makes the git hook reject a commit when the program cannot be started', () => {
    const { root } = given('');
    install(root);
    writeFileSync(here(root), '#!/nonexistent/node\n', { mode: 0o755 });
    writeFileSync(join(root, 'x'), '');
    execFileSync('git', ['add', 'x'], { cwd: root, env: GIT_ENV });
    const { status, stderr } = spawnSync('git', ['commit', '-qm', 'x'], {
      cwd: root,
      env: { ...GIT_ENV, PATH: NOWHERE },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('`git commit --no-verify`')]);
  });
});

it('the workflow in examples runs a spectool command that exists', () => {
  const workflow = parse(readFileSync(join(ROOT, 'examples/github-workflow.yml'), 'utf8')) as {
    jobs: { validate: { steps: { run?: string }[] } };
  };
  const [, command = ''] = /spectool (.*)$/.exec(workflow.jobs.validate.steps.at(-1)?.run ?? '') ?? [];
  const { status } = run(sandbox.root, command.split(' '));
  expect(status).toBe(0);
});

it('a git hook can run spectool commands during all kinds of commits, in a linked worktree and after a merge', () => {
  const LINES = ['list', 'validate', 'create x', 'update 1 --add-tag t$RANDOM', 'history 1', 'resolve'];
  /** Calls `act` while the git hooks run all command lines in LINES. @returns the exit codes of the commands, one a line. */
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
  const { root } = sandbox;
  rmSync(join(root, '.git/hooks/pre-commit'));
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
