import { beforeEach, describe, expect, it } from '@jest/globals';
import { exportedPage } from '../support/exportedPage.js';
import { MemoryProject } from '../support/memoryProject.js';

let project: MemoryProject;
const printed = async (line: string) => (await project.run(line.split(' '))).stdout;

beforeEach(() => {
  project = new MemoryProject();
});

async function completed(name: string): Promise<void> {
  await project.spectool.createSpec.execute({ name });
  await project.spectool.updateSpec.execute({ spec: name, status: 'in-progress' });
  await project.spectool.updateSpec.execute({ spec: name, status: 'complete' });
}

describe('complete specs in the archive', () => {
  beforeEach(async () => {
    for (const name of ['a', 'b', 'c']) await completed(name);
    await project.spectool.createSpec.execute({ name: 'd' });
    const reason = 'replaced';
    await project.spectool.archiveSpecs.execute({ specs: ['a'] });
    await project.spectool.archiveSpecs.execute({ specs: ['b'], outcome: 'superseded', by: 'c', reason });
    await project.spectool.archiveSpecs.execute({ specs: ['d'], outcome: 'rejected', reason });
  });

  it('are counted by board and stats, even if another spec superseded them', async () => {
    const counted = { archivedComplete: 2, ended: { rejected: 1 } };
    expect((await project.spectool.showBoard.execute()).health).toMatchObject(counted);
    expect(await project.spectool.showStatistics.execute()).toMatchObject(counted);
    expect(await printed('board')).toContain('0 in-progress, 1 complete; 2 complete in the archive');
    expect(await printed('stats')).toMatch(/1 complete\n2 complete in the archive\n/);
  });

  it('are counted by a page without the archive, and are on a page with it', async () => {
    const page = async (scope: 'active' | 'all') => (await exportedPage(project.spectool, scope)).data;
    expect(await page('active')).toMatchObject({ archivedComplete: 2, specs: [{ ref: '003-c' }] });
    const { archivedComplete, specs } = await page('all');
    expect(archivedComplete).toBeUndefined();
    expect(specs).toHaveLength(4);
  });

  it('are no reason for a new line in a project without them', async () => {
    project = new MemoryProject();
    await completed('a');
    expect(await printed('board')).not.toContain('in the archive');
    expect(await printed('stats')).not.toContain('in the archive');
  });
});

describe('a completion with open criteria that was forced with a reason', () => {
  it('is reported by view and stats, and no longer by validate', async () => {
    const { spec } = await project.spectool.createSpec.execute({
      name: 'a',
      body: '# A\n\n## Success Criteria\n\n- [ ] fast\n',
    });
    await project.spectool.updateSpec.execute({ spec: spec.ref, status: 'in-progress' });
    const change = { spec: spec.ref, status: 'complete', force: true, reason: 'shipped' } as const;
    await project.spectool.updateSpec.execute(change);
    const { findings } = await project.spectool.validateProject.execute();
    expect(findings.map(({ code }) => code)).not.toContain('CRITERIA_UNCHECKED');
    expect((await project.run(['view', '1'])).stderr).toContain('shipped');
    expect(await printed('stats')).toMatch(/by force +1/);
  });

  it('is a finding again if the criteria are opened after a regular completion', async () => {
    await completed('a');
    await project.spectool.addCriterion.execute({ spec: 'a', text: 'fast' });
    const { findings } = await project.spectool.validateProject.execute();
    expect(findings.map(({ code }) => code)).toContain('CRITERIA_UNCHECKED');
  });
});

it('validate with only errors does not speak of warnings', async () => {
  project.spec('001-a', 'status: planned\ncreated: 2026-01-05');
  const { code, stdout } = await project.run(['validate', '--severity', 'error']);
  expect([code, stdout]).toEqual([0, '1 spec checked: no errors.\n']);
});
