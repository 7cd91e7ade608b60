import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { NodeFileSystem } from '../../src/adapters/storage/files/nodeFileSystem.js';
import { describeUseCases } from '../../src/application/useCases.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { SpectoolError } from '../../src/domain/errors/spectoolError.js';
import { createTestSpectool } from '../../src/composition/testing.js';
import { refusal } from '../support/thrownError.js';
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

it('a use case with an empty request fails with USAGE if a field of the request is required, and succeeds otherwise', async () => {
  const spectool = createTestSpectool();
  await spectool.initProject.execute({});
  const answers: Record<string, unknown> = {};
  for (const [name, useCase] of useCasesOf(spectool)) {
    answers[name] = await useCase.execute({}).then(
      () => 'done',
      (error: unknown) => (error as { code: string }).code,
    );
  }
  const needs = describeUseCases().map(({ name, fields }) => [
    name,
    fields.some(({ required }) => required) ? 'USAGE' : 'done',
  ]);
  // These use cases fail because the project has no git, no change that can be undone, no files to import and no ready spec.
  expect(answers).toEqual({
    ...Object.fromEntries(needs),
    undoChange: 'UNDO_REFUSED',
    importSpecs: 'SOURCE_NOT_FOUND',
    claimNext: 'NOTHING_READY',
    // A request to these use cases must name specs or a condition.
    updateSpecs: 'USAGE',
    archiveSpecs: 'USAGE',
    unarchiveSpecs: 'USAGE',
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

describe('a property of a request or of the options that is undefined', () => {
  const nothing = undefined;

  it('counts as missing when a spec is created or updated', async () => {
    const spectool = createTestSpectool({ ports: { ids: nothing } });
    await spectool.initProject.execute({
      agentTools: nothing,
      template: nothing,
      name: nothing,
      skill: nothing,
      mergeDriver: nothing,
    });
    const { spec } = await spectool.createSpec.execute({
      name: 'a',
      title: nothing,
      template: nothing,
      priority: nothing,
      tags: nothing,
      assignee: nothing,
      reviewer: nothing,
      dependsOn: nothing,
      related: nothing,
      fields: { sprint: nothing },
      body: nothing,
      noGit: nothing,
    });
    expect(spec).toMatchObject({ title: 'A', tags: [], fields: {} });
    await expect(
      spectool.updateSpec.execute({
        spec: 'a',
        status: nothing,
        priority: nothing,
        tags: nothing,
        addTags: nothing,
        removeTags: nothing,
        assignee: nothing,
        reviewer: nothing,
        dependsOn: nothing,
        addDependencies: nothing,
        removeDependencies: nothing,
        related: nothing,
        addRelated: nothing,
        removeRelated: nothing,
        fields: nothing,
        unset: nothing,
        title: nothing,
        force: nothing,
        reason: nothing,
      }),
    ).rejects.toMatchObject({ code: 'USAGE' });
    await expect(
      spectool.updateSpec.execute({ spec: 'a', fields: { sprint: nothing } }),
    ).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('does not change the result of a use case that only reads', async () => {
    const spectool = createTestSpectool({ files: nothing, now: nothing, actor: nothing, ports: nothing });
    await spectool.initProject.execute({});
    await spectool.createSpec.execute({ name: 'a' });
    const names =
      'spec specs from to status tags priority assignee fields scope sort reverse limit section file sections';
    const more = 'since depth groupBy strict fix all explain to event force title unset';
    const every = Object.fromEntries(`${names} ${more}`.split(' ').map((name) => [name, nothing]));
    const required: Record<string, object> = {
      viewSpec: { spec: '1' },
      viewSpecs: { specs: ['1'] },
      explainLines: { path: 'a' },
      listCriteria: { spec: '1' },
      readSection: { spec: '1', heading: 'Problem' },
      searchSpecs: { query: 'a' },
      similarSpecs: { name: 'a' },
      completeWords: { kind: 'specs' },
      readSetting: { key: 'specsDir' },
      mergeDocuments: { base: '', ours: '', theirs: '' },
    };
    const changes = [
      'initProject',
      'importSpecs',
      'setSetting',
      'unsetSetting',
      'createSpec',
      'updateSpec',
      'updateSpecs',
      'archiveSpecs',
      'unarchiveSpecs',
      'deleteSpec',
      'renumberSpec',
      'checkCriteria',
      'uncheckCriteria',
      'addCriterion',
      'retireCriterion',
      'restoreCriterion',
      'approveSpec',
      'labelCriteria',
      'proveCriteria',
      'addNote',
      'acceptSpec',
      'replaceSection',
      'editSpec',
      'claimSpecs',
      'claimNext',
      'releaseSpec',
    ];
    for (const [name, useCase] of useCasesOf(spectool).filter(([one]) => !changes.includes(one))) {
      // `viewSpecAsOf` needs commits, and this project has no git repository.
      if (['undoChange', 'installSkill', 'viewSpecAsOf'].includes(name)) continue;
      const without = await useCase.execute(required[name] ?? {});
      expect({ name, answer: await useCase.execute({ ...every, ...required[name] }) }).toEqual({
        name,
        answer: without,
      });
    }
  });

  it('leaves the default port or the default folder of the project in use', async () => {
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
});

describe('ports that a program passes', () => {
  const PORTS =
    'fileSystem, clock, ids, actors, clone, commits, commitLog, merges, otherBranches, lock, registry, remoteEntries, editor, eventLog, searchIndex, tokenCounter';
  const makers: readonly (readonly [string, (ports: object) => unknown])[] = [
    ['createSpectool', (ports) => createSpectool({ ports })],
    ['createTestSpectool', (ports) => createTestSpectool({ ports })],
  ];

  it.each(makers)(
    'are refused by %s with a list of all ports when the name of a port is unknown',
    (_, make) => {
      for (const [name, hint] of [
        ['klock', 'Did you mean "clock"?'],
        ['Clock', 'Did you mean "clock"?'],
        ['database', undefined],
        [
          'embedder',
          'Vectors come from a table of words now. Replace `searchIndex` to search with a model of your own.',
        ],
        ['constructor', undefined],
      ] as const) {
        const { code, message, hint: told } = refusal(() => make({ [name]: {} }));
        expect([code, message, told]).toEqual([
          'USAGE',
          `"${name}" is not a port. There are: ${PORTS}.`,
          hint,
        ]);
      }
    },
  );

  it('are accepted without their optional members', async () => {
    const searchIndex = { search: async () => ({ hits: [], total: 0, corrections: [] }) };
    const spectool = createTestSpectool({ ports: { searchIndex, klock: undefined } as object });
    await spectool.initProject.execute({});
    expect((await spectool.searchSpecs.execute({ query: 'a' })).total).toBe(0);
  });
});

describe('custom fields in a request', () => {
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

  it('are accepted as values of their type and as texts', async () => {
    const spectool = await project();
    const fields = { sprint: '6.5', epics: 'x, z', done: true, team: '5' };
    const { spec } = await spectool.updateSpec.execute({ spec: '1', fields });
    expect(spec.fields).toEqual({ sprint: 6.5, epics: ['x', 'z'], done: true, team: '5' });
  });

  it.each([
    [{ sprint: 'many' }, 'sprint: "many" is not a number.'],
    [{ sprint: NaN }, 'sprint: null is not a number.'],
    [{ sprint: true }, 'sprint: true is not a number.'],
    [{ sprint: null }, 'sprint: null is not a number.'],
    [{ done: 1 }, 'done: 1 is not true or false.'],
    [{ done: ['true'] }, 'done: ["true"] is not true or false.'],
    [{ team: 5 }, 'team: 5 is not a text.'],
    [{ epics: 5 }, 'epics: 5 is not a list.'],
    [{ epics: [['x']] }, 'epics: "[…]" is not a text, a number, true or false.'],
    [{ status: 'complete' }, 'status is not a custom field.'],
    [{ other: 'x' }, 'other is not a field of this project.'],
  ])('are refused with the value %j', async (fields, message) => {
    const spectool = await project();
    const refused = { code: 'FIELD_INVALID', message };
    await expect(spectool.updateSpec.execute({ spec: '1', fields })).rejects.toMatchObject(refused);
    await expect(spectool.createSpec.execute({ name: 'b', fields })).rejects.toMatchObject(refused);
    expect((await spectool.listSpecs.execute({})).total).toBe(1);
  });

  it('select the specs that listSpecs returns, by value or by the items of a list', async () => {
    const spectool = await project();
    const total = async (where: Record<string, string | number | readonly string[]>) =>
      (await spectool.listSpecs.execute({ where })).total;
    expect(await total({ sprint: 5 })).toBe(1);
    expect(await total({ sprint: '5', epics: 'x' })).toBe(1);
    expect(await total({ epics: ['y', 'x'] })).toBe(1);
    expect(await total({ epics: ['x', 'z'] })).toBe(0);
    expect(await total({ sprint: 6 })).toBe(0);
  });
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
  ])(
    'copies files instead of linking them with platform win32, as on Windows: %s',
    async (_where, fileSystem) => {
      const spectool = createTestSpectool({ platform: 'win32', fileSystem: fileSystem() });
      const { links } = await spectool.initProject.execute({ agentTools: 'all' });
      expect(links.map(({ path, kind }) => ({ path, kind }))).toEqual([
        { path: 'ALPHA.md', kind: 'copy' },
        { path: 'BETA.md', kind: 'copy' },
      ]);
      expect(spectool.files.stat('ALPHA.md')?.kind).toBe('file');
      expect(spectool.files.readText('ALPHA.md')).toContain(spectool.files.readText('AGENTS.md') ?? '-');
    },
  );
});
