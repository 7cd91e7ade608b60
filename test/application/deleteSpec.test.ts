import { describe, expect, it } from '@jest/globals';
import { createTestSpectool } from '../../src/composition/testing.js';
import { expectRefusalOf, refusalOf } from '../support/thrownError.js';

async function projectOf(...names: readonly string[]) {
  const spectool = createTestSpectool();
  await spectool.initProject.execute();
  for (const name of names) await spectool.createSpec.execute({ name });
  return spectool;
}

const inTrash = ({ files }: Awaited<ReturnType<typeof projectOf>>) =>
  files
    .list('.spectool/trash')
    .flatMap(({ name }) => (name === '.gitignore' ? [] : [name.replace(/\.\d{17}$/, '.TIME')]));
const refs = async (spectool: Awaited<ReturnType<typeof projectOf>>) =>
  (await spectool.listSpecs.execute()).specs.map(({ ref }) => ref);
const codes = async (spectool: Awaited<ReturnType<typeof projectOf>>) =>
  (await spectool.validateProject.execute()).findings
    .map(({ code }) => code)
    .filter((code) => code !== 'SECTION_EMPTY');

describe('delete', () => {
  it('refuses files that git does not have, and moves them to the trash when forced', async () => {
    const spectool = await projectOf('one', 'two');
    spectool.files.write('specs/001-one/notes.md', 'mine');
    const request = { spec: '1', reason: 'made twice' };
    const before = spectool.files.readText('specs/001-one/README.md');
    await expectRefusalOf(() => spectool.deleteSpec.execute(request), 'NOT_IN_HEAD', {
      details: { unsaved: ['specs/001-one/README.md', 'specs/001-one/notes.md'] },
    });
    expect(await refs(spectool)).toEqual(['001-one', '002-two']);

    const { trash, events } = await spectool.deleteSpec.execute({ ...request, force: true });
    expect(events).toMatchObject([{ type: 'SpecDeleted', spec: '001-one', data: { reason: 'made twice' } }]);
    expect(await refs(spectool)).toEqual(['002-two']);
    expect(spectool.files.readText(`${trash}/README.md`)).toBe(before);
    expect(spectool.files.readText(`${trash}/notes.md`)).toBe('mine');
    expect(await codes(spectool)).toEqual([]);
  });

  it('names the specs that are related to the deleted spec, which archiving it does not', async () => {
    const spectool = await projectOf('one', 'two', 'three');
    for (const spec of ['2', '3']) await spectool.updateSpec.execute({ spec, addRelated: ['1'] });
    const archived = await spectool.archiveSpecs.execute({ specs: ['1'] });
    expect(archived.warnings.map(({ code }) => code)).not.toContain('STILL_NEEDED');
    const { warnings } = await spectool.deleteSpec.execute({ spec: '1', reason: 'x', force: true });
    expect(warnings).toMatchObject([
      {
        code: 'STILL_NEEDED',
        message: '001-one is still referenced by 002-two, 003-three.',
        advice: [{ useCase: 'showDependencies', request: { spec: '002-two' } }],
      },
    ]);
  });

  it('can be undone and repeated', async () => {
    const spectool = await projectOf('one');
    spectool.files.write('specs/001-one/notes.md', 'mine');
    const text = spectool.files.readText('specs/001-one/README.md');
    for (let times = 1; times <= 2; times += 1) {
      await spectool.deleteSpec.execute({ spec: '1', reason: 'x', force: true });
      expect(inTrash(spectool)).toEqual(['001-one.TIME']);
      const { spec } = await spectool.undoChange.execute();
      expect(spec).toMatchObject({ path: 'specs/001-one', status: 'planned' });
      expect(inTrash(spectool)).toEqual([]);
      expect(spectool.files.readText('specs/001-one/notes.md')).toBe('mine');
      expect(await codes(spectool)).toEqual([]);
      await spectool.undoChange.execute({ redo: true });
      expect(await refs(spectool)).toEqual([]);
      await spectool.undoChange.execute();
      expect(await refs(spectool)).toEqual(['001-one']);
    }
    expect(spectool.files.readText('specs/001-one/README.md')?.split('\n---\n')[1]).toBe(
      text?.split('\n---\n')[1],
    );
  });
});

it('undo of a creation moves the spec to the trash, and undoing the undo restores the spec', async () => {
  const spectool = await projectOf('one', 'two');
  await spectool.undoChange.execute();
  expect(await refs(spectool)).toEqual(['001-one']);
  expect(inTrash(spectool)).toEqual(['002-two.TIME']);
  expect(await codes(spectool)).toEqual([]);
  await spectool.undoChange.execute({ redo: true });
  expect(await refs(spectool)).toEqual(['001-one', '002-two']);
  expect(await codes(spectool)).toEqual([]);
});

