import { describe, expect, it } from '@jest/globals';
import type { StructureConfig } from '../../src/domain/project/configuration.js';
import { MemoryProject } from '../support/memoryProject.js';

const MILESTONES = { pattern: 'custom', groupExtractor: 'milestone-{milestone}' } as const;

function projectWith(structure: Partial<StructureConfig>, rest: object = {}): MemoryProject {
  const project = new MemoryProject();
  project.files.write('.spectool/config.json', JSON.stringify({ structure, ...rest }));
  return project;
}

describe('Groups', () => {
  it.each([
    [{ pattern: 'custom' }],
    [{ pattern: 'custom', groupExtractor: '{YYYYMM}' }],
    [{ pattern: 'custom', groupExtractor: '{YY}' }],
    [{ pattern: 'custom', groupExtractor: '{date}' }],
    [{ pattern: 'custom', groupExtractor: 'x-{foo bar}' }],
    [{ pattern: 'custom', groupExtractor: 'x-{foo' }],
    [{ pattern: 'custom', groupExtractor: 'fixed' }],
    [{ pattern: 'custom', groupExtractor: '{tags}' }],
    [{ pattern: 'custom', groupExtractor: 'on-{depends_on}' }],
    [{ pattern: 'custom', groupExtractor: '{areas}' }],
  ])('are refused with the invalid setting %j, and the error names the key', async (structure) => {
    const project = projectWith(structure, { frontmatter: { custom: { areas: 'array' } } });
    const { code, stderr } = await project.run(['list']);

    expect(code).toBe(3);
    expect(stderr).toContain('structure.groupExtractor ');
  });

  it.each([
    [MILESTONES, {}],
    [MILESTONES, { custom: { milestone: 'string' } }],
    [MILESTONES, { optional: ['milestone'] }],
    [{ ...MILESTONES, groupExtractor: '{team}/{YYYY}-{milestone}', groupFallback: 'misc' }, {}],
  ])('by a field can be used without declaring the field: %j', async (structure, frontmatter) => {
    const project = projectWith(structure, { frontmatter });
    const fields = [
      '--field',
      'milestone=v1',
      ...('groupFallback' in structure ? ['--field', 'team=web'] : []),
    ];

    const created = await project.run(['create', 'login', ...fields]);
    expect([created.code, created.stderr]).toEqual([0, '']);
    for (const command of [['list'], ['board'], ['search', 'login'], ['view', '1'], ['validate', '1']])
      expect((await project.run(command)).stderr).toBe('');
    expect((await project.run(['update', '1', '--field', 'milestone=v2'])).stdout).toContain('v2');
  });

  it('by a field without a fallback require the field in every new spec', async () => {
    const { code, stderr } = await projectWith(MILESTONES).run(['create', 'other']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--field milestone=…')]);
  });

  it.each([
    ['no group', {}],
    ['groups by day', { pattern: 'custom', groupExtractor: '{YYYYMMDD}' }],
    ['a legacy pattern', { pattern: '{date}/{seq}-{name}/', dateFormat: 'YYYY/MM' }],
  ] as const)('are not asked of specs made under %s', async (_what, structure) => {
    const project = projectWith(structure);
    await project.spectool.createSpec.execute({ name: 'login' });
    project.files.write(
      '.spectool/config.json',
      JSON.stringify({
        structure: { pattern: 'custom', groupExtractor: '{milestone}', groupFallback: 'misc' },
      }),
    );
    const later = project.opened();

    expect((await later.listSpecs.execute()).specs).toMatchObject([{ sequence: 1 }]);
  });

  it('have their specs listed after the pattern was changed from dates to flat', async () => {
    const project = projectWith({ pattern: 'custom', groupExtractor: '{YYYY/MM}' });
    await project.spectool.createSpec.execute({ name: 'login' });
    project.files.write('specs/2026/README.md', '# What happened here\n');
    project.files.write('.spectool/config.json', '{}');
    expect((await project.opened().listSpecs.execute()).specs).toMatchObject([
      { sequence: 1, name: 'login' },
    ]);
  });

  it('are removed when they become empty, and restored with their specs', async () => {
    const project = projectWith({ pattern: 'custom', groupExtractor: 'a/{milestone}' });
    const { createSpec, archiveSpecs, unarchiveSpecs, undoChange } = project.spectool;
    await createSpec.execute({ name: 'login', fields: { milestone: 'v1' } });
    await createSpec.execute({ name: 'logout', fields: { milestone: 'v2' } });
    const groups = () =>
      ['specs/a', 'specs/a/v1', 'specs/a/v2', 'specs/archived/a'].filter((path) => project.files.stat(path));

    await archiveSpecs.execute({ specs: ['1'] });
    expect(groups()).toEqual(['specs/a', 'specs/a/v2', 'specs/archived/a']);
    await archiveSpecs.execute({ specs: ['2'] });
    expect(groups()).toEqual(['specs/archived/a']);
    await unarchiveSpecs.execute({ specs: ['1', '2'] });
    expect(groups()).toEqual(['specs/a', 'specs/a/v1', 'specs/a/v2']);
    await undoChange.execute({});
    expect(groups()).toEqual(['specs/archived/a']);
  });
});

it('Specs made before groups were configured move into a group when its field is set or removed, and back by undo', async () => {
  const ungrouped = async () => {
    const project = new MemoryProject();
    const custom = { milestone: 'string' };
    project.files.write('.spectool/config.json', JSON.stringify({ frontmatter: { custom } }));
    await project.run(['create', 'login', '--field', 'milestone=v1']);
    await project.run(['create', 'export', '--depends-on', '1']);
    project.files.write(
      '.spectool/config.json',
      JSON.stringify({ structure: { ...MILESTONES, groupFallback: 'later' }, frontmatter: { custom } }),
    );
    return project;
  };
  const places = async (project: MemoryProject) =>
    (await project.spectool.listSpecs.execute({})).specs.map(({ path }) => path);
  const project = await ungrouped();
  expect((await project.run(['update', '1', '--field', 'milestone=v1', '--dry-run'])).stdout).toContain(
    'milestone-v1',
  );
  expect((await project.run(['update', '1', '--field', 'milestone=v1'])).code).toBe(0);
  expect((await project.run(['update', '2', '--unset', 'milestone'])).code).toBe(0);
  expect(await places(project)).toEqual(['specs/milestone-v1/001-login', 'specs/later/002-export']);
  await project.run(['undo']);
  expect(await places(project)).toEqual(['specs/milestone-v1/001-login', 'specs/002-export']);
});
