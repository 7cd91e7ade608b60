import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mergeDriverLine } from '../../src/adapters/cli/mergeDriverShellLine.js';
import { GitSandbox } from '../support/gitSandbox.js';
import { run } from '../support/runProgram.js';

const PROGRAM = join(import.meta.dirname, '../../dist/bin/spectool.cjs');
const FILE = 'specs/001-a/README.md';
/** A repository with the merge driver and one spec; each test works on a copy of it. */
let base: GitSandbox;
let sandbox: GitSandbox;
const program = (...args: readonly string[]) => run(sandbox.root, args);
const read = () => readFileSync(join(sandbox.root, FILE), 'utf8');

beforeAll(() => {
  base = sandbox = new GitSandbox();
  expect(program('init', '-y', '--agent-tools', 'none', '--merge-driver').status).toBe(0);
  run(sandbox.root, ['create', 'a', '--body', '-'], { input: '# A\n' });
  sandbox.commit('base');
});
beforeEach(() => {
  sandbox = base.copy();
});

function merge(theirs: () => void, ours: () => void): boolean {
  sandbox.git('checkout', '-q', '-b', 'theirs');
  theirs();
  sandbox.commit('theirs');
  sandbox.git('checkout', '-q', 'main');
  ours();
  sandbox.commit('ours');
  try {
    sandbox.git('merge', '-q', '--no-edit', 'theirs');
    return true;
  } catch {
    return false;
  }
}

describe('the merge driver of spectool', () => {
  it('is set up in a clone only by `init --merge-driver`', () => {
    expect(sandbox.git('config', 'merge.spectool.driver')).toContain(
      `'${PROGRAM}' merge-driver --clean-code 91 --conflict-code 90 -- %O %A %B %P %L %X %Y %S;`,
    );
    const other = new GitSandbox();
    run(other.root, ['init', '-y']);
    expect(() => other.git('config', 'merge.spectool.driver')).toThrow();
  });

  it.each([
    ['by its name', 'spectool merge-driver %O %A %B %P'],
    [
      'by its path',
      `'/old/node' '/it'\\''s old/spectool.cjs' merge-driver %O %A %B %P; s=$?; test $s -lt 2 && exit $s; git merge-file %A %O %B`,
    ],
    [
      'with labels',
      `'/old/node' '/old/spectool.cjs' merge-driver --conflict-code 90 %O %A %B %P %L %X %Y; case $? in 0) exit 0;; 90) exit 1;; esac; git merge-file --marker-size=%L -q -L ours -L base -L theirs %A %O %B`,
    ],
    ['with the path of a missing program', mergeDriverLine(['/gone/node', '/gone/spectool.cjs'])],
  ])('is updated by `init` when an earlier version set up the driver %s', (_what, line) => {
    const current = sandbox.git('config', 'merge.spectool.driver');
    sandbox.git('config', 'merge.spectool.driver', line);
    expect(program('init', '-y', '--no-merge-driver').status).toBe(0);
    expect(sandbox.git('config', 'merge.spectool.driver')).toBe(line);
    const { stdout, stderr } = program('init', '-y');
    expect(stdout).toMatch(/updated +\.git\/config/);
    const [before] = line.split(' merge-driver');
    expect(stderr).toContain(`'${PROGRAM}'. Before: ${before ?? ''}.`);
    expect(sandbox.git('config', 'merge.spectool.driver')).toBe(current);
    const again = program('init', '-y');
    expect([again.stdout, again.stderr].join('')).not.toMatch(/config|Before/);
    expect(program('init', '-y', '--no-hooks').stdout).toMatch(/updated +\.git\/config/);
    expect(() => sandbox.git('config', '--get-regexp', 'merge.spectool')).toThrow();
  });

  it.each(['mine %A %O %B', 'docker run x spectool merge-driver %O %A %B %P'])(
    'is not changed by `init` when the user wrote the driver line: %s',
    (line) => {
      sandbox.git('config', 'merge.spectool.driver', line);
      program('init', '-y');
      expect(sandbox.git('config', 'merge.spectool.driver')).toBe(line);
    },
  );

  it('merges ticks of neighbouring criteria, notes and new sections', () => {
    const edit = (change: (text: string) => string) =>
      writeFileSync(join(sandbox.root, FILE), change(read()));
    edit((text) => `${text.trimEnd()}\n\n## Success Criteria\n\n- [ ] a\n- [ ] b\n\n## Notes\n\n- begun\n`);
    sandbox.commit('criteria');
    const merged = merge(
      () => edit((text) => `${text.replace('[ ] b', '[x] b')}- 2026-01-06 (Lee): b\n\n## Risks\n\nTheirs.\n`),
      () => edit((text) => `${text.replace('[ ] a', '[X] a')}- 2026-01-07 (Kim): a\n\n## Plan\n\nOurs.\n`),
    );
    expect(merged).toBe(true);
    expect(read().slice(read().indexOf('- [X]'))).toBe(
      '- [X] a\n- [x] b\n\n## Notes\n\n- begun\n- 2026-01-06 (Lee): b\n- 2026-01-07 (Kim): a\n\n## Plan\n\nOurs.\n\n## Risks\n\nTheirs.\n',
    );
    expect(program('resolve').stdout).not.toContain('Resolved');
    expect(JSON.parse(program('validate', '--json').stdout)).toMatchObject({ errors: 0 });
  });

  it('merges the fields, and leaves conflict marks in the text if both branches changed the same place', () => {
    const written = (words: string) => () => {
      program('update', '1', '--add-tag', words);
      sandbox.write(FILE, `${read()}\n${words}\n`);
    };
    expect(merge(written('theirs'), written('ours'))).toBe(false);
    expect(read()).toMatch(/^tags: \[(ours, theirs|theirs, ours)\]$/m);
    expect(read()).toMatch(/<<<<<<<[^]*ours[^]*=======[^]*theirs[^]*>>>>>>>/);
  });

  it('leaves conflict marks with both sides when the spectool program is missing', () => {
    sandbox.git('config', 'merge.spectool.driver', mergeDriverLine(["/nowhere/at 100% it's gone"]));
    const written = (words: string) => () => {
      sandbox.write(FILE, `${read()}\n${words}\n`);
    };
    expect(merge(written('theirs'), written('ours'))).toBe(false);
    expect(read()).toMatch(/<<<<<<<[^]*ours[^]*=======[^]*theirs[^]*>>>>>>>/);
  });
});

it('`merge-driver` refuses an invalid exit code and writes nothing', () => {
  for (const [name, text] of Object.entries({ base: 'a\n', ours: 'a\nb\n', theirs: 'a\nc\n' }))
    writeFileSync(join(sandbox.root, name), text);
  for (const flag of ['--clean-code', '--conflict-code'])
    for (const code of ['x', '', '1e400', '-1', '256']) {
      const { status, stderr } = program('merge-driver', 'base', 'ours', 'theirs', 'p', `${flag}=${code}`);
      expect([status, stderr]).toEqual([
        2,
        `spectool: --clean-code and --conflict-code take a number from 0 to 255, not "${code}"\n`,
      ]);
    }
  expect(readFileSync(join(sandbox.root, 'ours'), 'utf8')).toBe('a\nb\n');
});
