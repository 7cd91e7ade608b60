import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { criterionState, specProof, verdictFinder } from '../../../src/domain/proof/criterionStates.js';
import {
  fileContentsOfVerdict,
  type FilesNow,
  type ProvingTest,
  type Verdict,
  verdictIn,
} from '../../../src/domain/proof/verdict.js';
import { newVerdict, type NewVerdict, type VerdictSource } from '../../../src/domain/proof/newVerdict.js';
import { criteriaOf } from '../../../src/domain/criteria/criteria.js';
import { created, given } from '../givenWhenThen.js';
import { verdictOfOneRun } from '../../../src/domain/spec/operations/verdicts.js';

const BODY = '## Success Criteria\n\n- [ ] AC1: It works\n- [x] AC2: It is fast\n- [ ] three\n';
const [NINE, TEN, ELEVEN] = [
  '2026-02-02T09:00:00.000Z',
  '2026-02-02T10:00:00.000Z',
  '2026-02-02T11:00:00.000Z',
];
const files = (contents: Record<string, string>, code: readonly string[] = []): FilesNow => ({
  hashOf: (path) => contents[path],
  times: (path, text) => (contents[path]?.split(text).length ?? 1) - 1,
  codeFiles: () => code,
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
});
const FILE = 'a.test.ts';
const ran = (outcome: ProvingTest['outcome'], more: Partial<ProvingTest> = {}): ProvingTest => ({
  name: '001/AC1',
  outcome,
  files: [FILE],
  found: '001/AC1',
  ranAt: NINE,
  ...more,
});
const verdict = (
  id: string,
  test: ProvingTest['outcome'] | readonly ProvingTest[],
  more: Partial<Verdict> = {},
): Verdict => ({
  id,
  label: 'AC1',
  n: 1,
  text: 'AC1: It works',
  tests: typeof test === 'string' ? [ran(test)] : test,
  of: { files: { [FILE]: '001/AC1' } },
  ...more,
});
const tested = (data: Verdict) => ({ type: 'CriterionTested', data }) as const;

const DONE = { label: 'AC1', text: 'AC1: It works', done: true };
const NOW = files({ [FILE]: '001/AC1' });
const stateOf = (verdicts: readonly Verdict[], now: FilesNow = NOW, criterion = DONE) =>
  criterionState(criterion, verdictFinder([criterion, DONE], verdicts)(criterion), undefined, now).state;

describe('Recording verdicts', () => {
  const record = (recorded: Verdict, state: NewVerdict['state']) =>
    ({
      type: 'RecordVerdicts',
      data: { tested: [{ label: recorded.label, state, recorded, refused: [] }] },
    }) as const;
  const passed = verdict('a', 'passed');

  it('ticks a proven criterion, but not one that is stale at once', () => {
    given(created())
      .reading(BODY)
      .when(record(passed, 'proven'))
      .then(tested(passed), {
        type: 'CriterionChecked',
        data: { n: 1, label: 'AC1', text: 'AC1: It works' },
      });
    given(created()).reading(BODY).when(record(passed, 'stale')).then(tested(passed));
  });

  it('is undone with the ticks, and only if it is the last verdict; what it replaced counts again', () => {
    const undo = (data: Verdict) =>
      ({ type: 'Undo', data: { undone: 'x', events: [tested(data)] } }) as const;
    const later = verdict('b', 'passed', { replaces: ['a'] });
    const before = verdict('a', 'failed');
    given(created(), tested(before), tested(later))
      .reading(BODY)
      .when(undo(later))
      .then({ type: 'ChangeUndone', data: { undone: 'x' } }, { type: 'VerdictWithdrawn', data: later });
    given(created(), tested(before), tested(later))
      .reading(BODY)
      .when(undo(before))
      .thenRefused('UNDO_REFUSED');
    given(created(), tested(before), tested(later), { type: 'VerdictWithdrawn', data: later })
      .reading(BODY)
      .when(undo(before))
      .then({ type: 'ChangeUndone', data: { undone: 'x' } }, { type: 'VerdictWithdrawn', data: before });
  });
});

