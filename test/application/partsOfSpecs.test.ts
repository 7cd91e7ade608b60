import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';
import { refusalOf } from '../support/thrownError.js';

let project: MemoryProject;
const CRITERIA = '# T\n\n## Success Criteria\n\n- [x] one\n- [ ] two\n';

/** A whole `001-shop` with the parts `002-cart` and `003-pay`, and `004-else`. Each has a ticked and an open criterion. */
beforeEach(() => {
  project = new MemoryProject();
  project.spec('001-shop', 'status: planned\ncreated: 2026-01-01', CRITERIA);
  project.spec('002-cart', 'status: planned\ncreated: 2026-01-02\npart_of: 001-shop', CRITERIA);
  project.spec('003-pay', 'status: planned\ncreated: 2026-01-03\npart_of: 001-shop', CRITERIA);
  project.spec('004-else', 'status: planned\ncreated: 2026-01-04', CRITERIA);
});

const complete = (...specs: readonly string[]) =>
  project.spectool.updateSpecs.execute({ specs, status: 'complete', force: true, reason: 'done' });
const next = async () => (await project.spectool.nextSpecs.execute()).specs.map(({ ref }) => ref);
const view = (spec: string) => project.spectool.viewSpec.execute({ spec });
const partOf = async (spec: string) => (await view(spec)).spec.partOf;
const errors = async () =>
  (await project.spectool.validateProject.execute()).findings.filter(({ severity }) => severity === 'error');
const update = (spec: string, whole: string) => project.spectool.updateSpec.execute({ spec, partOf: whole });
const refused = async (change: Promise<unknown>) => (await refusalOf(() => change)).message;

describe('part_of', () => {
  it('is set by create and update, by any reference, and removed by unset', async () => {
    const { spec } = await project.spectool.createSpec.execute({ name: 'new', partOf: '1' });
    expect(spec).toMatchObject({ partOf: '001-shop', fields: {} });
    await update('else', 'shop');
    expect(await partOf('else')).toBe('001-shop');
    await project.spectool.updateSpec.execute({ spec: '4', unset: ['part_of'] });
    expect(await partOf('else')).toBeUndefined();
  });

  it('cannot name a spec that does not exist, the spec itself, one of its parts, or a spec that waits for it', async () => {
    expect(await refused(update('4', 'nowhere'))).toBe('There is no spec "nowhere".');
    expect(await refused(project.spectool.createSpec.execute({ name: 'x', partOf: '99' }))).toContain('"99"');
    expect(await refused(update('1', '1'))).toBe('001-shop cannot be a part of itself.');
    expect(await refused(update('1', '2'))).toContain('002-cart → 001-shop → 002-cart');
    await project.spectool.updateSpec.execute({ spec: '3', addDependencies: ['4'] });
    expect(await refused(update('1', '4'))).toBe(
      '001-shop cannot be a part of 004-else, because these specs would wait for each other: 004-else → 001-shop → 003-pay → 004-else.',
    );
  });

  it('does not let a part depend on its whole', async () => {
    const change = project.spectool.updateSpec.execute({ spec: '3', addDependencies: ['1'] });
    expect(await refused(change)).toContain('003-pay → 001-shop → 003-pay');
  });

  it('of a missing spec, and in a cycle, is a finding of validate', async () => {
    project.spec('005-lost', 'status: planned\ncreated: 2026-01-05\npart_of: 009-gone');
    project.spec('006-a', 'status: planned\ncreated: 2026-01-05\npart_of: 007-b');
    project.spec('007-b', 'status: planned\ncreated: 2026-01-05\ndepends_on: [006-a]\npart_of: [1]');
    project.spec('008-c', 'status: planned\ncreated: 2026-01-05\ndepends_on: [009-d]');
    project.spec('009-d', 'status: planned\ncreated: 2026-01-05\npart_of: 008-c\ndepends_on: [008-c]');
    expect((await errors()).map(({ code, message }) => `${code} ${message}`)).toEqual([
      'DEPENDENCY_MISSING part_of names 009-gone, but there is no such spec.',
      'FIELD_INVALID part_of [1] is not the name of a spec.',
      expect.stringContaining(
        'DEPENDENCY_CYCLE These specs wait for each other in a cycle, because a whole waits for its parts: 008-c → 009-d',
      ),
    ]);
  });
});

