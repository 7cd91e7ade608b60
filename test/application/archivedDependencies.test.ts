import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';

let project: MemoryProject;
const run = async (...args: readonly string[]) => project.run(args);
const json = async (...args: readonly string[]) =>
  JSON.parse((await run(...args, '--json')).stdout) as {
    readonly specs: readonly { readonly ref: string }[];
  };

const CREATED = 'created: 2026-01-01';
const archived = (ref: string, frontmatter: string) =>
  project.spec(`archived/${ref}`, `${frontmatter}\n${CREATED}`, '# Old\n');

beforeEach(() => {
  project = new MemoryProject();
});

it.each([
  ['status: planned', 'archived'],
  ['status: in-progress', 'archived'],
  ['status: planned\narchived_as: rejected', 'rejected'],
  ['status: planned\narchived_as: deferred', 'deferred'],
  ['status: in-progress\narchived_as: superseded\nsuperseded_by: 003-c', 'superseded by 003-c'],
  ['status: complete', undefined],
  ['status: complete\narchived_as: superseded\nsuperseded_by: 003-c', undefined],
])(
  'a dependency on an archived spec counts as met only if that spec was completed: %j',
  async (frontmatter, end) => {
    archived('001-a', frontmatter);
    project.spec('002-b', `status: planned\n${CREATED}\ndepends_on: [001-a]`);
    project.spec('003-c', `status: complete\n${CREATED}`);
    const { specs: offered } = await json('next');
    expect(offered.map(({ ref }) => ref)).toEqual(end === undefined ? ['002-b'] : []);
    expect((await run('list')).stdout.includes('blocked')).toBe(end !== undefined);
    expect((await run('board')).stdout.includes('blocked by 001')).toBe(end !== undefined);
    const [, line] = (await run('deps', '2')).stdout.split('\n');
    expect(line).toBe(end === undefined ? '└─ ● 001 Old' : `└─ ⌂ 001 Old  ${end}`);
    const { stdout } = await run('validate', '--code', 'DEPENDENCY_ENDED');
    expect(stdout.includes('depends_on names 001-a, which was not completed')).toBe(end !== undefined);
    expect((await run('claim', '2')).stderr.includes(`not complete: 001-a (${end ?? ''})`)).toBe(
      end !== undefined,
    );
  },
);

describe('an archived spec', () => {
  const FORCED = ['--force', '--reason', 'x'];
  it.each<readonly [string, readonly string[]]>([
    ['planned', ['update', '1', '--status', 'in-progress']],
    ['in-progress', ['update', '1', '--status', 'in-progress']],
    ['complete', ['update', '1', '--status', 'in-progress']],
    ['complete', ['update', '1', '--status', 'in-progress', ...FORCED]],
    ['planned', ['update', '1', '2', '--status', 'in-progress', ...FORCED]],
    ['in-progress', ['update', '1', '--status', 'planned', ...FORCED]],
    ['complete', ['update', '1', '--status', 'planned', ...FORCED]],
    ['planned', ['claim', '1']],
    ['in-progress', ['claim', '1', '2']],
    ['complete', ['claim', '1']],
  ])('cannot be begun or claimed before it is unarchived, when it is %s: %j', async (status, args) => {
    archived('001-a', `status: ${status}\narchived_as: superseded`);
    project.spec('002-b', `status: planned\n${CREATED}`);
    const before = project.files.readText('specs/archived/001-a/README.md');
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('001-a is archived: there is nothing to work on.'),
    ]);
    expect(stderr).toContain(
      'Run `spectool archive 001-a --undo` to take the spec out of the archive first.',
    );
    expect(project.files.readText('specs/archived/001-a/README.md')).toBe(before);
    expect(project.files.readText('specs/002-b/README.md')).toContain('status: planned');
    await run('unarchive', '1');
    await run('update', '1', '--status', 'in-progress', '--force', '--reason', 'again');
    expect(project.files.readText('specs/001-a/README.md')).toMatch(/^---\nstatus: in-progress\ncreated/);
  });

  it('can be completed, and can get a known status, without unarchiving it', async () => {
    archived('001-a', 'status: in-progress');
    archived('003-c', 'status: todo');
    expect((await run('update', '1', '--status', 'complete')).code).toBe(0);
    expect((await run('update', '3', '--status', 'planned', '--force', '--reason', 'x')).code).toBe(0);
    expect((await run('update', '3', '--status', 'planned')).stderr).toContain('already has these values');
  });
});
