import { describe, expect, it } from '@jest/globals';
import { refusalOf } from '../support/thrownError.js';
import { MemoryBranch } from '../support/memoryBranches.js';

/**
 * Returns a branch with the document that git makes when both sides add the same keys at different lines: no conflict,
 * but repeated keys.
 */
async function withKeysTwice(): Promise<MemoryBranch> {
  const ours = await MemoryBranch.begun();
  const theirs = ours.clone('2026-01-05T11:00:00.000Z', 'lee');
  await theirs.tool.updateSpec.execute({ spec: '1', addTags: ['t'], priority: 'low' });
  await ours.tool.updateSpec.execute({ spec: '1', addTags: ['m'], priority: 'high' });
  ours.takeLogOf(theirs);
  const lines = ours.document.split('\n').filter((line) => !/^(?:tags|priority):/.test(line));
  const at = lines.findIndex((line) => line.startsWith('id:'));
  lines.splice(at + 1, 0, "tags: ['t'] # theirs", "priority: 'low' # theirs");
  lines.splice(1, 0, 'priority: high', 'tags:', '  - m');
  ours.document = lines.join('\n');
  return ours;
}

describe('A frontmatter key that a document has twice after a merge', () => {
  it('is reported, and changes of the spec are refused with a hint to resolve', async () => {
    const { tool } = await withKeysTwice();
    const { findings } = await tool.validateProject.execute();
    expect(findings.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([
      'The frontmatter has "tags" twice.',
    ]);
    const refusal = await refusalOf(() => tool.updateSpec.execute({ spec: '1', reviewer: 'kim' }));
    expect(refusal.advice.map(({ useCase }) => useCase)).toEqual(['resolveConflicts']);
  });

  it('is repaired by resolve: one key stays, with the logged value as one side wrote it', async () => {
    const branch = await withKeysTwice();
    await branch.tool.resolveConflicts.execute();
    const { specs } = await branch.tool.listSpecs.execute();
    expect(specs.map(({ priority, tags }) => [priority, [...tags].sort()])).toEqual([['low', ['m', 't']]]);
    expect(branch.document.match(/^(?:tags|priority):/gm)).toHaveLength(2);
    expect(branch.document).toMatch(/^priority: 'low' # theirs$/m);
    expect(branch.document).toMatch(/^tags: \['t', m\] # theirs$|^tags: \[m, 't'\] # theirs$/m);
    const { findings } = await branch.tool.validateProject.execute();
    expect(findings.filter(({ code }) => /BEHIND|EDITED|BROKEN/.test(code))).toEqual([]);
  });

  it('is left to a person when neither value is in the log', async () => {
    const branch = await withKeysTwice();
    branch.document = branch.document.replace('priority: high', 'priority: odd').replace("'low'", 'even');
    const before = branch.document;
    await branch.tool.validateProject.execute({ fix: true });
    expect(branch.document).toBe(before);
    const { conflicts } = await branch.tool.resolveConflicts.execute();
    expect(conflicts).toMatchObject([{ conflicts: 1 }]);
    expect(branch.document).toMatch(
      /^<{7} ours\npriority: odd\n={7}\npriority: even # theirs\n>{7} theirs\n/m,
    );
    expect(branch.document.match(/^tags:/gm)).toHaveLength(1);
  });
});
