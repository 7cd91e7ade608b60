import { describe, expect, it } from '@jest/globals';
import { NodeFileSystem } from '../../src/adapters/storage/files/nodeFileSystem.js';
import { createTestSpectool } from '../../src/composition/testing.js';
import type { FileSystem } from '../../src/ports/fileSystem.js';
import { FaultyFileSystem } from '../support/faultyFileSystem.js';
import { ScratchProject } from '../support/scratchProject.js';

const PATH = 'specs/001-one/README.md';
const SECTIONS = '\n## Problem\n\nSlow.\n\n## Solution\n\nA cache.\n\n## Success Criteria\n\n- [ ] fast\n';

/** Returns a project with two specs, the first of which has a history. */
async function given(fileSystem?: FileSystem) {
  const spectool = createTestSpectool<FileSystem>({ fileSystem });
  await spectool.initProject.execute({ agentTools: 'none' });
  await spectool.createSpec.execute({ name: 'one', body: `# One\n${SECTIONS}` });
  await spectool.createSpec.execute({ name: 'two', body: `# Two\n${SECTIONS}` });
  await spectool.updateSpec.execute({ spec: '1', priority: 'high' });
  const text = spectool.files.readText(PATH) ?? '';
  const [, id = ''] = /^id: (.*)$/m.exec(text) ?? [];
  return { spectool, text, id };
}

type Given = Awaited<ReturnType<typeof given>>;

const withoutId = (text: string) => text.replace(/^id: .*\n/m, '');
const withAnother = (text: string) => text.replace(/^id: .*$/m, 'id: abcdefghij123456');
const found = async ({ spectool }: Given) =>
  (await spectool.validateProject.execute()).findings.filter(({ severity }) => severity === 'error');
const facts = async ({ spectool }: Given, spec = '1') =>
  (await spectool.showHistory.execute({ spec })).events.map(({ type }) => type);
const body = (text: string) => text.replace(/^---\n[^]*?^---\n/m, '');

describe('A document whose id was removed by hand', () => {
  it('is reported with its id, and its folder is not reported as removed', async () => {
    const project = await given();
    const { spectool, text, id } = project;
    spectool.files.write(PATH, withoutId(text));
    expect((await spectool.validateProject.execute()).findings).toEqual([
      {
        severity: 'error',
        code: 'FIELD_MISSING',
        spec: '001-one',
        file: PATH,
        message: `The \`id\` is missing; according to the log, this folder belongs to the spec with the id ${id}.`,
        advice: [{ useCase: 'validateProject', request: { fix: true }, to: 'restore the `id`' }],
      },
    ]);
    expect(await facts(project)).toEqual(['FieldsChanged', 'SpecCreated']);
  });

  it.each<[string, (text: string) => string]>([
    ['the line was removed', withoutId],
    ['the id is empty', (text) => text.replace(/^id: .*$/m, 'id:')],
    ['the id is not text', (text) => text.replace(/^id: .*$/m, 'id: 5')],
    ['no log has the id', withAnother],
    ['the frontmatter is empty', (text) => `---\n---\n${body(text)}`],
    ['there is no frontmatter', body],
    ['there is no frontmatter after a byte order mark', (text) => `\uFEFF${body(text)}`],
  ])('gets its id back when %s, and keeps its history without a new event', async (_what, spoilt) => {
    const project = await given();
    const { spectool, text, id } = project;
    spectool.files.write(PATH, spoilt(text));
    expect(await found(project)).not.toEqual([]);
    const { fixed } = await spectool.validateProject.execute({ fix: true });
    expect(fixed).toEqual([
      `The \`id\` of specs/001-one was restored: in the log, this folder belongs to the spec ${id}.`,
    ]);
    expect(await found(project)).toEqual([]);
    const lines = (one: string) => one.replace('\uFEFF', '').split('\n').sort();
    expect(lines(spectool.files.readText(PATH) ?? '')).toEqual(lines(text));
    expect(await facts(project)).toEqual(['FieldsChanged', 'SpecCreated']);
    expect((await spectool.validateProject.execute({ fix: true })).fixed).toEqual([]);
  });

  it('keeps other hand edits, which the next change records', async () => {
    const project = await given();
    const { spectool, text } = project;
    spectool.files.write(PATH, withoutId(text).replace('priority: high', 'priority: low'));
    await spectool.validateProject.execute({ fix: true });
    expect(spectool.files.readText(PATH)).toBe(text.replace('priority: high', 'priority: low'));
    await spectool.updateSpec.execute({ spec: '1', addTags: ['x'] });
    expect(await facts(project)).toEqual(
      'TagsChanged FrontmatterEdited FieldsChanged SpecCreated'.split(' '),
    );
  });

  it.each<[string, (project: Given) => Promise<unknown>, string]>([
    ['update', ({ spectool }) => spectool.updateSpec.execute({ spec: '1', addTags: ['x'] }), 'TagsChanged'],
    ['archive', ({ spectool }) => spectool.archiveSpecs.execute({ specs: ['1'] }), 'SpecArchived'],
    ['renumber', ({ spectool }) => spectool.renumberSpec.execute({ spec: '1', to: 7 }), 'SpecRenumbered'],
    ['undo', ({ spectool }) => spectool.undoChange.execute(), 'ChangeUndone'],
  ])('gets its id back with %s, which continues its history', async (_name, change, type) => {
    const project = await given();
    const { spectool, text, id } = project;
    spectool.files.write(PATH, withoutId(text));
    await change(project);
    const [spec] = (await spectool.listSpecs.execute({ scope: 'all' })).specs.filter(
      ({ name }) => name === 'one',
    );
    expect(spectool.files.readText(`${spec?.path ?? ''}/README.md`)).toContain(`id: ${id}\n`);
    const types = await facts(project, 'one');
    expect(types).toContain(type);
    expect(types.slice(-2)).toEqual(['FieldsChanged', 'SpecCreated']);
    expect(types).not.toContain('FrontmatterEdited');
    expect(await found(project)).toEqual([]);
  });

  it('gets no id when the log has several specs in that folder, and neither spec is recorded as deleted', async () => {
    const project = await given();
    const { spectool, id } = project;
    spectool.files.remove('specs/001-one');
    spectool.files.move('specs/002-two', 'specs/001-one');
    await spectool.updateSpec.execute({ spec: '1', addTags: ['x'] });
    spectool.files.write(PATH, withoutId(spectool.files.readText(PATH) ?? ''));
    const { findings, fixed } = await spectool.validateProject.execute({ fix: true });
    expect(fixed).toEqual([]);
    expect(findings.map(({ code, fix }) => [code, fix])).toEqual([
      [
        'FIELD_MISSING',
        `The log has several specs for this folder. If the document belongs to this one, write \`id: ${id}\` into the frontmatter.`,
      ],
      ['FIELD_MISSING', expect.stringMatching(/write `id: \w+` into/)],
    ]);
  });

  it('does not get the id of a spec that is elsewhere or was deleted', async () => {
    const project = await given();
    const { spectool, text } = project;
    spectool.files.move('specs/001-one', 'specs/005-moved');
    spectool.files.write(PATH, withoutId(text).replace(/^created: .*$/m, 'created: 2020-01-01'));
    expect(await found(project)).toEqual([]);
    await spectool.updateSpec.execute({ spec: 'specs/001-one', addTags: ['x'] });
    expect(await facts(project, 'specs/001-one')).toEqual(['TagsChanged', 'SpecImported']);

    spectool.files.remove('specs/002-two');
    await spectool.validateProject.execute({ fix: true });
    spectool.files.write(
      'specs/002-two/README.md',
      '---\nstatus: planned\ncreated: 2020-01-01\n---\n\n# Two\n',
    );
    await spectool.updateSpec.execute({ spec: '2', addTags: ['x'] });
    expect(await facts(project, '2')).toEqual(['TagsChanged', 'SpecImported']);
  });
});

