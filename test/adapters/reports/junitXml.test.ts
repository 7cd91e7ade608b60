import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sax from 'sax';
import { parseJUnit } from '../../../src/adapters/reports/fileTestReports.js';
import {
  joinedTests,
  textsNamingCriteria,
  referencesIn,
  type ReportedTest,
} from '../../../src/domain/proof/reportedTests.js';

const DATA = join(import.meta.dirname, 'data');
const FILES = readdirSync(DATA).filter((name) => name.endsWith('.xml'));
const LABELS = new Map(
  ['AC1', 'AC2', 'AC3', 'AC4', 'AC5', 'AC6'].map((label) => [label.toLowerCase(), label]),
);
const NAMES = {
  numbered: (number: number) => (number === 12 ? ['012'] : []),
  named: (name: string) => (name === 'user-login' ? '012' : undefined),
  isElsewhere: () => false,
  labels: () => LABELS,
};

const parse = (text: string) => parseJUnit(text, (strict, options) => sax.parser(strict, options));
function testsIn(text: string): readonly ReportedTest[] {
  const parsed = parse(text);
  if ('why' in parsed) throw new Error(JSON.stringify(parsed));
  return joinedTests([{ path: 'a.xml', ...parsed }]);
}

/** Returns the outcomes of the tests of each label. */
function outcomes(tests: readonly ReportedTest[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const test of tests) {
    const labels = textsNamingCriteria(test).flatMap((text) => referencesIn(text, NAMES).references);
    for (const label of new Set(labels.map((one) => one.label)))
      found[label] = `${found[label] ?? ''} ${test.outcome}`.trim();
  }
  return found;
}

it('there are the reports of twelve runners', () => {
  expect(FILES).toHaveLength(12);
});

describe.each(FILES)('the report %s', (file) => {
  const tests = testsIn(readFileSync(join(DATA, file), 'utf8'));

  it('has the outcome of each test', () => {
    const { AC5, AC6 = 'passed', ...others } = outcomes(tests);
    expect(others).toEqual({ AC1: 'passed', AC2: 'passed', AC3: 'skipped', AC4: 'failed' });
    expect([undefined, 'passed', 'passed passed']).toContain(AC5);
    // It passed in the second try.
    expect(AC6).toBe('passed');
  });
});

describe('A report that is not as it should be', () => {
  it.each([
    ['is cut off', '<testsuites><testsuite name="a"><testcase name="b"/>'],
    ['has a closing tag too many', '<testsuite></testsuite></testsuite>'],
    ['declares entities', '<!DOCTYPE testsuite [<!ENTITY b "c">]><testsuite name="&b;"/>'],
    ['uses an entity that it does not declare', '<testsuite name="&b;"/>'],
    ['names another file', '<!DOCTYPE testsuites SYSTEM "file:///etc/passwd"><testsuite/>'],
    ['is nested very deeply', `<testsuite>${'<testsuite>'.repeat(200)}`],
  ])('is refused when it %s', (_, text) => {
    expect(parse(text)).toEqual({ why: expect.any(String) });
  });

  it.each([
    '',
    '<project><testcase name="012/AC1"/></project>',
    '<!DOCTYPE coverage SYSTEM "x.dtd"><coverage/>',
  ])('is told apart from XML of another kind: %s', (text) => {
    expect(parse(text)).toEqual({ why: undefined });
  });

  it.each([
    ['2026-01-01T10:00:00.000Z', '1.5', '10:00:01.500'],
    ['2026-01-01T12:00:00.000+02:00', '1,000.25', '10:16:40.250'],
    ['2026-01-01T10:00:00Z', '', '10:00:00.999'],
    ['2026-01-01 10:00:00.000+00:00', 'x', '10:00:00.000'],
  ])('ended at its stamp %s and its time %s', (timestamp, time, end) => {
    const suite = `<testsuite timestamp="${timestamp}" time="${time}"/>`;
    const earlier = '<testsuite timestamp="2025-01-01T10:00:00Z"/>';
    expect(parse(`<testsuites>${suite}${earlier}</testsuites>`)).toMatchObject({
      endedAt: Date.parse(`2026-01-01T${end}Z`),
    });
  });

  it('ended at the later one of local time and UTC if its stamp has no zone, and at no known time without one', () => {
    const local = Date.parse('2026-01-01T10:00:00.000');
    const zoned = Date.parse('2026-01-01T10:00:00.000Z');
    expect(parse('<testsuite timestamp="2026-01-01T10:00:00.000"/>')).toMatchObject({
      endedAt: Math.max(local, zoned),
    });
    expect(parse('<testsuite timestamp="2026-01-01"/>')).toMatchObject({ endedAt: Infinity });
  });

  it('gives names as one line without control characters, and cuts long ones', () => {
    const [test] = testsIn(`<testsuite><testcase name="a&#10;b&#9;${'c'.repeat(5000)}"/></testsuite>`);
    expect(test?.name.slice(0, 5)).toBe('a b c');
    expect(test?.name).toHaveLength(1000);
  });

  it('gives no value of the object prototype for an attribute', () => {
    expect(testsIn('<testsuite><testcase constructor="x" name="a"/></testsuite>')).toMatchObject([
      { name: 'a', outcome: 'passed' },
    ]);
  });
});

describe('The results of several reports', () => {
  const report = (path: string, ...outcomesOfTest: readonly string[]) => ({
    path,
    endedAt: 0,
    tests: outcomesOfTest.map((outcome) => ({
      name: 'a',
      suites: [],
      properties: [],
      outcome: outcome as ReportedTest['outcome'],
    })),
  });

  it.each([
    [[['failed', 'passed']], 'passed'],
    [[['passed', 'failed']], 'failed'],
    [[['passed'], ['failed']], 'failed'],
    [[['failed'], ['passed']], 'failed'],
    [[['failed', 'skipped']], 'failed'],
    [[['skipped'], ['passed']], 'passed'],
    [[['passed', 'passed']], 'passed'],
    // A runner stops trying when a test passes, so these are two tests of one name.
    [[['failed', 'passed', 'passed']], 'failed'],
    [[['failed', 'failed', 'passed']], 'passed'],
  ] as const)('%j are joined to %s', (reports, outcome) => {
    const [test, ...others] = joinedTests(reports.map((tests, i) => report(String(i), ...tests)));
    expect(others).toEqual([]);
    expect(test?.outcome).toBe(outcome);
  });
});

it.each([
  ['status="failed"', 'failed'],
  ['result="error"', 'failed'],
  ['status="notrun"', 'skipped'],
  ['status="run" result="completed"', 'passed'],
])('A test with %s is %s', (attributes, outcome) => {
  expect(testsIn(`<testsuite><testcase name="a" ${attributes}/></testsuite>`)).toMatchObject([{ outcome }]);
});

it.each([
  ['error', '<error message="tear-down failed"/>'],
  ['failure', '<failure/>'],
])('the tests of a suite that reports an %s of its own did not pass, those of other suites did', (_, own) => {
  const other = '<testsuite><testcase name="b"/></testsuite>';
  const report = parse(`<testsuites>${other}<testsuite><testcase name="a"/>${own}</testsuite></testsuites>`);
  expect('tests' in report && report.tests.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['b', 'passed'],
    ['a', 'failed'],
  ]);
});

it('A test has at most fifty of the properties of its suite, because each test has a copy of them', () => {
  const properties = '<property name="a" value="b"/>'.repeat(60);
  const [test] = testsIn(`<testsuite>${properties}<property name="a"/><testcase name="c"/></testsuite>`);
  expect(test?.properties).toEqual(Array.from({ length: 50 }, () => 'b'));
});
