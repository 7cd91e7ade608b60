import { beforeEach, describe, expect, it } from '@jest/globals';
import { completeLine } from '../../../src/adapters/cli/shellCompletion.js';
import { createTestSpectool, type TestSpectool } from '../../../src/composition/testing.js';

let spectool: TestSpectool;

beforeEach(async () => {
  spectool = createTestSpectool();
  await spectool.initProject.execute({});
  await spectool.createSpec.execute({ name: 'user-login', tags: ['auth', 'web'], assignee: 'kim' });
  await spectool.createSpec.execute({ name: 'reset' });
  spectool.files.write('specs/003-a $(touch x)/README.md', '---\nstatus: planned\n---\n');
});

async function complete(line: string): Promise<readonly string[]> {
  const candidates = await completeLine(line.split(' '), () => spectool);
  return candidates.map(({ word }) => word);
}

describe('completeLine', () => {
  it.each([
    ['vie', ['view']],
    ['skill ', ['install']],
    ['view ', ['001-user-login', '002-reset']],
    ['view u', ['user-login']],
    ['view 00', ['001-user-login', '002-reset']],
    ['update 1 --sta', ['--status']],
    ['update 1 --status ', ['planned', 'in-progress', 'complete']],
    ['update 1 --status c', ['complete']],
    ['list --status planned,i', ['planned,in-progress']],
    ['list --priority ', ['low', 'medium', 'high', 'critical', 'unknown']],
    ['list --tag ', ['auth', 'web']],
    ['list --assignee ', ['kim']],
    ['list --sort pr', ['priority']],
    ['update 2 --add-dep u', ['user-login']],
    [
      'create x --depends-on 001-user-login,00',
      ['001-user-login,001-user-login', '001-user-login,002-reset'],
    ],
    ['create x --template ', ['api', 'bug', 'default', 'feature']],
    ['create x --tags web,a', ['web,auth']],
    ['validate --format ', ['text', 'github']],
    ['board --group-by p', ['priority', 'part_of']],
    ['completion ', ['bash', 'zsh', 'fish']],
    ['init --agent-tools al', ['alpha', 'all']],
    ['create ', []],
    ['nonsense ', []],
    ['view --limit-of-nothing u', ['user-login']],
  ])('suggests the words that can follow or complete "%s"', async (line, expected) => {
    expect(await complete(line)).toEqual(expected);
  });

  it('completes the value of a flag after each of its names, and suggests --no- for flags that are on by default', async () => {
    expect(await complete('create x --tag w')).toEqual(['web']);
    expect(await complete('create x --no')).toEqual(['--no-cache']);
    expect(await complete('init --no-s')).toEqual(['--no-skill']);
  });

  it('returns a description with each suggested command', async () => {
    expect(await completeLine(['boar'], () => spectool)).toEqual([
      { word: 'board', description: 'show a Kanban board of the specs, and the health of the project' },
    ]);
  });
});
