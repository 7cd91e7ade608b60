import { describe, expect, it } from '@jest/globals';
import { type Finding, summaryOf, withFixesOnce } from '../../../src/domain/findings/finding.js';

const broken = (spec: string, line: number): Finding => ({
  severity: 'warning',
  code: 'LINK_BROKEN',
  spec,
  file: `specs/${spec}/README.md`,
  line,
  message: 'm',
  fix: 'correct the link',
});
const unknownStatus = (spec: string, status: 'planned' | 'complete'): Finding => ({
  severity: 'error',
  code: 'FIELD_INVALID',
  spec,
  file: `specs/${spec}/README.md`,
  message: 'm',
  advice: [
    { useCase: 'updateSpec', request: { spec, status, force: true }, needs: ['reason'], to: 'set it' },
  ],
});
const gone = (commit: string): Finding => ({
  severity: 'warning',
  code: 'FOLDER_GONE',
  file: `.spectool/log/${commit}`,
  message: 'm',
  fix: `git checkout ${commit}`,
});

describe('the summary of findings', () => {
  it('counts the findings of each code: errors first, then by frequency', () => {
    const findings = [
      gone('a'),
      broken('1', 3),
      broken('1', 9),
      broken('2', 1),
      unknownStatus('2', 'planned'),
    ];
    expect(summaryOf(findings).map(({ code, count, specs }) => [code, count, specs])).toEqual([
      ['FIELD_INVALID', 1, 1],
      ['LINK_BROKEN', 3, 2],
      ['FOLDER_GONE', 1, 0],
    ]);
  });

  it('gives the same hint of many once, without the values that differ, and the first findings keep theirs', () => {
    const many = ['1', '2', '3', '4', '5', '6'].map((spec) => unknownStatus(spec, 'planned'));
    const [one, ...others] = summaryOf(many);
    expect(others).toEqual([]);
    expect(one?.advice).toEqual([
      {
        useCase: 'updateSpec',
        request: { status: 'planned', force: true },
        needs: ['spec', 'reason'],
        to: 'set it',
      },
    ]);
    expect(withFixesOnce(many, summaryOf(many)).map(({ advice }) => advice)).toEqual([
      ...many.slice(0, 5).map(({ advice }) => advice),
      undefined,
    ]);
    const [mixed] = summaryOf([...many, unknownStatus('6', 'complete')]);
    expect(mixed?.advice).toMatchObject([{ request: { force: true }, needs: ['spec', 'status', 'reason'] }]);
    expect(summaryOf(many.slice(1))[0]).not.toHaveProperty('advice');
  });

  it('leaves out a hint that differs for each finding', () => {
    const findings = [gone('a'), gone('b'), gone('c'), broken('1', 3)];
    const summary = summaryOf(findings);
    expect(summary.find(({ code }) => code === 'FOLDER_GONE')).not.toHaveProperty('fix');
    expect(withFixesOnce(findings, summary).map(({ fix }) => fix)).toEqual([
      'git checkout a',
      'git checkout b',
      'git checkout c',
      undefined,
    ]);
  });

  it('leaves out a hint that does not fit every finding of the code', () => {
    const other: Finding = {
      ...unknownStatus('3', 'planned'),
      advice: [{ useCase: 'updateSpec', request: { spec: '3' }, needs: ['priority'], to: 'give it a value' }],
    };
    const unadvised: Finding = { ...unknownStatus('4', 'planned'), fix: 'correct the date', advice: [] };
    for (const findings of [
      [unknownStatus('1', 'planned'), other],
      [unknownStatus('1', 'planned'), unadvised],
    ]) {
      const summary = summaryOf(findings);
      expect(summary).toEqual([{ code: 'FIELD_INVALID', severity: 'error', count: 2, specs: 2 }]);
      expect(withFixesOnce(findings, summary)).toEqual(findings);
    }
  });

  it('has the fix of a single finding, which the finding then does not repeat', () => {
    const advice = [{ useCase: 'updateSpec', request: { spec: '1' }, to: 'set it' }] as const;
    const findings: readonly Finding[] = [{ ...unknownStatus('1', 'planned'), advice }];
    const summary = summaryOf(findings);
    expect(summary[0]?.advice).toEqual(advice);
    expect(withFixesOnce(findings, summary)[0]).not.toHaveProperty('advice');
  });

  it('lists a code twice when it is an error and a warning', () => {
    const error = { ...broken('1', 1), severity: 'error' } as const;
    expect(summaryOf([broken('1', 2), error]).map(({ severity }) => severity)).toEqual(['error', 'warning']);
  });
});
