import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createTestSpectool, type TestSpectool } from '../../src/composition/testing.js';
import { Clone } from '../support/branchedClone.js';
import { expectRefusalOf, refusalOf } from '../support/thrownError.js';

let tool: TestSpectool;
const text = (path: string) => tool.files.readText(path);
const paths = async () =>
  (await tool.listSpecs.execute({ scope: 'all' })).specs.map(({ path }) => path).toSorted();
const codes = async () => (await tool.validateProject.execute()).findings.map(({ code }) => code);

async function project(structure: object = {}, custom: object = { milestone: 'string' }): Promise<void> {
  tool = createTestSpectool({
    files: { '.spectool/config.json': JSON.stringify({ structure, frontmatter: { custom } }) },
  });
  await tool.initProject.execute({ agentTools: 'none' });
}

describe('archive', () => {
  const B = '# B\n\nSee [a](../001-a/README.md#why), ![](../001-a/a.png).\n';
  const A = '# A\n\nSee [b](../002-b/README.md), [more](DESIGN.md), [c](../../docs/c.md).\n';
  beforeEach(async () => {
    await project();
    await tool.createSpec.execute({ name: 'a', body: A });
    await tool.createSpec.execute({ name: 'b', body: B });
    tool.files.write('specs/001-a/DESIGN.md', 'Of [b](../002-b/).\n');
  });

  it('is repeated, with a warning, when a person moved the folder back by hand', async () => {
    await tool.archiveSpecs.execute({ specs: ['1'] });
    tool.files.move('specs/archived/001-a', 'specs/001-a');
    const { findings } = await tool.validateProject.execute({ codes: ['FOLDER_MOVED'] });
    expect(findings.map(({ advice }) => advice?.map(({ useCase }) => useCase))).toEqual([
      ['resolveConflicts'],
    ]);
    const { warnings } = await tool.addNote.execute({ spec: '1', text: 'more' });
    expect(warnings.map(({ code, message }) => [code, message])).toEqual([
      [
        'ROLLED_FORWARD',
        'The folder of the spec was at its former path specs/001-a; it was moved back to specs/archived/001-a, its path in the log.',
      ],
    ]);
    // The last change moved no folder, so this time the move by hand is kept.
    tool.files.move('specs/archived/001-a', 'specs/001-a');
    expect((await tool.addNote.execute({ spec: '1', text: 'again' })).warnings).toEqual([]);
    expect(await paths()).toEqual(['specs/001-a', 'specs/002-b']);
  });

  it('updates links in both directions, in one change that undo reverts as a whole', async () => {
    const before = [text('specs/001-a/README.md'), text('specs/002-b/README.md')];
    const { specs, events, total } = await tool.archiveSpecs.execute({ specs: ['1'] });
    expect([specs.map(({ ref }) => ref), total]).toEqual([['001-a'], 1]);
    expect(events.map(({ type, spec }) => [spec, type])).toEqual([
      ['001-a', 'SpecArchived'],
      ['002-b', 'TextEdited'],
    ]);
    expect(text('specs/archived/001-a/README.md')).toContain(
      'See [b](../../002-b/README.md), [more](DESIGN.md), [c](../../../docs/c.md).',
    );
    expect(text('specs/archived/001-a/DESIGN.md')).toBe('Of [b](../../002-b/).\n');
    expect(text('specs/002-b/README.md')).toContain(
      'See [a](../archived/001-a/README.md#why), ![](../archived/001-a/a.png).',
    );
    await tool.undoChange.execute({});
    expect([text('specs/001-a/README.md'), text('specs/002-b/README.md')]).toEqual(before);
    expect(text('specs/001-a/DESIGN.md')).toBe('Of [b](../002-b/).\n');
    expect(tool.files.stat('specs/archived')).toBeUndefined();
  });

  it('is reversed by unarchive, which removes the empty archive folder', async () => {
    const before = text('specs/002-b/README.md');
    await tool.archiveSpecs.execute({ specs: ['1'] });
    await tool.unarchiveSpecs.execute({ specs: ['1'] });
    expect(text('specs/002-b/README.md')).toBe(before);
    expect(text('specs/001-a/README.md')).toContain(A.trim().split('\n').at(-1));
    expect(tool.files.stat('specs/archived')).toBeUndefined();
    expect(await codes()).not.toContain('EDITED_BY_HAND');
  });

  it('keeps links between specs that are archived together', async () => {
    await tool.archiveSpecs.execute({ specs: ['1-2'] });
    expect(text('specs/archived/001-a/README.md')).toContain('[b](../002-b/README.md)');
    expect(text('specs/archived/002-b/README.md')).toContain('[a](../001-a/README.md#why)');
  });
});

