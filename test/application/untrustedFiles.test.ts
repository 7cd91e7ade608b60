import { describe, expect, it } from '@jest/globals';
import { canonicalJson } from '../../src/domain/value/jsonValue.js';
import { FaultyFileSystem } from '../support/faultyFileSystem.js';
import { refusalOf } from '../support/thrownError.js';
import { ScratchProject } from '../support/scratchProject.js';
import { onDisk, spectoolOver } from '../support/spectoolOnDisk.js';
import { createHash } from 'node:crypto';
import { existsSync, cpSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A project into whose folders of spectool the tests write files of other programs or of an attacker. */
const given = () => ScratchProject.initialised();
const tool = ({ root }: ScratchProject, dyingAt?: number) =>
  spectoolOver(
    new FaultyFileSystem(onDisk(root), dyingAt === undefined ? undefined : { at: dyingAt, dies: true }),
  );

const JOURNAL = '.spectool/tmp/journal.json';

it('A creation that was interrupted, and whose folder got other files meanwhile, is repaired without removing those files, and does not block the next command', async () => {
  for (let at = 1; ; at += 1) {
    const project = given();
    const made = await tool(project, at)
      .createSpec.execute({ name: 'fresh' })
      .then(() => true)
      .catch(() => false);
    if (made) break;
    project.write('specs/001-fresh/notes.txt', 'mine');
    await tool(project).createSpec.execute({ name: 'next' });
    expect(project.read('specs/001-fresh/notes.txt')).toBe('mine');
    const { findings } = await tool(project).validateProject.execute();
    expect(findings.filter(({ code }) => code.startsWith('LOG') || code === 'FOLDER_GONE')).toEqual([]);
  }
});

it.each([
  ['{'],
  ['null'],
  ['[]'],
  ['{"v":2,"steps":[]}'],
  ['{"v":1,"steps":[7]}'],
  ['{"v":1,"steps":[{"action":"move","from":"package.json","to":"specs/x"}]}'],
  ['{"v":1,"steps":[{"action":"move","from":"specs/001-a","to":".github/x"}]}'],
  ['{"v":1,"steps":[{"action":"move","from":"specs/001-a","to":"specs/../../x"}]}'],
  ['{"v":1,"steps":[{"action":"replace","from":".spectool/tmp/x","to":"package.json"}]}'],
  ['{"v":1,"steps":[{"action":"replace","from":".spectool/tmp/x","to":"specs/001-a/.git/config"}]}'],
  ['{"v":1,"steps":[{"action":"add","from":".spectool/tmp/x","to":".git/hooks/post-commit"}]}'],
  ['{"v":1,"steps":[{"action":"add","from":"package.json","to":".spectool/log/a/x.json"}]}'],
])('A journal file that no command wrote is refused, and no file is moved or written: %s', async (note) => {
  const project = given();
  await tool(project).createSpec.execute({ name: 'a' });
  project.write('package.json', '{}');
  project.write('.spectool/tmp/x', 'hostile');
  project.write(JOURNAL, note);
  const before = project.files();
  const refusal = await refusalOf(() => tool(project).updateSpec.execute({ spec: 'a', assignee: 'kim' }));
  expect(refusal).toMatchObject({ code: 'LOG_UNREADABLE' });
  expect(project.files()).toEqual(before);
  expect((await tool(project).listSpecs.execute()).specs).toHaveLength(1);
});

it('A hand edit made after a command was killed is kept by the repair, whichever write was interrupted', async () => {
  for (let at = 1; ; at += 1) {
    const project = given();
    await tool(project).createSpec.execute({ name: 'a' });
    await tool(project).createSpec.execute({
      name: 'b',
      dependsOn: ['a'],
      body: '# B\n\n[a](../001-a/)\n',
    });
    const renumbered = await tool(project, at)
      .renumberSpec.execute({ spec: 'a', to: 7 })
      .then(() => true)
      .catch(() => false);
    if (renumbered) break;
    const path = 'specs/002-b/README.md';
    project.write(path, `${project.read(path)}\nA word of my own.\n`);
    await tool(project).createSpec.execute({ name: 'next' });
    expect(project.read(path)).toContain('A word of my own.');
  }
});

it.each(['99999999999999999999', '9007199254740991', '1000000000000'])(
  'A log file with an impossibly high clock in its name does not hide later changes: %s',
  async (clock) => {
    const project = given();
    await tool(project).createSpec.execute({ name: 'a' });
    project.write(`.spectool/log/other/${clock}-0123456789abcdef.json`, '{}');
    await tool(project).updateSpec.execute({ spec: 'a', assignee: 'kim' });
    const { events } = await tool(project).showHistory.execute({ spec: 'a' });
    expect(events.map(({ type }) => type)).toEqual(['FieldsChanged', 'SpecCreated']);
  },
);

it.each([
  { ref: { from: '001-one', to: '.hid' } },
  { ref: { from: '001-one', to: 'node_modules' } },
  { group: { from: '', to: '.x' } },
  { group: { from: '', to: '002-two' } },
])(
  'A record that moves a spec to a folder where no specs are read causes no move of the folder by later changes and repairs: %j',
  async (data) => {
    const project = given();
    const { spec } = await tool(project).createSpec.execute({ name: 'one' });
    await tool(project).createSpec.execute({ name: 'two' });
    const stream = spec.id ?? '';
    const [name = ''] = readdirSync(join(project.root, '.spectool/log', stream));
    const before = JSON.parse(project.read(`.spectool/log/${stream}/${name}`)) as { readonly id: string };
    const { id: parent, ...rest } = before;
    const record = {
      ...{ ...rest, lamport: 9, parents: [parent], nonce: 'x' },
      events: [{ type: 'SpecRenamed', data: { name: { from: 'one', to: 'one' }, ...data } }],
    };
    const id = createHash('sha256').update(canonicalJson(record)).digest('hex');
    const text = `${canonicalJson({ ...record, id })}\n`;
    project.write(`.spectool/log/${stream}/00000009-${id.slice(0, 16)}.json`, text);

    await tool(project).validateProject.execute({ fix: true });
    await tool(project).updateSpec.execute({ spec: spec.path, priority: 'high' });
    await tool(project).validateProject.execute({ fix: true });
    const { specs } = await tool(project).listSpecs.execute({});
    expect(specs.map(({ path, priority }) => [path, priority])).toEqual([
      ['specs/001-one', 'high'],
      ['specs/002-two', undefined],
    ]);
  },
);

it.each(['../../outside', '..', 'a/b', ''])(
  'A record whose folder name is a path causes no write outside the project when the folder name is %j',
  async (ref) => {
    const project = given();
    const record = {
      v: 1,
      spec: 'evil',
      lamport: 1,
      parents: [],
      command: 'create',
      events: [
        {
          type: 'SpecCreated',
          data: { sequence: 1, name: 'x', ref, archived: false, title: 'x', frontmatter: { id: 'evil' } },
        },
      ],
    };
    const id = createHash('sha256').update(canonicalJson(record)).digest('hex');
    project.write(
      `.spectool/log/evil/00000001-${id.slice(0, 16)}.json`,
      `${canonicalJson({ ...record, id })}\n`,
    );
    project.write('.spectool/tmp/new-evil/README.md', '---\nid: evil\n---\n');
    project.write(
      'specs/001-x/README.md',
      '---\nid: evil\nstatus: planned\ncreated: 2026-01-01\n---\n\n# X\n',
    );
    await tool(project).createSpec.execute({ name: 'next' });
    await tool(project)
      .updateSpec.execute({ spec: '1', assignee: 'kim' })
      .catch((error: unknown) => expect(error).toMatchObject({ code: 'LOG_UNREADABLE' }));
    expect(existsSync(join(project.root, '..', 'outside'))).toBe(false);
    expect(existsSync(join(project.root, 'specs/001-x/README.md'))).toBe(true);
  },
);

describe('A copied spec folder', () => {
  const copied = async () => {
    const project = given();
    await tool(project).createSpec.execute({ name: 'a' });
    cpSync(join(project.root, 'specs/001-a'), join(project.root, 'specs/002-copy'), { recursive: true });
    return project;
  };

  it('cannot be changed while it has the id of another spec', async () => {
    const project = await copied();
    const before = project.files();
    const refusal = await refusalOf(() =>
      tool(project).updateSpec.execute({ spec: '2', status: 'in-progress' }),
    );
    expect(refusal).toMatchObject({ code: 'ID_COPIED' });
    expect(project.files()).toEqual(before);
    await tool(project).updateSpec.execute({ spec: '1', status: 'in-progress' });
    const later = await refusalOf(() => tool(project).updateSpec.execute({ spec: '2', assignee: 'kim' }));
    expect(later).toMatchObject({ code: 'ID_COPIED' });
  });

  it('becomes a spec of its own by validate --fix, and the original keeps its history', async () => {
    const project = await copied();
    const { findings } = await tool(project).validateProject.execute({ fix: true });
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const begun = await tool(project).showHistory.execute({ spec: '2' });
    expect(begun.events.map(({ type }) => type)).toEqual(['SpecImported']);
    await tool(project).updateSpec.execute({ spec: '2', assignee: 'kim' });
    expect(project.read('specs/001-a/README.md')).not.toContain('kim');
    const { events } = await tool(project).showHistory.execute({ spec: '1' });
    expect(events.map(({ type }) => type)).toEqual(['SpecCreated']);
  });

  it('gets another number if it has that of the original, whose own folder was renamed', async () => {
    const project = await copied();
    cpSync(join(project.root, 'specs/001-a'), join(project.root, 'old'), { recursive: true });
    rmSync(join(project.root, 'specs/002-copy'), { recursive: true });
    await tool(project).renumberSpec.execute({ spec: '1', name: 'b' });
    await tool(project).updateSpec.execute({ spec: '1', priority: 'high' });
    renameSync(join(project.root, 'old'), join(project.root, 'specs/001-a'));
    await tool(project).validateProject.execute({ fix: true });
    const { specs } = await tool(project).listSpecs.execute({ scope: 'all' });
    expect(specs.map(({ path }) => path)).toEqual(['specs/001-b', 'specs/002-a']);
  });

  it('is parted from another copy by validate --fix when the original is deleted or missing', async () => {
    for (const isDeleted of [true, false]) {
      const project = await copied();
      cpSync(join(project.root, 'specs/001-a'), join(project.root, 'specs/003-other'), { recursive: true });
      if (isDeleted) await tool(project).deleteSpec.execute({ spec: '1', reason: 'old', force: true });
      else rmSync(join(project.root, 'specs/001-a'), { recursive: true });
      const { fixed, findings } = await tool(project).validateProject.execute({ fix: true });
      expect(fixed).toEqual(['specs/003-other is now a separate spec, no longer a copy of specs/002-copy.']);
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      await tool(project).updateSpec.execute({ spec: '3', assignee: 'kim' });
      expect(project.read('specs/002-copy/README.md')).not.toContain('kim');
    }
  });

  it('does not count as a copy when the original folder is missing', async () => {
    const project = await copied();
    renameSync(join(project.root, 'specs/001-a'), join(project.root, 'aside'));
    await tool(project).updateSpec.execute({ spec: '2', assignee: 'kim' });
    expect(project.read('specs/002-copy/README.md')).toContain('kim');
  });
});