describe('A document whose id was changed by hand', () => {
  it('is reported with its original id, and neither its folder nor its log is reported as removed', async () => {
    const project = await given();
    const { spectool, text, id } = project;
    spectool.files.write(PATH, withAnother(text));
    expect((await spectool.validateProject.execute()).findings).toEqual([
      {
        severity: 'error',
        code: 'FIELD_INVALID',
        spec: '001-one',
        file: PATH,
        message: `No record has this \`id\`; according to the log, this folder belongs to the spec with the id ${id}.`,
        advice: [{ useCase: 'validateProject', request: { fix: true }, to: 'restore the `id`' }],
      },
    ]);
    expect(await facts(project)).toEqual(['FieldsChanged', 'SpecCreated']);
  });

  it('gets its original id back with the next change, which continues its history', async () => {
    const project = await given();
    const { spectool, text, id } = project;
    spectool.files.write(PATH, withAnother(text));
    await spectool.updateSpec.execute({ spec: '1', addTags: ['x'] });
    expect(spectool.files.readText(PATH)).toContain(`id: ${id}\n`);
    expect(await facts(project)).toEqual(['TagsChanged', 'FieldsChanged', 'SpecCreated']);
    expect(await found(project)).toEqual([]);
  });
});

describe('Restoring a removed id, when the command is killed at any of its writes,', () => {
  const onDisk = (root: string) => new NodeFileSystem(root, { staging: '.spectool/tmp' });
  const COMMANDS: Readonly<Record<string, (spectool: Given['spectool']) => Promise<unknown>>> = {
    'validate --fix': (spectool) => spectool.validateProject.execute({ fix: true }),
    update: (spectool) => spectool.updateSpec.execute({ spec: 'one', addTags: ['x'] }),
    archive: (spectool) => spectool.archiveSpecs.execute({ specs: ['one'] }),
  };

  it.each(Object.entries(COMMANDS))('loses no history: %s', async (_name, command) => {
    const origin = new ScratchProject();
    const { text, id } = await given(onDisk(origin.root));
    origin.write(PATH, withoutId(text));
    const killedAt = async (at?: number) => {
      const scratch = origin.copy();
      const files = new FaultyFileSystem(
        onDisk(scratch.root),
        at === undefined ? undefined : { at, dies: true },
      );
      await command(createTestSpectool<FileSystem>({ fileSystem: files })).catch(() => undefined);
      const next = createTestSpectool<FileSystem>({ fileSystem: onDisk(scratch.root) });
      await next.validateProject.execute({ fix: true });
      const { findings } = await next.validateProject.execute();
      const [spec] = (await next.listSpecs.execute({ scope: 'all' })).specs.filter(
        ({ name }) => name === 'one',
      );
      const document = scratch.read(`${spec?.path ?? ''}/README.md`);
      const types = (await next.showHistory.execute({ spec: 'one' })).events.map((event) => event.type);
      scratch.remove();
      return { changes: files.changes, findings, types, document };
    };
    const { changes } = await killedAt();
    expect(changes).toBeGreaterThan(0);
    for (let at = 1; at <= changes; at += 1) {
      const { findings, types, document } = await killedAt(at);
      expect({ at, findings, types: types.slice(-2) }).toEqual({
        at,
        findings: [],
        types: ['FieldsChanged', 'SpecCreated'],
      });
      expect(document).toContain(`id: ${id}\n`);
    }
  });
});
