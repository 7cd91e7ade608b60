import { describe, expect, it } from '@jest/globals';
import { MemoryBranch } from '../support/memoryBranches.js';

/** Returns a branch whose spec has two criteria and a note, and what an agent does with it by command. */
async function begun() {
  const branch = new MemoryBranch({}, '2026-01-05T10:00:00.000Z', 'ada');
  const { tool } = branch;
  await tool.initProject.execute({ agentTools: 'none' });
  await tool.createSpec.execute({ name: 'a', body: '# A\n\n## Problem\n\nOne.\n\n## Solution\n\nTwo.\n' });
  for (const text of ['one works', 'two works']) await tool.addCriterion.execute({ spec: '1', text });
  await tool.addNote.execute({ spec: '1', text: 'Asked the bank.' });
  return {
    branch,
    tool,
    check: (criterion: string) =>
      tool.checkCriteria.execute({ spec: '1', criteria: [criterion], test: 'login' }),
    note: (text: string) => tool.addNote.execute({ spec: '1', text }),
    section: (text: string) => tool.replaceSection.execute({ spec: '1', heading: 'Problem', set: text }),
    findings: async () =>
      (await tool.validateProject.execute()).findings.filter(({ code }) =>
        /RECORDS_NOT|DOCUMENT_BEHIND|EDITED/.test(code),
      ),
    change: () => tool.updateSpec.execute({ spec: '1', assignee: 'kim' }),
  };
}
type Project = Awaited<ReturnType<typeof begun>>;

describe('A document that an agent read, and wrote back whole after it changed the spec by command', () => {
  it.each<[string, (project: Project) => Promise<unknown>, RegExp]>([
    [
      'ticks and a note',
      async ({ check, note }) => [await check('1'), await check('2'), await note('Needs a day.')],
      /\[x\] AC1[^]*\[x\] AC2[^]*Needs a day/,
    ],
    [
      'a section and a note',
      async ({ section, note }) => [await section('Longer.'), await note('Needs a day.')],
      /Longer\.[^]*Needs a day/,
    ],
    [
      'a criterion and a tick of it',
      async ({ tool, check }) => [
        await tool.addCriterion.execute({ spec: '1', text: 'three' }),
        await check('3'),
      ],
      /\[x\] AC3: three/,
    ],
    [
      'a title and a note',
      async ({ tool, note }) => [
        await tool.updateSpec.execute({ spec: '1', title: 'B' }),
        await note('Needs a day.'),
      ],
      /# B\n[^]*Needs a day/,
    ],
    [
      'a tag and a note, with a tag of the copy',
      async ({ tool, note }) => [
        await tool.updateSpec.execute({ spec: '1', addTags: ['x'] }),
        await note('Day.'),
      ],
      /Day\./,
    ],
  ])('keeps %s, and the rest of the copy is an edit', async (_what, work, kept) => {
    const project = await begun();
    const read = project.branch.document;
    await work(project);
    project.branch.document = read.replace('Two.', 'We use queues.');
    const [first] = await project.findings();
    expect(first?.message).toMatch(/overwritten with a copy from before 2026-01-05T10:00/);
    const { warnings } = await project.change();
    expect(warnings[0]).toMatchObject({ code: 'ROLLED_FORWARD' });
    expect(project.branch.document).toMatch(kept);
    expect(project.branch.document).toContain('We use queues.');
    expect(await project.findings()).toEqual([]);
  });

  it('counts as it is when a person says so', async () => {
    const project = await begun();
    const read = project.branch.document;
    await project.check('1');
    await project.note('Needs a day.');
    project.branch.document = read.replace('Two.', 'We use queues.');
    await project.tool.resolveConflicts.execute({ specs: ['1'], keep: 'document' });
    await project.change();
    expect(project.branch.document).not.toMatch(/\[x\]|Needs a day/);
  });

  it('is seen also after a formatter changed the document, which doubles no note', async () => {
    const project = await begun();
    await project.note('Use `--fast` for *all* of\nthe runs.');
    const formatted = project.branch.document
      .replaceAll(/^- /gm, '* ')
      .replace('*all* of\n  the runs', '_all_ of the\n  runs');
    project.branch.document = formatted;
    await project.change();
    expect(project.branch.document.match(/--fast/g)).toHaveLength(1);
    await project.check('1');
    await project.section('Longer.');
    project.branch.document = formatted.replace('Two.', 'We use queues.');
    await project.change();
    expect(project.branch.document).toMatch(/Longer\.[^]*queues[^]*\[x\] AC1/);
    expect(project.branch.document.match(/--fast/g)).toHaveLength(1);
  });
});

