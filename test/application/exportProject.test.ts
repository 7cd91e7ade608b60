import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ExportProjectResult } from '../../src/application/queries/project/exportProject.js';
import { MemoryBranch } from '../support/memoryBranches.js';
import { expectRefusalOf } from '../support/thrownError.js';

type Tool = MemoryBranch['tool'];
let tool: Tool;

const at = async (day: string, act: (spectool: Tool) => Promise<unknown>) => {
  tool.clock.set(`${day}T10:00:00.000Z`);
  await act(tool);
};

/** Creates one spec and makes every kind of change to it, and creates another spec. */
beforeEach(async () => {
  ({ tool } = await MemoryBranch.begun());
  const body = '# B\n\n## Success Criteria\n\n- [ ] done\n';
  await at('2026-01-06', (one) => one.createSpec.execute({ name: 'b', body, dependsOn: ['1'] }));
  await at('2026-01-08', (one) => one.claimSpecs.execute({ specs: ['2'] }));
  await at('2026-01-09', (one) => one.addNote.execute({ spec: '2', text: 'looks good' }));
  await at('2026-01-10', (one) => one.checkCriteria.execute({ spec: '2', criteria: ['1'], by: 'kim' }));
  await at('2026-01-12', (one) => one.updateSpec.execute({ spec: '2', status: 'complete' }));
  await at('2026-01-15', (one) => one.archiveSpecs.execute({ specs: ['2'] }));
});

describe('export', () => {
  it('contains each spec completely: text, criteria and events', async () => {
    const { specs, total } = await tool.exportProject.execute({ scope: 'all' });
    expect(total).toBe(2);
    const b = specs.find(({ spec }) => spec.name === 'b');
    expect(b).toMatchObject({
      files: ['README.md'],
      criteria: [{ n: 1, text: 'done', done: true }],
    });
    expect(b?.body).toContain('looks good');
    expect(b?.events.map(({ type }) => type).at(0)).toBe('SpecArchived');
    expect(b?.events.map(({ type }) => type).at(-1)).toBe('SpecCreated');
  });

  it('leaves out archived specs by default, and specs that a filter excludes', async () => {
    const refs = ({ specs }: ExportProjectResult) => specs.map(({ spec }) => spec.ref);
    expect(refs(await tool.exportProject.execute())).toEqual(['001-a']);
    expect(refs(await tool.exportProject.execute({ scope: 'all', status: ['complete'] }))).toEqual(['002-b']);
    const done = ['Done' as 'complete'];
    expect(refs(await tool.exportProject.execute({ scope: 'all', status: done }))).toEqual(['002-b']);
    await expectRefusalOf(
      () => tool.exportProject.execute({ status: ['complte' as 'complete'] }),
      'FIELD_INVALID',
    );
  });

  it('does not depend on the time at which it runs', async () => {
    await at('2026-01-16', (one) => one.claimSpecs.execute({ specs: ['1'] }));
    const first = await tool.exportProject.execute({ scope: 'all' });
    tool.clock.set('2027-03-01T10:00:00.000Z');
    expect(await tool.exportProject.execute({ scope: 'all' })).toEqual(first);
    expect(first.specs[0]?.spec.claim).toMatchObject({ by: 'ada' });
  });
});
