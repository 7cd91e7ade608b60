import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { sealRecord } from '../../src/domain/log/records/recordOrderAndFormat.js';
import { RECORD_VERSION } from '../../src/domain/log/records/record.js';
import { canonicalJson } from '../../src/domain/value/jsonValue.js';
import { sha256 } from '../support/recordBuilder.js';
import { MemoryBranch } from '../support/memoryBranches.js';
import { MemoryProject } from '../support/memoryProject.js';
import { expectRefusalOf } from '../support/thrownError.js';

const update = (branch: MemoryBranch, request: object) =>
  branch.tool.updateSpec.execute({ spec: '1', ...request });
const codes = (result: { readonly warnings: readonly { readonly code: string }[] }) =>
  result.warnings.map(({ code }) => code);

const message = async (branch: MemoryBranch, code: string) =>
  (await branch.tool.validateProject.execute()).findings.find((finding) => finding.code === code)?.message;

/**
 * Returns the branch `ours` after two actors set the priority to different values on two branches. `ours` has the records of both
 * branches, but the document of its own.
 */
async function parted() {
  const base = await MemoryBranch.begun();
  const ours = base.clone('2026-01-05T11:00:00.000Z', 'kim');
  const theirs = base.clone('2026-01-05T12:00:00.000Z', 'lee');
  await update(ours, { priority: 'low' });
  await update(theirs, { priority: 'high', addTags: ['theirs'] });
  ours.takeLogOf(theirs);
  theirs.takeLogOf(ours);
  return { base, ours, theirs };
}

describe('A value that a person chose in the document after a merge', () => {
  it('is kept, recorded and reported, and values that one side changed come from the log', async () => {
    const { ours } = await parted();
    expect(ours.document).toContain('priority: low');
    const result = await update(ours, { reviewer: 'max' });
    expect(codes(result)).toEqual(['ROLLED_FORWARD', 'EDITED_BY_HAND']);
    expect(result.warnings[0]?.message).toContain('Restored: tags null → ["theirs"].');
    expect(result.warnings[1]?.message).toContain('priority "high" → "low".');
    expect(ours.document).toMatch(/priority: low/);
    expect(ours.document).toMatch(/theirs/);
    expect(await ours.facts()).toContain('FrontmatterEdited');
    expect((await ours.tool.viewSpec.execute({ spec: '1' })).diverged).toBeUndefined();
  });

  it('still causes a warning of the disagreement when it is the value of the log', async () => {
    const { ours } = await parted();
    ours.document = ours.document.replace('priority: low', 'priority: high');
    const result = await update(ours, { reviewer: 'max' });
    expect(codes(result)).toEqual(['DIVERGED', 'ROLLED_FORWARD']);
    expect(ours.document).toMatch(/priority: high/);
  });
});

describe('A hand edit of a field', () => {
  it('is reported by validate with the value in the log', async () => {
    const branch = await MemoryBranch.begun();
    await update(branch, { assignee: 'kim' });
    branch.document = branch.document.replace('assignee: kim', 'assignee: lee\nreviewer: max');
    expect(await message(branch, 'EDITED_BY_HAND')).toMatch(
      /committed\. assignee is "lee", but "kim" in the log\. reviewer is "max", but none in the log\.$/,
    );
  });

  it('is kept and reported separately from a field that is behind the log', async () => {
    const { ours } = await parted();
    ours.document = ours.document.replace('---\n', '---\nreviewer: max\n');
    const [byHand, behind] = [await message(ours, 'EDITED_BY_HAND'), await message(ours, 'DOCUMENT_BEHIND')];
    expect(byHand).toContain('reviewer is "max", but none in the log.');
    expect(byHand).not.toContain('tags');
    expect(behind).toMatch(/one side\. tags is none, but \["theirs"\] in the log\.$/);
  });

  /**
   * Returns a branch whose log lacks a record. `ours` set the priority and the assignee, and `theirs` the priority; the record of
   * our priority is then removed. The document has the initial priority again, as a git merge could have left it.
   */
  async function cut() {
    const base = await MemoryBranch.begun();
    const ours = base.clone('2026-01-05T11:00:00.000Z', 'kim');
    const theirs = base.clone('2026-01-05T12:00:00.000Z', 'lee');
    await update(ours, { priority: 'low' });
    const known = new Set(base.logFiles);
    const [gone = ''] = ours.logFiles.filter((path) => !known.has(path));
    await update(ours, { assignee: 'kim' });
    await update(theirs, { priority: 'high' });
    ours.takeLogOf(theirs);
    ours.tool.files.remove(gone);
    ours.document = ours.document.replace(/^priority.*\n/m, 'reviewer: max\n');
    return ours;
  }

  it('counts as behind the log when a record is missing and a merge could have made the same document', async () => {
    const behind = await message(await cut(), 'DOCUMENT_BEHIND');
    expect(behind).toMatch(/one side\. priority is none, but "high" in the log\.$/);
  });
});

