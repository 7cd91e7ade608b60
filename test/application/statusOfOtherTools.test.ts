import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

const FOREIGN: Readonly<Record<string, string>> = {
  '001-a': 'status: archived\ncreated: 2025-01-01\ncompleted: 2025-02-01\nteam: web',
  '002-b': "status: archived\ncreated: 2025-01-01\ncompleted_at: '2025-02-02T10:00:00Z'",
  '003-c': 'status: done\ncreated: 2025-01-01',
  '004-d': 'status: parked\ncreated: 2025-01-01\nteam: web',
  '005-e': 'status: planned\ncreated: 2025-01-01\nteam: web',
};

let project: MemoryProject;
const json = async (...args: readonly string[]) => {
  const { stdout } = await project.run([...args, '--json']);
  return JSON.parse(stdout) as { specs: { ref: string; status: string; completed?: string }[] };
};
const listed = async (...args: readonly string[]) =>
  (await json('list', '--all', ...args)).specs.map(({ ref }) => ref);
const text = (path: string) => project.files.readText(path) ?? '';

beforeEach(() => {
  project = new MemoryProject();
  for (const [ref, frontmatter] of Object.entries(FOREIGN)) project.spec(ref, frontmatter);
  project.files.write('specs/archived/006-f/README.md', '---\nstatus: done\ncreated: 2025-01-01\n---\n# f\n');
});

describe('Specs with a status of another tool', () => {
  it('are found by the values of their fields', async () => {
    expect(await listed('--status', 'unknown')).toEqual(['001-a', '002-b', '003-c', '004-d', '006-f']);
    expect(await listed('--where', 'status=archived')).toEqual(['001-a', '002-b']);
    expect(await listed('--where', 'team=web', '--where', 'status=unknown')).toEqual(['001-a', '004-d']);
    expect(await listed('--field', 'team=web')).toEqual(['001-a', '004-d', '005-e']);
  });

  it('get a known status by update --where, and keep their dates', async () => {
    const because = ['--force', '--reason', 'archived means complete'];
    await project.run(['update', '--where', 'status=archived', '--status', 'complete', ...because]);
    const { specs } = await json('list', '--all', '--status', 'complete');
    expect(specs.map(({ ref, completed }) => [ref, completed])).toEqual([
      ['001-a', '2025-02-01'],
      ['002-b', '2025-02-02'],
    ]);
    expect(text('specs/002-b/README.md')).toContain("completed_at: '2025-02-02T10:00:00Z'");
  });

  it.each([
    [['update', '--map', 'archived=complete'], 'replaces a status word'],
    [['update', '--add-tag', 'x'], 'No spec was selected'],
    [['archive'], 'No spec was selected'],
  ])('are not changed by an invalid command: %j', async (args, message) => {
    const { code, stderr } = await project.run(args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('cause errors and findings with a hint to update --where', async () => {
    const advice = 'spectool update --where status=archived --status complete --force --reason TEXT';
    const refused = await project.run(['update', '1', '--status', 'in-progress']);
    expect(refused.stderr).toContain(advice);
    expect((await project.run(['validate', '1'])).stdout).toContain(advice);
  });
});

it('All specs with the same value of a field are changed, archived and unarchived together by --where', async () => {
  expect((await json('update', '--where', 'team=web', '--add-tag', 'q3')).specs).toHaveLength(3);
  expect((await json('archive', '--where', 'tag=q3')).specs).toHaveLength(3);
  expect((await json('list', '--status', 'archived')).specs.map(({ ref }) => ref)).toEqual(
    '001-a 004-d 005-e 006-f'.split(' '),
  );
  expect((await json('unarchive', '--where', 'tag=q3')).specs).toHaveLength(3);
  const { code, stderr } = await project.run(['archive', '--where', 'team=nobody']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('No spec matches the filter')]);
});
