import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { NodeFileSystem } from '../../src/adapters/storage/files/nodeFileSystem.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { SpectoolError } from '../../src/domain/errors/spectoolError.js';
import { createTestSpectool } from '../../src/composition/testing.js';
import { expectRefusal, refusal } from '../support/thrownError.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

interface AnyUseCase {
  execute(request?: object): Promise<unknown>;
}

function useCasesOf(spectool: object): readonly (readonly [name: string, useCase: AnyUseCase])[] {
  return Object.entries(spectool).filter((entry): entry is [string, AnyUseCase] =>
    Object.hasOwn(entry[1] as object, 'execute'),
  );
}

const CONFIG = '.spectool/config.json';

describe('createSpectool outside a project', () => {
  // These use cases work without a project.
  const WORKS_ANYWHERE = ['initProject', 'showSetup', 'completeWords'];

  it('returns an object with every use case, and each use case fails with NOT_A_PROJECT', async () => {
    const useCases = useCasesOf(createSpectool({ cwd: temporaryFolder() }));
    expect(useCases.length).toBeGreaterThan(20);
    for (const [name, useCase] of useCases.filter(([one]) => !WORKS_ANYWHERE.includes(one))) {
      const refusal: unknown = await useCase.execute({}).catch((error: unknown) => error);
      expect({ name, refusal }).toMatchObject({ name, refusal: { code: 'NOT_A_PROJECT' } });
    }
  });

  it('returns an object that can be printed, copied and compared', () => {
    const spectool = createSpectool({ cwd: temporaryFolder() });
    expect({ ...spectool }.root).toBe(spectool.root);
    expect(() => JSON.stringify(spectool)).not.toThrow();
    expect(() => spectool.config).toThrow(SpectoolError);
  });

  it('returns use cases that work after initProject has been called', async () => {
    const { listSpecs, initProject, createSpec } = createSpectool({ cwd: temporaryFolder() });
    await expect(listSpecs.execute({})).rejects.toMatchObject({ code: 'NOT_A_PROJECT' });
    await initProject.execute({ agentTools: 'none' });
    await createSpec.execute({ name: 'a' });
    expect((await listSpecs.execute({})).total).toBe(1);
  });
});

