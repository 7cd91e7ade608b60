import { beforeEach, describe, expect, it } from '@jest/globals';
import { createTestSpectool, type TestSpectool } from '../../src/composition/testing.js';
import { filesOf } from '../support/memoryBranches.js';
import { MemoryProject } from '../support/memoryProject.js';
import { expectRefusalOf } from '../support/thrownError.js';

const BODY = '## Problem\n\nSo it is.\n';

let tool: TestSpectool;
const refs = (result: { readonly specs: readonly { readonly ref: string }[] }) =>
  result.specs.map(({ ref }) => ref);
/** Returns the text of every file by its path. */
const snapshot = () => filesOf(tool.files);

beforeEach(async () => {
  tool = createTestSpectool();
  await tool.initProject.execute({ agentTools: 'none' });
  for (const name of ['a', 'b', 'c', 'd', 'e']) await tool.createSpec.execute({ name, body: BODY });
});

describe('Several specs', () => {
  it('are selected by name and by ranges of existing numbers, each once', async () => {
    await tool.deleteSpec.execute({ spec: '3', reason: 'a mistake', force: true });
    const result = await tool.updateSpecs.execute({ specs: ['2-9', 'a', '4'], addTags: ['x'] });
    expect(refs(result)).toEqual(['002-b', '004-d', '005-e', '001-a']);
    expect(result.total).toBe(4);
    expect(result.events.map(({ type }) => type)).toEqual(Array(4).fill('TagsChanged'));
  });

  it('are selected by exact title in any case, unless several specs have this title', async () => {
    await tool.updateSpec.execute({ spec: '2', title: 'Read/write: the split' });
    const tag = (title: string) => tool.updateSpecs.execute({ specs: [title], addTags: ['x'] });
    expect(refs(await tag('read/WRITE: the split'))).toEqual(['002-b']);
    await tool.updateSpec.execute({ spec: '3', title: 'Read/Write: the split' });
    await expectRefusalOf(() => tag('Read/write: the split'), 'SPEC_AMBIGUOUS', {
      details: { candidates: ['specs/002-b', 'specs/003-c'] },
    });
  });

  it('are selected by the name that a spec had before', async () => {
    await tool.renumberSpec.execute({ spec: '2', name: 'renamed' });
    expect(refs(await tool.updateSpecs.execute({ specs: ['b'], addTags: ['x'] }))).toEqual(['002-renamed']);
  });

  it('are released and approved together, or none of them', async () => {
    await tool.claimSpecs.execute({ specs: ['1', '3'] });
    const before = snapshot();
    for (const act of [tool.approveSpecs, tool.releaseSpecs])
      await expect(act.execute({ specs: ['1', '9'] })).rejects.toMatchObject({ code: 'SPEC_NOT_FOUND' });
    expect(snapshot()).toEqual(before);
    const released = await tool.releaseSpecs.execute({ specs: ['1-3'], status: 'planned' });
    expect(released).toMatchObject({ total: 3, warnings: [{ code: 'UNCHANGED' }] });
    expect(released.specs.map(({ status }) => status)).toEqual(['planned', 'planned', 'planned']);
    const approved = await tool.approveSpecs.execute({ specs: ['2-4'] });
    expect(approved.specs.map(({ approval }) => approval?.state)).toEqual(Array(3).fill('approved'));
  });

  it('are not found by a range in which no spec has a number', async () => {
    await expectRefusalOf(
      () => tool.updateSpecs.execute({ specs: ['7-9'], addTags: ['x'] }),
      'SPEC_NOT_FOUND',
      { message: 'No spec has a number from 7 to 9.' },
    );
  });

  it.each([['2-4'], ['#2-#4'], ['#2-4'], ['002-#004']])('are selected by the range %s', async (range) => {
    const result = await tool.updateSpecs.execute({ specs: [range], addTags: ['x'] });
    expect(refs(result)).toEqual(['002-b', '003-c', '004-d']);
  });

  it('are not selected by a range that is the name of a folder', async () => {
    tool.files.write(
      'specs/2-5/README.md',
      '---\nstatus: planned\ncreated: 2026-01-01\n---\n# Two to five\n',
    );
    expect(refs(await tool.updateSpecs.execute({ specs: ['2-5'], addTags: ['x'] }))).toEqual(['2-5']);
  });

  it('are either all changed or none', async () => {
    await tool.updateSpec.execute({ spec: '2', status: 'in-progress' });
    const before = snapshot();
    await expectRefusalOf(
      () => tool.updateSpecs.execute({ specs: ['1-3'], status: 'complete' }),
      'ILLEGAL_TRANSITION',
    );
    expect(snapshot()).toEqual(before);
  });

  it('are changed in one change, which one undo reverts', async () => {
    await tool.updateSpecs.execute({ specs: ['1-3'], priority: 'high', addTags: ['q3'] });
    const { specs } = await tool.undoChange.execute({});
    expect(specs.map(({ priority, tags }) => [priority, tags])).toEqual(Array(3).fill([undefined, []]));
  });

  it('cannot get the same title in one command', async () => {
    await expectRefusalOf(() => tool.updateSpecs.execute({ specs: ['1', '2'], title: 'One' }), 'USAGE');
  });

  it('are archived and unarchived together', async () => {
    expect((await tool.archiveSpecs.execute({ specs: ['1-2', '4'] })).specs.map(({ path }) => path)).toEqual([
      'specs/archived/001-a',
      'specs/archived/002-b',
      'specs/archived/004-d',
    ]);
    expect(refs(await tool.unarchiveSpecs.execute({ specs: ['1-4'] }))).toHaveLength(4);
    expect((await tool.listSpecs.execute({})).total).toBe(5);
  });

  it('are shown one after the other', async () => {
    const { specs, total } = await tool.viewSpecs.execute({ specs: ['3', '1-2'], section: 'Problem' });
    expect(specs.map(({ spec, body }) => [spec.ref, body.includes('So it is.')])).toEqual([
      ['003-c', true],
      ['001-a', true],
      ['002-b', true],
    ]);
    expect(total).toBe(3);
  });
});

