import { MemoryProject } from '../support/memoryProject.js';

const PLAN = 'docs/plans/2026-01-05-kiln.md';
const RECORD = 'docs/adr/0007-use-clay.md';

function project(texts: Readonly<Record<string, string>> = {}) {
  const made = new MemoryProject();
  const files = {
    [PLAN]: '# Kiln\n\nHeat.\n\n- [x] Build the wall\n- [ ] Light it\n- [ ] Light it\n',
    'docs/plans/2026-01-06-glaze.md': '# Glaze\n\nStatus: Shipped\n',
    'docs/plans/README.md': '# Plans\n',
    [RECORD]: '# 7. Use clay\n\nDate: 2026-01-02\n\n## Status\n\nAccepted\n',
    ...texts,
  };
  for (const [path, text] of Object.entries(files)) made.files.write(path, text);
  const adopt = (paths: readonly string[], more = {}) =>
    made.spectool.adoptFolders.execute({ paths, kind: 'plans', apply: true, ...more });
  const view = async (spec: string) => (await made.spectool.viewSpec.execute({ spec })).spec;
  const text = (path: string) => made.files.readText(path);
  return { made, adopt, view, text, spectool: made.spectool, texts: files };
}

describe('adopting a folder', () => {
  it('shows what the documents would be, and writes nothing', async () => {
    const { spectool, texts, made } = project();
    const before = made.files.readText('.spectool/config.json');
    const { folders, dryRun } = await spectool.adoptFolders.execute({ paths: ['docs/plans'], kind: 'plans' });
    expect(dryRun).toBe(true);
    expect(folders).toMatchObject([
      {
        ...{ path: 'docs/plans', kind: 'plans', specs: 2, statuses: { 'in-progress': 1, complete: 1 } },
        words: [{ word: 'shipped', count: 1, status: 'complete' }],
        boxes: { documents: 1, used: 1, count: true },
        leftOut: [{ path: 'docs/plans/README.md' }],
      },
    ]);
    expect(made.files.readText('.spectool/config.json')).toBe(before);
    for (const [path, text] of Object.entries(texts)) expect(made.files.readText(path)).toBe(text);
  });

  it('makes specs of documents, also of those that come later, with the fields that they say', async () => {
    const { spectool, adopt, made, view } = project();
    await adopt(['docs/plans']);
    made.files.write('docs/plans/2026-01-07-shelf.md', '# Shelf\n');
    const { specs } = await spectool.listSpecs.execute();
    expect(specs.map(({ ref, status, created }) => [ref, status, created])).toEqual([
      ['kiln', 'in-progress', '2026-01-05'],
      ['glaze', 'complete', '2026-01-06'],
      ['shelf', 'planned', '2026-01-07'],
    ]);
    expect(await view('kiln')).toMatchObject({ path: PLAN, adopted: true, criteria: { done: 1, total: 3 } });
    expect((await view('docs/plans/2026-01-05-kiln.md')).ref).toBe('kiln');
  });

  it('keeps every change in the log, and every byte of the documents', async () => {
    const { spectool, adopt, view, texts, text } = project();
    await adopt(['docs/plans']);
    await spectool.updateSpec.execute({ spec: 'kiln', priority: 'high', tags: ['oven'] });
    await spectool.addNote.execute({ spec: 'kiln', text: 'Wet clay.' });
    await spectool.addCriterion.execute({ spec: 'kiln', text: 'It holds heat' });
    await spectool.retireCriterion.execute({ spec: 'kiln', criterion: '3', reason: 'twice' });
    await spectool.claimSpecs.execute({ specs: ['kiln'] });
    expect(await view('kiln')).toMatchObject({
      ...{ priority: 'high', tags: ['oven'], status: 'in-progress' },
      criteria: { done: 1, total: 3, retired: 1 },
    });
    const { body } = await spectool.viewSpec.execute({ spec: 'kiln' });
    expect(body).toContain('Wet clay.');
    expect(body).toContain('- [ ] ~~Light it~~ (retired: twice)');
    await spectool.archiveSpecs.execute({ specs: ['glaze'] });
    expect((await view('glaze')).archived).toBe(true);
    await spectool.deleteSpec.execute({ spec: 'glaze', reason: 'a mistake' });
    expect((await spectool.listSpecs.execute({ scope: 'all' })).specs.map(({ ref }) => ref)).toEqual([
      'kiln',
    ]);
    for (const [path, was] of Object.entries(texts)) expect(text(path)).toBe(was);
  });

  it('ticks the one box that is meant, and takes the tick back', async () => {
    const { spectool, adopt, text, view, texts } = project();
    await adopt(['docs/plans']);
    await spectool.checkCriteria.execute({ spec: 'kiln', criteria: ['3'] });
    expect(text(PLAN)).toBe('# Kiln\n\nHeat.\n\n- [x] Build the wall\n- [ ] Light it\n- [x] Light it\n');
    await spectool.checkCriteria.execute({ spec: 'kiln', criteria: ['2'] });
    expect((await view('kiln')).status).toBe('complete');
    await spectool.uncheckCriteria.execute({ spec: 'kiln', criteria: ['2', '3'] });
    expect(text(PLAN)).toBe(texts[PLAN]);
    expect((await view('kiln')).status).toBe('in-progress');
    const { events } = await spectool.showHistory.execute({ spec: 'kiln' });
    expect(events.filter(({ actor }) => actor === null).map(({ type }) => type)).toEqual(['SpecAdopted']);
  });

  it('follows a changed word or box in the file, and no other edit', async () => {
    const { spectool, adopt, made, view, text } = project();
    await adopt(['docs/plans']);
    await spectool.updateSpec.execute({ spec: 'kiln', status: 'planned', reason: 'waits' });
    made.files.write(PLAN, `${text(PLAN) ?? ''}\nMore words.\n`);
    expect((await view('kiln')).status).toBe('planned');
    made.files.write(PLAN, (text(PLAN) ?? '').replace('[ ] Light', '[x] Light'));
    expect((await view('kiln')).status).toBe('in-progress');
    await spectool.updateSpec.execute({ spec: 'glaze', status: 'in-progress', force: true, reason: 'again' });
    expect((await view('glaze')).status).toBe('in-progress');
    made.files.write('docs/plans/2026-01-06-glaze.md', '# Glaze\n\nStatus: Superseded\n');
    expect(await view('glaze')).toMatchObject({ archived: true, archivedAs: 'superseded' });
  });

  it('refuses to rewrite the text or the name', async () => {
    const { spectool, adopt } = project();
    await adopt(['docs/plans']);
    const refused = { code: 'NOT_OURS' };
    await expect(
      spectool.replaceSection.execute({ spec: 'kiln', heading: 'Kiln', set: 'x' }),
    ).rejects.toMatchObject(refused);
    await expect(spectool.updateSpec.execute({ spec: 'kiln', title: 'Oven' })).rejects.toMatchObject(refused);
    await expect(spectool.renumberSpec.execute({ spec: 'kiln', to: 4 })).rejects.toMatchObject(refused);
  });

  it('follows a file that moved, and keeps a spec whose file was deleted', async () => {
    const { spectool, adopt, made, view, text, texts } = project();
    await adopt(['docs/plans']);
    await spectool.updateSpec.execute({ spec: 'kiln', priority: 'high' });
    const { id } = await view('kiln');
    made.files.write('docs/plans/2026-02-01-kiln.md', text(PLAN) ?? '');
    made.files.remove(PLAN);
    expect(await view('kiln')).toMatchObject({ id, priority: 'high', path: 'docs/plans/2026-02-01-kiln.md' });
    made.files.remove('docs/plans/2026-02-01-kiln.md');
    expect((await spectool.listSpecs.execute()).specs.map(({ ref }) => ref)).toEqual(['glaze']);
    expect(await view('kiln')).toMatchObject({ id, priority: 'high', archived: true });
    const told = await spectool.addNote.execute({ spec: 'glaze', text: 'Look.' });
    expect(told.warnings).toMatchObject([
      { code: 'DOCUMENTS_DELETED', advice: [{ request: { specs: ['kiln'], status: 'complete' } }] },
    ]);
    expect((await spectool.addNote.execute({ spec: 'glaze', text: 'Again.' })).warnings).toEqual([]);
    made.files.write('docs/plans/2026-02-01-kiln.md', texts[PLAN]);
    expect(await view('kiln')).toMatchObject({ id, priority: 'high', archived: false });
  });

  it('keeps criteria that two branches added with the same label', async () => {
    const { spectool, adopt, made, view } = project();
    await adopt(['docs/plans']);
    await spectool.addNote.execute({ spec: 'glaze', text: 'Begin.' });
    const inLog = (folder = '.spectool/log'): readonly string[] =>
      made.files.list(folder).flatMap(({ name, kind }) => {
        const path = `${folder}/${name}`;
        return kind === 'directory' ? inLog(path) : [path];
      });
    const before = new Set(inLog());
    await spectool.addCriterion.execute({ spec: 'glaze', text: 'It is thin' });
    const ours = inLog().filter((path) => !before.has(path));
    const kept = ours.map((path) => [path, made.files.readText(path) ?? ''] as const);
    for (const path of ours) made.files.remove(path);
    await spectool.addCriterion.execute({ spec: 'glaze', text: 'It is even' });
    for (const [path, text] of kept) made.files.write(path, text);
    const { criteria } = await spectool.listCriteria.execute({ spec: 'glaze' });
    expect(criteria.map(({ text }) => text).sort()).toEqual(['AC1: It is even', 'AC1: It is thin']);
    expect((await view('glaze')).criteria).toEqual({ done: 0, total: 2 });
  });

  it('ends the adoption and keeps the log', async () => {
    const { spectool, adopt, view } = project();
    await adopt(['docs/plans']);
    await spectool.updateSpec.execute({ spec: 'kiln', priority: 'high' });
    await spectool.adoptFolders.execute({ paths: ['docs/plans'], stop: true });
    expect((await spectool.listSpecs.execute({ scope: 'all' })).specs).toEqual([]);
    await adopt(['docs/plans']);
    expect((await view('kiln')).priority).toBe('high');
  });
});

describe('numbers of documents', () => {
  it('are labels: they name the folder where several specs have them, and new specs do not count them', async () => {
    const { spectool, adopt, made, view } = project();
    made.spec('007-own', 'status: planned\ncreated: 2026-01-01');
    await adopt(['docs/adr'], { kind: 'records', words: { accepted: 'complete' } });
    await expect(view('7')).rejects.toMatchObject({ code: 'SPEC_AMBIGUOUS' });
    expect(await view('adr/7')).toMatchObject({ path: RECORD, title: 'Use clay', status: 'complete' });
    const { findings } = await spectool.validateProject.execute();
    expect(findings.filter(({ code }) => code === 'NUMBER_DUPLICATE')).toEqual([]);
    expect((await spectool.createSpec.execute({ name: 'next' })).spec.sequence).toBe(8);
  });
});