describe('Labelling criteria', () => {
  const label = { type: 'LabelCriteria', data: {} } as const;
  const labels = [{ n: 3, text: 'three', label: 'AC3' }];

  it('gives the next label to a criterion without one, and can be undone', () => {
    const events = [{ type: 'CriteriaLabelled', data: { labels } }] as const;
    given(created())
      .reading(BODY)
      .when(label)
      .then(...events);
    given(created())
      .reading(BODY)
      .when(label)
      .thenState(({ text }) => expect(text?.body).toBe(BODY.replace('three', 'AC3: three')));
    given(created())
      .reading(BODY.replace('three', 'AC3: three'))
      .when({ type: 'Undo', data: { undone: 'x', events } })
      .then({ type: 'ChangeUndone', data: { undone: 'x' } }, { type: 'LabelsRemoved', data: { labels } });
  });

  it('never gives the label of a removed criterion that was proven', () => {
    given(created(), {
      type: 'CriterionTested',
      data: verdict('a', 'passed', { label: 'AC7', text: 'AC7: It was' }),
    })
      .reading(BODY)
      .when(label)
      .then({ type: 'CriteriaLabelled', data: { labels: [{ n: 3, text: 'three', label: 'AC8' }] } });
  });

  it('never gives a label again', () => {
    given(created(), { type: 'CriteriaLabelled', data: { labels: [{ n: 9, text: 'gone', label: 'AC7' }] } })
      .reading(BODY)
      .when(label)
      .then({ type: 'CriteriaLabelled', data: { labels: [{ n: 3, text: 'three', label: 'AC8' }] } });
  });

  it('gives a new label to a criterion that repeats one', () => {
    given(created())
      .reading('## Success Criteria\n\n- [ ] AC1: a\n- [ ] AC1: b\n')
      .when(label)
      .thenState(({ text }) => expect(text?.body).toContain('- [ ] AC1: a\n- [ ] AC2: b\n'));
  });

  it('rewords nothing: the tick of the criterion stays', () => {
    const tick = { type: 'CriterionChecked', data: { n: 3, text: 'three', proof: { by: 'kim' } } } as const;
    given(created(), tick)
      .reading(BODY.replace('- [ ] three', '- [x] AC3: three'))
      .when({ type: 'CheckCriteria', data: { criteria: ['3'] } })
      .thenNothing();
  });
});

