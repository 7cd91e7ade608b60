import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { labelKey } from '../../../src/domain/criteria/checkboxes.js';
import { referencesIn, type SpecNames } from '../../../src/domain/proof/reportedTests.js';

const LABELS = ['AC1', 'AC2', 'AC2.1', 'AC3', 'R-1'];
const NAMES: SpecNames<string> = {
  numbered: (number) => ({ 12: ['012'], 7: ['007-a', '031-b'] })[number] ?? [],
  named: (name) => ({ 'user-login': '012', '012-user-login': '012', '007-a': '007-a', k3x9q: '012' })[name],
  isElsewhere: (project) => project === 'web',
  labels: () => new Map(LABELS.map((label) => [labelKey(label), label])),
};
const named = (text: string) =>
  referencesIn(text, NAMES).references.map(({ spec, label }) => `${spec} ${label}`);
const misfits = (text: string) =>
  referencesIn(text, NAMES).misfits.map(({ written, why }) => `${written}: ${why}`);

describe('The name of a test', () => {
  it.each([
    ['012/AC2', '012 AC2'],
    ['012_AC2', '012 AC2'],
    ['12/AC2', '012 AC2'],
    ['012-AC2', '012 AC2'],
    ['012 AC2 locks', '012 AC2'],
    ['user-login/AC2', '012 AC2'],
    ['012-user-login/AC2', '012 AC2'],
    ['k3x9q/AC2', '012 AC2'],
    ['test_012_AC2_locks', '012 AC2'],
    ['test_012_ac2_locks', '012 AC2'],
    ['_012_AC2', '012 AC2'],
    ['Acme.LoginTest.Test_012_AC2', '012 AC2'],
    ['login > 012 > AC2 locks', '012 AC2'],
    ['login › 012 › AC2 locks', '012 AC2'],
    ['login::spec_012_ac2', '012 AC2'],
    ['TestLogin/012/AC2_locks', '012 AC2'],
    ['locks (012/AC2)', '012 AC2'],
    ['locks [012/AC2]', '012 AC2'],
    ['"012/AC2"', '012 AC2'],
    ['012/AC2.1', '012 AC2.1'],
    ['012/AC2. Then', '012 AC2'],
    ['012/R-1', '012 R-1'],
    ['test_012_R_1', '012 R-1'],
    ['007-a/AC1', '007-a AC1'],
    ['api:012/AC2', '012 AC2'],
    ['(api:012/AC2)', '012 AC2'],
    ['web: 012/AC2', '012 AC2'],
  ])('%j names %s', (text, expected) => {
    expect(named(text)).toEqual([expected]);
  });

  it.each([
    ['012 > locks > AC2 ends', '012 AC2'],
    ['all > 012 > locks > retry 3 > AC2 ends', '012 AC2'],
    ['user-login › locks › after five tries (with AC2)', '012 AC2'],
    ['12::locks::AC2', '012 AC2'],
    ['012 > 012 locks AC2', '012 AC2'],
    ['012 > 3 tries > AC2', '012 AC2'],
    ['012 > locks > 007-a/AC2', '007-a AC2'],
  ])('%j names %s over several suites', (text, expected) => {
    expect(named(text)).toEqual([expected]);
  });

  it.each([
    ['012 > 007-a locks AC2', ['012 AC2: several specs']],
    ['007 > locks > AC2', ['007 AC2: several specs']],
    ['007 > locks > H264', []],
    ['012 > locks > H264', []],
    ['login 012 > locks > AC2', []],
    ['012 locks AC2', []],
  ])('%j names none over several suites', (text, expected) => {
    expect(named(text)).toEqual([]);
    expect(misfits(text)).toEqual(expected);
  });

  it.each([
    ['012/AC1,AC2', ['012 AC1', '012 AC2']],
    ['012/AC1, AC2', ['012 AC1', '012 AC2']],
    ['012/AC1 and user-login/AC3', ['012 AC1', '012 AC3']],
  ])('%j names several criteria', (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it.each([
    ...'v2.12/AC2, 2026-11-12-AC1, RFC-012-AC2, 3012/AC2, x012/AC2, test2_012_AC2, 012/AC2x'.split(', '),
    ...'012/AC21, 012/AC2.7, 012 / AC2, 1/012/AC2, AC2, web:012/AC2, locks (web:user-login/AC2)'.split(', '),
    '',
  ])('%j names none', (text) => {
    expect(named(text)).toEqual([]);
  });

  it.each([
    ['012/AC9', ['012/AC9: no label']],
    ['099/AC1', ['099/AC1: no spec']],
    ['007/AC1', ['007/AC1: several specs']],
    ['012/AC1,AC5', ['012/AC5: no label']],
    ['takes 3 AC1 batteries', []],
    ['HTTP 404 AC1', []],
    ['012-user2/AC1', []],
    ['web:012/AC9', []],
  ])('%j is told apart from a name without a reference: %j', (text, expected) => {
    expect(misfits(text)).toEqual(expected);
  });

  it('names a criterion wherever a reference stands between blanks, whatever is around it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.constantFrom(...LABELS), (before, behind, label) => {
        expect(named(`${before} 012/${label} ${behind}`)).toContain(`012 ${label}`);
      }),
    );
  });

  it('names no criterion after a letter, a digit, a dot or a hyphen', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('a', '9', '.', '-'), (before, sign) => {
        const text = `${before.replace(/012/g, '')}${sign}012/AC2`;
        expect(named(text).filter((one) => one === '012 AC2')).toEqual([]);
      }),
    );
  });
});