describe('a configuration changed between two calls', () => {
  it.each([
    ['in memory', () => createTestSpectool()],
    [
      'on disk',
      () => {
        const cwd = temporaryFolder();
        mkdirSync(join(cwd, '.spectool'));
        const spectool = createSpectool({ cwd });
        const files = {
          readText: (path: string) => readFileSync(join(cwd, path), 'utf8'),
          write: (path: string, text: string) => {
            writeFileSync(join(cwd, path), text);
          },
        };
        return Object.assign(spectool, { files });
      },
    ],
  ])('is used by the next call, for a project %s', async (_where, make) => {
    const spectool = make();
    await spectool.initProject.execute({ agentTools: 'none' });
    await spectool.createSpec.execute({ name: 'first' });
    const text = spectool.files.readText(CONFIG) ?? '';
    const changed = JSON.stringify({
      ...(JSON.parse(text) as object),
      structure: { prefix: 'rfc-', sequenceDigits: 5 },
      frontmatter: { custom: { sprint: 'number' } },
    });
    spectool.files.write(CONFIG, changed);
    const { spec } = await spectool.createSpec.execute({ name: 'second' });
    expect(spec.ref).toBe('rfc-00002-second');
    expect(spectool.config.frontmatter.custom).toEqual({ sprint: 'number' });

    spectool.files.write(CONFIG, '{ "specsDir": 5 }');
    await expect(spectool.listSpecs.execute({})).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    spectool.files.write(CONFIG, changed);
    expect((await spectool.listSpecs.execute({})).total).toBe(2);
  });

  it('can name another specs folder, which the next call uses', async () => {
    const spectool = createTestSpectool();
    await spectool.initProject.execute({});
    await spectool.createSpec.execute({ name: 'first' });
    spectool.files.write(CONFIG, '{ "specsDir": "designs" }');
    expect((await spectool.listSpecs.execute({})).total).toBe(0);
    const { spec } = await spectool.createSpec.execute({ name: 'second' });
    expect(spec.path).toMatch(/^designs\//);
  });
});

it('a property of a request or of the options that is undefined leaves the default port or the default folder of the project in use', async () => {
  const nothing = undefined;
  const cwd = temporaryFolder();
  const spectool = createSpectool({ cwd, ports: { fileSystem: nothing, clock: nothing } });
  await spectool.initProject.execute({ agentTools: 'none' });
  expect(spectool.root).toBe(cwd);
  const inMemory = createTestSpectool({ fileSystem: nothing, ports: { ids: nothing, clone: nothing } });
  await inMemory.initProject.execute({});
  const { spec } = await inMemory.createSpec.execute({ name: 'a' });
  const again = createTestSpectool();
  await again.initProject.execute({});
  expect((await again.createSpec.execute({ name: 'a' })).spec).toEqual(spec);
});

describe('ports that a program passes', () => {
  const PORTS =
    'fileSystem, clock, ids, actors, clone, commits, commitLog, merges, otherBranches, lock, registry, remoteEntries, editor, eventLog, searchIndex, tokenCounter';
  const makers: readonly (readonly [string, (ports: object) => unknown])[] = [
    ['createSpectool', (ports) => createSpectool({ ports })],
    ['createTestSpectool', (ports) => createTestSpectool({ ports })],
  ];

  it.each(makers)('are refused by %s with a list of all ports when a name is unknown', (_, make) => {
    for (const [name, hint] of [
      ['klock', 'Did you mean "clock"?'],
      ['Clock', 'Did you mean "clock"?'],
      ['database', undefined],
      [
        'embedder',
        'Vectors now come from a table of words. Replace `searchIndex` to search with your own model.',
      ],
      ['constructor', undefined],
    ] as const) {
      const { code, message, hint: told } = refusal(() => make({ [name]: {} }));
      expect([code, message, told]).toEqual(['USAGE', `"${name}" is not a port. There are: ${PORTS}.`, hint]);
    }
  });

  it('are refused like other options that are unknown', () => {
    const make = (options: object) => [() => createSpectool(options), () => createTestSpectool(options)];
    for (const making of make({ actr: 'kim', cwd: undefined }))
      expectRefusal(making, 'USAGE', {
        message: expect.stringMatching(/^"actr" is not an option\. There are: .*\bactor\b/u),
        hint: 'Did you mean "actor"?',
        details: { field: 'actr' },
      });
  });

  it('are accepted without their optional members', async () => {
    const searchIndex = { search: async () => ({ hits: [], total: 0, corrections: [] }) };
    const spectool = createTestSpectool({ ports: { searchIndex, klock: undefined } as object });
    await spectool.initProject.execute({});
    expect((await spectool.searchSpecs.execute({ query: 'a' })).total).toBe(0);
  });
});

it('custom fields in a request are accepted as values of their type and as texts', async () => {
  const CUSTOM = { sprint: 'number', epics: 'array', done: 'boolean', team: 'string' };
  const project = async () => {
    const spectool = createTestSpectool({
      files: {
        [CONFIG]: JSON.stringify({ frontmatter: { custom: CUSTOM } }),
        '.spectool/templates/spec-template.md': '# {title}\n',
      },
    });
    await spectool.createSpec.execute({ name: 'a', fields: { sprint: 5, epics: ['x', 'y'] } });
    return spectool;
  };
  const spectool = await project();
  const fields = { sprint: '6.5', epics: 'x, z', done: true, team: '5' };
  const { spec } = await spectool.updateSpec.execute({ spec: '1', fields });
  expect(spec.fields).toEqual({ sprint: 6.5, epics: ['x', 'z'], done: true, team: '5' });
});

describe('createTestSpectool', () => {
  it('accepts another file system than the one in memory', async () => {
    const root = temporaryFolder();
    const spectool = createTestSpectool({ fileSystem: new NodeFileSystem(root), files: { 'a.txt': 'a' } });
    await spectool.initProject.execute({ agentTools: 'alpha' });
    await spectool.createSpec.execute({ name: 'a' });
    expect(spectool.root).toBe(root);
    expect(readFileSync(join(root, 'specs/001-a/README.md'), 'utf8')).toContain('created: 2026-01-05');
    expect(spectool.files.readLink('ALPHA.md')).toBe('AGENTS.md');
  });

  it.each([
    ['in memory', () => undefined],
    ['on disk', () => new NodeFileSystem(temporaryFolder())],
  ])('copies files instead of linking them, as on Windows: %s', async (_where, fileSystem) => {
    const spectool = createTestSpectool({ platform: 'win32', fileSystem: fileSystem() });
    const { links } = await spectool.initProject.execute({ agentTools: 'all' });
    expect(links.map(({ path, kind }) => ({ path, kind }))).toEqual([
      { path: 'ALPHA.md', kind: 'copy' },
      { path: 'BETA.md', kind: 'copy' },
    ]);
    expect(spectool.files.stat('ALPHA.md')?.kind).toBe('file');
    expect(spectool.files.readText('ALPHA.md')).toContain(spectool.files.readText('AGENTS.md') ?? '-');
  });
});
