import { beforeEach, describe, expect, it } from '@jest/globals';
import { FixedActor, NoRepository } from '../../src/adapters/memory/testDoubles.js';
import { MemoryProject } from '../support/memoryProject.js';
import { expectRefusalOf, refusalOf } from '../support/thrownError.js';

const FIFTY = Array.from({ length: 50 }, (_, i) => `AC${String(i + 1)}`);
let project: MemoryProject;

const testFile = (label: string) => `test/${label}.test.ts`;
const testCase = (label: string, inside = '', name = `001/${label} works`) =>
  `<testcase name="${name}" file="${testFile(label)}">${inside}</testcase>`;
const report = (...cases: readonly string[]) =>
  project.files.write('report.xml', `<testsuite name="all">${cases.join('')}</testsuite>`);
const prove = (more: object = {}, { spectool } = project) =>
  spectool.proveCriteria.execute({ reports: ['report.xml'], all: true, ...more });
/** Writes the report of a run in which the test of one criterion had this result. */
const reportAll = (odd = '', inside = '') =>
  report(...FIFTY.map((label) => testCase(label, label === odd ? inside : '')));
const FAILED = '<failure message="no"/>';
const update = (request: object) => project.spectool.updateSpec.execute({ spec: '1', ...request });
const begin = () => update({ status: 'in-progress' });
const complete = () => update({ status: 'complete' });
const undo = (request: object = {}) => project.spectool.undoChange.execute(request);
const as = (actor: string) => new MemoryProject({ actors: new FixedActor(actor) }, project.files);
const states = async () => {
  const { criteria } = await project.spectool.listCriteria.execute({ spec: '1' });
  return Object.fromEntries(criteria.map(({ label = '', state }) => [label, state]));
};
const README = 'specs/001-user-login/README.md';
const textNow = () => project.files.readText(README) ?? '';
const edit = (from: string | RegExp, to: string) => project.files.write(README, textNow().replace(from, to));
const section = (change: object) =>
  project.spectool.replaceSection.execute({ spec: '1', heading: 'Success Criteria', ...change });
const claim = () => project.spectool.claimSpecs.execute({ specs: ['1'] });
const unproven = async () => Object.entries(await states()).filter(([, state]) => state !== 'proven');

beforeEach(async () => {
  project = new MemoryProject();
  const list = FIFTY.map((label) => `- [ ] ${label}: it does ${label}`).join('\n');
  await project.spectool.createSpec.execute({ name: 'user-login', body: `## Success Criteria\n\n${list}\n` });
  for (const label of FIFTY) project.files.write(testFile(label), `test('001/${label} works')\n`);
  reportAll();
});