describe('The state of a criterion', () => {
  it.each([
    ['proven', DONE, 'passed', NOW],
    ['failing', DONE, 'failed', NOW],
    ['failing', DONE, 'failed', files({ [FILE]: 'changed' })],
    ['failing', DONE, 'failed', files({})],
    ['not-run', DONE, 'skipped', NOW],
    ['gone', DONE, 'gone', NOW],
    ['gone', DONE, 'passed', files({})],
    ['gone', DONE, 'passed', files({ [FILE]: 'renamed' })],
    ['stale', DONE, 'passed', files({ [FILE]: '001/AC1 otherwise' })],
    ['stale', DONE, 'passed', files({ [FILE]: '001/AC1', 'src/new.ts': 'x' }, ['src/new.ts'])],
    ['stale', { ...DONE, text: 'AC1: It works twice' }, 'passed', NOW],
    ['proven', { ...DONE, label: 'ac-1', text: '**AC-1** It works' }, 'passed', NOW],
    ['open', { ...DONE, done: false }, 'passed', NOW],
    ['open', { ...DONE, done: false }, 'skipped', NOW],
    ['gone', { ...DONE, done: false }, 'gone', NOW],
    ['failing', { ...DONE, done: false }, 'failed', NOW],
    ['unverified', { ...DONE, label: 'AC2' }, 'passed', NOW],
  ] as const)('is %s', (state, criterion, outcome, now) => {
    expect(stateOf([verdict('a', outcome)], now, criterion)).toBe(state);
  });

  it('tells what changed since, of a failing one too', () => {
    expect(criterionState(DONE, [verdict('a', 'failed')], undefined, files({ [FILE]: 'x' }))).toMatchObject({
      state: 'failing',
      verdict: { result: 'failing', changed: [FILE] },
    });
  });

  it('is attested if a person confirmed it and gave a reason', () => {
    expect(criterionState(DONE, [], { by: 'kim', reason: 'read it' }, NOW).state).toBe('attested');
    expect(criterionState(DONE, [], { by: 'kim' }, NOW).state).toBe('unverified');
  });

  it('is that of the worst of its tests', () => {
    const both = [ran('passed'), ran('failed', { name: 'b' })];
    expect(stateOf([verdict('a', both)])).toBe('failing');
  });

  it('is that of the newest run of each test', () => {
    const first = verdict('a', [ran('failed'), ran('passed', { name: 'b' })]);
    expect(stateOf([first, verdict('b', 'passed', { replaces: ['a'] })])).toBe('proven');
    const second = verdict('b', [ran('failed', { name: 'b' })], { replaces: ['a'] });
    expect(stateOf([first, second, verdict('c', 'passed', { replaces: ['a', 'b'] })])).toBe('failing');
  });

  it('is the worse one of two branches that met, until a later run', () => {
    const both = [verdict('a', 'passed'), verdict('b', 'failed')];
    expect(stateOf(both)).toBe('failing');
    expect(stateOf(both.toReversed())).toBe('failing');
    expect(stateOf([...both, verdict('c', 'passed', { replaces: ['a', 'b'] })])).toBe('proven');
  });

  it('forgets a test that is gone when another one ran later', () => {
    const old = ran('passed', { name: 'old', files: ['old.ts'] });
    const later = ran('passed', { ranAt: TEN });
    expect(
      stateOf([verdict('a', [old, ran('passed')], { of: { files: { [FILE]: '001/AC1', 'old.ts': 'x' } } })]),
    ).toBe('stale');
    const first = verdict('a', [old], { of: { files: { 'old.ts': 'x' } } });
    expect(stateOf([first, verdict('b', [later], { replaces: ['a'] })])).toBe('proven');
  });

  it('of all criteria of a spec is summed up with the worst first', () => {
    expect(specProof(['proven', 'stale', 'proven'])).toEqual({
      state: 'stale',
      counts: { stale: 1, proven: 2 },
    });
    expect(specProof([])).toBeUndefined();
  });
});

describe('A verdict of an earlier version', () => {
  const tests = [
    { name: '001/AC1', outcome: 'failed' as const, file: FILE },
    { name: 'b', outcome: 'passed' as const },
  ];
  const old = { ...verdict('a', []), result: 'failing', ranAt: NINE, tests };

  it('counts as it was recorded, until any later run replaces it as a whole', () => {
    const read = verdictIn(verdictOfOneRun(old));
    expect(read.tests[0]).toEqual({ name: '001/AC1', outcome: 'failed', files: [FILE], ranAt: NINE });
    expect(stateOf([read])).toBe('failing');
    expect(stateOf([read, verdict('b', [ran('passed', { name: 'b' })], { replaces: ['a'] })])).toBe('proven');
  });

  it('is none if its data is damaged', () => {
    const unnamed = { ...ran('passed'), name: 1 as unknown as string };
    const outside = ran('passed', { files: ['../x'] });
    for (const test of [unnamed, outside]) expect(() => verdictIn(verdict('a', [test]))).toThrow(TypeError);
    expect(() => verdictIn(null as unknown as Verdict)).toThrow(TypeError);
  });
});

