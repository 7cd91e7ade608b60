import { describe, expect, it } from '@jest/globals';
import { MemoryFileSystem } from '../../src/adapters/memory/memoryFileSystem.js';
import type { StructureConfig } from '../../src/domain/project/configuration.js';
import type { Spectool } from '../../src/application/spectool.js';
import { createTestSpectool } from '../../src/composition/testing.js';
import { filesOf } from '../support/memoryBranches.js';
import { MemoryProject } from '../support/memoryProject.js';

const NOW = { now: () => '2026-03-05T12:00:00.000Z', today: () => '2026-03-05' };

function projectWith(structure: Partial<StructureConfig>): MemoryProject {
  const project = new MemoryProject({ clock: NOW });
  project.files.write('.spectool/config.json', JSON.stringify({ structure }));
  return project;
}

/** Returns spectool for the same files with another configuration. */
function changed(before: MemoryProject, structure: Partial<StructureConfig>): Spectool {
  before.files.write('.spectool/config.json', JSON.stringify({ structure }));
  return before.opened();
}

describe('The number of a spec', () => {
  it.each(['{YYYY-MM-DD}-', '{YYYY}-'])('stays the same when prefix %s and digits change', async (prefix) => {
    const project = projectWith({ prefix });
    for (const name of ['a', 'b']) await project.spectool.createSpec.execute({ name });
    await changed(project, {}).createSpec.execute({ name: 'c' });
    for (const sequenceDigits of [2, 4, 6]) {
      const { specs } = await changed(project, { sequenceDigits }).listSpecs.execute();
      expect([sequenceDigits, ...specs.map(({ sequence }) => sequence)]).toEqual([sequenceDigits, 1, 2, 3]);
    }
  });

  const prefixes = ['', '{YYYYMMDD}-', '{MM}-', '{YYYY-MM}-', '{YYYY-MM-DD}-', '{YYYY}-', '{YYYYMMDD}'];
  const literals = ['spec-', 'spec', 'v1.', '2.', 'r2d2-', 'v1.{MM}-'];
  const cases = [1, 3, 6].flatMap((sequenceDigits) =>
    [...prefixes, ...literals].map((prefix) => ({ prefix, sequenceDigits })),
  );

  it.each(cases)('is shown by every command and accepted as a reference: %j', async (structure) => {
    const project = projectWith(structure);
    const { createSpec } = project.spectool;
    const created = await project.run(['create', 'alpha', '--body', '-'], undefined, Buffer.from('Text.\n'));
    const { spec: beta } = await createSpec.execute({ name: 'beta', dependsOn: ['alpha'] });
    const { spec: gamma } = await createSpec.execute({ name: 'gamma', dependsOn: ['beta'] });
    const [one, two, three] = [1, 2, 3].map((n) => String(n).padStart(structure.sequenceDigits, '0'));

    expect(created.stdout).toContain(`spectool claim ${one ?? ''}\n`);
    const list = await project.run(['list']);
    expect(list.stdout.match(/^ *\d+(?= )/gm)?.map((cell) => cell.trim())).toEqual([one, two, three]);
    const board = await project.run(['board']);
    expect(board.stdout).toContain(`${two ?? ''} Beta`);
    expect(board.stdout).toContain(`blocked by ${one ?? ''}\n`);
    expect(board.stdout).toMatch(new RegExp(`^blocked .*: ${two ?? ''}, ${three ?? ''}$`, 'm'));
    const deps = await project.run(['deps']);
    for (const line of [`${one ?? ''} Alpha`, `${two ?? ''} Beta`, `${three ?? ''} Gamma`])
      expect(deps.stdout).toMatch(new RegExp(`[○◐●] ${line}`));
    const next = await project.run(['next']);
    expect(next.stdout).toMatch(new RegExp(`^${one ?? ''} Alpha`));
    expect(next.stdout).toContain(`spectool claim ${one ?? ''}`);

    for (const [typed, ref] of [
      [two, beta.ref],
      [three, gamma.ref],
    ]) {
      const { stdout } = await project.run(['view', typed ?? '', '--json']);
      expect(JSON.parse(stdout)).toMatchObject({ spec: { ref } });
    }
  });

  it('is replaced by the folder name when the folder has no number', async () => {
    const project = projectWith({});
    project.spec('2025-08-06-add-x', 'status: planned\ncreated: 2025-08-06\ndepends_on: [7]');

    const board = await project.run(['board']);

    expect(board.stdout).toContain('2025-08-06-add-x ');
    expect(board.stdout).toMatch(/^blocked .*: 2025-08-06-add-x$/m);
    expect((await project.run(['next'])).stdout).toContain('No spec is ready');
    expect((await project.run(['deps'])).stdout).toContain('○ 2025-08-06-add-x ');
    expect((await project.run(['view', '2025-08-06-add-x'])).code).toBe(0);
  });
});