describe('A spec folder that a person removed', () => {
  it.each([
    ['its target is missing', '../away'],
    ['its target is outside the project', '../../away'],
  ])('does not count as deleted while the folder of a group is a link and %s', async (_what, target) => {
    const spectool = await projectOf('one', 'two');
    spectool.files.remove('specs/001-one');
    spectool.files.link(target, 'specs/group');
    const message = 'specs/group is not read: links in the specs folder are not followed.';
    expect((await spectool.listSpecs.execute()).warnings).toMatchObject([{ code: 'NOT_READ', message }]);
    const { findings, fixed } = await spectool.validateProject.execute({ fix: true });
    expect(fixed).toEqual([]);
    const [gone, hidden] = findings;
    expect(hidden).toMatchObject({ code: 'NOT_READ', file: 'specs/group', message });
    expect(gone).toMatchObject({ code: 'FOLDER_GONE', fix: hidden?.fix });
    expect(gone?.advice).toBeUndefined();
  });

  it.each(['specs', 'docs/specs'])('is no deletion while a broken link is in %s', async (specsDir) => {
    const spectool = createTestSpectool({
      files: {
        '.spectool/config.json': JSON.stringify({ specsDir }),
        '.spectool/templates/spec-template.md': '# {title}\n',
      },
    });
    const { files } = spectool;
    await spectool.createSpec.execute({ name: 'one' });
    const [top = ''] = specsDir.split('/');
    files.move(top, 'away');
    files.link('elsewhere', top);
    const { findings, fixed } = await spectool.validateProject.execute({ fix: true });
    expect(fixed).toEqual([]);
    expect(findings).toMatchObject([{ code: 'FOLDER_GONE' }]);
    expect(findings[0]?.advice).toBeUndefined();
    files.remove(top);
    files.move('away', top);
    expect((await spectool.listSpecs.execute()).specs).toMatchObject([{ ref: '001-one' }]);
  });

  it('is reported, and validate --fix records the deletion once', async () => {
    const spectool = await projectOf('one', 'two');
    spectool.files.remove('specs/001-one');
    const { findings } = await spectool.validateProject.execute();
    expect(findings.find(({ code }) => code === 'FOLDER_GONE')?.message).toContain('001-one ("One")');
    const { fixed } = await spectool.validateProject.execute({ fix: true });
    expect(fixed).toEqual(['001-one ("One") is recorded as deleted: its folder was removed by hand.']);
    expect(await codes(spectool)).toEqual([]);
    expect((await spectool.validateProject.execute({ fix: true })).fixed).toEqual([]);
    const [newest] = (await spectool.showHistory.execute({ limit: 1 })).events;
    expect(newest).toMatchObject({ type: 'SpecDeleted' });
  });

  it('is not recorded as deleted again after an edit on another branch made a deletion ineffective', async () => {
    const spectool = await projectOf('one');
    const { files } = spectool;
    const log = () => files.list('.spectool/log').find(({ name }) => name !== 'project')?.name ?? '';
    const folder = `.spectool/log/${log()}`;
    const before = new Set(files.list(folder).map(({ name }) => name));
    await spectool.updateSpec.execute({ spec: '1', priority: 'high' });
    const [edit] = files.list(folder).filter(({ name }) => !before.has(name));
    const text = files.readText(`${folder}/${edit?.name ?? ''}`) ?? '';
    // Delete the spec without the record of the edit, as on another branch that does not have the edit.
    files.remove(`${folder}/${edit?.name ?? ''}`);
    await spectool.deleteSpec.execute({ spec: '1', reason: 'x', force: true });
    files.write(`${folder}/${edit?.name ?? ''}`, text);
    expect(await codes(spectool)).toEqual(['DELETED_AND_EDITED', 'FOLDER_GONE']);
    expect((await spectool.validateProject.execute({ fix: true })).fixed).toEqual([]);
    expect(await codes(spectool)).toContain('FOLDER_GONE');
  });

  it('counts as a spec again after a person restored the folder', async () => {
    const spectool = await projectOf('one', 'two');
    const text = spectool.files.readText('specs/001-one/README.md') ?? '';
    spectool.files.remove('specs/001-one');
    await spectool.validateProject.execute({ fix: true });
    spectool.files.write('specs/001-one/README.md', text);
    await spectool.updateSpec.execute({ spec: '1', priority: 'high' });
    expect(await codes(spectool)).toEqual([]);
    expect((await spectool.viewSpec.execute({ spec: '1' })).spec.priority).toBe('high');
    expect(spectool.files.stat('specs/001-one')?.kind).toBe('directory');
  });
});

it('undo of a deletion restores the folder that the deletion moved, whatever other folders are in the trash', async () => {
  const spectool = await projectOf('one');
  const text = spectool.files.readText('specs/001-one/README.md') ?? '';
  const { trash } = await spectool.deleteSpec.execute({ spec: '1', reason: 'x', force: true });
  // Put other folders with the same spec id into the trash, as another branch or a person could have done.
  for (const other of ['zzz', '001-zeta.20200101000000000', '001-one.99991231235959999'])
    spectool.files.write(`.spectool/trash/${other}/README.md`, text.replace('# One', '# Planted'));
  await spectool.undoChange.execute({});
  expect(spectool.files.readText('specs/001-one/README.md')).toBe(text);

  await spectool.deleteSpec.execute({ spec: '1', reason: 'x', force: true });
  const [last = ''] = spectool.files
    .list('.spectool/trash')
    .map(({ name }) => name)
    .filter((name) => name.startsWith('001-one.') && !name.includes('9999'));
  expect(`.spectool/trash/${last}`.slice(0, 30)).toBe(trash.slice(0, 30));
  spectool.files.remove(`.spectool/trash/${last}/README.md`);
  expect(await refusalOf(() => spectool.undoChange.execute({}))).toMatchObject({ code: 'SPEC_NOT_FOUND' });
});

it('undo of a deletion keeps what a person wrote in the trash meanwhile, as an edit by hand', async () => {
  const spectool = await projectOf('one');
  const { trash } = await spectool.deleteSpec.execute({ spec: '1', reason: 'x', force: true });
  const edited = `${spectool.files.readText(`${trash}/README.md`) ?? ''}\nMore.\n`;
  spectool.files.write(`${trash}/README.md`, edited);
  await spectool.undoChange.execute({});
  expect(spectool.files.readText('specs/001-one/README.md')).toBe(edited);
  expect(await codes(spectool)).toEqual([]);
});
