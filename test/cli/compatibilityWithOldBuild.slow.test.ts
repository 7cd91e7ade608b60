import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { temporaryFolder } from '../support/temporaryFolder.js';

const ROOT = join(import.meta.dirname, '../..');
/** Old commits to build: the last one that reads only the first log format, and the last one with ten cache files. */
const COMMITS = ['e914660', '3040d17a'] as const;

/** Builds an old commit. @returns the path of its program, or undefined if the repository does not have the commit. */
function oldBuild(commit: string): string | undefined {
  const folder = temporaryFolder();
  try {
    execFileSync('git', ['clone', '-q', '--shared', '--no-checkout', ROOT, folder], { stdio: 'pipe' });
    execFileSync('git', ['checkout', '-q', commit], { cwd: folder, stdio: 'pipe' });
  } catch {
    return undefined;
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'pipe' });
  return join(folder, 'dist/bin/spectool.cjs');
}

const today = join(ROOT, 'dist/bin/spectool.cjs');
let project: string;

function run(build: string, ...args: readonly string[]): string {
  return execFileSync(process.execPath, [build, ...args], {
    cwd: project,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SPECTOOL_ACTOR: 'kim' },
  });
}
function told(build: string): unknown {
  const { specs } = JSON.parse(run(build, 'list', '--all', '--json')) as {
    specs: readonly Record<string, unknown>[];
  };
  return specs.map(({ ref, title, status, priority, tags, assignee, reviewer }) => ({
    ref,
    title,
    status,
    priority,
    tags,
    assignee,
    reviewer,
  }));
}

/** Returns the codes of findings that would mean that log and documents do not agree. */
function trouble(build: string): readonly string[] {
  const { findings } = JSON.parse(run(build, 'validate', '--json')) as {
    findings: readonly { readonly code: string }[];
  };
  return findings
    .map(({ code }) => code)
    .filter((code) => /^(LOG_[^P]|EDITED|DOCUMENT|FOLDER|DIVERGED|CLOCK)/.test(code));
}

describe.each(COMMITS)('the present build and the old build of commit %s', (commit) => {
  const old = existsSync(today) ? oldBuild(commit) : undefined;
  const [was, is] = [old ?? '', today];
  const it = old === undefined ? test.skip : test;
  const file = () => join(project, 'specs/001-login/README.md');
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=kim', '-c', 'user.email=kim@example.org', ...args], {
      cwd: project,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  beforeAll(() => {
    project = temporaryFolder();
    const left = join(ROOT, 'test/projects', commit);
    for (const name of ['specs', '.spectool'])
      cpSync(join(left, name), join(project, name), { recursive: true });
    git('init', '-q', '-b', 'main');
    // Copies the files that the old build wrote to the git folder: its caches and its registry.
    const kept = join(left, 'git-spectool');
    if (existsSync(kept)) cpSync(kept, join(project, '.git/spectool'), { recursive: true });
    git('add', '-A');
    git('commit', '-qm', 'as it was left');
  });

  it('list the same specs', () => {
    expect(told(is)).toEqual(told(was));
  });

  it('list the same specs after each change that one of them makes', () => {
    const turns: readonly (readonly string[])[] = [
      ['update', '1', '--priority', 'low'],
      ['update', '1', '--add-tag', 'both'],
      ['update', '2', '--title', 'Bills'],
      ['update', '2', '--status', 'in-progress'],
      ['update', '2', '--assignee', 'lee'],
      ['update', '1', '--reviewer', 'max'],
      ['archive', '2', '--outcome', 'deferred', '--reason', 'later'],
      ['unarchive', '2'],
      ['update', '1', '--status', 'complete', '--force', '--reason', 'it works elsewhere'],
      ['undo'],
      ['renumber', '1', '--to', '9'],
      ['renumber', '9', '--to', '1'],
    ];
    for (const [i, turn] of turns.entries()) {
      const build = i % 2 === 0 ? is : was;
      if (i === 4)
        writeFileSync(file(), readFileSync(file(), 'utf8').replace('Users wait.', 'Users wait long.'));
      run(build, ...turn);
      expect({ turn, told: told(was), trouble: trouble(was) }).toEqual({ turn, told: told(is), trouble: [] });
      expect({ turn, trouble: trouble(is) }).toEqual({ turn, trouble: [] });
    }
    expect(told(is)).toEqual([
      expect.objectContaining({
        ref: '001-login',
        priority: 'low',
        tags: ['auth', 'urgent', 'both'],
        reviewer: 'max',
      }),
      expect.objectContaining({ ref: '002-billing', title: 'Bills', status: 'in-progress', assignee: 'lee' }),
      expect.anything(),
    ]);
  });

  it('can change two branches that the present build then merges', () => {
    git('add', '-A');
    git('commit', '-qm', 'turns');
    git('switch', '-qc', 'theirs');
    run(was, 'update', '1', '--priority', 'critical');
    run(was, 'create', 'theirs');
    git('add', '-A');
    git('commit', '-qm', 'theirs');
    git('switch', '-q', 'main');
    run(is, 'update', '1', '--add-tag', 'ours');
    run(is, 'create', 'ours');
    git('add', '-A');
    git('commit', '-qm', 'ours');
    try {
      git('merge', '-q', '--no-edit', 'theirs');
    } catch {
      run(is, 'resolve');
      git('add', '-A');
      git('commit', '-qm', 'merged');
    }
    run(is, 'validate', '--fix');

    const all = told(is) as readonly Record<string, unknown>[];
    expect(all).toContainEqual(
      expect.objectContaining({
        ref: '001-login',
        priority: 'critical',
        tags: expect.arrayContaining(['auth', 'urgent', 'both', 'ours']) as unknown,
        reviewer: 'max',
      }),
    );
    expect(all.map(({ title }) => title).sort()).toEqual(
      expect.arrayContaining(['Login', 'Bills', 'Ours', 'Theirs']),
    );
    expect(trouble(is)).toEqual([]);
  });
});
