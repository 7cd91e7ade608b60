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

  it.each([
    ['--map', 'archived=complete,done=complete'],
    ['--map', 'archived=complete', '--map', 'Done=complete'],
    ['--map', 'archived=complete', 'done=complete'],
  ])('get a known status by update --map, archived specs too, and keep their dates: %j', async (...flags) => {
    const { stdout, stderr, code } = await project.run(['update', ...flags]);
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'Updated 4 specs']);
    expect(stderr).toContain('Other specs have an unknown status: "parked" (1).');
    const { specs } = await json('list', '--all', '--status', 'complete');
    expect(specs.map(({ ref, completed }) => [ref, completed])).toEqual([
      ['001-a', '2025-02-01'],
      ['002-b', '2025-02-02'],
      ['003-c', '2026-02-01'],
      ['006-f', '2026-02-01'],
    ]);
    expect(text('specs/002-b/README.md')).toContain("completed_at: '2025-02-02T10:00:00Z'");
  });

  it('are mapped once: a second update --map has nothing to do', async () => {
    await project.run(['update', '--map', 'archived=complete']);
    const { code, stdout, stderr } = await project.run(['update', '--map', 'archived=complete']);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('No spec matches the given values');
  });

  it('are mapped only if they are selected, and a dry run writes nothing', async () => {
    const before = text('specs/001-a/README.md');
    const would = await project.run(['update', '--map', 'archived=complete', '--dry-run']);
    expect(would.stdout).toMatch(/^Would update 2 specs\n/);
    expect(text('specs/001-a/README.md')).toBe(before);
    expect((await json('update', '2-9', '--map', 'archived=complete')).specs).toMatchObject([
      { ref: '002-b' },
    ]);
    const web = await json('update', '--where', 'team=web', '--map', 'archived=complete', 'parked=To-Do');
    expect(web.specs.map(({ ref, status }) => [ref, status])).toEqual([
      ['001-a', 'complete'],
      ['004-d', 'planned'],
    ]);
  });

  it.each([
    [['update', '--map', 'planned=complete'], '"planned" is already a status'],
    [['update', '--map', 'archived=finito', '--dry-run'], '"finito" is not a valid status'],
    [['update', '--map', 'archived=complete', '--status', 'complete'], 'cannot be given together'],
    [['update', '--add-tag', 'x'], 'No specs were selected'],
    [['archive'], 'No specs were selected'],
  ])('are not changed by an invalid command: %j', async (args, message) => {
    const { code, stderr } = await project.run(args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  // A regular expression that can match each letter in two ways would take exponential time for this argument.
  it('are not changed when a long argument is neither a mapping nor an existing spec', async () => {
    const { code, stderr } = await project.run([
      ...['update', `x=${'a'.repeat(60)}1`, '--map', 'archived=complete'],
    ]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('SPEC_NOT_FOUND')]);
  });

  it('cause errors and findings with a hint to update --map', async () => {
    const advice = 'spectool update --map archived=complete';
    const refused = await project.run(['update', '1', '--status', 'in-progress']);
    expect(refused.stderr).toContain(advice);
    expect((await project.run(['validate', '1'])).stdout).toContain(advice);
  });
});

it('All specs with the same value of a field are changed, archived and unarchived together by --where', async () => {
  expect((await json('update', '--where', 'team=web', '--add-tag', 'q3')).specs).toHaveLength(3);
  expect((await json('archive', '--where', 'tag=q3')).specs).toHaveLength(3);
  expect((await json('list', '--archived')).specs.map(({ ref }) => ref)).toEqual([
    '001-a',
    '004-d',
    '005-e',
    '006-f',
  ]);
  expect((await json('unarchive', '--where', 'tag=q3')).specs).toHaveLength(3);
  const { code, stderr } = await project.run(['archive', '--where', 'team=nobody']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('No spec matches the given values')]);
});