describe('Given a report in which fifty tests pass', () => {
  it('each criterion is proven and ticked, and the same report again changes nothing', async () => {
    const { events, specs } = await prove();
    expect(await unproven()).toEqual([]);
    expect(specs[0]?.criteria).toHaveLength(50);
    expect(events).toHaveLength(100);
    expect(await prove()).toMatchObject({ events: [] });
  });

  it('the advice to complete the spec works as it is: a planned spec is claimed first, and only the holder completes it', async () => {
    const advice = async (tool = project) => (await prove({}, tool)).warnings.map((one) => one.advice);
    expect(await advice()).toMatchObject([[{ useCase: 'claimSpecs' }, { useCase: 'updateSpec' }]]);
    await claim();
    expect(await advice()).toMatchObject([[{ useCase: 'updateSpec' }]]);
    expect((await prove({}, as('lee'))).warnings.filter(({ code }) => code === 'ALL_PROVEN')).toMatchObject([
      { advice: [] },
    ]);
  });

  it.each([{ force: true }, { reason: 'checked' }])(
    'the advice of a refusal has both force and a reason: %j',
    async (given) => {
      const { advice } = await refusalOf(() => prove(given));
      expect(advice).toMatchObject([{ request: { force: true }, needs: ['reason'] }]);
    },
  );

  it('nothing is recorded for specs that the actor does not hold, but the results are shown', async () => {
    const { events, specs, others } = await prove({ all: false });
    expect([events, specs]).toEqual([[], []]);
    expect(others[0]).toEqual({ ref: '001-user-login', label: 'AC1', state: 'proven' });
    await claim();
    expect((await prove({ all: false })).events).toHaveLength(100);
    await complete();
    expect((await prove({ all: false })).others).toEqual([]);
    project.files.write(testFile('AC9'), `test('001/AC9 works') // changed\n`);
    reportAll();
    expect((await prove({ all: false })).others[0]).toMatchObject({ ref: '001-user-login' });
  });

  it.each(['released', 'expired', 'assigned to the actor', 'never claimed'])(
    'it is recorded for a spec in progress that nobody holds: %s',
    async (how) => {
      await begin();
      if (['released', 'assigned to the actor'].includes(how))
        await project.spectool.releaseSpec.execute({ spec: '1' });
      if (how === 'assigned to the actor') await update({ assignee: 'lee' });
      const clock = { now: () => '2026-02-09T12:00:00.000Z', today: () => '2026-02-09' };
      const later = ['expired', 'assigned to the actor'].includes(how)
        ? new MemoryProject({ clock, actors: new FixedActor('lee') }, project.files)
        : project;
      expect((await prove({ all: false }, later)).events).toHaveLength(100);
    },
  );

  it('nothing is recorded for a spec in progress that somebody else holds or is assigned to', async () => {
    await begin();
    expect((await prove({ all: false }, as('lee'))).events).toEqual([]);
  });

  it('a spec in the archive is only shown if it is named', async () => {
    await project.spectool.archiveSpecs.execute({ specs: ['1'] });
    expect(await prove()).toMatchObject({ events: [], specs: [], others: [] });
    expect((await prove({ all: false, specs: ['1'] })).specs[0]?.criteria[0]).toMatchObject({
      state: 'proven',
    });
  });

  it('of many specs, one note says which can be completed, and all are shown whose criteria no test names', async () => {
    const specs = [...FIFTY.keys()].slice(2, 22);
    for (const n of specs)
      await project.spectool.createSpec.execute({
        name: `s${String(n)}`,
        body: `## Success Criteria\n\n- [ ] AC1: it works\n${n < 10 ? '- [ ] AC2: nobody tests it\n' : ''}`,
      });
    report(...specs.map((n) => testCase('AC1', '', `${String(n).padStart(3, '0')}/AC1 works`)));
    const { stdout, stderr } = await project.run(['prove', 'report.xml', '--all']);
    expect(stdout).toContain('No test names (8)');
    expect(stderr.match(/are proven/g)).toHaveLength(1);
    expect(stderr).toMatch(
      /All criteria of 010-s10, .* and 7 more are proven\.\nhint .*update 010-s10 --status complete/,
    );
    expect(stdout.length + stderr.length).toBeLessThan(4000);
  });

  it('a dry run writes nothing, and its result is that of the change', async () => {
    const { events, dryRun } = await prove({ dryRun: true });
    expect([events.length, dryRun]).toEqual([100, true]);
    expect(new Set(Object.values(await states()))).toEqual(new Set(['open']));
  });

  it('undo takes ticks and verdicts back', async () => {
    await prove();
    await undo();
    expect(new Set(Object.values(await states()))).toEqual(new Set(['open']));
    await undo({ redo: true });
    expect(await unproven()).toEqual([]);
  });

  it('a change of line ends, of another file, or of a label makes no verdict stale', async () => {
    await prove();
    project.files.write(testFile('AC1'), "test('001/AC1 works')\r\n");
    project.files.write('src/other.ts', 'x');
    expect(await unproven()).toEqual([]);
  });
});

describe('Given fifty proven criteria, each lie about one of them is found, and none of the others is called false', () => {
  beforeEach(async () => {
    await prove();
  });

  it('its test fails, as the strict check of a dry run says like the run itself', async () => {
    report(testCase('AC7', FAILED));
    const strict = { strict: true, specs: ['1'], all: false };
    const problems = [{ ref: '001-user-login', label: 'AC7', state: 'failing' }];
    expect(await prove({ ...strict, dryRun: true })).toMatchObject({ ok: false, problems });
    expect(await prove(strict)).toMatchObject({ ok: false, problems });
  });

  it('but a retired criterion, which is left as it is', async () => {
    await project.spectool.retireCriterion.execute({ spec: '1', criterion: 'AC7', reason: 'not sold' });
    report(testCase('AC7', FAILED));
    expect(await prove()).toMatchObject({ events: [] });
  });

  it('its test fails, and it can be neither ticked nor attested', async () => {
    report(testCase('AC7', FAILED));
    await prove();
    const check = { spec: '1', criteria: ['7', '8'], by: 'lee', reason: 'sure' };
    await expectRefusalOf(
      () => project.spectool.checkCriteria.execute(check),
      'CRITERIA_OPEN',
      'AC7 "it does AC7" is failing (test "001/AC7 works")',
    );
    expect(await unproven()).toEqual([['AC7', 'failing']]);
  });

  it('its test is skipped, not only left out by a filter', async () => {
    report(testCase('AC7', '<skipped/>'));
    await prove();
    expect(await unproven()).toEqual([]);
    project.files.write(testFile('AC7'), "test.skip('001/AC7 works')\n");
    report(testCase('AC7', '<skipped/>'));
    await prove();
    expect(await unproven()).toEqual([['AC7', 'not-run']]);
  });

  it('its test has another name now', async () => {
    report(...FIFTY.map((label) => testCase(label, '', label === 'AC7' ? 'works' : undefined)));
    await prove();
    expect(await unproven()).toEqual([]);
    await prove({ whole: true });
    expect(await unproven()).toEqual([['AC7', 'gone']]);
    report('<testcase name="works"/>');
    const { stdout, stderr } = await project.run(['prove', 'report.xml', '--whole', '--all']);
    expect(stdout + stderr).toContain('No test refers to a criterion.');
    expect(stdout + stderr).not.toMatch(/nothing was changed|changed after the run/);
  });

  it('its test changed afterwards', async () => {
    project.files.write(testFile('AC7'), "test('001/AC7 works', () => {})\n");
    expect(await unproven()).toEqual([['AC7', 'stale']]);
    expect(await prove()).toMatchObject({ refused: [{ label: 'AC7', code: 'REPORT_OLD' }] });
    expect(await unproven()).toEqual([['AC7', 'stale']]);
    report(testCase('AC7'));
    await prove();
    expect(await unproven()).toEqual([]);
  });

  it('its test was deleted', async () => {
    project.files.remove(testFile('AC7'));
    expect(await unproven()).toEqual([['AC7', 'gone']]);
  });
});

