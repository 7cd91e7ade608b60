import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

const EXAMPLES = join(import.meta.dirname, '../../examples/import');

/** What the converter makes of a text, imported. */
async function imported(
  converter: string,
  input: string,
  ...args: readonly string[]
): Promise<MemoryProject> {
  const lines = execFileSync(process.execPath, [join(EXAMPLES, converter), ...args], {
    input,
    encoding: 'utf8',
  });
  const project = new MemoryProject();
  project.files.write('in.jsonl', lines);
  const { code, stderr } = await project.run(['import', 'json', 'in.jsonl', '--apply']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return project;
}

const view = async (project: MemoryProject, spec: string) =>
  JSON.parse((await project.run(['view', spec, '--json'])).stdout) as {
    spec: Record<string, unknown>;
    body: string;
  };

it('taskmaster: tasks of each tag, details as sections, subtasks as criteria', async () => {
  const tasks = {
    master: {
      tasks: [
        {
          id: 1,
          title: 'Model',
          description: 'Why',
          status: 'done',
          priority: 'high',
          dependencies: [],
          details: 'How',
          testStrategy: 'So',
          subtasks: [
            { id: 1, title: 'One', status: 'done' },
            { id: 2, title: 'Two', status: 'pending' },
          ],
        },
        { id: 2, title: 'Shell', description: 'Why', status: 'cancelled', dependencies: [1] },
      ],
    },
    other: { tasks: [{ id: 1, title: 'Else', description: 'Why', status: 'pending', dependencies: [] }] },
  };
  const project = await imported('taskmaster.mjs', JSON.stringify(tasks));
  const { spec, body } = await view(project, '1');
  expect(spec).toMatchObject({ title: 'Model', status: 'complete', priority: 'high' });
  expect(body).toMatch(/## Problem\n\nWhy\n\n## Solution\n\nHow\n[^]*- \[x\] One\n- \[ \] Two/);
  expect((await view(project, '2')).spec).toMatchObject({ archivedAs: 'rejected', dependsOn: ['001-model'] });
  expect((await view(project, 'else')).spec).toMatchObject({
    sequence: 3,
    tags: ['other'],
    status: 'planned',
  });
});

it('beads: what blocks, priorities, times, and no ephemeral ones', async () => {
  const issues = [
    {
      id: 'bd-1',
      title: 'First',
      description: 'Why',
      status: 'closed',
      priority: 0,
      issue_type: 'bug',
      created_at: '2026-01-02T10:00:00Z',
      created_by: 'kim',
      closed_at: '2026-02-03T10:00:00Z',
      assignee: 'lee',
    },
    {
      id: 'bd-2',
      title: 'Second',
      status: 'open',
      priority: 4,
      created_at: '2026-01-03T10:00:00Z',
      dependencies: [{ issue_id: 'bd-2', depends_on_id: 'bd-1', type: 'blocks' }],
    },
    {
      id: 'bd-3',
      title: 'Gone',
      status: 'open',
      priority: 2,
      ephemeral: true,
      created_at: '2026-01-03T10:00:00Z',
    },
  ];
  const project = await imported('beads.mjs', issues.map((one) => JSON.stringify(one)).join('\n'));
  expect((await view(project, 'first')).spec).toMatchObject({
    status: 'complete',
    priority: 'critical',
    completed: '2026-02-03',
    created: '2026-01-02',
    assignee: 'lee',
    tags: ['bug'],
  });
  expect((await view(project, 'second')).spec).toMatchObject({ priority: 'low', dependsOn: ['001-first'] });
  expect((await project.run(['view', 'gone'])).code).toBe(1);
  expect((await project.run(['board', '--as-of', '2026-01-15'])).stdout).toMatch(/planned 2/);
});

it('github: what gh prints, closed as done or as not planned', async () => {
  const issues = [
    {
      number: 12,
      title: 'Crash',
      body: 'It does.',
      state: 'CLOSED',
      stateReason: 'COMPLETED',
      labels: [{ name: 'bug' }],
      assignees: [{ login: 'kim' }, { login: 'lee' }],
      author: { login: 'ada' },
      createdAt: '2025-01-02T10:00:00Z',
      closedAt: '2025-02-03T10:00:00Z',
      url: 'https://example.org/12',
    },
    {
      number: 13,
      title: 'Wish',
      body: '',
      state: 'CLOSED',
      stateReason: 'NOT_PLANNED',
      labels: [],
      assignees: [],
      createdAt: '2025-01-03T10:00:00Z',
      closedAt: '2025-01-04T10:00:00Z',
    },
    {
      number: 14,
      title: 'Open one',
      body: null,
      state: 'OPEN',
      labels: [],
      assignees: [],
      createdAt: '2025-01-05T10:00:00Z',
      closedAt: null,
    },
  ];
  const project = await imported('github.mjs', JSON.stringify(issues));
  expect((await view(project, '12')).spec).toMatchObject({
    status: 'complete',
    completed: '2025-02-03',
    assignee: 'kim',
    tags: ['bug'],
  });
  expect((await view(project, '13')).spec).toMatchObject({ archivedAs: 'rejected' });
  expect((await view(project, '14')).spec).toMatchObject({ status: 'planned', created: '2025-01-05' });
});

it('reads a file that is named, whatever it is called, or says why not', async () => {
  const line = '{"id":"1","title":"Model","status":"planned"}';
  const read = async (name: string, text: string) => {
    const project = new MemoryProject();
    project.files.write(name, text);
    const { code, stdout } = await project.run(['import', 'json', name]);
    return [code, /would be new|it is not [\w ]+|holds no documents/.exec(stdout)?.[0]];
  };
  for (const name of ['in.jsonl', 'in.json', 'in.txt', 'in'])
    expect(await read(name, line)).toEqual([0, 'would be new']);
  expect(await read('in.json', `[${line}]`)).toEqual([1, 'it is not a JSON object']);
  expect(await read('in.txt', 'Some text')).toEqual([1, 'it is not JSON']);
  expect(await read('in.json', '')).toEqual([0, 'holds no documents']);
});
