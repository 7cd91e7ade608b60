import { afterEach, describe, expect, it } from '@jest/globals';
import { POLICIES } from '../../src/application/policies.js';
import type { Policy } from '../../src/application/changes/policy.js';
import { createTestSpectool } from '../../src/composition/testing.js';

const table = POLICIES as Record<string, Policy>;
const all = { ...POLICIES };
const BODY = '## Problem\n\nCustomers wait.\n\n## Success Criteria\n\n- [ ] AC1: It is fast\n';

/** Returns a project of the program without some rows. */
async function projectWithout(names: readonly string[], settings: object = {}) {
  for (const name of names) Reflect.deleteProperty(table, name);
  const spectool = createTestSpectool({ actor: 'kim' });
  await spectool.initProject.execute();
  spectool.files.write('.spectool/config.json', JSON.stringify(settings));
  await spectool.createSpec.execute({ name: 'Refunds', body: BODY });
  return spectool;
}

afterEach(() => {
  for (const name of Object.keys(table)) Reflect.deleteProperty(table, name);
  Object.assign(table, all);
});

describe.each([...Object.keys(POLICIES).map((name) => [name]), Object.keys(POLICIES)])(
  'The core without %s',
  (...names) => {
    it('creates, updates, notes, checks, completes and archives specs', async () => {
      const spectool = await projectWithout(names);
      const spec = '1';
      const begun = await spectool.updateSpec.execute({ spec, status: 'in-progress', priority: 'high' });
      expect(begun.spec).toMatchObject({ status: 'in-progress', priority: 'high' });
      await spectool.addNote.execute({ spec, text: 'Seen.' });
      const early = spectool.updateSpec.execute({ spec, status: 'complete' });
      await expect(early).rejects.toMatchObject({ code: 'CRITERIA_OPEN' });
      await spectool.checkCriteria.execute({ spec, criteria: ['AC1'] });
      const { spec: done, warnings } = await spectool.updateSpec.execute({ spec, status: 'complete' });
      expect(done).toMatchObject({ status: 'complete', criteria: { done: 1, total: 1 } });
      expect(warnings).toEqual([]);
      expect((await spectool.validateProject.execute({})).errors).toBe(0);
      expect((await spectool.primeProject.execute({})).byStatus).toMatchObject({ complete: 1 });
      await spectool.archiveSpecs.execute({ specs: [spec] });
      expect((await spectool.viewSpec.execute({ spec })).spec.archived).toBe(true);
    });
  },
);

it('What a row asks for is asked no more without it', async () => {
  const settings = { workflow: { startNeeds: 'approval' } };
  const begin = { spec: '1', status: 'in-progress' } as const;
  const asking = await projectWithout([], settings);
  expect(await asking.nextSpecs.execute({})).toMatchObject({ total: 0, unapproved: 1 });
  await expect(asking.updateSpec.execute(begin)).rejects.toMatchObject({ code: 'APPROVAL_NEEDED' });
  const free = await projectWithout(['approvals'], settings);
  expect(await free.nextSpecs.execute({})).toMatchObject({ total: 1 });
  const { spec } = await free.updateSpec.execute(begin);
  expect(spec).toMatchObject({ status: 'in-progress' });
});

it('Needs of several rows are answered by one force with a reason', async () => {
  const { spec, events } = await (
    await projectWithout([], { workflow: { proof: 'required' } })
  ).updateSpec.execute({ spec: '1', status: 'complete', force: true, reason: 'shown by hand' });
  expect(spec.status).toBe('complete');
  expect(events.map(({ data }) => data)).toMatchObject([{ forced: true, openCriteria: 1 }]);
});
