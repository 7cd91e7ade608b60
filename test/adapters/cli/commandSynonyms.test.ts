import { beforeEach, describe, expect, it } from '@jest/globals';
import { REMOVED } from '../../../src/adapters/cli/commandSynonyms.js';
import { MemoryProject } from '../../support/memoryProject.js';

let project: MemoryProject;
beforeEach(() => {
  project = new MemoryProject();
});

describe('an unknown command', () => {
  it.each([
    ['start', 'spectool prime'],
    ['start 5', 'spectool claim 5'],
    ['done 5', 'spectool update 5 --status complete'],
    ['tick 5 1', 'spectool check 5 1'],
    ['comment 5 so', 'spectool note 5 TEXT'],
    ['assign 5 kim', 'spectool update 5 --assignee PERSON'],
    ['open 5', 'spectool view 5'],
    ['all', 'spectool list'],
    ['reject 5', 'spectool archive 5 --outcome rejected --reason TEXT'],
    ['Open', 'spectool view SPEC'],
    ['tui', 'spectool ui'],
    ['watch', 'spectool ui'],
    ['web', 'spectool export html'],
    ['serve', 'spectool export html'],
    ['browser', 'spectool export html'],
    ['diff 5', 'spectool review 5'],
    ['templates', 'spectool config get templates'],
    ['hooks', 'spectool init --hooks'],
    ['version', 'spectool --version'],
  ])('such as "%s" leads to an error that suggests "%s"', async (line, command) => {
    const { code, stdout, stderr } = await project.run(line.split(' '));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`Did you mean \`${command}\`?`);
  });

  it('that needs several commands, such as split, leads to an error that lists these commands', async () => {
    const { code, stdout, stderr } = await project.run(['split', '5']);
    expect([code, stdout]).toEqual([2, '']);
    for (const command of [
      'create NAME --related 5',
      'deps 5 --reverse',
      'archive 5 --by PART --reason TEXT',
    ])
      expect(stderr).toContain(`spectool ${command}`);
  });

  it('leads to an error with the suggested command in its details with --json', async () => {
    const { stderr } = await project.run(['tick', '5', '--json']);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'USAGE', details: { nearest: ['check 5 1'] } },
    });
  });
});

describe('a word of another program that means the same as a command', () => {
  it.each([
    ['list --archived', 'list --status archived'],
    ['board --unassigned', 'board --assignee none'],
    ['history --actor=kim', 'history --by kim'],
    ['ls --status planned', 'list --status planned'],
    ['Show 1', 'view 1'],
    ['status', 'board'],
    ['log 1', 'history 1'],
    ['find login', 'search login'],
    ['ready', 'next'],
    ['ls --help', 'list --help'],
    ['help ls', 'list --help'],
  ])('runs the command: %s is %s', async (line, command) => {
    await project.run(['create', 'login']);
    expect(await project.run(line.split(' '))).toEqual(await project.run(command.split(' ')));
  });

  it('is not replaced after the command', async () => {
    await project.run(['create', 'ls']);
    expect((await project.run(['search', 'ls'])).stdout).toContain('001 Ls');
  });
});

it.each([
  ['list --state planned', '--status'],
  ['list --label ui', '--tag'],
  ['update 5 --label ui', '--add-tag'],
  ['list --owner kim', '--assignee'],
  ['list -s planned', '--status'],
  ['list --state=planned', '--status'],
  ['view 5 -s Problem', '--section'],
  ['archive 5 -m done', '--reason'],
  ['update 5 --blocked-by 3', '--depends-on'],
  ['list --stats planned', '--status'],
])('an unknown flag such as in "%s" leads to an error that suggests %s', async (line, flag) => {
  const { code, stderr } = await project.run(line.split(' '));
  expect(code).toBe(2);
  expect(stderr).toContain(`Did you mean ${flag}?`);
});

// Written out, so that a name that is left out of the table is noticed.
const REMOVED_FLAGS: readonly (readonly [command: string, flags: readonly string[]])[] = [
  ['board', ['--watch', '--as-of', '--fields']],
  ['list', ['--watch']],
  ['deps', ['--all', '--format dot', '--depth']],
  ['next', ['--fields']],
  ['search', ['--fields', '--explain', '--brief']],
  ['tokens', ['--sections']],
  ['create', ['--no-git', '--no-similar']],
  ['section', ['--expect']],
  ['prime', ['--budget']],
  ['validate', ['--format sarif']],
  ['view', ['--similar']],
  ['approve', ['--withdraw']],
  ['review', ['--budget']],
  ['why', ['--all']],
  ['trace', ['--matrix', '--markdown']],
  ['export html', ['--redact', '--open']],
  ['check', ['--commit']],
  ['export json', ['--redact']],
  ['update', ['--map', '--add-code', '--remove-code', '--add-related', '--remove-related']],
  ['import', ['--only', '--sections', '--status', '--no-history']],
  ['sync', []],
];

it('the commands and flags that 4c2cc0ff had and this version lacks are known as removed', () => {
  const names = REMOVED_FLAGS.flatMap(([command, flags]) =>
    flags.length === 0 ? command : flags.map((flag) => `${command} ${flag}`),
  );
  expect(Object.keys(REMOVED)).toEqual(expect.arrayContaining(names));
});

it.each(Object.entries(REMOVED))('the former %s exits with 2 and says what to do', async (line, instead) => {
  const { code, stderr } = await project.run(line.split(' '));
  expect(code).toBe(2);
  expect(stderr).toContain('was removed.');
  expect(stderr).toContain(instead);
});
