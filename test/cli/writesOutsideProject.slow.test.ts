import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { GitSandbox } from '../support/gitSandbox.js';
import { run } from '../support/runProgram.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const COMMANDS = [
  ...[
    ...'init -y --merge-driver, create a --tags x, create b --depends-on 1, list, view 1, board'.split(', '),
    'search a',
  ],
  ...'deps, next, stats, tokens, validate, validate --fix, history, criteria 1, note 1 word'.split(', '),
  ...['add-criterion 1 new', 'check 1 1', 'section 1 Problem', 'update 1 --status in-progress', 'archive 1'],
  ...[
    ...'unarchive 1, renumber 1, undo, delete 2 --reason x --force, compact, resolve'.split(', '),
    'skill install',
  ],
  ...['completion bash', '--help', '--version', 'nonsense'],
];

it('every command writes no file outside the project, except the cache of compiled code', () => {
  const base = temporaryFolder();
  for (const folder of ['home/.cache', 'tmp', 'beside']) mkdirSync(join(base, folder), { recursive: true });
  writeFileSync(join(base, 'beside/README.md'), 'x');
  mkdirSync(join(base, 'project'));
  const box = new GitSandbox(join(base, 'project'), []);
  box.git('init', '-q', '-b', 'main');
  const env = { HOME: join(base, 'home'), XDG_CACHE_HOME: '', TMPDIR: join(base, 'tmp') };

  for (const line of COMMANDS) {
    const { stderr } = run(box.root, line.split(' '), { env });
    expect({ line, stderr }).toEqual({ line, stderr: expect.not.stringContaining('INTERNAL') });
  }

  const left = readdirSync(base, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(base.length + 1));
  const outside = left.filter((path) => !path.startsWith('project/'));
  expect(outside.filter((path) => !/^home\/\.cache\/spectool\/[\w.-]+\.bin$/.test(path))).toEqual([
    'beside/README.md',
  ]);
});

it('every command resolves a relative GIT_DIR from the folder in which the command is run', () => {
  const outer = new GitSandbox();
  outer.git('config', 'user.name', 'Outer');
  outer.write('project/file');
  const project = new GitSandbox(join(outer.root, 'project'));
  project.git('config', 'user.name', 'Inner');
  run(project.root, ['init', '-y', '--agent-tools', 'none']);
  run(project.root, ['create', 'a']);
  const before = readdirSync(join(outer.root, '.git'));
  const env = { GIT_DIR: '../.git', GIT_WORK_TREE: '..', SPECTOOL_ACTOR: '' };
  expect(run(join(project.root, 'specs'), ['note', '1', 'word'], { env }).status).toBe(0);
  expect(run(project.root, ['history', '--json']).stdout).toContain('"Inner"');
  expect(readdirSync(join(outer.root, '.git'))).toEqual(before);
});