describe('Where proof is required', () => {
  beforeEach(async () => {
    await project.spectool.setSetting.execute({ key: 'workflow.proof', values: ['required'] });
    await project.spectool.checkCriteria.execute({ spec: '1', criteria: ['1-50'] });
    await begin();
  });
  const proveAllButFirst = () => {
    report(...FIFTY.slice(1).map((label) => testCase(label)));
    return prove();
  };

  it('a spec cannot be completed with ticks alone, but with proven and attested criteria', async () => {
    await expectRefusalOf(
      complete,
      'CRITERIA_UNPROVEN',
      'AC1 "it does AC1" is unverified: refer to it in a test',
    );
    await proveAllButFirst();
    expect(await refusalOf(complete)).toMatchObject({ code: 'CRITERIA_UNPROVEN' });
    const attest = { spec: '1', criteria: ['1'], by: 'lee', reason: 'read the contract' };
    await as('lee').spectool.checkCriteria.execute(attest);
    project.files.write('.spectool/config.json', '{ "workflow": { "proof": "required" } }');
    await complete();
    expect((await project.spectool.listSpecs.execute({ where: { status: 'complete' } })).total).toBe(1);
  });

  it('a retired criterion needs no proof, and is in no count', async () => {
    await proveAllButFirst();
    await project.spectool.retireCriterion.execute({ spec: '1', criterion: 'AC1', reason: 'not sold' });
    await complete();
    expect((await project.spectool.validateProject.execute({})).ok).toBe(true);
    expect(await prove({ dryRun: true, strict: true })).toMatchObject({ ok: true });
    expect((await project.spectool.listSpecs.execute({})).specs[0]?.proof?.counts).toEqual({ proven: 49 });
    await project.spectool.createSpec.execute({ name: 'old', criteria: ['A'] });
    await project.spectool.retireCriterion.execute({ spec: 'old', criterion: 'AC1', reason: 'not sold' });
    expect((await project.run(['criteria', 'old'])).stdout).toContain('1 retired, in specs/');
  });

  it.each(['tester', '@Tester'])('the holder cannot attest a criterion of the own spec as %s', async (me) => {
    await claim();
    await proveAllButFirst();
    await as(me).spectool.checkCriteria.execute({ spec: '1', criteria: ['1'], by: 'me', reason: 'sure' });
    project.files.write('.spectool/config.json', '{ "workflow": { "proof": "required" } }');
    await expectRefusalOf(
      complete,
      'CRITERIA_UNPROVEN',
      'is attested by the holder of the spec: let a person',
    );
  });

  it.each([
    ['gone', async () => prove({ whole: true }), 'CRITERIA_OPEN'],
    [
      'not run',
      async () => (
        project.files.write(testFile('AC7'), '001/AC7 works now\n'),
        report(testCase('AC7', '<skipped/>')),
        prove()
      ),
      'CRITERIA_OPEN',
    ],
    ['stale', async () => project.files.write(testFile('AC7'), '001/AC7 works now\n'), 'CRITERIA_UNPROVEN'],
  ])('a spec cannot be completed while a criterion is %s, and is told so', async (state, change, code) => {
    await prove();
    if (state === 'gone')
      report(...FIFTY.map((label) => testCase(label, '', label === 'AC7' ? 'works' : undefined)));
    await change();
    await expectRefusalOf(complete, code, {
      message: expect.stringMatching(new RegExp(`\n  7 \\(line 17\\) AC7 "it does AC7" is ${state}[^\n]*$`)),
    });
  });

  it('one who released the spec cannot attest it and complete it', async () => {
    await proveAllButFirst();
    const attest = { spec: '1', criteria: ['1'], by: 'tester', reason: 'sure' };
    await project.spectool.checkCriteria.execute(attest);
    await expectRefusalOf(complete, 'CRITERIA_UNPROVEN', {
      message: expect.stringContaining('is attested by @tester, who completes the spec or holds it'),
      advice: expect.arrayContaining([
        expect.objectContaining({ to: 'attest it, as a person who does not hold the spec' }),
      ]),
    });
  });

  it('one who held a spec that was completed by hand cannot attest its criteria', async () => {
    await claim();
    await proveAllButFirst();
    edit(/^status: .*/m, 'status: complete');
    await project.spectool.checkCriteria.execute({ spec: '1', criteria: ['1'], by: 'lee', reason: 'sure' });
    const { findings } = await project.spectool.validateProject.execute({ codes: ['CRITERION_UNVERIFIED'] });
    expect(findings).toHaveLength(1);
  });

  describe('a criterion that was written after the spec was begun cannot be dropped', () => {
    const all = FIFTY.map((label) => `- [x] ${label}: it does ${label}`).join('\n');
    const AC51 = expect.objectContaining({ label: 'AC51', state: 'removed' });
    const REMOVED = { details: { criteria: expect.arrayContaining([AC51]) } };

    it.each<[string, () => Promise<unknown>]>([
      [
        'after a run of its test',
        async () => {
          await section({ append: '- [ ] AC51: the hard part' });
          project.files.write(testFile('AC51'), `test('001/AC51 works')\n`);
          report(...FIFTY.map((label) => testCase(label)), testCase('AC51', FAILED));
          await prove();
        },
      ],
      ['that `section` wrote', () => section({ append: '- [ ] AC51: the hard part' })],
      [
        'that a hand wrote, and a command saw',
        () => {
          edit(/^.*AC50.*$/m, '$&\n- [ ] AC51: the hard part');
          return project.spectool.addNote.execute({ spec: '1', text: 'seen' });
        },
      ],
    ])('%s', async (_, write) => {
      await claim();
      await write();
      await section({ set: all });
      await expectRefusalOf(complete, 'CRITERIA_OPEN', REMOVED);
    });

    it('by a commit of the text without it, or by `undo` after a run of its test', async () => {
      await claim();
      const before = textNow();
      const { events } = await section({ append: '- [ ] AC51: the hard part' });
      project.files.write(testFile('AC51'), `test('001/AC51 works')\n`);
      report(testCase('AC51', FAILED));
      await prove();
      await expectRefusalOf(() => undo({ event: events[0]?.id }), 'UNDO_REFUSED');
      project.files.write(README, before);
      await project.spectool.addNote.execute({ spec: '1', text: 'git brought back an earlier text' });
      await expectRefusalOf(complete, 'CRITERIA_OPEN', REMOVED);
    });

    it('but reworded, and with `undo` of what wrote it', async () => {
      await prove();
      await claim();
      await section({ append: '- [x] the hard part of it' });
      await section({ set: `${all}\n- [x] the hard part of it all` });
      await section({ set: `${all}\n- [x] all in all, the hard part` });
      await undo();
      await section({ append: '- [ ] another one' });
      await undo();
      project.files.write('.spectool/config.json', '{}');
      expect((await complete()).spec.status).toBe('complete');
    });
  });

  it('an attestation that a failing run ended is back when the run is undone', async () => {
    await project.spectool.checkCriteria.execute({ spec: '1', criteria: ['1'], by: 'lee', reason: 'sure' });
    report(testCase('AC1', FAILED));
    await prove();
    await undo();
    const { criteria } = await project.spectool.listCriteria.execute({ spec: '1' });
    expect(criteria[0]).toMatchObject({ state: 'attested', proof: { by: 'lee' } });
  });

  it('an undo is not refused for a tested criterion that was reworded and still stands', async () => {
    await prove();
    edit('AC7: it does AC7', 'AC7: it does more');
    await project.spectool.addNote.execute({ spec: '1', text: 'seen' });
    await undo();
    expect(textNow()).not.toContain('seen');
  });

  it('a completion that is brought back is judged again, and one that was forced keeps its reason', async () => {
    await prove();
    await complete();
    await undo();
    project.files.write(testFile('AC7'), '001/AC7 works otherwise\n');
    const redo = () => undo({ redo: true });
    expect(await refusalOf(redo)).toMatchObject({ code: 'CRITERIA_UNPROVEN' });
    await update({ status: 'complete', force: true, reason: 'shipped' });
    await undo();
    await redo();
    const [change] = (await project.spectool.showHistory.execute({ spec: '1', limit: 1 })).events;
    expect(change?.data).toMatchObject({ forced: true, reason: 'shipped', openCriteria: 1 });
  });

  it('validate and a strict dry run tell of a complete spec whose proof is stale or missing', async () => {
    await prove();
    await complete();
    project.files.write(testFile('AC7'), '001/AC7 works otherwise\n');
    const { findings } = await project.spectool.validateProject.execute({ codes: ['CRITERION_UNVERIFIED'] });
    expect(findings).toMatchObject([
      { code: 'CRITERION_UNVERIFIED', severity: 'error', message: expect.stringContaining('is stale') },
    ]);
    report(testCase('AC1'));
    const strict = { dryRun: true, strict: true, all: false };
    expect(await prove(strict)).toMatchObject({ ok: false, problems: [{ label: 'AC7', state: 'stale' }] });
    report(testCase('AC7'));
    expect(await prove(strict)).toMatchObject({ ok: true, problems: [] });
  });
});