describe('A spec with parts', () => {
  it('shows how far its parts, and their parts, are', async () => {
    await project.spectool.createSpec.execute({ name: 'coin', partOf: '3', body: CRITERIA });
    await complete('2');
    expect((await view('1')).parts).toEqual({
      total: 3,
      complete: 1,
      criteria: { done: 3, total: 6 },
      specs: ['002-cart', '003-pay'],
    });
    expect((await project.run(['view', '1'])).stdout).toContain(
      'parts     1 of 3 complete, 3 of 6 criteria: 002-cart, 003-pay\n',
    );
    expect(await view('4')).not.toHaveProperty('parts');
  });

  it('does not count parts that were archived before they were complete', async () => {
    await complete('2');
    await project.spectool.archiveSpecs.execute({ specs: ['2'] });
    await project.spectool.archiveSpecs.execute({ specs: ['3'], outcome: 'rejected', reason: 'no' });
    expect((await view('1')).parts).toMatchObject({ total: 1, complete: 1 });
  });

  it('is completed only after its parts, or together with them, or by force with a reason', async () => {
    await project.spectool.updateSpec.execute({ spec: '1', status: 'in-progress' });
    await project.spectool.checkCriteria.execute({ spec: '1', criteria: ['2'] });
    const change = { spec: '1', status: 'complete' } as const;
    const { code, message, details } = await refusalOf(() => project.spectool.updateSpec.execute(change));
    expect({ code, message, details }).toEqual({
      code: 'PARTS_OPEN',
      message: '001-shop cannot be completed: 2 parts are not complete: 002-cart, 003-pay.',
      details: { spec: '001-shop', parts: ['002-cart', '003-pay'] },
    });
    await project.spectool.updateSpec.execute({ ...change, force: true, reason: 'cut' });
    const { stdout } = await project.run(['history', '1']);
    expect(stdout).toContain('in-progress → complete (forced, 2 parts open), because: cut');

    await project.spectool.updateSpec.execute({
      spec: '1',
      status: 'in-progress',
      force: true,
      reason: 'no',
    });
    const { events } = await complete('1', '2', '3');
    expect(events.filter(({ type, data }) => type === 'StatusChanged' && 'openParts' in data)).toEqual([]);
  });

  it('is completed with open parts if the project asks for nothing', async () => {
    project.files.write('.spectool/config.json', '{"workflow":{"completeNeeds":"nothing"}}');
    await project.opened().updateSpec.execute({ spec: '1', status: 'in-progress' });
    const { spec } = await project.opened().updateSpec.execute({ spec: '1', status: 'complete' });
    expect(spec.status).toBe('complete');
  });

  it('is not offered by next while its parts are open; its parts are', async () => {
    expect(await next()).toEqual(['002-cart', '003-pay', '004-else']);
    await complete('2', '3');
    expect(await next()).toEqual(['001-shop', '004-else']);
  });

  it('is drawn by deps as a tree with its parts', async () => {
    await project.spectool.updateSpec.execute({ spec: '2', addDependencies: ['4'] });
    const { stdout } = await project.run(['deps']);
    expect(stdout).toContain(
      [
        '○ 001 T  parts: 0 of 2 complete, 2 of 4 criteria',
        '├─ ○ 002 T  ⊘ blocked  part',
        '│  └─ ○ 004 T  → ready',
        '└─ ○ 003 T  → ready  part',
        '',
      ].join('\n'),
    );
    expect((await project.run(['deps', '3', '--reverse'])).stdout).toContain('└─ ○ 001 T  parts: ');
    expect((await project.run(['deps', '--format', 'mermaid'])).stdout).toContain('n0 ---|part| n1');
  });

  it('is a column of the board, and a value to list by', async () => {
    const { columns } = await project.spectool.showBoard.execute({ groupBy: 'part_of' });
    expect(columns.map(({ key, specs }) => [key, specs.length])).toEqual([
      ['001-shop', 2],
      ['none', 2],
    ]);
    for (const whole of ['001', '001-shop']) {
      const { specs } = await project.spectool.listSpecs.execute({ where: { part_of: whole } });
      expect(specs.map(({ ref }) => ref)).toEqual(['002-cart', '003-pay']);
    }
    const { stdout } = await project.run(['list', '--fields', 'ref,part_of']);
    expect(stdout).toMatch(/Ref +Part of\n001-shop\n002-cart +001-shop\n/);
  });
});