describe('A new verdict', () => {
  type Run = ReturnType<typeof ran> & { readonly ranAt: string };
  const at = (ranAt: string, outcome: ProvingTest['outcome'] = 'passed', more: Partial<ProvingTest> = {}) =>
    ran(outcome, { ...more, ranAt }) as Run;
  const from = (
    tests: readonly Run[],
    verdicts: readonly Verdict[] = [],
    more: Partial<VerdictSource> = {},
  ) =>
    newVerdict({
      criterion: { n: 1, label: 'AC1', text: 'AC1: It works' },
      tests,
      verdicts,
      criteria: criteriaOf(BODY, ['Success Criteria']),
      changesSince: () => ({ own: [], others: [] }),
      now: NOW,
      nonce: 'x',
      ...more,
    });
  const two = verdict('a', [ran('passed'), ran('failed', { name: 'b' })]);

  it('has the tests of the run, and names what it replaces', () => {
    expect(from([at(TEN)], [two]).recorded).toMatchObject({ tests: [at(TEN)], replaces: ['a'] });
    expect(from([at(TEN)], [two]).state).toBe('failing');
  });

  it('is none if the run is known', () => {
    expect(from([at(NINE)], [two]).recorded).toBeUndefined();
    expect(from([at(NINE)], [two], { now: files({ [FILE]: '001/AC1 x' }) }).recorded).toBeDefined();
    const later = { changesSince: () => ({ own: [], others: ['package.json'] }) };
    expect(from([at(NINE)], [verdict('a', 'passed')], later)).toMatchObject({ state: 'proven' });
    expect(from([at(NINE)], [verdict('a', 'passed')], later).recorded).toBeUndefined();
  });

  it('has no test with a later run, except by force', () => {
    const later = verdict('a', [at(ELEVEN, 'failed')]);
    expect(from([at(TEN)], [later])).toMatchObject({
      state: 'failing',
      refused: [
        {
          code: 'REPORT_OLD',
          why: 'the tests in this report ran at 2026-02-02T10:00:00Z, but AC1 was tested again at 2026-02-02T11:00:00Z',
        },
      ],
    });
    expect(from([at(TEN)], [later], { reason: 'the clock was wrong' })).toMatchObject({
      state: 'proven',
      recorded: { reason: 'the clock was wrong' },
    });
  });

  it('has no test whose file or code changed since, and is stale if others did', () => {
    const own = { own: ['src/limit.js'], others: [] };
    expect(from([at(TEN)], [], { changesSince: () => own })).toMatchObject({
      refused: [
        {
          code: 'REPORT_OLD',
          why: 'the tests in this report ran at 2026-02-02T10:00:00Z, before src/limit.js changed',
        },
      ],
    });
    const others = { own: [], others: ['src/limit.js'] };
    const stale = from([at(TEN)], [], { changesSince: () => others });
    expect(stale).toMatchObject({ state: 'stale', recorded: { after: ['src/limit.js'] } });
    const known = stale.recorded === undefined ? [] : [stale.recorded];
    expect(from([at(TEN)], known, { changesSince: () => others }).recorded).toBeUndefined();
  });

  it('has no test of a file that does not exist', () => {
    const missing = { tests: [{ ...at(TEN), missing: 'test/x.ts' }] };
    expect(from([], [], missing)).toMatchObject({ refused: [{ code: 'FILE_NOT_FOUND' }] });
  });

  it.each([
    ['passed', NOW, undefined],
    ['failed', NOW, undefined],
    ['passed', files({ [FILE]: '001/AC1 skipped' }), 'not-run'],
    ['skipped', NOW, 'not-run'],
  ] as const)('of a skipped test that %s before', (outcome, now, state) => {
    const { recorded, state: after } = from([at(TEN, 'skipped')], [verdict('a', outcome)], { now });
    expect(recorded === undefined ? undefined : after).toBe(state);
  });

  it('says that a test is gone whose file does not have it any more', () => {
    const known = [verdict('a', [ran('failed', { name: 'old', found: 'old', files: ['old.ts'] })])];
    expect(from([at(TEN)], known)).toMatchObject({
      state: 'proven',
      recorded: { tests: [{ name: 'old', outcome: 'gone', ranAt: NINE }, { outcome: 'passed' }] },
    });
    expect(from([at(TEN)], known, { now: files({ [FILE]: '001/AC1', 'old.ts': 'old' }) }).state).toBe(
      'failing',
    );
  });

  it.each([
    ['a suite was put around the test', 'login > 001/AC1 opens', 'log in\n001/AC1 opens', 'proven'],
    ['words were added to its name', '001/AC1 opens at once', '001/AC1 opens at once', 'proven'],
    [
      'another test has its name in another suite',
      'b > 001/AC1 opens',
      '001/AC1 opens 001/AC1 opens',
      'failing',
    ],
    ['another case of its table ran', '001/AC1 opens', '001/AC1 opens', 'failing', '001/AC1 opens [2]'],
  ])('if %s', (_, name, text, state, was = '001/AC1 opens') => {
    const found = { files: [FILE], found: text.includes('at once') ? name : '001/AC1 opens' };
    const known = ran('failed', { name: was, files: [FILE], found: '001/AC1 opens' });
    const now = files({ [FILE]: text });
    expect(from([at(TEN, 'passed', { name, ...found })], [verdict('a', [known])], { now }).state).toBe(state);
  });

  it('of all tests says that each one is gone that it does not have', () => {
    const whole = { wholeAt: TEN };
    expect(from([at(TEN)], [two], whole)).toMatchObject({
      state: 'proven',
      recorded: { tests: [{ name: 'b' }, {}] },
    });
    expect(from([], [two], whole)).toMatchObject({ state: 'gone' });
    expect(from([], [], whole).recorded).toBeUndefined();
    expect(from([], [verdict('a', [at(ELEVEN)])], whole).recorded).toBeUndefined();
  });

  it('proves nothing when the words moved to another label, or from another one', () => {
    const before = verdict('a', 'passed', { text: 'AC1: It is fast' });
    const why = 'the text of AC1 is now "It works"; this test proved "It is fast", which is AC2 now';
    expect(from([at(TEN)], [before])).toMatchObject({ refused: [{ code: 'LABEL_MOVED', why }] });
    const gone = verdict('a', 'passed', { text: 'AC1: It was removed' });
    const stood = verdict('b', [ran('passed', { name: 'b' })], { label: 'AC2', text: 'AC2: It works' });
    expect(from([at(TEN)], [gone, stood])).toMatchObject({ refused: [{ code: 'LABEL_MOVED' }] });
    expect(from([at(TEN)], [gone])).toMatchObject({ refused: [], state: 'proven' });
    expect(from([at(TEN, 'passed', { name: 'new' })], [before, stood]).refused).toEqual([]);
  });

  it('lists the bad tests first, and keeps a digest of many files', () => {
    const many = Array.from({ length: 260 }, (_, i) =>
      at(TEN, i === 259 ? 'failed' : 'passed', { name: `t${String(i)}` }),
    );
    expect(from(many).recorded?.tests).toMatchObject({ length: 260, 0: { name: 't259' } });
    const paths = Array.from({ length: 60 }, (_, i) => `f${String(i)}.ts`);
    expect(fileContentsOfVerdict(paths, files({}))).toMatchObject({ count: 60 });
    const of = fileContentsOfVerdict([FILE, ...paths], files({ [FILE]: '001/AC1' }, paths));
    // The file of a test that is gone is not among them.
    const one = verdict('a', [ran('passed'), ran('gone', { name: 'b', files: ['b.ts'], ranAt: '' })], { of });
    expect(stateOf([one], files({ [FILE]: '001/AC1' }, paths))).toBe('proven');
    expect(stateOf([one], files({ [FILE]: '001/AC1', 'f1.ts': 'x' }, paths))).toBe('stale');
  });
});