describe('Where proof is only shown', () => {
  it.each([
    ['fails', 'failing', () => report(testCase('AC7', FAILED))],
    [
      'is gone',
      'gone',
      () => report(...FIFTY.filter((label) => label !== 'AC7').map((label) => testCase(label))),
    ],
  ])('a spec whose test %s is not to be ticked next, and prime says so', async (_, state, change) => {
    await claim();
    await prove();
    await project.spectool.uncheckCriteria.execute({ spec: '1', criteria: ['9'] });
    change();
    await prove({ whole: state === 'gone' });
    expect((await project.run(['prime'])).stdout).toMatch(/next `spectool validate 001 --strict`/);
  });

  it('a refusal for a test that newer runs do not have names the way to forget it', async () => {
    report(testCase('AC1'), testCase('AC1', '<failure/>', '001/AC1 case 7'));
    await prove();
    await new Promise((go) => setTimeout(go, 5));
    report(testCase('AC1'));
    await prove();
    const { spectool } = project;
    await spectool.updateSpec.execute({ spec: '1', status: 'in-progress' });
    const refusal = await refusalOf(() => spectool.updateSpec.execute({ spec: '1', status: 'complete' }));
    expect(refusal.message).toContain('run all tests if "001/AC1 case 7" no longer exists');
    expect(refusal).toMatchObject({
      advice: expect.arrayContaining([
        expect.objectContaining({ request: { specs: ['001-user-login'], whole: true } }),
      ]),
    });
    await prove({ whole: true });
    expect((await states())['AC1']).toBe('proven');
  });

  it('a failing test of a complete spec is an error for validate and the board, and the tick stays', async () => {
    await prove();
    await begin();
    await complete();
    report(testCase('AC7', FAILED));
    expect(await prove({ dryRun: true, strict: true })).toMatchObject({ ok: false });
    await prove();
    const { criteria } = await project.spectool.listCriteria.execute({ spec: '1' });
    expect(criteria[6]).toMatchObject({ done: true, state: 'failing' });
    expect((await project.spectool.showBoard.execute({})).health.problems).toEqual(['001-user-login']);
    const { findings } = await project.spectool.validateProject.execute({ codes: ['CRITERION_FAILING'] });
    expect(findings).toMatchObject([{ severity: 'error', line: 18 }]);
    project.files.write(testFile('AC7'), 'changed');
    const since = await project.spectool.validateProject.execute({ codes: ['CRITERION_FAILING'] });
    expect(since.findings).toMatchObject([{ severity: 'error', line: 18 }]);
  });

  it('the last check of a spec fails for failing criteria, and for ticks that nothing shows', async () => {
    const strict = (specs?: readonly string[]) =>
      project.spectool.validateProject.execute({
        strict: true,
        codes: ['CRITERION_FAILING', 'CRITERION_UNVERIFIED'],
        ...(specs && { specs }),
      });
    await project.spectool.checkCriteria.execute({ spec: '1', criteria: ['1', '2'] });
    expect((await strict(['1'])).findings).toEqual([]);
    report(testCase('AC1'), testCase('AC3', FAILED));
    await prove();
    expect((await strict()).ok).toBe(true);
    const { ok, findings } = await strict(['1']);
    expect(ok).toBe(false);
    expect(findings).toMatchObject([
      { severity: 'warning', message: 'AC2 "it does AC2" is unverified, although it is ticked.' },
      { severity: 'warning', message: 'AC3 "it does AC3" is failing (test "001/AC3 works").' },
    ]);
  });

  it('list shows the states', async () => {
    report(testCase('AC1', FAILED), testCase('AC2'));
    await prove();
    const { spectool } = project;
    expect((await spectool.listSpecs.execute({ where: { proof: 'failing' } })).specs).toMatchObject([
      { proof: { state: 'failing', counts: { failing: 1, open: 48, proven: 1 } } },
    ]);
    expect((await spectool.listSpecs.execute({ where: { proof: 'stale' } })).total).toBe(0);
  });
});

