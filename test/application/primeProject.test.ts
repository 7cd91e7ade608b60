import { expect, it } from '@jest/globals';
import { createTestSpectool } from '../../src/composition/testing.js';
import { MemoryBranch } from '../support/memoryBranches.js';

/** Returns spectool for the same project at another time and for another actor. */
const at = (now: string, actor: string, { files }: ReturnType<typeof createTestSpectool>) =>
  createTestSpectool({ fileSystem: files, now: `2026-01-05T${now}:00.000Z`, actor });

async function project() {
  const ada = createTestSpectool({ actor: 'ada', now: '2026-01-05T10:00:00.000Z' });
  await ada.initProject.execute({ agentTools: 'none' });
  for (const name of ['first', 'second', 'third'])
    await ada.createSpec.execute({ name, body: '# T\n\n## Success Criteria\n\n- [ ] fast\n- [ ] small\n' });
  return ada;
}

it('prime lists changes of other actors since the last change of the actor, one line for each spec', async () => {
  const ada = await project();
  const kim = at('11:00', 'kim', ada);
  await kim.claimSpecs.execute({ specs: ['1'] });
  await kim.checkCriteria.execute({ spec: '1', criteria: ['1', '2'] });
  await kim.addNote.execute({ spec: '1', text: 'measured' });
  await at('11:30', 'lee', ada).updateSpec.execute({ spec: '2', priority: 'high', addTags: ['web'] });
  const { changes, since } = await at('12:00', 'ada', ada).primeProject.execute();
  expect(since).toEqual({ at: '2026-01-05T10:00:00.000Z', from: 'own' });
  expect(changes).toEqual({
    total: 2,
    shown: [
      expect.objectContaining({ sequence: 2, by: ['lee'], change: { fields: ['priority', 'tags'] } }),
      expect.objectContaining({
        sequence: 1,
        by: ['kim'],
        change: {
          status: { from: 'planned', to: 'in-progress' },
          fields: ['assignee'],
          claimedBy: 'kim',
          ticked: 2,
          notes: 1,
        },
      }),
    ],
  });
});

it('prime names a changed spec without a folder as the log does, whether it was deleted or removed by hand', async () => {
  const ada = await project();
  const kim = at('11:00', 'kim', ada);
  await kim.addNote.execute({ spec: '1', text: 'mine' });
  await kim.deleteSpec.execute({ spec: '1', reason: 'made twice', force: true });
  await at('11:30', 'kim', ada).addNote.execute({ spec: '2', text: 'mine' });
  ada.files.remove('specs/002-second/README.md');
  const { changes } = await at('12:00', 'ada', ada).primeProject.execute();
  expect(changes.shown).toEqual([
    { ref: '002-second', sequence: null, title: 'T', by: ['kim'], change: { notes: 1 } },
    { ref: '001-first', sequence: null, title: 'T', by: ['kim'], change: { notes: 1, deleted: true } },
  ]);
});

it('prime lists the specs that the actor holds, with the end of the lease, and the specs that are ready', async () => {
  const ada = await project();
  await ada.updateSpec.execute({ spec: '3', priority: 'high' });
  await ada.claimSpecs.execute({ specs: ['1'] });
  await at('10:05', 'kim', ada).claimSpecs.execute({ specs: ['2'] });
  const { holding, ready, byStatus } = await at('10:10', 'ada', ada).primeProject.execute();
  expect(holding).toEqual({
    total: 1,
    shown: [
      {
        ref: '001-first',
        sequence: 1,
        title: 'T',
        until: '2026-01-05T14:00:00.000Z',
        path: 'specs/001-first/README.md',
        criteria: { done: 0, total: 2 },
        open: { n: 1, text: 'fast' },
        openAfter: [{ n: 2, text: 'small' }],
      },
    ],
  });
  expect(ready.shown.map(({ sequence, priority }) => [sequence, priority])).toEqual([[3, 'high']]);
  expect(byStatus).toEqual({ planned: 1, 'in-progress': 2, complete: 0 });
});

it('prime covers the last day when the actor has no record in the log, or starts at the given time', async () => {
  const ada = await project();
  const lee = at('12:00', 'lee', ada);
  expect((await lee.primeProject.execute()).since).toEqual({ at: '2026-01-04T12:00:00.000Z', from: 'day' });
  expect((await lee.primeProject.execute()).changes.total).toBe(3);
  const { since, changes } = await lee.primeProject.execute({ since: '1h' });
  expect(since).toEqual({ at: '2026-01-05T11:00:00.000Z', from: 'given' });
  expect(changes.total).toBe(0);
});

it('prime finds the last change of the actor before later changes of other actors', async () => {
  const ada = await project();
  await at('11:00', 'lee', ada).addNote.execute({ spec: '1', text: 'one' });
  await at('11:10', 'kim', ada).addNote.execute({ spec: '2', text: 'two' });
  await at('11:20', 'kim', ada).addNote.execute({ spec: '1', text: 'three' });
  const { since, changes } = await at('12:00', 'lee', ada).primeProject.execute();
  expect(since.at).toBe('2026-01-05T11:00:00.000Z');
  expect(changes.shown.map(({ sequence }) => sequence)).toEqual([1, 2]);
});

it('prime and validate report a spec that branches claimed twice and set differently, and name the claim without effect', async () => {
  const ada = await MemoryBranch.begun();
  const [kim, lee] = [
    ada.clone('2026-01-05T11:00:00.000Z', 'kim'),
    ada.clone('2026-01-05T11:10:00.000Z', 'lee'),
  ];
  for (const { tool } of [kim, lee]) await tool.claimSpecs.execute({ specs: ['1'] });
  await kim.tool.updateSpec.execute({ spec: '1', priority: 'high' });
  await lee.tool.updateSpec.execute({ spec: '1', priority: 'low' });
  kim.takeLogOf(lee);
  const { together } = await at('11:20', 'lee', kim.tool).primeProject.execute();
  expect(together.shown).toEqual([
    expect.objectContaining({ sequence: 1, code: 'CLAIMED_TWICE', loser: 'lee' }),
    expect.objectContaining({ sequence: 1, code: 'DIVERGED', fields: ['priority'] }),
  ]);
  const { findings } = await kim.tool.validateProject.execute({ codes: ['CLAIMED_TWICE'] });
  expect(findings).toMatchObject([
    {
      severity: 'warning',
      message: expect.stringMatching(/^The claim by @lee \(\w+\) has no effect: /) as unknown,
      fix: 'agree on who keeps the spec; the other actor claims another spec. The warning ends when the holder completes or releases the spec',
    },
  ]);
  const { warnings = [] } = await kim.tool.viewSpec.execute({ spec: '1' });
  expect(warnings.map(({ code }) => code)).toContain('CLAIMED_TWICE');
});

it('prime lists more specs for a larger budget, with the total numbers', async () => {
  const ada = createTestSpectool({ actor: 'ada' });
  await ada.initProject.execute({ agentTools: 'none' });
  for (let n = 1; n <= 12; n++) await ada.createSpec.execute({ name: `spec-${String(n)}`, body: 'Text.\n' });
  const lee = at('12:00', 'lee', ada);
  const counts = async (budget?: number) => {
    const { ready, changes } = await lee.primeProject.execute({ budget });
    return [ready.shown.length, ready.total, changes.shown.length, changes.total];
  };
  expect(await counts()).toEqual([3, 12, 8, 12]);
  expect(await counts(2000)).toEqual([6, 12, 12, 12]);
});