describe('The parts of a spec', () => {
  it('follow its new number and name, and undo restores them', async () => {
    await project.spectool.renumberSpec.execute({ spec: '1', to: 9 });
    expect([await partOf('2'), await partOf('3')]).toEqual(['009-shop', '009-shop']);
    await project.spectool.undoChange.execute();
    expect([await partOf('2'), await partOf('3')]).toEqual(['001-shop', '001-shop']);
    await project.spectool.renumberSpec.execute({ spec: '1', name: 'market' });
    expect(await partOf('2')).toBe('001-market');
    expect(await errors()).toEqual([]);
  });

  it('are taken in and out, and undo takes it back', async () => {
    await project.spectool.updateSpec.execute({ spec: '2', unset: ['part_of'] });
    await project.spectool.undoChange.execute();
    expect(await partOf('2')).toBe('001-shop');
  });

  it('stay its parts when it is archived; a warning tells if they are open', async () => {
    const { warnings } = await project.spectool.archiveSpecs.execute({ specs: ['1'] });
    expect(warnings.map(({ code, message }) => `${code} ${message}`)).toContain(
      'STILL_NEEDED 001-shop is not complete, and is still referenced by 002-cart, 003-pay.',
    );
    expect(await errors()).toEqual([]);
    expect((await view('1')).parts).toMatchObject({ total: 2 });
  });

  it('are named when it is deleted', async () => {
    const { warnings } = await project.spectool.deleteSpec.execute({ spec: '1', reason: 'x', force: true });
    expect(warnings.map(({ message }) => message)).toContain(
      '001-shop is still referenced by 002-cart, 003-pay.',
    );
  });
});

it('A project that declares a custom field part_of keeps its meaning', async () => {
  const config = { frontmatter: { custom: { part_of: 'string' } } };
  project.files.write('.spectool/config.json', JSON.stringify(config));
  const spectool = project.opened();
  await spectool.updateSpec.execute({ spec: '2', fields: { part_of: 'the engine' } });
  const { spec } = await spectool.viewSpec.execute({ spec: '2' });
  expect(spec).toMatchObject({ fields: { part_of: 'the engine' } });
  expect(spec).not.toHaveProperty('partOf');
  const { findings } = await spectool.validateProject.execute();
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { columns } = await spectool.showBoard.execute({ groupBy: 'part_of' });
  expect(columns.map(({ key }) => key)).toContain('the engine');
  const { specs } = await spectool.nextSpecs.execute();
  expect(specs.map(({ ref }) => ref)).toContain('001-shop');
  const found = await spectool.searchSpecs.execute({ query: 'part_of:"the engine"' });
  expect(found.results.map((one) => one.spec.fields)).toEqual([{ part_of: 'the engine' }]);
});

it('A project without parts shows nothing of them', async () => {
  const plain = new MemoryProject();
  await plain.spectool.createSpec.execute({ name: 'a' });
  await plain.spectool.createSpec.execute({ name: 'b', dependsOn: ['a'], noSimilar: true });
  for (const command of ['list', 'view', 'board', 'deps', 'next', 'prime', 'export', 'validate'])
    for (const flags of [[], ['--json']]) {
      const args = command === 'view' ? ['view', '1', ...flags] : [command, ...flags];
      const { stdout, stderr } = await plain.run(args);
      expect(stdout + stderr).not.toMatch(/part_?of|"parts"|parts/i);
    }
  expect(plain.files.readText('specs/001-a/README.md')).not.toContain('part_of');
});