describe('A verdict follows the words of its criterion', () => {
  beforeEach(async () => {
    await begin();
    reportAll('AC7', FAILED);
    await prove();
  });
  it.each(['AC70: ', ''])('to the label "%s" that it gets instead', async (to) => {
    edit('- [ ] AC7: ', `- [x] ${to}`);
    await expectRefusalOf(complete, 'CRITERIA_OPEN', '"it does AC7" is failing (test "001/AC7 works")');
    const strict = { dryRun: true, strict: true, whole: true };
    report(...FIFTY.map((label) => testCase(label, label === 'AC7' ? '<failure/>' : '')), testCase('AC70'));
    expect(await prove(strict)).toMatchObject({ ok: false });
  });

  it.each([
    ['by hand', async () => edit('it does AC9\n', 'it does not\n')],
    [
      'by a command',
      async () => {
        const rows = FIFTY.map((label) => `- [x] ${label}: it does ${label === 'AC9' ? 'not' : label}`);
        await section({ set: rows.join('\n') });
      },
    ],
  ])('that are written after the run %s: only a new run proves them', async (_, reword) => {
    await reword();
    expect(await states()).toMatchObject({ AC9: 'stale' });
    expect(await prove()).toMatchObject({
      refused: [
        {
          label: 'AC9',
          code: 'REPORT_OLD',
          why: expect.stringContaining('before the words of AC9 changed'),
        },
      ],
    });
    expect(await states()).toMatchObject({ AC9: 'stale' });
    const { findings } = await project.spectool.validateProject.execute({});
    const finding = findings.find(({ code }) => code === 'CRITERION_REWORDED');
    expect(finding?.advice?.[0]).toMatchObject({
      useCase: 'proveCriteria',
      request: { specs: ['001-user-login'] },
    });
    report(testCase('AC9'));
    await prove();
    expect(await states()).toMatchObject({ AC9: 'proven' });
    expect((await project.run(['validate'])).stdout).not.toContain('CRITERION_REWORDED');
    expect((await project.run(['view', '1'])).stdout).not.toContain('reworded since');
  });

  it('that a command adds after the run: a report that was never recorded does not prove them', async () => {
    const clock = { now: () => '2100-01-01T00:00:00.000Z', today: () => '2100-01-01' };
    const later = new MemoryProject({ clock }, project.files);
    await later.spectool.addCriterion.execute({ spec: '1', text: 'it is new' });
    project.files.write(testFile('AC51'), "test('001/AC51 works')");
    report(testCase('AC51'));
    await expectRefusalOf(prove, 'REPORT_OLD', 'AC51');
    expect((await project.run(['prove', 'report.xml', '--spec', '1'])).stdout).not.toContain(
      '001-user-login AC51  it is new',
    );
  });

  it.each([
    ['had other words', 'AC60: it was fast', 'open'],
    ['had the same', 'AC60: it is slow', 'proven'],
  ])('that are written by hand: of a document that in git %s at that time', async (_, then, state) => {
    const old = textNow().replace('AC50: it does AC50', then);
    edit('AC50: it does AC50', 'AC60: it is slow');
    edit('[x] AC60', '[ ] AC60');
    const git = Object.assign(new NoRepository(), {
      differingSince: () => () => [README],
      lastCommitAt: () => 'c0ffee',
      filesIn: () => [README],
      textIn: () => old,
    });
    report(testCase('AC60', '', '001/AC60 is slow').replace(/ file="[^"]*"/, ''));
    project.files.write(README, `${textNow()}\n`);
    project = new MemoryProject(git.ports, project.files);
    await prove().catch(() => undefined);
    expect(await states()).toMatchObject({ AC60: state });
  });

  it('and completing tells of stale ones', async () => {
    report(testCase('AC7'));
    await prove();
    project.files.write(testFile('AC9'), `test('001/AC9 works') // changed\n`);
    const { warnings } = await complete();
    expect(warnings).toMatchObject([
      { message: expect.stringContaining('its proofs are stale: AC9 (test/AC9.test.ts') },
    ]);
  });
});

describe('A spec with a failing criterion and one that no test shows', () => {
  beforeEach(async () => {
    report(testCase('AC1', FAILED), testCase('AC2'));
    await prove();
    await project.spectool.checkCriteria.execute({ spec: '1', criteria: ['3'] });
  });

  it.each([
    [['list'], '2/50 · 1 failing · 1 unverified'],
    [['next'], '2/50 criteria met · 1 failing · 1 unverified'],
    [['board'], '2/50 met · 1 failing · 1 unverified'],
    [['view', '1'], '2/50 met · 1 failing · 1 unverified'],
    [['criteria', '1'], '2/50 met · 1 failing · 1 unverified'],
    [['review', '1'], '2/50 met · 1 failing · 1 unverified'],
    [['history', '1'], 'AC1" failing: 1 failed'],
    [['history', '1'], 'AC2" proven: 1 passed'],
    [['export', 'json'], '"counts":{"failing":1,"proven":1,"unverified":1,"open":47}'],
  ])('%p says so in the same words', async (command, words) => {
    expect((await project.run(command)).stdout).toContain(words);
  });

  it('prime says so of a spec that the actor holds', async () => {
    await claim();
    expect((await project.run(['prime'])).stdout).toContain('2/50 · 1 failing · 1 unverified');
  });
});

describe('A spec whose criteria are all ticked', () => {
  const next = async () => (await project.run(['prime'])).stdout.match(/next (.*)/)?.[1];
  const codes = async () =>
    (await project.spectool.validateProject.execute({})).findings.map(({ code }) => code);
  beforeEach(async () => {
    await begin();
    await claim();
    await prove();
  });

  it('is to be completed', async () => {
    expect(await next()).toContain('--status complete');
    expect(await codes()).toContain('STATUS_BEHIND');
    expect((await project.run(['validate'])).stdout).toMatch(
      /--status complete` to set the status, as @.* or once no claim holds/,
    );
  });

  it.each([
    ['whose proof is stale', () => project.files.write(testFile('AC3'), "test('001/AC3 works') // new")],
    ['of which one was removed from the text', () => edit('- [x] AC50: it does AC50\n', '')],
  ])('%s is not', async (_, change) => {
    change();
    expect(await next()).toContain('`spectool validate 001 --strict`');
    expect(await codes()).not.toContain('STATUS_BEHIND');
  });
});

describe('A row of criteria begins with the state that every other place shows', () => {
  const rows = async () => (await project.run(['criteria', '1'])).stdout;

  it('for a tick without a report, by command or by hand', async () => {
    await project.spectool.checkCriteria.execute({ spec: '1', criteria: ['1'] });
    edit('- [ ] AC2:', '- [x] AC2:');
    expect(await rows()).toMatch(/it does AC1 · unverified \(.*\n.*it does AC2 · unverified, ticked by hand/);
  });

  it('for a criterion that is open, whatever its tests say', async () => {
    report(testCase('AC1', '<skipped/>'), testCase('AC2'));
    await prove();
    await project.spectool.uncheckCriteria.execute({ spec: '1', criteria: ['2'] });
    expect(await rows()).toMatch(/it does AC1 · open: skipped "001.*\n.*it does AC2 · open: proven by "001/);
  });
});

it('A project that never records a report sees no new line in list, board, validate, prime and stats', async () => {
  await project.spectool.checkCriteria.execute({ spec: '1', criteria: ['1'] });
  await claim();
  for (const command of [['list'], ['board'], ['validate'], ['prime'], ['stats'], ['view', '1']]) {
    const { stdout } = await project.run(command);
    expect(stdout).not.toMatch(/prove|proof|unverified|attested/i);
  }
});

describe('A test whose name fits no criterion', () => {
  it('is told, with the reason, and proves nothing', async () => {
    await project.spectool.createSpec.execute({ name: 'b', body: '## Success Criteria\n\n- [ ] plain\n' });
    report(testCase('AC1', '', '001/AC99'), testCase('AC1', '', '077/AC1'), testCase('AC1', '', '002/AC1'));
    const { unmatched, warnings, events } = await prove();
    expect(events).toEqual([]);
    expect(unmatched).toMatchObject([
      { reference: '001/AC99', why: 'no label', specs: ['001-user-login'] },
      { reference: '077/AC1', why: 'no spec', specs: [] },
      { reference: '002/AC1', why: 'no label', specs: ['002-b'] },
    ]);
    expect(warnings).toMatchObject([{ code: 'LABEL_MISSING' }]);
  });

  it('is told if two criteria have its label, as after a merge, until one has another label', async () => {
    const body = '## Success Criteria\n\n- [ ] AC1: paid\n- [ ] AC1: never paid twice\n';
    await project.spectool.createSpec.execute({ name: 'b', body });
    report(testCase('AC1', '', '002/AC1'));
    expect((await prove()).unmatched).toMatchObject([{ reference: '002/AC1', why: 'several criteria' }]);
    const found = async () => (await project.spectool.validateProject.execute({ specs: ['2'] })).findings;
    expect(await found()).toContainEqual(expect.objectContaining({ code: 'LABEL_DUPLICATE', line: 12 }));
    await project.spectool.labelCriteria.execute({ spec: '2' });
    expect((await found()).map(({ code }) => code)).not.toContain('LABEL_DUPLICATE');
    expect((await prove()).specs).toMatchObject([
      { ref: '002-b', criteria: [{ state: 'proven' }, { state: 'open' }] },
    ]);
  });

  it('is told if two specs have had its number', async () => {
    await project.spectool.renumberSpec.execute({ spec: '1', to: 8 });
    project.files.write(
      'specs/001-other/README.md',
      '---\nstatus: planned\ncreated: 2026-01-01\n---\n\n## Success Criteria\n\n- [ ] AC1: x\n',
    );
    report(testCase('AC1'));
    const { unmatched, events } = await prove();
    expect(events).toEqual([]);
    expect(unmatched).toMatchObject([
      { reference: '001/AC1', why: 'several specs', specs: ['001-other', '008-user-login'] },
    ]);
    report(testCase('AC1', '', '008-user-login/AC1'));
    expect((await prove()).events).not.toEqual([]);
  });
});

describe('After a spec with tests got another number', () => {
  class Tests extends NoRepository {
    readonly hits = new Map<string, readonly string[]>();

    override filesContaining(texts: readonly string[] = []): never {
      return new Map([...this.hits].filter(([text]) => texts.includes(text))) as never;
    }
  }

  it('the files that still name its criteria by the old number are listed, a few by name', async () => {
    const tests = new Tests();
    const { spectool } = new MemoryProject(tests.ports, project.files);
    expect((await spectool.renumberSpec.execute({ spec: '1', to: 2 })).warnings).toEqual([]);
    tests.hits
      .set('002/AC1', [
        'test/b.ts',
        'test/a.ts',
        '.spectool/log/x',
        'AGENTS.md',
        'specs/002-user-login/README.md',
      ])
      .set('002_ac2', ['test/b.ts']);
    tests.hits.set('2_AC3', ['c', 'd', 'e', 'f']).set('003/AC1', ['g']);
    expect((await spectool.renumberSpec.execute({ spec: '2', to: 3 })).warnings).toMatchObject([
      {
        code: 'NUMBER_IN_FILES',
        message: 'c, d, e, f, test/a.ts and 1 more name criteria of 003-user-login by its former number.',
      },
    ]);
    tests.hits.set('003/AC1', ['g']);
    expect((await spectool.renumberSpec.execute({ spec: '3', name: 'sign-in' })).warnings).toEqual([]);
  });

  it('the repair of two specs with the same number names the files that may mean either', async () => {
    const tests = new Tests();
    const { spectool } = new MemoryProject(tests.ports, project.files);
    project.files.write('specs/001-reset/README.md', textNow().replace(/^id: .*\n/m, ''));
    tests.hits.set('001/AC1', ['test/a.ts']);
    const { fixed } = await spectool.validateProject.execute({ fix: true });
    expect(fixed).toContainEqual(
      'test/a.ts names criteria by the number 1, which may refer to 002-reset or 001-user-login. ' +
        'Replace the number with the folder name of the right spec.',
    );
  });
});

describe('A report that cannot be read', () => {
  it.each([
    ['missing.xml', '', 'FILE_NOT_FOUND'],
    ['cut.xml', '<testsuite><testcase', 'REPORT_INVALID'],
    ['pom.xml', '<project/>', 'REPORT_INVALID'],
  ])('is refused: %s', async (path, text, code) => {
    if (text !== '') project.files.write(path, text);
    expect(await refusalOf(() => prove({ reports: [path] }))).toMatchObject({ code });
    expect(new Set(Object.values(await states()))).toEqual(new Set(['open']));
  });

  it('a file that this machine has elsewhere is not one of the project, whatever its name', async () => {
    const elsewhere = import.meta.filename;
    project.files.write('test/application/proveCriteria.test.ts', "test('001/AC1 works')");
    const named = `<testsuite><testcase name="001/AC1 works" file="${elsewhere}"/></testsuite>`;
    project.files.write('report.xml', named);
    expect(await refusalOf(() => prove())).toMatchObject({ code: 'FILE_NOT_FOUND' });
    project.files.write(
      'report.xml',
      named.replace(elsewhere, '/app/test/application/proveCriteria.test.ts'),
    );
    expect((await prove()).specs[0]?.criteria[0]).toMatchObject({ state: 'proven' });
  });

  it('a folder gives the reports in it, and other XML is passed over', async () => {
    project.files.write('out/a/one.xml', `<testsuite>${testCase('AC1')}</testsuite>`);
    project.files.write('out/two.xml', `<testsuite>${testCase('AC2')}</testsuite>`);
    project.files.write('out/pom.xml', '<project/>');
    expect((await prove({ reports: ['out'], dryRun: true })).reports).toHaveLength(2);
    expect((await prove({ reports: ['./out/a/'], dryRun: true })).reports).toMatchObject([
      { path: 'out/a/one.xml' },
    ]);
    expect((await prove({ reports: ['-'], input: '<testsuite/>', dryRun: true })).reports).toEqual([
      { path: '-', tests: 0 },
    ]);
  });
});
