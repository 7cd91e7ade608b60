import { describe, expect, it } from '@jest/globals';
import { createTestSpectool } from '../../src/composition/testing.js';
import { MemoryProject } from '../support/memoryProject.js';

const READING = [
  ['board'],
  ['list', '--all'],
  ['search', 'login'],
  ['next'],
  ['deps'],
  ['stats'],
  ['tokens'],
  ['validate'],
  ['history'],
];
const TEMPLATE = { '.spectool/templates/spec-template.md': '# {title}\n' };

function projectIn(specsDir: string) {
  return createTestSpectool({
    files: { '.spectool/config.json': JSON.stringify({ specsDir }), ...TEMPLATE },
  });
}

describe('a specs folder that is missing', () => {
  it.each(READING)('is an empty project to %s, and stays missing', async (...args) => {
    const project = new MemoryProject();
    expect((await project.run(args)).code).toBe(0);
    expect(project.files.stat('specs')).toBeUndefined();
  });

  it('is made by the first command that writes, whatever it writes', async () => {
    const spectool = projectIn('docs/specs');
    await spectool.installSkill.execute();
    expect(spectool.files.stat('docs/specs')).toMatchObject({ kind: 'directory' });
  });

  it('is not made by a command that fails', async () => {
    const spectool = projectIn('docs/specs');
    await expect(spectool.undoChange.execute({ event: 'none' })).rejects.toThrow();
    expect(spectool.files.stat('docs')).toBeUndefined();
  });
});

describe('a file in the place of the specs folder', () => {
  it.each([
    ...READING,
    ['create', 'a'],
    ['update', '1', '--priority', 'low'],
    ['skill', 'install'],
    ['init', '-y'],
  ])('ends %s with exit 3, named', async (...args) => {
    const project = new MemoryProject();
    project.files.write('specs', 'mine\n');
    const { code, stderr } = await project.run(args);
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('specsDir names "specs", but specs is a file'),
    ]);
    expect(project.files.readText('specs')).toBe('mine\n');
  });

  it('is named when it stands further up', async () => {
    const spectool = projectIn('docs/specs');
    spectool.files.write('docs', 'mine\n');
    await expect(async () => spectool.createSpec.execute({ name: 'a' })).rejects.toThrow(
      'but docs is a file',
    );
  });
});

describe('a file where the specs of a new project belong', () => {
  it('is named before anything is written', async () => {
    const spectool = createTestSpectool({ files: { specs: 'mine' } });
    await expect(spectool.initProject.execute()).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      details: [{ key: 'specsDir', message: expect.stringContaining('specs is a file') as unknown }],
    });
    expect(spectool.files.list('').map(({ name }) => name)).toEqual(['specs']);
  });
});

describe('a specs folder by another spelling', () => {
  it.each(['./docs', 'docs/', './docs/', '././docs'])('%s is docs everywhere', async (specsDir) => {
    const spectool = projectIn(specsDir);
    const { spec } = await spectool.createSpec.execute({ name: 'a' });
    expect(spec.path).toBe('docs/001-a');
    expect((await spectool.viewSpec.execute({ spec: 'docs/001-a/README.md' })).spec.ref).toBe('001-a');
    await spectool.initProject.execute();
    expect(spectool.files.readText('.gitattributes')).toContain('\ndocs/**/README.md merge=spectool');
    expect(spectool.files.readText('AGENTS.md')).toContain('`docs/`');
    for (const { name } of spectool.files.list('.spectool/log/project'))
      expect(spectool.files.readText(`.spectool/log/project/${name}`)).toContain('"specsDir":"docs"');
    expect((await spectool.archiveSpecs.execute({ specs: ['1'] })).specs[0]?.path).toBe(
      'docs/archived/001-a',
    );
  });

  it('may be that of a group, too', async () => {
    const structure = { pattern: 'custom', groupExtractor: './m-{milestone}/', groupFallback: './misc/' };
    const frontmatter = { custom: { milestone: 'string' } };
    const spectool = createTestSpectool({
      files: { '.spectool/config.json': JSON.stringify({ structure, frontmatter }), ...TEMPLATE },
    });
    expect((await spectool.createSpec.execute({ name: 'a' })).spec.path).toBe('specs/misc/001-a');
    const { spec } = await spectool.createSpec.execute({ name: 'b', fields: { milestone: '2' } });
    expect(spec.path).toBe('specs/m-2/002-b');
    expect((await spectool.validateProject.execute()).findings.map(({ code }) => code)).not.toContain(
      'GROUP_MISMATCH',
    );
  });
});