it.each<[string, (text: string) => string]>([
  [
    'a tick taken out, with a sentence why',
    (text) => text.replace('[x] AC1', '[ ] AC1').replace('Two.', 'Two. AC1 fails.'),
  ],
  [
    'two ticks taken out, with a sentence why',
    (text) => text.replaceAll('[x]', '[ ]').replace('Two.', 'Two. Both fail.'),
  ],
  ['a note removed', (text) => text.replace(/^.*Needs a day.*\n/m, '')],
  ['all notes removed', (text) => text.replace(/^.*ada\).*\n/gm, '')],
])('A deliberate edit stands: %s', async (_what, edit) => {
  const project = await begun();
  await project.check('1');
  await project.check('2');
  await project.note('Needs a day.');
  const edited = edit(project.branch.document);
  expect(edited).not.toBe(project.branch.document);
  project.branch.document = edited;
  await project.change();
  expect(project.branch.document.replace(/^assignee: kim\n/m, '')).toBe(edited);
});

describe('Ticks, notes, sections and criteria that an edit by hand took away', () => {
  const takeAway = (text: string) =>
    text
      .replace('[x] AC1', '[ ] AC1')
      .replace(/^.*AC2.*\n/m, '')
      .replace(/^.*Needs a day.*\n/m, '')
      .replace('---\n', '---\npriority: low\n');

  async function edited() {
    const project = await begun();
    await project.check('1');
    await project.note('Needs a day.');
    await project.note('Asked again.');
    project.branch.document = takeAway(project.branch.document);
    return project;
  }

  it('are named by validate before, and by the next command, with the undo that brings just these back', async () => {
    const project = await edited();
    const named =
      /the criterion "AC2: two works" [^]*the tick of "AC1: one works" [^]*the note "Needs a day\."/;
    const found = (await project.findings()).filter(({ code }) => code === 'RECORDS_NOT_IN_TEXT');
    expect(found.map(({ message }) => message)).toEqual([expect.stringMatching(named)]);
    const { warnings } = await project.change();
    const told = warnings.find(({ code }) => code === 'RECORDS_NOT_IN_TEXT');
    expect(told?.message).toMatch(named);
    expect(project.branch.document).not.toMatch(/\[x\]|AC2|Needs a day/);
    expect(await project.findings()).toEqual([]);
    const { event = '' } = told?.advice?.[0]?.request as { event?: string };
    await project.tool.undoChange.execute({ event });
    expect(project.branch.document).toMatch(/\[x\] AC1[^]*AC2[^]*Needs a day/);
    expect(project.branch.document).toMatch(/priority: low[^]*assignee: kim|assignee: kim[^]*priority: low/);
    expect(project.branch.document.match(/Asked again/g)).toHaveLength(1);
    const { criteria } = await project.tool.listCriteria.execute({ spec: '1' });
    expect(criteria[0]).toMatchObject({ done: true, proof: { test: 'login' } });
  });

  it('are not asked for again by an older copy of the document', async () => {
    const project = await edited();
    await project.change();
    const read = project.branch.document;
    await project.note('A third.');
    await project.section('Longer.');
    project.branch.document = read.replace('Two.', 'We use queues.');
    await project.change();
    expect(project.branch.document).toMatch(/Longer\.[^]*queues[^]*A third/);
    expect(project.branch.document).not.toMatch(/\[x\]|AC2|Needs a day/);
  });
});

it.each<[string, (project: Project, text: string) => Promise<unknown> | undefined]>([
  [
    'in a folder that was moved by hand',
    ({ tool }, text) => {
      tool.files.move('specs/001-a', 'specs/backend/001-a');
      tool.files.write('specs/backend/001-a/README.md', text);
      return undefined;
    },
  ],
  [
    'in a document whose `id` was removed',
    ({ branch }, text) => {
      branch.document = text.replace(/^id: .*\n/m, '');
      return undefined;
    },
  ],
  [
    'with a packed log',
    async ({ branch, tool }, text) => {
      await tool.compactLog.execute();
      branch.document = text;
    },
  ],
])('An old copy keeps what was recorded since %s', async (_where, write) => {
  const project = await begun();
  const { tool } = project;
  const read = project.branch.document;
  await project.check('1');
  await project.note('Needs a day.');
  await write(project, read.replace('Two.', 'We use queues.'));
  await project.change();
  const { path } = (await tool.viewSpec.execute({ spec: '1' })).spec;
  expect(tool.files.readText(`${path}/README.md`)).toMatch(/queues[^]*\[x\] AC1[^]*Needs a day/);
});
