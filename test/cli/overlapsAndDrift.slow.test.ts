import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from '@jest/globals';
import { GitSandbox } from '../support/gitSandbox.js';
import { run } from '../support/runProgram.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

let main: GitSandbox;

/** Runs a command line as an actor; it must succeed. Returns what was printed. */
function spectool(where: GitSandbox, actor: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = run(where.root, args, { env: { SPECTOOL_ACTOR: actor } });
  expect({ args, status, stderr: status === 0 ? '' : stderr }).toEqual({ args, status: 0, stderr: '' });
  return { stdout, stderr };
}
const kim = (...args: readonly string[]) => spectool(main, 'kim', ...args);
const force = ['--force', '--reason', 'done'];

beforeEach(() => {
  main = new GitSandbox();
  kim('init', '-y', '--agent-tools', 'none');
  kim('create', 'login', '--code', 'src/auth/**');
  kim('section', '1', 'Problem', '--set', 'Slow.');
  main.write('src/auth/a.ts').write('src/pay.ts');
});

it('two who work on the same files hear of each other from worktrees and branches, and of nothing else', () => {
  const other = (where: GitSandbox) => ({
    spec: '001-login',
    by: 'lee',
    on: '002-pay',
    ...(where === main ? { branch: 'other' } : { worktree: where.root }),
    files: ['src/auth/a.ts'],
  });
  const all = () => JSON.parse(kim('trace', '--overlap', '--json').stdout) as unknown;
  kim('create', 'pay', '--priority', 'low');
  kim('section', '2', 'Problem', '--set', 'Slow.');
  main.commit('plan');
  const there = new GitSandbox(join(temporaryFolder(), 'there'), []);
  main.git('worktree', 'add', '-q', '-b', 'other', there.root);
  spectool(there, 'lee', 'claim', '2');
  there.write('src/pay.ts', 'other\n');

  // Nobody overlaps yet.
  expect(kim('claim', '1').stderr).not.toContain('works on');
  expect(kim('prime').stdout).not.toContain('Others work on');
  expect(all()).toEqual({ overlaps: [] });

  // Uncommitted changes in the other worktree.
  there.write('src/auth/a.ts', 'other\n');
  const sentence =
    '@lee, on 002-pay in another worktree, works on src/auth/a.ts, which 001-login also covers.';
  kim('release', '1');
  expect(kim('claim', '1').stderr).toContain(sentence);
  expect(kim('prime').stdout).toContain(
    'Others work on files of your specs (1):\n- @lee on "002-pay" in another worktree: "src/auth/a.ts" of "001-login"',
  );
  kim('release', '1');
  expect(kim('next', '--claim').stderr).toContain(sentence);
  kim('release', '1');
  expect(kim('update', '1', '--status', 'in-progress').stderr).toContain(sentence);
  expect(all()).toEqual({ overlaps: [other(there)] });

  // Committed changes on the branch, whose worktree is gone.
  there.commit('work');
  expect(all()).toEqual({ overlaps: [other(there)] });
  main.git('worktree', 'remove', '--force', there.root);
  expect(all()).toEqual({ overlaps: [other(main)] });

  // Merged changes are no news.
  main.commit('begin');
  main.git('merge', '-q', '--no-edit', 'other');
  expect(all()).toEqual({ overlaps: [] });
});

it('trace --drift names complete specs whose code commits changed later, until somebody accepts them', () => {
  const drift = () =>
    (
      JSON.parse(kim('trace', '--drift', '--json').stdout) as {
        drifted: readonly { readonly ref: string; readonly files: readonly string[] }[];
      }
    ).drifted.flatMap(({ ref, files }) => files.map((file) => `${ref} ${file}`));
  const text = () => readFileSync(join(main.root, 'specs/001-login/README.md'), 'utf8');
  main.write('src/auth/a.ts', 'old\n').commit('work');
  kim('update', '1', '--status', 'complete', ...force);
  main.commit('done').git('checkout', '-q', '-b', 'feature');
  main.write('src/pay.ts', 'new\n').commit('other');
  kim('update', '1', '--tags', 'x');
  expect(drift()).toEqual([]);

  main.write('src/auth/new.ts', 'new\n').commit('change');
  expect(drift()).toEqual(['001-login src/auth/new.ts']);
  expect(kim('prime').stdout).toContain('Complete, but their code has changed since (1):\n- 001 "Login"');

  kim('accept', '1', '--reason', 'moved only');
  expect(drift()).toEqual([]);
  main.commit('accept');
  expect(drift()).toEqual([]);
  main.write('src/auth/a.ts', 'newer\n').commit('again');
  expect(drift()).toEqual(['001-login src/auth/a.ts', '001-login src/auth/new.ts']);

  main.write('specs/001-login/README.md', `${text()}\nMore.\n`);
  expect(drift()).toEqual([]);
});