describe('The group of a spec', () => {
  beforeEach(async () => {
    await project({ pattern: 'custom', groupExtractor: 'milestone-{milestone}' });
    await tool.createSpec.execute({ name: 'a', fields: { milestone: 'v1' } });
    await tool.createSpec.execute({
      name: 'b',
      fields: { milestone: 'v1' },
      dependsOn: ['1'],
      body: '# B\n\nSee [a](../001-a/README.md).\n',
    });
  });

  it('changes with its field: the folder moves, links are updated, and undo reverts the move', async () => {
    const before = text('specs/milestone-v1/002-b/README.md');
    const { spec, events } = await tool.updateSpec.execute({ spec: '1', fields: { milestone: 'v2' } });
    expect(spec.path).toBe('specs/milestone-v2/001-a');
    expect(events.map(({ type }) => type)).toEqual(['FieldsChanged', 'SpecRenamed', 'TextEdited']);
    expect(text('specs/milestone-v1/002-b/README.md')).toContain('[a](../../milestone-v2/001-a/README.md)');
    await tool.undoChange.execute({});
    expect(await paths()).toEqual(['specs/milestone-v1/001-a', 'specs/milestone-v1/002-b']);
    expect(text('specs/milestone-v1/002-b/README.md')).toBe(before);
    expect(tool.files.stat('specs/milestone-v2')).toBeUndefined();
  });

  it('is removed with its last spec', async () => {
    await tool.updateSpecs.execute({ specs: ['1-2'], fields: { milestone: 'V2' } });
    expect(await paths()).toEqual(['specs/milestone-V2/001-a', 'specs/milestone-V2/002-b']);
    expect(tool.files.stat('specs/milestone-v1')).toBeUndefined();
    expect(text('specs/milestone-V2/002-b/README.md')).toContain('[a](../001-a/README.md)');
  });

  it('is kept in the archive, changes with its field there, and is restored by unarchive', async () => {
    await tool.archiveSpecs.execute({ specs: ['1'] });
    await tool.updateSpec.execute({ spec: '1', fields: { milestone: 'v3' } });
    expect(await paths()).toEqual(['specs/archived/milestone-v3/001-a', 'specs/milestone-v1/002-b']);
    await tool.unarchiveSpecs.execute({ specs: ['1'] });
    expect(await paths()).toEqual(['specs/milestone-v1/002-b', 'specs/milestone-v3/001-a']);
  });

  it('needs a value of its field that is valid as a folder name', async () => {
    const gone = await refusalOf(() => tool.updateSpec.execute({ spec: '1', unset: ['milestone'] }));
    expect([gone.code, gone.hint]).toEqual([
      'FIELD_INVALID',
      expect.stringContaining('structure.groupFallback'),
    ]);
    const odd = await refusalOf(() => tool.updateSpec.execute({ spec: '1', fields: { milestone: '../v2' } }));
    expect(odd.message).toContain('cannot be a folder name');
    expect(await paths()).toEqual(['specs/milestone-v1/001-a', 'specs/milestone-v1/002-b']);
  });

  it('is kept by a change of another field, even when it does not match its own field', async () => {
    const file = 'specs/milestone-v1/001-a/README.md';
    tool.files.write(file, (text(file) ?? '').replace('milestone: v1', 'milestone: v2'));
    const { spec } = await tool.updateSpec.execute({ spec: '1', priority: 'high' });
    expect(spec.path).toBe('specs/milestone-v1/001-a');
  });
});

it.each([
  ['{YYYY-MM}', () => tool.updateSpec.execute({ spec: '1', created: '2025-11-30' }), '2025-11'],
  ['{status}', () => tool.updateSpec.execute({ spec: '1', status: 'in-progress' }), 'in-progress'],
  ['by-{assignee}', () => tool.claimSpecs.execute({ specs: ['1'] }), /^by-./],
])('A group by a standard field changes with every change of %s', async (groupExtractor, change, group) => {
  await project({ pattern: 'custom', groupExtractor, groupFallback: 'none' }, {});
  await tool.createSpec.execute({ name: 'a' });
  await change();
  const { spec } = await tool.viewSpec.execute({ spec: '1' });
  expect(spec.group).toMatch(group);
  expect(spec.path).toBe(`specs/${spec.group ?? ''}/001-a`);
});

it('A spec in two folders, because two merged branches both moved it, stays in both folders, with an error that tells a person to remove one', async () => {
  const twoPlaces = async () => {
    await project();
    await tool.createSpec.execute({ name: 'a' });
    const began = text('specs/001-a/README.md') ?? '';
    const { spec } = await tool.viewSpec.execute({ spec: '1' });
    const folder = `.spectool/log/${spec.id ?? ''}`;
    await tool.archiveSpecs.execute({ specs: ['1'] });
    const archived = `${folder}/${tool.files.list(folder).at(-1)?.name ?? ''}`;
    const record = text(archived) ?? '';
    tool.files.remove(archived);
    tool.files.move('specs/archived/001-a', 'specs/001-a');
    await tool.renumberSpec.execute({ spec: '1', to: 9 });
    // Write the record of the other branch into the same worktree.
    tool.files.write(archived, record);
    tool.files.write('specs/archived/001-a/README.md', began);
  };
  await twoPlaces();
  await expectRefusalOf(() => tool.validateProject.execute({ fix: true }), 'ID_COPIED', {
    hint: 'Remove the folder that you do not want.',
  });
  expect((await paths()).length).toBe(2);
});

it.each([
  ['stash', ['stash', '-q']],
  ['reset', ['reset', '-q', '--hard']],
  ['restore', ['restore', 'specs']],
])(
  'A folder that git brought back, while its renaming is not committed, goes to the trash with `validate --fix` after git %s, also after later changes',
  async (_, args) => {
    const clone = await Clone.begun(false);
    const at = clone.tool('ada');
    await at.renumberSpec.execute({ spec: '1', name: 'b' });
    await at.addNote.execute({ spec: '1', text: 'The bank waits.' });
    clone.git(...args);
    const { fixed, findings } = await at.validateProject.execute({ fix: true });
    expect(fixed).toEqual([expect.stringContaining('specs/001-a, which git brought back, was moved to')]);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const { specs } = await at.listSpecs.execute({ scope: 'all' });
    expect(specs.map(({ path }) => path)).toEqual(['specs/001-b']);
    expect(readFileSync(join(clone.root, 'specs/001-b/README.md'), 'utf8')).toContain('The bank waits.');
    const trash = readdirSync(join(clone.root, '.spectool/trash')).filter((name) =>
      name.startsWith('001-a.'),
    );
    expect(trash).toHaveLength(1);
  },
);
