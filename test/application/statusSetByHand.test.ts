import { describe, expect, it } from '@jest/globals';
import { MemoryBranch } from '../support/memoryBranches.js';
import { expectRefusalOf } from '../support/thrownError.js';

const today = '2026-01-05';
const update = (branch: MemoryBranch, request: object) =>
  branch.tool.updateSpec.execute({ spec: '1', ...request });
const byHand = (branch: MemoryBranch, status: string) => {
  branch.document = branch.document.replace(/^status: .*$/m, `status: ${status}`);
};
const findings = async (branch: MemoryBranch) =>
  (await branch.tool.validateProject.execute()).findings.filter(({ code }) => code === 'STATUS_BY_HAND');

describe('A status set by hand that update would refuse', () => {
  it('is kept with its completion date, with a warning', async () => {
    const branch = await MemoryBranch.begun();
    byHand(branch, 'complete');
    expect(await findings(branch)).toHaveLength(1);
    const { spec, warnings } = await update(branch, { priority: 'low' });
    expect(spec).toMatchObject({ status: 'complete', completed: today });
    expect(branch.document).toMatch(/^completed: ["']?2026-01-05/m);
    expect(warnings).toEqual([
      expect.objectContaining({
        code: 'EDITED_BY_HAND',
        message: expect.stringContaining('A change from planned to complete normally needs force'),
      }),
    ]);
    const { events } = await branch.tool.showHistory.execute({ spec: '1' });
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'FrontmatterEdited',
        data: { changes: { status: { from: 'planned', to: 'complete' } } },
      }),
    );
  });

  it('is a finding until a command changes the status', async () => {
    const branch = await MemoryBranch.begun();
    byHand(branch, 'complete');
    await update(branch, { priority: 'low' });
    await update(branch, { priority: 'high' });
    expect(await findings(branch)).toMatchObject([
      {
        severity: 'warning',
        message: expect.stringContaining('from planned to complete'),
        advice: [{ request: { status: 'planned', force: true }, needs: ['reason'] }],
      },
    ]);
    await expectRefusalOf(() => update(branch, { status: 'planned' }), 'ILLEGAL_TRANSITION');
    await update(branch, { status: 'planned', force: true, reason: 'not yet' });
    expect(await findings(branch)).toEqual([]);
    expect(branch.document).not.toMatch(/^completed/m);
  });

  it('to complete is an error while criteria are not met, also after it was recorded', async () => {
    const branch = await MemoryBranch.begun();
    await branch.tool.addCriterion.execute({ spec: '1', text: 'It is fast' });
    await branch.tool.addCriterion.execute({ spec: '1', text: 'It is small' });
    await update(branch, { status: 'in-progress' });
    byHand(branch, 'complete');
    branch.document = branch.document.replace(/^.*It is small\n/m, '');
    const error = {
      severity: 'error',
      message: expect.stringMatching(/although AC1 "It is fast" is open; AC2 "It is small" is removed\.$/),
    };
    expect(await findings(branch)).toMatchObject([error]);
    await update(branch, { priority: 'low' });
    expect(await findings(branch)).toMatchObject([error]);
    await branch.tool.checkCriteria.execute({ spec: '1', criteria: ['1'] });
    await branch.tool.retireCriterion.execute({ spec: '1', criterion: 'AC2', reason: 'not sold' });
    expect(await findings(branch)).toEqual([]);
  });

  it('to complete is no finding of the status where the project lets all specs be completed', async () => {
    const branch = await MemoryBranch.begun();
    await branch.tool.addCriterion.execute({ spec: '1', text: 'It is fast' });
    await update(branch, { status: 'in-progress' });
    branch.tool.files.write('.spectool/config.json', '{ "workflow": { "completeNeeds": "nothing" } }');
    byHand(branch, 'complete');
    expect(await findings(branch.clone('2026-01-05T10:00:00.000Z', 'ada'))).toEqual([]);
  });

  it('removes the completion date when it reopens the spec', async () => {
    const branch = await MemoryBranch.begun();
    await update(branch, { status: 'in-progress' });
    await update(branch, { status: 'complete', force: true, reason: 'done' });
    expect(branch.document).toMatch(/^completed/m);
    byHand(branch, 'in-progress');
    const { warnings } = await update(branch, { assignee: 'kim' });
    expect(warnings[0]?.message).toContain('A change from complete to in-progress normally needs');
    expect(branch.document).not.toMatch(/^completed/m);
    expect(await findings(branch)).toHaveLength(1);
  });
});

it('a status set by hand is no finding if the command `update` would accept it, and sets the completion date', async () => {
  const branch = await MemoryBranch.begun();
  byHand(branch, 'in-progress');
  await update(branch, { priority: 'low' });
  byHand(branch, 'complete');
  const { warnings } = await update(branch, { priority: 'high' });
  expect(warnings[0]?.message).not.toContain('no step');
  expect(branch.document).toMatch(/^completed/m);
  expect(await findings(branch)).toEqual([]);
});
