import { describe, expect, it } from '@jest/globals';
import { MemoryFileSystem } from '../../src/adapters/memory/memoryFileSystem.js';
import { createTestSpectool } from '../../src/composition/testing.js';
import { fileFailure } from '../../src/domain/errors/spectoolError.js';
import { MemoryProject } from '../support/memoryProject.js';
import { expectRefusalOf } from '../support/thrownError.js';

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

/** A file system that can create no folder. */
class ReadOnlyFiles extends MemoryFileSystem {
  override makeDirectory(path: string): void {
    throw fileFailure('WRITE_FAILED', path, Object.assign(new Error(), { code: 'EROFS' }));
  }
}

describe('A missing specs folder', () => {
  it.each([...READING, ['view', '1'], ['config', 'list'], ['prime'], ['update', '1', '--priority', 'low']])(
    'is created by %s, which creates no other folder',
    async (...args) => {
      const project = new MemoryProject();
      project.files.write('.spectool/config.json', '{"specsDir":"docs/specs"}');
      const before = project.files.list('').map(({ name }) => name);
      await project.run(args);
      expect(project.files.stat('docs/specs')).toMatchObject({ kind: 'directory' });
      expect(project.files.list('').map(({ name }) => name)).toEqual([...before, 'docs'].sort());
      expect(project.files.list('docs/specs')).toEqual([]);
    },
  );

  it.each(READING)('counts as an empty project for %s', async (...args) => {
    expect((await new MemoryProject().run(args)).code).toBe(0);
  });

  it.each([...READING, ['config', 'list']])('makes %s warn when it cannot be created', async (...args) => {
    const { code, stderr } = await new MemoryProject({}, new ReadOnlyFiles()).run(args);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^warning .*specsDir: names "specs", which is missing and could not be created: /m,
    );
  });

  it('causes no deletion to be recorded, even after a command created the folder again', async () => {
    const project = new MemoryProject();
    for (const name of ['a', 'b']) await project.spectool.createSpec.execute({ name });
    project.files.remove('specs');
    expect((await project.run(['list'])).code).toBe(0);

    const { findings } = await project.spectool.validateProject.execute();
    const { fixed } = await project.spectool.validateProject.execute({ fix: true });

    expect(findings.filter(({ code }) => code === 'FOLDER_GONE')).toMatchObject([
      { fix: 'Restore the specs folder from git, or set `specsDir` to its new path.' },
      { fix: 'Restore the specs folder from git, or set `specsDir` to its new path.' },
    ]);
    expect(findings.filter(({ code, advice }) => code === 'FOLDER_GONE' && advice)).toEqual([]);
    expect(fixed).toEqual([]);
  });
});

describe('A file at the path of the specs folder', () => {
  it.each([
    ...READING,
    ['create', 'a'],
    ['update', '1', '--priority', 'low'],
    ['skill', 'install'],
    ['init', '-y'],
  ])('makes %s fail with exit code 3 and the name of that file', async (...args) => {
    const project = new MemoryProject();
    project.files.write('specs', 'mine\n');
    const { code, stderr } = await project.run(args);
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('specsDir names "specs", but specs is a file'),
    ]);
    expect(project.files.readText('specs')).toBe('mine\n');
  });

  it('is named in the error when it is at a parent of the specs folder', async () => {
    const spectool = projectIn('docs/specs');
    spectool.files.write('docs', 'mine\n');
    await expect(async () => spectool.createSpec.execute({ name: 'a' })).rejects.toThrow(
      'but docs is a file',
    );
  });
});

it('A file at the path of the specs folder of a new project makes init fail before any file is written', async () => {
  const spectool = createTestSpectool({ files: { specs: 'mine' } });
  await expectRefusalOf(() => spectool.initProject.execute(), 'CONFIG_INVALID', {
    details: [{ key: 'specsDir', message: expect.stringContaining('specs is a file') as unknown }],
  });
  expect(spectool.files.list('').map(({ name }) => name)).toEqual(['specs']);
});

it.each(['./docs', 'docs/', './docs/', '././docs'])(
  'The setting specsDir in another spelling means docs for all commands: %s',
  async (specsDir) => {
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
  },
);
