import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { GitSandbox } from '../support/gitSandbox.js';
import { run } from '../support/runProgram.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const KINDS = ['html', 'json', 'markdown'];
let box: GitSandbox;
let outside: string;
const since = (kind: string) => (kind === 'markdown' ? ['--since', 'HEAD'] : []);
const exported = (kind: string, out: string) => run(box.root, ['export', kind, '--out', out, ...since(kind)]);

beforeEach(() => {
  box = new GitSandbox();
  outside = join(temporaryFolder(), 'precious');
  writeFileSync(outside, 'precious');
  run(box.root, ['init', '-y', '--agent-tools', 'none']);
  run(box.root, ['create', 'one']);
  box.commit();
});

describe.each(KINDS)('`export %s --out`', (kind) => {
  it('does not follow a link in the place of the output file or of its temporary file', () => {
    symlinkSync(outside, join(box.root, 'page.spectool'));
    symlinkSync(outside, join(box.root, 'link'));
    expect(exported(kind, 'page').status).toBe(0);
    expect(lstatSync(join(box.root, 'page')).isFile()).toBe(true);
    expect(exported(kind, 'link').stderr).toContain('link is not a regular file; it was not changed.');
    expect(lstatSync(join(box.root, 'link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(outside, 'utf8')).toBe('precious');
    expect(readdirSync(box.root).filter((name) => name.startsWith('page'))).toEqual([
      'page',
      'page.spectool',
    ]);
  });

  it('keeps an existing file that has the name of the temporary file', () => {
    box.write('page.spectool', 'theirs');
    const { status, stderr } = exported(kind, 'page');
    expect([status, stderr]).toEqual([
      0,
      expect.stringContaining('page.spectool is probably a temporary file'),
    ]);
    expect(readFileSync(join(box.root, 'page.spectool'), 'utf8')).toBe('theirs');
  });

  it('fails for a folder, a pipe or a device, and leaves no temporary file', () => {
    mkdirSync(join(box.root, 'folder'));
    execFileSync('mkfifo', [join(box.root, 'pipe')]);
    const before = readdirSync(box.root);
    for (const out of ['folder', 'pipe', '/dev/null', 'missing/page'])
      expect({ out, ...exported(kind, out) }).toMatchObject({
        out,
        status: 1,
        stderr: expect.stringMatching(/\[WRITE_FAILED\]/) as unknown,
      });
    expect(exported(kind, '')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--out needs a file name') as unknown,
    });
    expect(readdirSync(box.root)).toEqual(before);
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('refuses to overwrite specs, files in .spectool and files in .git', () => {
    for (const out of [
      'specs/001-one/README.md',
      './specs/../specs/001-one/README.md',
      join(box.root, '.spectool/config.json'),
      '.Spectool/log/x',
      '.git/config',
      '.git/hooks/post-commit',
    ])
      expect({ out, ...exported(kind, out) }).toMatchObject({ out, status: 2 });
    expect(box.git('status', '--porcelain')).toBe('');
  });

  it('replaces an existing file only if the file is empty or an earlier export', () => {
    const page = join(box.root, 'page');
    for (const [text, status] of [
      ['', 0],
      ['---\nstatus: planned\n---\n\n# A\n', 1],
      ['{"project":"x"}\n', 1],
      ['<!doctype html>\n<p>mine\n', 1],
      ['\n', 1],
      ['#!/bin/sh\n<!-- spectool report -->\n', 1],
    ] as const) {
      writeFileSync(page, text);
      expect({ text, ...exported(kind, 'page') }).toMatchObject({ text, status });
      if (status === 1) expect(readFileSync(page, 'utf8')).toBe(text);
    }
    expect(exported(kind, 'page').stderr).toContain('so it was not replaced.');
    rmSync(page);
    expect(exported(kind, 'page').status).toBe(0);
    for (const before of KINDS) {
      expect(exported(before, 'page').status).toBe(0);
      expect(exported(kind, 'page').status).toBe(0);
      const windows = readFileSync(page, 'utf8').replaceAll('\n', '\r\n');
      writeFileSync(page, windows);
      expect(exported(kind, 'page').status).toBe(0);
    }
  });

  it('refuses to replace the document of a spec, also behind links and in other worktrees', () => {
    const document = '---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# A\n';
    const tree = join(temporaryFolder(), 'tree');
    box.git('worktree', 'add', '-q', tree);
    box.write('pkg/002-linked/README.md', document).write('docs/three.md', document);
    mkdirSync(join(box.root, 'specs/003-three'));
    symlinkSync('../pkg/002-linked', join(box.root, 'specs/002-linked'));
    symlinkSync('../../docs/three.md', join(box.root, 'specs/003-three/README.md'));
    for (const out of [
      'pkg/002-linked/README.md',
      'docs/three.md',
      join(tree, 'specs/001-one/README.md'),
      join(tree, '.spectool/config.json'),
    ])
      expect({ out, status: exported(kind, out).status !== 0 }).toEqual({ out, status: true });
    expect(exported(kind, 'pkg/page').status).toBe(0);
  });

  it('does not follow a link out of the project or into the specs, the log or the git folder', () => {
    const links = { 'to-specs': 'specs', 'to-git': '.git/hooks', 'to-log': '.spectool/log', build: 'output' };
    for (const [link, target] of Object.entries(links)) symlinkSync(target, join(box.root, link));
    symlinkSync(dirname(outside), join(box.root, 'out'));
    mkdirSync(join(box.root, 'output'));
    for (const out of ['to-specs/001-one/page', 'to-git/post-commit', './to-log/../to-log/x'])
      expect({ out, ...exported(kind, out) }).toMatchObject({ out, status: 2 });
    expect(exported(kind, 'out/precious').stderr).toContain(
      'leads out of the project through a symbolic link.',
    );
    expect(exported(kind, 'out/new').status).toBe(1);
    expect(readdirSync(dirname(outside))).toEqual(['precious']);
    expect(readFileSync(outside, 'utf8')).toBe('precious');
    expect(box.git('status', '--porcelain', '--', 'specs', '.spectool')).toBe('');
    expect(exported(kind, 'build/page').status).toBe(0);
    expect(exported(kind, join(dirname(outside), 'named')).status).toBe(0);
  });

  it('refuses to write into a git folder, inside or outside the project', () => {
    const folder = temporaryFolder();
    const at = (path: string) => join(folder, path);
    box.git('worktree', 'add', '-q', at('tree'));
    execFileSync('git', ['init', '-q', '--separate-git-dir', at('store'), at('apart')]);
    execFileSync('git', ['init', '-q', '--bare', at('bare.git')]);
    execFileSync('git', ['init', '-q', at('mono')]);
    new GitSandbox(at('mono'), []).commit();
    cpSync(box.root, at('mono/pkg'), { recursive: true, filter: (path) => basename(path) !== '.git' });
    symlinkSync('../.git/hooks', at('mono/pkg/link'));
    symlinkSync('.git/hooks', at('mono/outward'));
    for (const [from, out] of [
      ['mono/pkg', '../.git/config'],
      ['mono/pkg', '../.git/hooks/pre-commit'],
      ['mono/pkg', at('mono/.git/hooks/pre-commit')],
      ['mono/pkg', '../.GIT/hooks/pre-commit'],
      ['mono/pkg', '../.git\u200c'],
      ['mono/pkg', '.git'],
      ['mono/pkg', 'link/../config'],
      ['mono/pkg', '../outward/pre-commit'],
      ['tree', '.git'],
      ['tree', join(box.root, '.git/worktrees/tree/index')],
      ['tree', join(box.root, '.git/hooks/pre-commit')],
      ['tree', at('store/config')],
      ['tree', at('bare.git/hooks/pre-receive')],
    ] as const) {
      expect({ out, ...run(at(from), ['export', kind, '--out', out, ...since(kind)]) }).toMatchObject({
        out,
        status: 2,
      });
    }
    expect(existsSync(at('mono/.git/hooks/pre-commit'))).toBe(false);
    expect(run(at('mono/pkg'), ['export', kind, '--out', '../page', ...since(kind)]).status).toBe(0);
  });

  it('writes a file in a worktree that is inside the git folder', () => {
    const tree = join(box.root, '.git/trees/one');
    box.git('worktree', 'add', '-q', tree);
    expect(run(tree, ['export', kind, '--out', 'page', ...since(kind)]).status).toBe(0);
    expect(run(tree, ['export', kind, '--out', '../page', ...since(kind)]).status).toBe(2);
  });

  it('prints the name of the file with escaped control characters', () => {
    const { stdout, stderr } = exported(kind, '\u001b]0;x\u0007\u202e.out');
    expect(stdout + stderr).not.toMatch(/[\u001b\u0007\u202e]/);
    expect(stdout).toContain('.out');
  });
});
