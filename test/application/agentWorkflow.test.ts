import { beforeEach, describe, expect, it } from '@jest/globals';
import { FixedActor, NoRepository } from '../../src/adapters/memory/testDoubles.js';
import type { Spectool } from '../../src/application/spectool.js';
import { MemoryProject } from '../support/memoryProject.js';

let project: MemoryProject;

beforeEach(() => {
  project = new MemoryProject();
});

describe('A command with a request id', () => {
  it('creates one spec, even when the command is sent repeatedly', async () => {
    const first = await project.spectool.createSpec.execute({ name: 'login', requestId: 'r1' });
    const again = await project.spectool.createSpec.execute({ name: 'login', requestId: 'r1' });
    const other = await project.spectool.createSpec.execute({ name: 'login', requestId: 'r2' });

    expect(again.spec.id).toBe(first.spec.id);
    expect(again.events).toEqual(first.events);
    expect([first, other].map(({ spec }) => spec.sequence)).toEqual([1, 2]);
    expect((await project.spectool.listSpecs.execute()).total).toBe(2);
  });

  it('adds one note, even when the command is sent repeatedly, and returns the same events', async () => {
    await project.spectool.createSpec.execute({ name: 'login' });
    const note = { spec: '1', text: 'halfway', requestId: 'n1' };
    const first = await project.spectool.addNote.execute(note);

    expect((await project.spectool.addNote.execute(note)).events).toEqual(first.events);
    expect(project.files.readText('specs/001-login/README.md')?.split('halfway')).toHaveLength(2);
  });
});

describe('Criteria to tick', () => {
  const body = '## Success Criteria\n\n- [ ] a\n- [ ] b\n- [ ] c\n- [ ] d\n';

  it.each([
    ['1,3', 'x x '],
    ['2-4', ' xxx'],
    ['1,3-4', 'x xx'],
  ])('are selected by numbers and ranges: %s', async (criteria, ticked) => {
    await project.spectool.createSpec.execute({ name: 'a', body });
    await project.spectool.checkCriteria.execute({ spec: '1', criteria: [criteria] });
    const { criteria: found } = await project.spectool.listCriteria.execute({ spec: '1' });

    expect(found.map(({ done }) => (done ? 'x' : ' ')).join('')).toBe(ticked);
  });

  it('accept several proofs at once, and show a test as unverified', async () => {
    await project.spectool.createSpec.execute({ name: 'a', body });
    const proof = { test: 'a > b', commit: 'abc', by: 'kim' };
    await project.spectool.checkCriteria.execute({ spec: '1', criteria: ['1'], ...proof });

    const { criteria } = await project.spectool.listCriteria.execute({ spec: '1' });
    expect(criteria[0]?.proof).toEqual(proof);
    expect((await project.run(['criteria', '1'])).stdout).toContain('unverified: test "a > b"; commit abc');
  });
});

it('a commit that proves a criterion is kept by its hash, and must exist', async () => {
  const hash = 'a'.repeat(40);
  class Named extends NoRepository {
    override commitNamed(name = ''): never {
      return (name === 'HEAD' ? hash : undefined) as never;
    }
  }
  const { spectool } = new MemoryProject({ commitLog: new Named() });
  await spectool.createSpec.execute({ name: 'a', body: '## Success Criteria\n\n- [ ] a\n' });
  const check = (commit: string) => spectool.checkCriteria.execute({ spec: '1', criteria: ['1'], commit });

  await expect(check('HAED')).rejects.toThrow('There is no commit "HAED".');
  const proofOf = async () => (await spectool.listCriteria.execute({ spec: '1' })).criteria[0]?.proof;
  await check('HEAD');
  expect(await proofOf()).toEqual({ commit: hash });
  await check('abc1234');
  expect(await proofOf()).toEqual({ commit: 'abc1234' });
});

it('completing a spec reports which specs can be begun now', async () => {
  const { createSpec, updateSpec } = project.spectool;
  await createSpec.execute({ name: 'first' });
  await createSpec.execute({ name: 'second', dependsOn: ['1'] });
  await createSpec.execute({ name: 'third', dependsOn: ['1', '2'] });
  await updateSpec.execute({ spec: '1', status: 'in-progress' });

  const { warnings } = await updateSpec.execute({ spec: '1', status: 'complete', force: true, reason: 'x' });

  expect(warnings.filter(({ code }) => code === 'UNBLOCKED')).toEqual([
    { code: 'UNBLOCKED', message: 'Ready to begin: 002-second.' },
  ]);
});

it('specs of other people come last in next, and prime does not offer them', async () => {
  const { createSpec, nextSpecs, primeProject } = project.spectool;
  await createSpec.execute({ name: 'theirs', assignee: 'lee', priority: 'critical', body: 'Text.\n' });
  await createSpec.execute({ name: 'free', priority: 'low', body: 'Text.\n' });
  const names = async () => (await nextSpecs.execute({})).specs.map(({ name }) => name);

  expect(await names()).toEqual(['free', 'theirs']);
  const { ready } = await primeProject.execute();
  expect(ready.shown.map(({ ref }) => ref)).toEqual(['002-free']);
});

