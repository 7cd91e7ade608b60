import { describe, expect, it } from '@jest/globals';
import { MemoryBranch } from '../support/memoryBranches.js';

const update = (branch: MemoryBranch, request: object) =>
  branch.tool.updateSpec.execute({ spec: '1', ...request });
const edits = async (branch: MemoryBranch) =>
  (await branch.tool.showHistory.execute({ spec: '1' })).events.filter(({ type }) => type === 'TextEdited');

describe('A hand edit of the text', () => {
  it('is recorded once, with the next change, by section', async () => {
    const branch = await MemoryBranch.begun();
    branch.document = `${branch.document.replace('Two.\n', 'Three.\nFour.\n')}\n## Plan\n\nAll of it.\n`;
    await update(branch, { priority: 'high' });
    const told = await edits(branch);
    expect(told).toEqual([
      expect.objectContaining({
        actor: null,
        at: null,
        data: {
          lost: [],
          sections: [
            { heading: 'Problem', added: 2, removed: 1 },
            { heading: 'Plan', added: 1, removed: 0 },
          ],
        },
      }),
    ]);
    await update(branch, { reviewer: 'lee' });
    expect(await edits(branch)).toEqual(told);
    branch.document = branch.document.replace('One.', 'Eins.');
    await update(branch, { assignee: 'kim' });
    expect((await edits(branch))[0]?.data).toEqual({
      lost: [],
      sections: [{ heading: 'Problem', added: 1, removed: 1 }],
    });
  });

  it('gives the same log file in two clones', async () => {
    const base = await MemoryBranch.begun();
    const text = base.document.replace('One.', 'Eins.');
    const clones = ['2026-01-06T10:00:00.000Z', '2026-01-09T10:00:00.000Z'].map((now, i) =>
      base.clone(now, `actor ${String(i)}`),
    );
    const added: string[][] = [];
    for (const [i, clone] of clones.entries()) {
      clone.document = i === 0 ? text : text.replaceAll('\n', '\r\n');
      const before = clone.logFiles;
      await update(clone, { priority: 'high' });
      added.push(clone.logFiles.filter((path) => !before.includes(path)));
    }
    expect(added.map(({ length }) => length)).toEqual([2, 2]);
    expect(added[0]?.[0]).toBe(added[1]?.[0]);
  });

  it('is not recorded when a command changed the text, such as the title or links to a renumbered spec', async () => {
    const branch = await MemoryBranch.begun();
    await branch.tool.createSpec.execute({ name: 'b', body: '# B\n\n## Notes\n\n[a](../001-a/README.md)\n' });
    await update(branch, { title: 'Another' });
    await update(branch, { priority: 'high' });
    await branch.tool.renumberSpec.execute({ spec: '1', to: 7 });
    const facts = async () => (await branch.tool.showHistory.execute({ spec: '2' })).events;
    expect((await facts())[0]).toMatchObject({
      type: 'TextEdited',
      data: { sections: [{ heading: 'Notes', added: 1, removed: 1 }], followed: true },
    });
    await branch.tool.updateSpec.execute({ spec: '2', priority: 'high' });
    expect((await facts()).map(({ type }) => type)).toEqual(['FieldsChanged', 'TextEdited', 'SpecCreated']);
    expect(
      (await branch.tool.showHistory.execute({ spec: '7' })).events.map(({ type }) => type),
    ).not.toContain('TextEdited');
  });

  it('is undone together with the renumbering that changed its links', async () => {
    const branch = await MemoryBranch.begun();
    await branch.tool.createSpec.execute({ name: 'b', body: '# B\n\n[a](../001-a/README.md)\n' });
    await branch.tool.renumberSpec.execute({ spec: '1', to: 7 });
    await branch.tool.undoChange.execute();
    expect((await branch.tool.viewSpec.execute({ spec: '2' })).body).toContain('(../001-a/README.md)');
    await branch.tool.updateSpec.execute({ spec: '2', priority: 'high' });
    const { events } = await branch.tool.showHistory.execute({ spec: '2' });
    expect(events.filter(({ data }) => 'sections' in data && data['followed'] !== true)).toEqual([]);
  });

  it('is recorded also when the frontmatter is behind the log', async () => {
    const branch = await MemoryBranch.begun();
    const before = branch.document;
    await update(branch, { priority: 'high' });
    await branch.tool.addNote.execute({ spec: '1', text: 'Seen.' });
    branch.document = before.replace('One.', 'Eins.');
    await update(branch, { reviewer: 'lee' });
    expect(await edits(branch)).toHaveLength(1);
    expect(branch.document).toMatch(/priority: high[^]*Eins\.[^]*Seen\./);
    const { findings } = await branch.tool.validateProject.execute();
    expect(findings.map(({ code }) => code).filter((code) => /BEHIND|EDITED/.test(code))).toEqual([]);
  });
});
