import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { criterionState, specProof } from '../../../src/domain/proof/criterionStates.js';
import { newVerdict } from '../../../src/domain/proof/newVerdict.js';
import {
  changedFiles,
  contentsOf,
  countingVerdict,
  type FilesNow,
  type ProvingTest,
  type Verdict,
  type VerdictResult,
} from '../../../src/domain/proof/verdict.js';
import { created, given } from '../givenWhenThen.js';

const BODY = '## Success Criteria\n\n- [ ] AC1: It works\n- [x] AC2: It is fast\n- [ ] three\n';
const files = (contents: Record<string, string>): FilesNow => ({
  hashOf: (path) => contents[path],
  codeFiles: () => [],
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
});
const verdict = (id: string, result: VerdictResult, more: Partial<Verdict> = {}): Verdict => ({
  id,
  label: 'AC1',
  n: 1,
  text: 'AC1: It works',
  result,
  tests: [{ name: '001/AC1', outcome: result === 'proven' ? 'passed' : 'failed', file: 'a.test.ts' }],
  of: { files: { 'a.test.ts': 'one' } },
  ...more,
});
const tested = (data: Verdict) => ({ type: 'CriterionTested', data }) as const;

describe('Recording verdicts', () => {
  const record = (...verdicts: readonly Verdict[]) =>
    ({ type: 'RecordVerdicts', data: { verdicts } }) as const;

  it('ticks a proven criterion', () => {
    given(created())
      .reading(BODY)
      .when(record(verdict('a', 'proven')))
      .then(tested(verdict('a', 'proven')), {
        type: 'CriterionChecked',
        data: { n: 1, label: 'AC1', text: 'AC1: It works' },
      });
  });

  it('unticks a failing criterion, but not of a complete spec', () => {
    const failing = verdict('a', 'failing', { label: 'AC2', n: 2, text: 'AC2: It is fast' });
    given(created())
      .reading(BODY)
      .when(record(failing))
      .then(tested(failing), {
        type: 'CriterionUnchecked',
        data: { n: 2, label: 'AC2', text: 'AC2: It is fast', reason: 'test failed: 001/AC1' },
      });
    given(created({ status: 'complete' }))
      .reading(BODY)
      .when(record(failing))
      .then(tested(failing));
  });

  it('records nothing that shows nothing new, and replaces the verdict before', () => {
    const before = given(created(), tested(verdict('a', 'failing'))).reading(BODY);
    before.when(record(verdict('b', 'failing', { ranAt: '2026-02-02T10:00:00.000Z' }))).thenNothing();
    before
      .when(record(verdict('b', 'not-run')))
      .then(tested({ ...verdict('b', 'not-run'), replaces: ['a'] }));
  });

  it('is undone with the ticks, and only if it is the last verdict', () => {
    const undo = (data: Verdict) =>
      ({ type: 'Undo', data: { undone: 'x', events: [tested(data)] } }) as const;
    given(created(), tested(verdict('a', 'failing')))
      .reading(BODY)
      .when(undo(verdict('a', 'failing')))
      .then(
        { type: 'ChangeUndone', data: { undone: 'x' } },
        { type: 'VerdictWithdrawn', data: verdict('a', 'failing') },
      );
    const later = verdict('b', 'proven', { replaces: ['a'] });
    given(created(), tested(verdict('a', 'failing')), tested(later))
      .reading(BODY)
      .when(undo(verdict('a', 'failing')))
      .thenRefused('UNDO_REFUSED');
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

describe('The verdict that counts after a merge', () => {
  const isCurrent = (now: string) => (one: Verdict) =>
    changedFiles(one, files({ 'a.test.ts': now }))?.length === 0;
  const ours = verdict('a', 'proven', { of: { files: { 'a.test.ts': 'ours' } } });
  const theirs = verdict('b', 'failing', { of: { files: { 'a.test.ts': 'theirs' } } });

  it.each([
    ['the one for the files of today', 'ours', 'a'],
    ['the other one, for other files', 'theirs', 'b'],
    ['the failing one, if the files are others', 'merged', 'b'],
  ])('is %s', (_, now, expected) => {
    for (const both of [
      [ours, theirs],
      [theirs, ours],
    ])
      expect(countingVerdict(both, 'AC1', isCurrent(now))?.id).toBe(expected);
  });

  it('is the failing one if both speak for the files of today', () => {
    const passed = verdict('c', 'proven', { of: theirs.of });
    expect(countingVerdict([theirs, passed], 'AC1', isCurrent('theirs'))?.id).toBe('b');
  });

  it('is the later one if one replaces the other, also through a verdict between them', () => {
    const between = verdict('m', 'not-run', { replaces: ['b'] });
    const passed = verdict('c', 'proven', { of: theirs.of, replaces: ['m'] });
    expect(countingVerdict([theirs, between, passed], 'AC1', isCurrent('theirs'))?.id).toBe('c');
  });
});

describe('The state of a criterion', () => {
  const done = { label: 'AC1', text: 'AC1: It works', done: true };
  const now = files({ 'a.test.ts': 'one' });

  it.each([
    ['proven', done, verdict('a', 'proven'), now],
    ['failing', done, verdict('a', 'failing'), now],
    ['not-run', done, verdict('a', 'not-run'), now],
    ['stale', done, verdict('a', 'proven'), files({ 'a.test.ts': 'two' })],
    ['stale', done, verdict('a', 'proven'), files({})],
    ['stale', { ...done, text: 'AC1: It works twice' }, verdict('a', 'proven'), now],
    ['proven', { ...done, label: 'ac-1', text: '**AC-1** It works' }, verdict('a', 'proven'), now],
    ['open', { ...done, done: false }, verdict('a', 'proven'), now],
    ['failing', { ...done, done: false }, verdict('a', 'failing'), now],
    ['failing', done, verdict('a', 'failing'), files({ 'a.test.ts': 'two' })],
    ['not-run', done, verdict('a', 'not-run'), files({ 'a.test.ts': 'two' })],
    ['open', { ...done, done: false }, verdict('a', 'not-run'), now],
    [
      'gone',
      { ...done, done: false },
      verdict('a', 'not-run', { tests: [{ name: '001/AC1', outcome: 'gone' }] }),
      now,
    ],
    ['unverified', { ...done, label: 'AC2' }, verdict('a', 'proven'), now],
  ])('is %s', (state, criterion, one, then) => {
    expect(criterionState(criterion, [one], undefined, then).state).toBe(state);
  });

  it('is attested if a person confirmed it and gave a reason', () => {
    expect(criterionState(done, [], { by: 'kim', reason: 'read it' }, now).state).toBe('attested');
    expect(criterionState(done, [], { by: 'kim' }, now).state).toBe('unverified');
  });

  it('of all criteria of a spec is summed up with the worst first', () => {
    expect(specProof(['proven', 'stale', 'proven'])).toEqual({
      state: 'stale',
      counts: { stale: 1, proven: 2 },
    });
    expect(specProof([])).toBeUndefined();
  });
});

describe('A new verdict', () => {
  const from = (tests: readonly ProvingTest[], standing: readonly Verdict[], isWhole = false) =>
    newVerdict({
      criterion: { n: 1, label: 'AC1', text: 'AC1: It works' },
      tests,
      standing,
      isWhole,
      now: files({ 'a.test.ts': 'now', 'b.test.ts': 'now' }),
      nonce: 'x',
    });
  const passed = (name: string, file: string): ProvingTest => ({ name, outcome: 'passed', file });
  const failed = verdict('a', 'failing', {
    tests: [{ name: 'b', outcome: 'failed', file: 'b.test.ts' }],
    of: { files: { 'b.test.ts': 'then' } },
  });

  it('keeps a failed test that the report does not have, with the file as it was', () => {
    expect(from([passed('a', 'a.test.ts')], [failed])).toMatchObject({
      result: 'failing',
      tests: [{ name: 'b' }, { name: 'a' }],
      of: { files: { 'a.test.ts': 'now', 'b.test.ts': 'then' } },
    });
  });

  it('forgets that test if the report has all tests', () => {
    expect(from([passed('a', 'a.test.ts')], [failed], true)).toMatchObject({
      result: 'proven',
      tests: [{ name: 'a' }],
    });
  });

  it('is not run if all its tests are gone from a report of all tests', () => {
    expect(from([], [failed], true)).toMatchObject({
      result: 'not-run',
      tests: [{ name: 'b', outcome: 'gone' }],
    });
    expect(from([], [], true)).toBeUndefined();
  });

  it('keeps a digest in place of the list of many files, and at most fifty tests', () => {
    const many = Array.from({ length: 60 }, (_, i) => passed(`t${String(i)}`, `f${String(i)}.ts`));
    const all = Array.from({ length: 60 }, (_, i) => `f${String(i)}.ts`);
    expect(from(many, [])).toMatchObject({ more: 10 });
    expect(contentsOf(all, files({}))).toMatchObject({ count: 60 });
    const tests = all.slice(0, 51).map((file) => passed(file, file));
    const one = verdict('a', 'proven', { tests, of: contentsOf(all.slice(0, 51), files({})) });
    expect(changedFiles(one, files({}))).toEqual([]);
    expect(changedFiles(one, files({ 'f1.ts': 'x' }))).toBeUndefined();
  });
});