it('a claim prints the open criteria of the spec and the next command', async () => {
  const body = '# A\n\n## Success Criteria\n\n- [x] a\n- [ ] AC2: b\n- [ ] c\n';
  await project.spectool.createSpec.execute({ name: 'a', body });
  expect((await project.run(['next', '--claim'])).stdout).toMatch(
    /\n {2}2 {2}AC2: b\n {2}3 {2}c\nRead the spec: spectool view 001-a\nWhen a test named 001\/AC2 passes: spectool prove REPORT\nWithout a test: spectool check 001-a 2\n$/,
  );
  await project.spectool.createSpec.execute({ name: 'b', body: 'Text.\n' });
  expect((await project.run(['claim', '2'])).stdout).toContain(
    'When the work is done: spectool update 002-b',
  );
  await project.run(['release', '1', '--status', 'planned']);
  await project.run(['next', '--claim', '--code', 'src/a,test/a']);
  expect((await project.spectool.viewSpec.execute({ spec: '1' })).spec.fields).toMatchObject({
    code: ['src/a', 'test/a'],
  });
});

it('create refuses a placeholder, and does not tell to begin a spec that waits for another', async () => {
  await expect(project.spectool.createSpec.execute({ name: 'TEXT' })).rejects.toThrow('own words');
  await project.spectool.createSpec.execute({ name: 'first' });
  expect((await project.run(['create', 'free'])).stdout).toContain('Before you begin');
  expect((await project.run(['create', 'second', '--depends-on', '1'])).stdout).not.toContain('begin');
});

describe('A spec whose text nobody has written', () => {
  const begun = async (body?: string) => {
    await project.spectool.createSpec.execute({ name: 'login', ...(body !== undefined && { body }) });
  };

  it.each([
    ['is still its template', undefined],
    ['has only headings', '# Login\n\n## Problem\n\n- [ ]\n'],
  ])('is not offered, and claim and prime say to write it: it %s', async (_what, body) => {
    await begun(body);
    const { specs, notReady } = await project.spectool.nextSpecs.execute();
    expect([specs, notReady]).toEqual([[], [{ why: 'unwritten', specs: ['001-login'] }]]);
    await expect(project.spectool.claimNext.execute()).rejects.toMatchObject({
      message: 'There is nothing to claim: 1 spec has no text yet: 001-login.',
      hint: 'Write the problem, the solution and the criteria in specs/001-login/README.md, then claim again.',
    });
    expect((await project.run(['claim', '1'])).stderr).toContain('001-login has no text yet');
    expect((await project.run(['prime'])).stdout).toContain('next write its text');
  });

  it('is completed by three commands, which say that it has no text', async () => {
    await begun();
    const first = await project.run(['update', '1', '--status', 'in-progress']);
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('001-login has no text yet')]);
    const second = await project.run(['update', '1', '--status', 'complete']);
    expect([second.code, second.stderr]).toEqual([0, expect.stringContaining('complete without text')]);
  });
});

it.each([
  ['claimed', 'claimed by @lee', async (lee: Spectool) => lee.claimSpecs.execute({ specs: ['1'] })],
  [
    'assigned and begun elsewhere',
    'in progress',
    async () => project.spec('001-a', 'status: in-progress\ncreated: 2026-01-01\nassignee: lee'),
  ],
  [
    'blocked',
    'waits for other specs',
    async (lee: Spectool) => {
      await lee.createSpec.execute({ name: 'b', body: 'Text.\n' });
      await lee.claimSpecs.execute({ specs: ['2'] });
      await lee.updateSpec.execute({ spec: '1', addDependencies: ['2'] });
    },
  ],
  [
    'archived',
    'No planned spec matches',
    async (lee: Spectool) => lee.archiveSpecs.execute({ specs: ['1'], outcome: 'rejected', reason: 'x' }),
  ],
])('next with nothing to offer says who holds what, not to create one: %s', async (_state, words, change) => {
  project.spec('001-a', 'status: planned\ncreated: 2026-01-01');
  await change(new MemoryProject({ actors: new FixedActor('lee') }, project.files).spectool);
  for (const line of [
    ['next'],
    ['next', '--tag', 'x'],
    ['board', '--tag', 'x'],
    ['list', '--tag', 'x'],
    [],
  ]) {
    const { stdout } = await project.run(line);
    expect(stdout).not.toMatch(/create/i);
    if (line.length === 1) expect(stdout).toContain(words);
  }
});

describe('The hints of create, next and prime', () => {
  it('name `claim`, which a beginning by `update` is too where a second actor works', async () => {
    await project.run(['create', 'login', '--body', '-'], undefined, Buffer.from('Text.\n'));
    const lee = new MemoryProject({ actors: new FixedActor('lee') }, project.files);
    const created = await lee.run(['create', 'logout', '--body', '-'], undefined, Buffer.from('Text.\n'));

    expect(created.stdout).toContain('Before you begin: spectool claim 002');
    expect((await lee.run(['next'])).stdout).toContain('spectool claim 001');
    expect((await lee.run(['prime'])).stdout).toContain('spectool claim <spec>');
    const begun = await lee.run(['update', '1', '--status', 'in-progress']);
    expect(begun.stdout).toMatch(/planned → in-progress\n.*claimed by @lee for 4h\n.*assignee set to @lee/);
    expect((await lee.spectool.listSpecs.execute({})).specs[0]?.claim).not.toHaveProperty('byUpdate');
    expect((await project.run(['update', '1', '--assignee', 'kim'])).stderr).toContain('[ALREADY_CLAIMED]');
    const clock = { now: () => '2026-03-15T12:00:00.000Z', today: () => '2026-03-15' };
    const zoe = new MemoryProject({ actors: new FixedActor('zoe'), clock }, project.files);
    expect((await zoe.run(['update', '2', '--status', 'in-progress'])).stdout).not.toContain('claimed');
  });
});