it('A document with any values and any part of the log has no value overwritten without a report', async () => {
  const FIELDS = { priority: ['low', 'high', 'medium'], assignee: ['kim', 'max'], reviewer: ['lee', 'max'] };
  const valuesIn = (document: string) =>
    Object.keys(FIELDS).map((field) => {
      const [, value] = new RegExp(`^${field}: (.*)$`, 'm').exec(document) ?? [];
      return [field, JSON.stringify(value ?? null)] as const;
    });
  const writers: readonly ((branch: MemoryBranch) => Promise<readonly string[]>)[] = [
    async (branch) => (await update(branch, { addTags: ['m'] })).warnings.map(({ message }) => message),
    async (branch) => (await branch.tool.resolveConflicts.execute()).warnings.map(({ message }) => message),
    async (branch) => (await branch.tool.validateProject.execute({ fix: true })).fixed,
  ];
  const base = await MemoryBranch.begun();
  const ours = base.clone('2026-01-05T11:00:00.000Z', 'kim');
  const theirs = base.clone('2026-01-05T12:00:00.000Z', 'lee');
  for (const request of [{ priority: 'low' }, { assignee: 'kim' }, { unset: ['priority'] }])
    await update(ours, request);
  for (const request of [{ priority: 'high' }, { reviewer: 'lee', assignee: 'max' }])
    await update(theirs, request);
  ours.takeLogOf(theirs);
  const [, ...later] = ours.logFiles;
  const value = (field: keyof typeof FIELDS) => fc.option(fc.constantFrom(...FIELDS[field]));
  const values = fc.record({
    priority: value('priority'),
    assignee: value('assignee'),
    reviewer: value('reviewer'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(later),
      values,
      fc.constantFrom(...writers),
      async (gone, written, write) => {
        const branch = ours.clone('2026-01-05T13:00:00.000Z', 'ada');
        for (const path of gone) branch.tool.files.remove(path);
        const lines = Object.entries(written).flatMap(([field, one]) =>
          one === null ? [] : `${field}: ${one}\n`,
        );
        const bare = branch.document.replace(/^(?:priority|assignee|reviewer): .*\n/gm, '');
        branch.document = bare.replace('---\n', `---\n${lines.join('')}`);
        const before = valuesIn(branch.document);
        const said = (await write(branch)).join('\n');
        for (const [i, [field, after]] of valuesIn(branch.document).entries()) {
          const [, was = ''] = before[i] ?? [];
          if (was === after) continue;
          expect(said).toContain(`${field} ${was} → ${after}`);
        }
      },
    ),
    { numRuns: 60 },
  );
});

it('A disagreement of two branches that an unrelated change settled is settled alike in every clone, in any order of merging', async () => {
  const { ours, theirs } = await parted();
  ours.document = ours.document.replace('priority: low', 'priority: high');
  await update(ours, { reviewer: 'max' });
  await update(theirs, { assignee: 'max' });
  for (const [one, other] of [
    [ours, theirs],
    [theirs, ours],
  ] as const)
    one.takeLogOf(other);
  for (const branch of [ours, theirs]) {
    await branch.tool.resolveConflicts.execute();
    expect(branch.document).toMatch(/priority: high/);
    expect(branch.document).toMatch(/assignee: max/);
    expect(branch.document).toMatch(/reviewer: max/);
    expect((await branch.tool.viewSpec.execute({ spec: '1' })).diverged).toBeUndefined();
  }
});

describe('A document older than its log', () => {
  it.each([1, 2])('returned to that state when it lacks %i changes and git is silent', async (count) => {
    const branch = await MemoryBranch.begun();
    const before = branch.document;
    for (const fields of [{ priority: 'high' }, { reviewer: 'lee' }].slice(0, count))
      await update(branch, fields);
    branch.document = before;
    expect(await message(branch, 'RECORDS_NOT_IN_TEXT')).toMatch(/priority is none, but "high" in the log/);
    const { warnings } = await update(branch, { assignee: 'kim' });
    expect(warnings).toMatchObject([
      { code: 'RECORDS_NOT_IN_TEXT', message: expect.stringContaining('priority "high" → null') },
    ]);
    expect(branch.document).not.toMatch(/priority|reviewer/);
    expect(await branch.facts()).toContain('FrontmatterEdited');
    const { event = '' } = warnings[0]?.advice?.[0]?.request as { event?: string };
    await branch.tool.undoChange.execute({ event });
    expect(branch.document).toMatch(/priority: high/);
  });

  it('counts as an old copy when it has new text: values come from the log, and a warning says how to restore the old ones', async () => {
    const branch = await MemoryBranch.begun();
    const before = branch.document;
    await update(branch, { priority: 'high' });
    await update(branch, { reviewer: 'lee' });
    await branch.tool.addNote.execute({ spec: '1', text: 'Seen.' });
    branch.document = `${before}\nA new paragraph.\n`;
    const { warnings } = await update(branch, { assignee: 'kim' });
    expect(warnings).toEqual([
      {
        code: 'ROLLED_FORWARD',
        message: expect.stringMatching(/from before 2026-[^]*priority null → "high"/),
        advice: [
          {
            useCase: 'updateSpec',
            request: { spec: '001-a', unset: ['priority'] },
            to: 'set the old value again',
          },
          {
            useCase: 'updateSpec',
            request: { spec: '001-a', unset: ['reviewer'] },
            to: 'set the old value again',
          },
        ],
      },
      {
        code: 'ROLLED_FORWARD',
        message: expect.stringMatching(/Restored: the note "Seen\." \(@ada, /),
        advice: [expect.objectContaining({ useCase: 'undoChange' })],
      },
    ]);
    expect(branch.document).toMatch(/reviewer: lee[^]*priority: high[^]*A new paragraph[^]*Seen/);
    expect(await branch.facts()).toContain('TextEdited');
  });
});

it('update does not overwrite a completion date that the document has', async () => {
  const branch = await MemoryBranch.begun();
  branch.document = branch.document.replace('---\n', '---\ncompleted: 2026-01-02\n');
  await update(branch, { status: 'complete', force: true, reason: 'done long ago' });
  expect(branch.document).toMatch(/completed: ["']?2026-01-02/);
});

describe('A log with records of a newer spectool', () => {
  async function withNewer(v = RECORD_VERSION + 1): Promise<MemoryBranch> {
    const branch = await MemoryBranch.begun();
    const [path = ''] = branch.logFiles;
    const first = JSON.parse(branch.tool.files.readText(path) ?? '') as Parameters<typeof sealRecord>[0] & {
      id: string;
    };
    const { id, ...content } = first;
    const newer = {
      ...content,
      v,
      lamport: first.lamport + 1,
      parents: [id],
      events: [{ type: 'X', data: {} }],
    };
    const newerId = sha256(canonicalJson(newer));
    const name = `${String(newer.lamport).padStart(8, '0')}-${newerId.slice(0, 16)}.json`;
    const text = `${canonicalJson({ ...newer, id: newerId })}\n`;
    branch.tool.files.write(`${path.slice(0, path.lastIndexOf('/'))}/${name}`, text);
    return branch;
  }

  it('is not written to', async () => {
    const branch = await withNewer();
    const before = branch.document;
    await expectRefusalOf(() => update(branch, { priority: 'high' }), 'LOG_NEWER', {
      hint: expect.stringContaining('Upgrade'),
    });
    expect(branch.document).toBe(before);
  });

  it('is read, with a warning', async () => {
    const branch = await withNewer();
    const { findings } = await branch.tool.validateProject.execute();
    expect(findings.map(({ code }) => code)).toContain('LOG_NEWER');
    expect((await branch.tool.viewSpec.execute({ spec: '1' })).warnings?.map(({ code }) => code)).toEqual([
      'LOG_NEWER',
    ]);
  });

  it('is written to if all records can be read, and unknown events are kept with a warning', async () => {
    const branch = await withNewer(1);
    await update(branch, { priority: 'high' });
    const { findings } = await branch.tool.validateProject.execute();
    expect(findings.map(({ code }) => code)).toContain('LOG_NEWER');
    expect(await branch.facts()).toEqual(['SpecCreated', 'X', 'FieldsChanged']);
  });

  it.each([
    ['list', (branch: MemoryBranch) => branch.tool.listSpecs.execute()],
    ['board', (branch: MemoryBranch) => branch.tool.showBoard.execute()],
    ['history', (branch: MemoryBranch) => branch.tool.showHistory.execute()],
    ['next', (branch: MemoryBranch) => branch.tool.nextSpecs.execute()],
    ['search', (branch: MemoryBranch) => branch.tool.searchSpecs.execute({ query: 'problem' })],
    ['stats', (branch: MemoryBranch) => branch.tool.showStatistics.execute()],
    ['deps', (branch: MemoryBranch) => branch.tool.showDependencies.execute()],
  ])('is reported by %s with its spec', async (_name, read) => {
    const { warnings } = await read(await withNewer());
    expect(warnings).toEqual([
      expect.objectContaining({ code: 'LOG_NEWER', message: expect.stringContaining('001-a') }),
    ]);
  });
});

it('validate and history warn about records that a commit removed', async () => {
  const branch = await MemoryBranch.begun();
  const [...before] = branch.logFiles;
  await update(branch, { priority: 'high' });
  const [taken = ''] = branch.logFiles.filter((path) => !before.includes(path));
  await update(branch, { reviewer: 'lee' });
  branch.tool.files.remove(taken);
  branch.document = branch.document.replace(/^priority:.*\n/m, '');
  const { findings, ok } = await branch.tool.validateProject.execute();
  expect(findings.filter(({ code }) => code === 'LOG_PARENT_MISSING')).toEqual([
    expect.objectContaining({ severity: 'warning' }),
  ]);
  expect(ok).toBe(true);
  const { warnings } = await branch.tool.showHistory.execute({ spec: '1' });
  expect(warnings).toEqual([
    { code: 'LOG_PARENT_MISSING', message: expect.stringContaining('001-a'), hint: expect.any(String) },
  ]);
  await update(branch, { assignee: 'kim' });
  expect(branch.document).not.toMatch(/priority/);
});

describe('A record that was cherry-picked without its parent', () => {
  async function picked() {
    const ours = await MemoryBranch.begun();
    await update(ours, { priority: 'low' });
    const theirs = ours.clone('2026-01-06T10:00:00.000Z', 'lee');
    await update(theirs, { assignee: 'lee' });
    const [...before] = theirs.logFiles;
    await update(theirs, { priority: 'high' });
    await update(ours, { reviewer: 'max' });
    const [path = ''] = theirs.logFiles.filter((one) => !before.includes(one));
    ours.tool.files.write(path, theirs.tool.files.readText(path) ?? '');
    ours.document = ours.document.replace('priority: low', 'priority: high');
    return { ours, theirs };
  }

  it('is reported as a warning, and causes no disagreement with older records', async () => {
    const { ours } = await picked();
    const { findings, ok } = await ours.tool.validateProject.execute();
    expect(ok).toBe(true);
    expect(findings.map(({ code }) => code).filter((code) => !code.startsWith('SECTION'))).toEqual([
      'LOG_PARENT_MISSING',
    ]);
    expect((await ours.tool.viewSpec.execute({ spec: '1' })).diverged).toBeUndefined();
  });

  it('does not prevent changes, and a later merge adds the missing record', async () => {
    const { ours, theirs } = await picked();
    expect(codes(await update(ours, { addTags: ['x'] }))).toEqual([]);
    ours.takeLogOf(theirs);
    ours.document = ours.document.replace('reviewer:', 'assignee: lee\nreviewer:');
    expect(codes(await update(ours, { addTags: ['x', 'y'] }))).toEqual([]);
    expect(ours.document).toMatch(/assignee: lee[^]*reviewer: max[^]*priority: high[^]*tags: \[x, 'y'\]/);
    const { findings } = await ours.tool.validateProject.execute();
    expect(findings.filter(({ code }) => /^LOG|DIVERGED|EDITED/.test(code))).toEqual([]);
  });
});

it('a record whose file was altered is reported as damaged and has no effect', async () => {
  const branch = await MemoryBranch.begun();
  await update(branch, { priority: 'high' });
  const path = branch.logFiles.at(-1) ?? '';
  branch.tool.files.write(path, (branch.tool.files.readText(path) ?? '').replace('"high"', '"low"'));
  expect(await branch.facts()).toEqual(['SpecCreated']);
  const { findings } = await branch.tool.validateProject.execute();
  expect(findings.map(({ code }) => code)).toContain('LOG_DAMAGED');
  await update(branch, { reviewer: 'lee' });
  expect(branch.document).toMatch(/priority: high/);
});

describe('A document with the reserved id `project`', () => {
  async function withReserved(): Promise<MemoryBranch> {
    const branch = await MemoryBranch.begun();
    branch.document = branch.document.replace(/^id: .*$/m, 'id: project');
    return branch;
  }

  it('cannot be changed, and the error has a hint how to repair the document', async () => {
    const branch = await withReserved();
    for (const work of [() => update(branch, { priority: 'high' }), () => branch.facts()])
      await expectRefusalOf(work, 'LOG_UNREADABLE', {
        message: expect.stringContaining('specs/001-a/README.md: `id: project`'),
        hint: expect.stringContaining('delete the line'),
      });
  });

  it('is shown with a warning, and without the records of the log `project`', async () => {
    const branch = await withReserved();
    const { warnings } = await branch.tool.viewSpec.execute({ spec: '1' });
    expect(warnings).toEqual([
      expect.objectContaining({ code: 'FIELD_INVALID', message: expect.stringContaining('id: project') }),
    ]);
  });

  it('is one error of validate, which still makes other repairs', async () => {
    const branch = await withReserved();
    const { findings } = await branch.tool.validateProject.execute({ fix: true });
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([
      expect.objectContaining({ code: 'FIELD_INVALID', message: expect.stringContaining('id: project') }),
    ]);
  });
});

it.each([
  ['is missing', () => undefined],
  ['is damaged', () => 'junk'],
])('values that only the document has are kept and recorded when the first record %s', async (_, left) => {
  const project = new MemoryProject();
  await project.run(['create', 'one', '--tags', 'x', '--priority', 'high']);
  for (const who of ['ana', 'kim']) await project.run(['update', '1', '--assignee', who]);
  const [, id = ''] = /\nid: (\S+)/.exec(project.files.readText('specs/001-one/README.md') ?? '') ?? [];
  const names = project.files.list(`.spectool/log/${id}`).map(({ name }) => name);
  const first = `.spectool/log/${id}/${names.sort()[0] ?? ''}`;
  const text = left();
  if (text === undefined) project.files.remove(first);
  else project.files.write(first, text);
  const document = () => project.files.readText('specs/001-one/README.md') ?? '';
  const before = document();
  const { stderr } = await project.run(['note', '1', 'a word']);
  expect(stderr).toContain('Changes that were only in the document are now recorded');
  expect(document().startsWith(before.slice(0, before.indexOf('\n---\n', 4)))).toBe(true);
  const { stderr: again } = await project.run(['update', '1', '--assignee', 'lee']);
  expect(again).not.toContain('Records are missing from');
  expect(document()).toMatch(/status: planned\nassignee: lee\n[^]*priority: high\ntags: \[x\]/);
});