describe('--dry-run', () => {
  it.each([
    [
      'updateSpec',
      () => tool.updateSpec.execute({ spec: '1', status: 'in-progress', dryRun: true }),
      'StatusChanged',
    ],
    [
      'updateSpecs',
      () => tool.updateSpecs.execute({ specs: ['1', '2'], addTags: ['x'], dryRun: true }),
      'TagsChanged',
    ],
    ['archiveSpecs', () => tool.archiveSpecs.execute({ specs: ['1', '2'], dryRun: true }), 'SpecArchived'],
    ['claimSpecs', () => tool.claimSpecs.execute({ specs: ['1'], dryRun: true }), 'SpecClaimed'],
  ] as const)('returns the result, and writes no file: %s', async (_, rehearse, event) => {
    const before = snapshot();
    const result = await rehearse();
    expect(result.events.map(({ type }) => type)).toContain(event);
    expect(result.dryRun).toBe(true);
    expect(snapshot()).toEqual(before);
  });

  it('is refused when the change itself would be refused', async () => {
    await expectRefusalOf(
      () => tool.updateSpecs.execute({ specs: ['1', '2'], status: 'complete', dryRun: true }),
      'ILLEGAL_TRANSITION',
    );
  });
});

describe('The output of commands', () => {
  const json = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as Record<string, unknown>;
  let project: MemoryProject;
  beforeEach(() => {
    project = new MemoryProject();
    for (const ref of ['001-a', '002-b', '003-c'])
      project.spec(ref, 'status: planned\ncreated: 2026-01-01', `# ${ref}\n\n${BODY}`);
  });

  it.each([['update', '--add-tag', 'x'], ['archive'], ['claim']])(
    'is one object for one spec and a list for several specs: %s',
    async (command, ...flags) => {
      const one = json(await project.run([command, '1', ...flags, '--json']));
      expect(one).toMatchObject({ spec: { ref: '001-a' } });
      expect(one).not.toHaveProperty('specs');
      const several = json(await project.run([command, '2-3', ...flags, '--json']));
      expect(several).toMatchObject({ specs: [{ ref: '002-b' }, { ref: '003-c' }], total: 2 });
      expect(several).not.toHaveProperty('spec');
    },
  );

  it('has the same section of several specs', async () => {
    const views = json(await project.run(['view', '1', '3', '--section', 'Problem', '--json']));
    expect(views).toMatchObject({
      specs: [{ spec: { ref: '001-a' } }, { spec: { ref: '003-c' } }],
      total: 2,
    });
    const { stdout } = await project.run(['view', '1-2', '--raw']);
    expect(stdout.match(/^---$/gm)).toHaveLength(4);
  });

  it('is shown without the comments of its text, which --raw prints', async () => {
    const path = 'specs/001-a/README.md';
    project.files.write(
      path,
      `${project.files.readText(path) ?? ''}\nSeen\n\n<!-- a hint\n\nof two -->\n\nlast\n`,
    );
    const { stdout } = await project.run(['view', '1']);
    expect(stdout).toContain('Seen\n\nlast');
    expect(stdout).not.toContain('hint');
    expect((await project.run(['view', '1', '--raw'])).stdout).toContain('<!-- a hint');
  });

  it('has one line for each of several specs, also with --dry-run', async () => {
    const would = await project.run(['update', '1-3', '--add-tag', 'x', '--dry-run']);
    expect(would.stdout).toMatch(/^Would update 3 specs\n {2}001-a {2}tags \+ ?x\n/);
    expect((await project.run(['archive', '1', '--dry-run'])).stdout).toMatch(/^Would archive 001-a/);
    const { stdout } = await project.run(['update', '1-3', '--add-tag', 'x', '--priority', 'high']);
    expect(stdout).toMatch(/^Updated 3 specs\n/);
    expect(stdout.trim().split('\n')).toHaveLength(4);
  });
});
