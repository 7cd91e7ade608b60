import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

const EXAMPLES = join(import.meta.dirname, '../../examples/import');

/** Returns all strings inside a JSON value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function converted(converter: string, input: string, ...args: readonly string[]): string {
  return execFileSync(process.execPath, [join(EXAMPLES, converter), ...args], { input, encoding: 'utf8' });
}

/** Converts the given input to JSON and imports that into a new project. */
async function imported(
  converter: string,
  input: string,
  ...args: readonly string[]
): Promise<MemoryProject> {
  const lines = converted(converter, input, ...args);
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

it('the converter taskmaster.mjs converts tasks of each tag, with details as sections and subtasks as criteria', async () => {
  const tasks = {
    master: {
      tasks: [
        {
          id: 1,
          title: 'Model',
          description: 'Why',
          status: 'done',
          priority: 'high',
          assignee: 'mo',
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
  expect(spec).toMatchObject({ title: 'Model', status: 'complete', priority: 'high', assignee: 'mo' });
  expect(body).toMatch(/## Problem\n\nWhy\n\n## Solution\n\nHow\n[^]*- \[x\] One\n- \[ \] Two/);
  expect((await view(project, '2')).spec).toMatchObject({ archivedAs: 'rejected', dependsOn: ['001-model'] });
  expect((await view(project, 'else')).spec).toMatchObject({
    sequence: 3,
    tags: ['other'],
    status: 'planned',
  });
});

it('the converter beads.mjs passes over lines that are no issues, says so, and makes criteria of a list', async () => {
  const lines = [
    {
      _type: 'issue',
      id: 'a',
      title: 'A',
      status: 'open',
      acceptance_criteria: ['Paid once', 'Receipt sent'],
    },
    {
      _type: 'issue',
      id: 'b',
      title: 'B',
      status: 'closed',
      closed_at: '2024-01-02',
      acceptance_criteria: ['Paid'],
    },
    { _type: 'memory', key: 'deploy-note', value: 'On Tuesday' },
  ];
  const input = lines.map((line) => JSON.stringify(line)).join('\n');
  const { stderr } = spawnSync(process.execPath, [join(EXAMPLES, 'beads.mjs')], { input, encoding: 'utf8' });
  expect(stderr).toBe('Passed over, since they are no issues: 1 lines.\n');
  const project = await imported('beads.mjs', input);
  expect((await view(project, 'a')).body).toContain('- [ ] Paid once\n- [ ] Receipt sent');
  expect((await view(project, 'b')).body).toMatch(/## Acceptance Criteria\n\n- Paid\n/);
});

it('the converter beads.mjs converts blockers, parents, priorities and times, and skips ephemeral issues', async () => {
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
      dependencies: [
        { issue_id: 'bd-2', depends_on_id: 'bd-1', type: 'blocks' },
        { issue_id: 'bd-2', depends_on_id: 'bd-4', type: 'parent-child' },
      ],
    },
    {
      id: 'bd-3',
      title: 'Gone',
      status: 'open',
      priority: 2,
      ephemeral: true,
      created_at: '2026-01-03T10:00:00Z',
    },
    { id: 'bd-4', title: 'Epic', status: 'open', created_at: '2026-01-20T10:00:00Z' },
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
  expect((await view(project, 'second')).spec).toMatchObject({
    priority: 'low',
    partOf: '003-epic',
    dependsOn: ['001-first'],
    related: [],
  });
  expect((await project.run(['view', 'gone'])).code).toBe(1);
});

it.each([
  [
    'taskmaster.mjs',
    {
      tasks: [
        {
          id: 1,
          title: 'The first task',
          description: 'Why it is done',
          status: 'pending',
          details: 'How it is\n\ndone',
          testStrategy: 'So that it is',
          complexityReasoning: `Too much of ${'it '.repeat(80)}`,
          effort: 'three whole days',
          metadata: { where: 'in some place' },
          subtasks: [
            {
              id: 1,
              title: 'The first\npart',
              status: 'in-progress',
              description: 'Why the part',
              details: 'First paragraph.\n\n## No section\n\nSecond paragraph.',
              testStrategy: 'Run the part',
              dependencies: [2],
              effort: 'two whole days',
              metadata: { where: 'in another place' },
            },
            { id: 2, title: 'The second part', status: 'done' },
          ],
        },
      ],
    },
  ],
  [
    'beads.mjs',
    {
      id: 'bd-1',
      title: 'The first issue',
      status: 'open',
      created_at: '2024-01-01T00:00:00Z',
      created_by: 'kim lee',
      description: 'Why it is',
      design: 'How it is',
      acceptance_criteria: 'When it is',
      notes: 'What is else',
      comments: [{ author: 'ada byron', text: 'One line.\n\n# Another line.', created_at: '2024-01-02' }],
      external_ref: 'gh 9 there',
      estimated_minutes: 90,
      metadata: { where: 'in some place' },
    },
  ],
  [
    'github.mjs',
    [
      {
        number: 1,
        title: 'The first issue',
        body: 'What it is',
        state: 'OPEN',
        createdAt: '2025-01-02T10:00:00Z',
        comments: [{ author: { login: 'kim' }, body: 'Two lines.\n\n# In it.', createdAt: '2025-01-03' }],
        milestone: { title: 'The next one' },
      },
    ],
  ],
])('the converter %s keeps all text of its input', async (converter, input) => {
  const out = converted(converter, JSON.stringify(input));
  const kept = out.replaceAll('\\n', ' ').replace(/\s+/g, ' ');
  for (const text of textsIn(input).filter((one) => /\S\s+\S/.test(one)))
    for (const line of text.split('\n\n')) expect(kept).toContain(line.replace(/\s+/g, ' ').trim());
  const { body } = JSON.parse(out) as { body: string };
  const project = await imported(converter, JSON.stringify(input));
  expect((await view(project, '1')).body).toContain(body.trim());
  // Headings in the text of the input do not become headings of the spec.
  expect(body).not.toMatch(/^ {0,3}#+ (?:No section|Another line|In it)/m);
});

it('the converter github.mjs converts the output of gh, and tells completed issues from those not planned', async () => {
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

it('import json reads a file with any extension, or says why the file cannot be read', async () => {
  const line = '{"id":"1","title":"Model","status":"planned"}';
  const read = async (name: string, text: string) => {
    const project = new MemoryProject();
    project.files.write(name, text);
    const { code, stdout } = await project.run(['import', 'json', name]);
    return [code, /would be new|the line is not [\w ]+|has no documents/.exec(stdout)?.[0]];
  };
  for (const name of ['in.jsonl', 'in.json', 'in.txt', 'in'])
    expect(await read(name, line)).toEqual([0, 'would be new']);
  expect(await read('in.json', `[${line}]`)).toEqual([1, 'the line is not a JSON object']);
  expect(await read('in.txt', 'Some text')).toEqual([1, 'the line is not JSON']);
  expect(await read('in.json', '')).toEqual([0, 'has no documents']);
});
