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

  it('brings a deleted spec back with undo, also if its document was edited meanwhile', async () => {
    const { spectool, adopt, made, view, text, texts } = project();
    await adopt(['docs/plans']);
    await spectool.deleteSpec.execute({ spec: 'glaze', reason: 'a mistake' });
    await spectool.undoChange.execute();
    expect((await view('glaze')).status).toBe('complete');
    await spectool.undoChange.execute({ redo: true });
    const listed = await spectool.listSpecs.execute({ scope: 'all' });
    expect(listed.specs.map(({ ref }) => ref)).toEqual(['kiln']);
    await spectool.undoChange.execute();
    await spectool.deleteSpec.execute({ spec: 'kiln', reason: 'a mistake' });
    const edited = `${texts[PLAN]}\nCool.\n`;
    made.files.write(PLAN, edited);
    await spectool.undoChange.execute();
    expect((await view('kiln')).criteria).toMatchObject({ done: 1, total: 3 });
    expect(text(PLAN)).toBe(edited);
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

  it('gives documents without a status word the status that the project says', async () => {
    const { adopt, made, view } = project();
    made.files.write('docs/adr/0008-use-tiles.md', '# Use tiles\n\n## Decision Outcome\n\nTiles.\n');
    await adopt(['docs/adr'], { kind: 'records', words: { none: 'complete' } });
    expect([(await view('use-tiles')).status, (await view('use-clay')).status]).toEqual([
      'complete',
      'complete',
    ]);
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
      {
        code: 'DOCUMENTS_DELETED',
        advice: [{ request: { specs: ['kiln'], force: true }, needs: ['reason'], to: 'complete it' }],
      },
    ]);
    expect(told.warnings[0]?.message).toMatch(/ Is kiln complete\?$/);
    const specs = ['kiln'];
    const done = { specs, status: 'complete', force: true, reason: 'shipped' } as const;
    expect((await spectool.updateSpecs.execute(done)).warnings).toEqual([]);
    expect(await view('kiln')).toMatchObject({ status: 'complete' });
    expect((await spectool.addNote.execute({ spec: 'glaze', text: 'Again.' })).warnings).toEqual([]);
    made.files.write('docs/plans/2026-02-01-kiln.md', texts[PLAN]);
    expect(await view('kiln')).toMatchObject({ id, priority: 'high', archived: false });
  });

  it('asks nothing of deleted documents that are complete, and says how they come back', async () => {
    const { spectool, adopt, made, view, texts } = project();
    await adopt(['docs/plans']);
    await spectool.updateSpec.execute({ spec: 'kiln', priority: 'high' });
    made.files.remove('docs/plans/2026-01-06-glaze.md');
    const { warnings } = await spectool.addNote.execute({ spec: 'kiln', text: 'Look.' });
    expect(warnings).toEqual([
      {
        code: 'DOCUMENTS_DELETED',
        message: 'The documents of one spec in docs/plans were deleted; the log keeps it, archived.',
      },
    ]);
    await expect(spectool.unarchiveSpecs.execute({ specs: ['glaze'] })).rejects.toMatchObject({
      code: 'NOT_OURS',
      hint: 'Bring them back, and glaze is active again: `git checkout HEAD -- docs/plans/2026-01-06-glaze.md`',
    });
    made.files.write('docs/plans/2026-01-06-glaze.md', texts['docs/plans/2026-01-06-glaze.md']);
    expect((await view('glaze')).archived).toBe(false);
  });

  it('says of a folder that it is adopted already, and names files that cannot be read', async () => {
    const { spectool, adopt, made } = project();
    await adopt(['docs/plans']);
    made.files.write('docs/plans/2026-01-07-shelf.md', '# Shelf\n');
    made.files.write('docs/plans/2026-01-08-bytes.md', new Uint8Array([35, 32, 0xff, 0xfe, 0]));
    const { folders } = await spectool.adoptFolders.execute({ paths: [`${spectool.root}/docs/plans`] });
    expect(folders).toMatchObject([{ specs: 3, adopted: true }]);
    expect(folders[0]?.notRead).toEqual([expect.stringContaining('docs/plans/2026-01-08-bytes.md')]);
    const { stdout: out, stderr } = await made.run(['adopt', 'docs/plans']);
    expect(out).toContain('3 specs, adopted already');
    expect(out).toContain('not read     1  docs/plans/2026-01-08-bytes.md');
    expect(stderr).toContain('Nothing was written.');
    expect(stderr).not.toContain('--apply');
  });

  it('names the command that keeps what is shown, which works as it is printed', async () => {
    const folder = "docs/Ada's plans, new";
    const { made, spectool } = project({
      [`${folder}/2026-01-09-a.md`]: `# ${'Long '.repeat(12)}\n\nStatus: Accepted\n`,
    });
    const words = ['--kind', 'plans', '--word', 'accepted=complete'];
    const { stdout, stderr } = await made.run(['adopt', folder, ...words]);
    const [, line = ''] = /`spectool (adopt [^`]*)`/.exec(stderr) ?? [];
    expect(line).toBe(
      String.raw`adopt "docs/Ada's plans, new" --kind plans --apply --word accepted=complete`,
    );
    expect(stdout).not.toContain('spectool');
    await made.run(['adopt', folder, ...(line.split('" ')[1]?.split(' ') ?? [])]);
    expect((await spectool.listSpecs.execute()).specs.map(({ status }) => status)).toEqual(['complete']);
    const planned = await made.run(['adopt', folder, '--kind', 'plans', '--word', 'accepted=planned']);
    expect(planned.stdout).toMatch(/planned +1 +Long .*…/);
  });

  it('cannot be undone, but ended', async () => {
    const { adopt, made, spectool } = project();
    await spectool.initProject.execute({ agentTools: 'none' });
    await adopt(['docs/plans']);
    const { stderr } = await made.run(['undo']);
    expect(stderr).toContain(
      'Run `spectool adopt PATH --stop` to end an adoption. Run `spectool adopt PATH --apply` to begin it again.',
    );
  });

  it('counts lines in the files of the owner', async () => {
    const { spectool, adopt, made } = project({
      'docs/superpowers/specs/2026-01-02-oven-design.md':
        '---\ntags: [heat]\n---\n\n# Oven Design\n\nA dome.\n',
      'docs/superpowers/plans/2026-01-02-oven.md': '# Oven Plan\n\n## Task 1\n\n- [x] Brick\n- [ ] Mortar\n',
    });
    await adopt(['docs/superpowers'], { kind: 'superpowers' });
    await spectool.addNote.execute({ spec: 'oven', text: 'Mind the dome.' });
    await spectool.retireCriterion.execute({ spec: 'oven', criterion: '1', reason: 'bought' });
    const file = 'docs/superpowers/plans/2026-01-02-oven.md';
    const { criteria } = await spectool.listCriteria.execute({ spec: 'oven' });
    expect(criteria.map((one) => [one.file, one.line])).toEqual([[file, 5], [file, 6]]); // prettier-ignore
    const view = await spectool.viewSpec.execute({ spec: 'oven' });
    expect(view.sections[1]).toMatchObject({ heading: 'Oven Plan', file, line: 1 });
    expect(view.files).toContain('../plans/2026-01-02-oven.md');
    const own = await spectool.viewSpec.execute({ spec: 'oven', file: '../plans/2026-01-02-oven.md' });
    expect(own.content).toBe(made.files.readText(file));
    const { results } = await spectool.searchSpecs.execute({ query: 'mortar' });
    expect(results[0]?.matches[0]).toMatchObject({ file });
    expect(await spectool.readSection.execute({ spec: 'oven', heading: 'Task 1' })).toMatchObject({
      ...{ path: file, line: 3 },
    });
  });

  it('says why boxes are no criteria', async () => {
    const open = Object.fromEntries(
      Array.from({ length: 11 }, (_, i) => [
        `docs/plans/2026-01-1${String(i % 10)}-p${String(i)}.md`,
        `# P${String(i)}\n\n- [ ] Do\n- [ ] Test\n`,
      ]),
    );
    const { spectool, adopt } = project(open);
    await adopt(['docs/plans']);
    const { warnings } = await spectool.listCriteria.execute({ spec: 'p3' });
    expect(warnings).toEqual([
      {
        code: 'ADOPTED',
        message:
          'The 2 boxes are no criteria: fewer than 10 % of the documents with boxes in docs/plans have a ticked one.',
      },
    ]);
  });

  it('leaves it to the owner that two folders have the same number', async () => {
    const { spectool, adopt } = project({
      'specs/002-kiln/spec.md': '# Kiln\n\n**Created**: 2026-01-05\n',
      'specs/002-oven/spec.md': '# Oven\n\n**Created**: 2026-01-05\n',
    });
    await adopt(['specs'], { kind: 'spec-kit' });
    expect((await spectool.validateProject.execute()).findings).toEqual([]);
  });

  it('takes an approved decision as made, but no approved plan, and a missing word as the project says', async () => {
    const approved = '# One\n\nStatus: Approved\n';
    const { spectool, adopt } = project({
      'docs/adr/0001-one.md': approved,
      'docs/plans/one.md': approved,
      'docs/plans/two.md': '# Two\n\nStatus: Pending user review\n',
    });
    await adopt(['docs/adr'], { kind: 'records' });
    await adopt(['docs/plans'], { words: { none: 'complete' } });
    const { specs } = await spectool.listSpecs.execute({ scope: 'all' });
    const statuses = Object.fromEntries(specs.map(({ path, status }) => [path, status]));
    expect(statuses).toMatchObject({
      'docs/adr/0001-one.md': 'complete',
      'docs/plans/one.md': 'planned',
      'docs/plans/two.md': 'planned',
      [PLAN]: 'complete',
    });
  });

  it('names what the documents say in plain words', async () => {
    const { adopt, made } = project();
    await adopt(['docs/plans']);
    expect((await made.run(['view', 'glaze'])).stdout).toMatch(/in the files +status Shipped/);
    await made.spectool.updateSpec.execute({ spec: 'kiln', priority: 'high' });
    made.files.remove('docs/plans/2026-01-06-glaze.md');
    await made.spectool.updateSpec.execute({ spec: 'kiln', priority: 'low' });
    const { stdout: out } = await made.run(['history', 'glaze']);
    expect(out).toContain('read from its files: status removed (was Shipped), files set to deleted');
    expect(out).not.toMatch(/in_file|gone/);
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

describe('a design with several plans', () => {
  const [design, first, second] = [
    'specs/2026-01-12-cache-design',
    'plans/2026-01-12-cache',
    'plans/2026-01-13-api',
  ];
  const at = (key: string) => `docs/superpowers/${key}.md`;
  const plan = (title: string) => `# ${title} Plan\n\n**Spec:** \`${at(design)}\`\n\n- [x] A\n- [ ] B\n`;

  it('has them as parts, which stay specs of their own while others are deleted', async () => {
    const texts = { [at(design)]: '# Cache Design\n', [at(first)]: plan('Cache'), [at(second)]: plan('Api') };
    const { spectool, adopt, made, view } = project(texts);
    await adopt(['docs/superpowers'], { kind: 'superpowers' });
    await spectool.updateSpec.execute({ spec: '2026-01-12-cache-design', priority: 'high' });
    const before = await view(at(first));
    expect(before).toMatchObject({ partOf: '2026-01-12-cache-design', status: 'in-progress' });
    made.files.remove(at(second));
    expect(await view(at(first))).toEqual(before);
    expect((await view('2026-01-12-cache-design')).status).toBe('planned');
    made.files.remove(at(first));
    expect((await view('2026-01-12-cache-design')).priority).toBe('high');
    expect((await spectool.validateProject.execute()).findings).toEqual([]);
  });

  it('keeps the plan that it had when another comes, and is that plan when the design is deleted', async () => {
    const texts = { [at(design)]: '# Cache Design\n', [at(first)]: plan('Cache') };
    const { spectool, adopt, made, view } = project(texts);
    await adopt(['docs/superpowers'], { kind: 'superpowers' });
    await spectool.updateSpec.execute({ spec: 'cache', priority: 'high' });
    const { id } = await view('cache');
    made.files.write(at(second), plan('Api'));
    expect(await view('cache')).toMatchObject({ id, criteria: { total: 2 } });
    expect(await view(at(second))).toMatchObject({ partOf: 'cache' });
    made.files.remove(at(design));
    await spectool.updateSpec.execute({ spec: at(first), tags: ['fast'] });
    expect(await view(at(first))).toMatchObject({ id, priority: 'high', criteria: { total: 2 } });
    expect((await view(at(second))).partOf).toBeUndefined();
    made.files.write(at(design), '# Cache Design\n');
    expect(await view(at(design))).toMatchObject({ id, tags: ['fast'], criteria: { total: 2 } });
    made.files.write(at(first), plan('Cache').replace('[ ] B', '[x] B'));
    const { warnings } = await spectool.updateSpec.execute({ spec: at(design), priority: 'low' });
    expect(warnings.map(({ code }) => code)).toEqual(['EDITED_BY_HAND']);
    expect(warnings[0]?.message).toMatch(
      /^Read from its files and now recorded in cache: boxes "1 of 2" → "2 of 2"/,
    );
  });
});
