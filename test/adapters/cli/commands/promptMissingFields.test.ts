import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { TextOptions } from '@clack/prompts';
import { PLAIN_TERMINAL } from '../../../../src/adapters/cli/layout/terminalStyle.js';
import { createTestSpectool } from '../../../../src/composition/testing.js';

const CANCELLED = Symbol('cancelled');
const text = jest.fn<(question: TextOptions) => Promise<string | symbol>>();
jest.unstable_mockModule('@clack/prompts', () => ({
  text,
  autocomplete: text,
  confirm: text,
  multiselect: text,
  select: text,
  cancel: () => undefined,
  updateSettings: () => undefined,
  isCancel: (answer: unknown) => answer === CANCELLED,
}));
const { runInProcess } = await import('../../../support/runInProcess.js');

const CONFIG = {
  frontmatter: {
    required: ['status', 'created', 'team', 'sprint', 'areas', 'priority', 'tags', 'assignee', 'kind'],
    custom: { sprint: 'number', areas: 'array', kind: 'string' },
  },
};

async function created(answers: Readonly<Record<string, string | symbol>>, flags: readonly string[] = []) {
  const spectool = createTestSpectool({ files: { '.spectool/config.json': JSON.stringify(CONFIG) } });
  await spectool.initProject.execute({ agentTools: 'none' });
  spectool.files.write(
    '.spectool/templates/spec-template.md',
    '---\nkind: feature\nteam:\n---\n## Problem\n',
  );
  const asked: string[] = [];
  text.mockImplementation(({ message }) => {
    const [key = ''] = message.split('?');
    asked.push(key);
    return Promise.resolve(answers[key] ?? '');
  });
  const output = { ...PLAIN_TERMINAL, interactive: true };
  const result = await runInProcess(['create', 'a', ...flags], { output, open: () => spectool });
  const { specs } = await spectool.listSpecs.execute();
  return { ...result, asked, specs };
}

beforeEach(() => {
  text.mockReset();
});

describe('a required field that neither a flag nor the template sets', () => {
  it('is asked for by `create` in a terminal and written to the new spec', async () => {
    const answers = { team: 'web', areas: '["p, q"]', sprint: '7', priority: 'HIGH', tags: 'x,y' };
    const { asked, specs, stderr } = await created(answers, ['--assignee', 'kim']);
    expect(asked).toEqual(['team', 'sprint', 'areas', 'priority', 'tags']);
    expect(specs).toMatchObject([
      {
        assignee: 'kim',
        priority: 'high',
        tags: ['x', 'y'],
        fields: { team: 'web', sprint: 7, areas: ['p, q'], kind: 'feature' },
      },
    ]);
    expect(stderr).toBe('');
  });

  it('is named with its flag in a warning of `create` when the answer is empty', async () => {
    const { stderr, code } = await created({
      team: 'web',
      sprint: '7',
      areas: 'a',
      tags: 'x',
      assignee: 'kim',
    });
    expect(code).toBe(0);
    expect(stderr).toContain('requires the field "priority"');
    expect(stderr).toContain('--priority low|medium|high|critical');
  });

  it('makes `create` fail with CANCELLED and create nothing when its prompt is cancelled', async () => {
    const { stderr, specs } = await created({ team: CANCELLED });
    expect(stderr).toContain('[CANCELLED] Nothing was created.');
    expect(specs).toEqual([]);
  });

  it.each([['-y'], ['--json']])('is not asked for by `create` with %s', async (flag) => {
    const { asked, specs } = await created({}, [flag]);
    expect(asked).toEqual([]);
    expect(specs).toHaveLength(1);
  });

  it.each([
    ['sprint', 'soon', 'sprint: "soon" is not a number.'],
    ['sprint', '7', undefined],
    ['priority', 'pressing', '"pressing" is not a valid priority. Allowed: low, medium, high, critical.'],
    ['priority', 'urgent', undefined],
    ['assignee', ' ', undefined],
  ])('is validated while the user types its value: %s %j', async (key, typed, problem) => {
    await created({});
    const question = text.mock.calls.map(([one]) => one).find(({ message }) => message.startsWith(key));
    const validate = question?.validate as ((typed: string) => string | undefined) | undefined;
    expect(validate?.(typed)).toBe(problem);
  });
});
