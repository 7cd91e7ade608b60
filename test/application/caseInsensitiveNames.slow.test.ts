import { describe, expect, it } from '@jest/globals';
import { MemoryFileSystem, MemoryVolume } from '../../src/adapters/memory/memoryFileSystem.js';
import { fileSystemContract } from '../contracts/fileSystemContract.js';
import { CaseInsensitiveNames } from '../support/caseInsensitiveNames.js';
import { MemoryProject } from '../support/memoryProject.js';

const DISKS = {
  'a disk that does not tell case': (name: string) => name,
  'a disk that decomposes names': (name: string) => name.normalize('NFD'),
};

describe.each(Object.entries(DISKS))('On %s', (name, stored) => {
  const disk = () => new MemoryVolume(() => new CaseInsensitiveNames(stored));
  const project = (config: object, files: Readonly<Record<string, string>>) => {
    const made = new MemoryProject({}, new MemoryFileSystem('/project', disk()));
    made.files.write('.spectool/config.json', JSON.stringify(config));
    made.files.write('.spectool/templates/spec-template.md', SPEC.replace(/^---[^]*?---\n/, ''));
    for (const [path, text] of Object.entries(files)) made.files.write(path, text);
    return { fileSystem: made.files, open: () => made.opened() };
  };
  const SPEC =
    '---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# One\n\n## Problem\n\np\n\n## Solution\n\ns\n\n## Success Criteria\n\n- [ ] c\n';

  fileSystemContract(name, () => {
    const volume = disk();
    return {
      files: new MemoryFileSystem('/base/project', volume),
      outside: new MemoryFileSystem('/base', volume),
      rootName: 'project',
    };
  });

  it('specs whose names differ only in case get separate folders', async () => {
    const { open } = project({}, {});
    for (const one of ['User login', 'USER LOGIN', 'user-login'])
      await open().createSpec.execute({ name: one });
    const { specs } = await open().listSpecs.execute();
    expect(specs.map(({ ref }) => ref)).toEqual(['001-user-login', '002-user-login', '003-user-login']);
    expect((await open().validateProject.execute()).findings).toEqual([]);
  });

  it('README.MD is read as the document, and listed once', async () => {
    const { open } = project({}, { 'specs/001-one/README.MD': SPEC });
    const { spec, files } = await open().viewSpec.execute({ spec: '1' });
    expect([spec.title, spec.broken, files.length]).toEqual(['One', undefined, 1]);
    await open().updateSpec.execute({ spec: '1', status: 'in-progress' });
    expect((await open().viewSpec.execute({ spec: '1' })).spec.status).toBe('in-progress');
    expect((await open().validateProject.execute()).findings).toEqual([]);
  });

  it('a spec whose name has accents is found in both Unicode forms, and causes no finding', async () => {
    const { open } = project({}, {});
    const { ref } = (await open().createSpec.execute({ name: '한글 が größe' })).spec;
    for (const form of ['NFC', 'NFD'])
      expect((await open().viewSpec.execute({ spec: ref.normalize(form) })).spec.sequence).toBe(1);
    await open().updateSpec.execute({ spec: '1', status: 'in-progress' });
    await open().createSpec.execute({ name: 'next', dependsOn: [ref.normalize('NFC')] });
    expect((await open().validateProject.execute()).findings).toEqual([]);
    await open().archiveSpecs.execute({ specs: ['1'], outcome: 'deferred', reason: 'later' });
    await open().unarchiveSpecs.execute({ specs: ['1'] });
    await open().renumberSpec.execute({ spec: ref.normalize('NFD'), to: 7 });
    expect((await open().listSpecs.execute()).specs.map(({ sequence }) => sequence)).toEqual([2, 7]);
    expect((await open().validateProject.execute()).findings).toEqual([]);
  });

  it('a group has one folder, however the value of its field is spelled', async () => {
    const { open, fileSystem } = project(
      {
        structure: { pattern: 'custom', groupExtractor: '{area}' },
        frontmatter: { custom: { area: 'string' } },
      },
      {},
    );
    for (const area of ['Café', 'CAFÉ', 'Cafe\u0301'])
      await open().createSpec.execute({ name: 'x', fields: { area } });
    expect(fileSystem.list('specs').map(({ kind }) => kind)).toEqual(['directory']);
    expect((await open().validateProject.execute()).findings).toEqual([]);
  });

  it('specsDir in another spelling names the same specs folder', async () => {
    const { open, fileSystem } = project({}, { 'specs/001-one/README.md': SPEC });
    await open().updateSpec.execute({ spec: '1', status: 'in-progress' });
    fileSystem.write('.spectool/config.json', '{"specsDir":"Specs"}');
    expect((await open().listSpecs.execute()).specs.map(({ ref }) => ref)).toEqual(['001-one']);
    const { findings } = await open().validateProject.execute();
    expect(findings.map(({ code }) => code)).toEqual([]);
  });

  it('an archive folder in another spelling is used as the archive', async () => {
    const { open } = project(
      {},
      { 'specs/Archived/001-one/README.md': SPEC, 'specs/002-two/README.md': SPEC },
    );
    await open().archiveSpecs.execute({ specs: ['2'] });
    const { specs } = await open().listSpecs.execute({ scope: 'all' });
    expect(specs.map(({ ref, archived }) => [ref, archived])).toEqual([
      ['001-one', true],
      ['002-two', true],
    ]);
  });

  it('AGENTS.md in another spelling gets the block of spectool once', async () => {
    const { open, fileSystem } = project({}, { 'agents.md': '# Ours\n' });
    await open().initProject.execute({});
    await open().initProject.execute({});
    expect(fileSystem.list('').filter((entry) => /^agents\.md$/i.test(entry.name))).toHaveLength(1);
    const text = fileSystem.readText('AGENTS.md') ?? '';
    expect([text.startsWith('# Ours'), text.split('spectool:begin').length]).toEqual([true, 2]);
  });
});
