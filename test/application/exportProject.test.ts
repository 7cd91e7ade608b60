import { beforeEach, describe, expect, it } from '@jest/globals';
import { FixedActor } from '../../src/adapters/memory/fixedActor.js';
import type { ExportProjectResult } from '../../src/application/queries/exportProject.js';
import { MemoryProject } from '../support/memoryProject.js';
import { MemoryBranch } from '../support/memoryBranches.js';

type Tool = MemoryBranch['tool'];
let tool: Tool;

const at = async (now: string, act: (spectool: Tool) => Promise<unknown>) => {
  tool.clock.set(now);
  await act(tool);
};

/** A spec that lives through everything a spec can, and one beside it. */
beforeEach(async () => {
  ({ tool } = await MemoryBranch.begun());
  await at('2026-01-06T10:00:00.000Z', (one) =>
    one.createSpec.execute({
      name: 'b',
      body: '# B\n\n## Success Criteria\n\n- [ ] done\n',
      dependsOn: ['1'],
    }),
  );
  await at('2026-01-08T10:00:00.000Z', (one) => one.claimSpecs.execute({ specs: ['2'] }));
  await at('2026-01-09T10:00:00.000Z', (one) => one.addNote.execute({ spec: '2', text: 'looks good' }));
  await at('2026-01-10T10:00:00.000Z', (one) =>
    one.checkCriteria.execute({ spec: '2', criteria: ['1'], by: 'kim' }),
  );
  await at('2026-01-12T10:00:00.000Z', (one) => one.updateSpec.execute({ spec: '2', status: 'complete' }));
  await at('2026-01-15T10:00:00.000Z', (one) => one.archiveSpecs.execute({ specs: ['2'] }));
});

describe('an export of the project', () => {
  it('has every spec whole: text, criteria, what it waits for, events', async () => {
    const { specs, total } = await tool.exportProject.execute({ scope: 'all' });
    expect(total).toBe(2);
    const b = specs.find(({ spec }) => spec.name === 'b');
    expect(b).toMatchObject({
      files: ['README.md'],
      criteria: [{ n: 1, text: 'done', done: true }],
      phases: [
        { day: '2026-01-06', state: 'planned' },
        { day: '2026-01-08', state: 'in-progress' },
        { day: '2026-01-12', state: 'complete' },
        { day: '2026-01-15', state: 'archived' },
      ],
    });
    expect(b?.body).toContain('looks good');
    expect(b?.events.map(({ type }) => type).at(0)).toBe('SpecArchived');
    expect(b?.events.map(({ type }) => type).at(-1)).toBe('SpecCreated');
  });

  it('leaves archived specs and what a filter does not want', async () => {
    const refs = ({ specs }: ExportProjectResult) => specs.map(({ spec }) => spec.ref);
    expect(refs(await tool.exportProject.execute())).toEqual(['001-a']);
    expect(refs(await tool.exportProject.execute({ scope: 'all', status: ['complete'] }))).toEqual(['002-b']);
    await expect(tool.exportProject.execute({ status: ['done'] })).rejects.toMatchObject({
      code: 'FIELD_INVALID',
    });
  });

  it('tells of each day what the board of that day does', async () => {
    const { specs } = await tool.exportProject.execute({ scope: 'all' });
    for (let day = 4; day <= 17; day++) {
      const date = `2026-01-${String(day).padStart(2, '0')}`;
      const { columns } = await tool.showBoard.execute({ asOf: date });
      const board = columns.flatMap(({ key, specs: shown }) => shown.map(({ ref }) => `${ref} ${key}`));
      const phases = specs.flatMap(({ spec, phases: own }) => {
        const state = own.findLast((phase) => phase.day <= date)?.state ?? 'gone';
        return state === 'gone' || state === 'archived' ? [] : [`${spec.ref} ${state}`];
      });
      expect([date, phases.sort()]).toEqual([date, board.sort()]);
    }
  });

  it('is the same whenever it is made', async () => {
    await at('2026-01-16T10:00:00.000Z', (one) => one.claimSpecs.execute({ specs: ['1'] }));
    const first = await tool.exportProject.execute({ scope: 'all' });
    tool.clock.set('2027-03-01T10:00:00.000Z');
    expect(await tool.exportProject.execute({ scope: 'all' })).toEqual(first);
    expect(first.specs[0]?.spec.claim).toMatchObject({ by: 'ada' });
  });

  it('leaves people out where that is asked for', async () => {
    await at('2026-01-16T10:00:00.000Z', (one) =>
      one.updateSpec.execute({ spec: '1', assignee: 'zoe', reviewer: 'max' }),
    );
    await at('2026-01-17T10:00:00.000Z', (one) => one.claimSpecs.execute({ specs: ['1'] }));
    const whole = JSON.stringify(await tool.exportProject.execute({ scope: 'all' }));
    const redacted = JSON.stringify(await tool.exportProject.execute({ scope: 'all', redact: true }));
    for (const name of ['"zoe"', '"max"', '"ada"', '(ada)']) {
      expect(whole).toContain(name);
      expect(redacted).not.toContain(name);
    }
    expect(redacted).toContain('looks good');
  });

  it('names nobody anywhere, whatever the name holds', async () => {
    const project = new MemoryProject();
    const tool = project.spectool;
    const by = (name: string) => new MemoryProject({ actors: new FixedActor(name) }, project.files).spectool;
    await tool.createSpec.execute({ name: 'one', assignee: 'zoe', reviewer: 'zac' });
    for (const text of ['it works', 'it is fast']) await tool.addCriterion.execute({ spec: '1', text });
    await tool.checkCriteria.execute({ spec: '1', criteria: ['1'], by: 'zoe' });
    await tool.checkCriteria.execute({ spec: '1', criteria: ['2'], commit: 'abc1234' });
    for (const name of ['zoe (ops)', 'zac: a): b', `z${'o'.repeat(250)}e`])
      await by(name).addNote.execute({ spec: '1', text: 'a word' });
    await tool.replaceSection.execute({ spec: '1', heading: 'Notes', set: 'new\n' });
    await by('zoe').addNote.execute({ spec: '1', text: 'seen (twice): fine' });
    project.spec('002-b', 'status: planned\ncreated: 2026-01-02\nassignee: zoe\nreviewer: zac\nplace: here');
    await tool.updateSpec.execute({ spec: '2', priority: 'high' });
    const redacted = await tool.exportProject.execute({ scope: 'all', redact: true });
    expect(JSON.stringify(redacted)).not.toMatch(/zoe|zac|zoo/);
    const [one, two] = redacted.specs;
    expect(one?.criteria).toMatchObject([
      { proof: { by: 'somebody' }, tickedBy: null },
      { proof: { commit: 'abc1234' }, tickedBy: null },
    ]);
    expect(one?.body).toContain('seen (twice): fine');
    // A field of the project's own is nobody's name.
    expect(JSON.stringify(two?.events)).toContain('"place":"here"');
  });
});

it('specs without a log have the days their documents tell', async () => {
  const project = new MemoryProject();
  project.spec('001-a', 'status: complete\ncreated: 2026-01-02\ncompleted: 2026-01-09');
  project.spec('002-b', 'status: sleeping\ncreated: 2026-01-03');
  const { specs } = await project.spectool.exportProject.execute();
  expect(specs.map(({ phases }) => phases.map(({ day, state }) => `${day} ${state}`))).toEqual([
    ['2026-01-02 planned', '2026-01-09 complete'],
    ['2026-01-03 unknown'],
  ]);
});