describe('The number of a spec made with another configuration', () => {
  const before = [...'{MM}- {YYYY}- {YYYY-MM}- {YYYY-MM-DD}- {YYYYMMDD}- spec- v1. v1-'.split(' '), ''];
  const after = ['', 'spec-', '{YYYYMMDD}-', '{MM}-', 'v2.'];
  const cases = [3, 4, 6].flatMap((sequenceDigits) =>
    before.flatMap((old) => after.map((prefix) => ({ sequenceDigits, old, prefix }))),
  );

  /** Projects with three specs each, made once for each earlier configuration. */
  const made = new Map<string, Promise<() => MemoryProject>>();
  async function threeSpecs(prefix: string, sequenceDigits: number): Promise<() => MemoryProject> {
    const project = new MemoryProject({ clock: NOW });
    const { createSpec } = changed(project, { prefix, sequenceDigits });
    for (const name of ['alpha', 'beta', 'gamma']) await createSpec.execute({ name });
    return () => {
      const files = new MemoryFileSystem();
      for (const [path, text] of Object.entries(filesOf(project.files))) files.write(path, text);
      return new MemoryProject({ clock: NOW }, files);
    };
  }
  it.each(cases)('stays the same: %j', async ({ sequenceDigits, old, prefix }) => {
    const key = `${String(sequenceDigits)} ${old}`;
    const copies = made.get(key) ?? threeSpecs(old, sequenceDigits);
    made.set(key, copies);
    const later = changed((await copies)(), { prefix, sequenceDigits });
    const { spec } = await later.createSpec.execute({ name: 'delta' });
    const { specs } = await later.listSpecs.execute();

    expect(spec.sequence).toBe(4);
    expect(specs.map(({ sequence, name }) => [sequence, name])).toEqual([
      [1, 'alpha'],
      [2, 'beta'],
      [3, 'gamma'],
      [4, 'delta'],
    ]);
  });
});

describe('renumber', () => {
  it.each([
    ['{YYYYMMDD}', '20260305007-alpha'],
    ['{YYYY-MM}', '2026-03007-alpha'],
    ['spec', 'spec007-alpha'],
    ['v1.', 'v1.007-alpha'],
    ['{MM}-', '03-007-alpha'],
  ])('keeps the prefix %s of the folder name', async (prefix, ref) => {
    const { createSpec, renumberSpec, listSpecs } = projectWith({ prefix }).spectool;
    await createSpec.execute({ name: 'alpha' });

    expect((await renumberSpec.execute({ spec: '1', to: 7 })).spec).toMatchObject({ sequence: 7, ref });
    expect((await listSpecs.execute()).specs).toMatchObject([{ sequence: 7, name: 'alpha' }]);
  });

  it('keeps the date of a folder without a number', async () => {
    const project = projectWith({});
    project.spec('2025-08-06-add-x', 'status: planned\ncreated: 2025-08-06');

    const { spec } = await project.spectool.renumberSpec.execute({ spec: 'add-x' });

    expect(spec).toMatchObject({ sequence: 1, ref: '2025-08-06-001-add-x' });
  });

  it('changes nothing when the spec has the number already, and prints a note', async () => {
    const project = projectWith({});
    await project.spectool.createSpec.execute({ name: 'alpha' });
    const before = project.files.readText('specs/001-alpha/README.md');

    const { code, stdout, stderr } = await project.run(['renumber', '1', '--to', '1']);

    expect([code, stdout, stderr]).toEqual([
      0,
      '',
      'note 001-alpha already has the number 1; nothing was changed.\n',
    ]);
    expect(project.files.readText('specs/001-alpha/README.md')).toBe(before);
  });

  it.each(['spec-', 'v1.', 'v1-', 'spec'])('renames a folder with the former prefix %s', async (prefix) => {
    const project = projectWith({ prefix });
    await project.spectool.createSpec.execute({ name: 'alpha' });
    await project.spectool.createSpec.execute({ name: 'beta', dependsOn: ['alpha'] });
    const later = changed(project, { prefix: '{YYYY-MM}-' });
    const { findings } = await later.validateProject.execute();
    expect(findings.filter(({ code }) => code === 'FOLDER_NAME')).toEqual([]);
    for (const to of [1, 2]) await later.renumberSpec.execute({ spec: String(to), to });

    expect((await later.listSpecs.execute()).specs).toMatchObject([
      { sequence: 1, ref: '2026-03-001-alpha' },
      { sequence: 2, ref: '2026-03-002-beta', dependsOn: ['2026-03-001-alpha'] },
    ]);
  });
});

it('A former number or folder name of a spec finds that spec until another spec has the number or name', async () => {
  const spectool = createTestSpectool();
  await spectool.initProject.execute();
  await spectool.createSpec.execute({ name: 'one' });
  await spectool.renumberSpec.execute({ spec: '1', to: 31 });
  await spectool.renumberSpec.execute({ spec: '31', to: 40 });
  const found = async (spec: string) => {
    const { spec: view, warnings = [] } = await spectool.viewSpec.execute({ spec });
    return [view.ref, ...warnings.map(({ message }) => message)];
  };
  expect(await found('1')).toEqual(['040-one', '1 is now 040-one.']);
  expect(await found('031')).toEqual(['040-one', '031 is now 040-one.']);
  expect(await found('031-one')).toEqual(['040-one']);
  expect((await spectool.updateSpec.execute({ spec: '31', priority: 'low' })).spec.ref).toBe('040-one');
  await expect(found('32')).rejects.toMatchObject({ code: 'SPEC_NOT_FOUND' });

  await spectool.renumberSpec.execute({ spec: '40', to: 41 });
  await spectool.createSpec.execute({ name: 'two' });
  await spectool.renumberSpec.execute({ spec: 'two', to: 40 });
  expect(await found('40')).toEqual(['040-two']);
});
