import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { elapsedDays, isoWeek, weeksBetween } from '../../../src/domain/value/dates.js';
import { percentile } from '../../../src/application/queries/showStatistics.js';
import { personText } from '../../../src/domain/value/person.js';
import { quoted, wordText } from '../../../src/domain/value/text.js';

describe('isoWeek', () => {
  it.each([
    ['2026-01-01', '2026-W01'],
    ['2025-12-29', '2026-W01'],
    ['2027-01-03', '2026-W53'],
    ['2021-01-03', '2020-W53'],
    ['2024-12-30', '2025-W01'],
    ['2026-07-15', '2026-W29'],
  ])('says that %s is in the week %s', (day, week) => {
    expect(isoWeek(day)).toBe(week);
  });

  it('gives the same weeks as weeksBetween, which lists every week once', () => {
    expect(weeksBetween('2025-12-20', '2026-01-12', 53)).toEqual(
      '2025-W51 2025-W52 2026-W01 2026-W02 2026-W03'.split(' '),
    );
    expect(weeksBetween('1970-01-01', '2026-01-12', 3)).toEqual(['2026-W01', '2026-W02', '2026-W03']);
  });
});

it('elapsedDays includes fractions of a day, and is never negative', () => {
  expect(elapsedDays('2026-01-01', '2026-01-02T12:00:00Z')).toBe(1.5);
  expect(elapsedDays('2026-01-02', '2026-01-01')).toBe(0);
  expect(elapsedDays('soon', '2026-01-01')).toBeUndefined();
});

it('percentile returns a value from the given list', () => {
  expect(percentile([9, 1, 5, 3], 0.5)).toBe(3);
  expect(percentile([9, 1, 5, 3], 0.85)).toBe(9);
  expect(percentile([], 0.5)).toBeUndefined();
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
      expect(values).toContain(percentile(values, 0.85));
    }),
  );
});

describe('text of other people in a sentence', () => {
  it('stays in its quotation marks and on one line, without a command, whatever it holds', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('a', ' ', '"', '`', '\n', '\u2028', '\r', '\t', '@', 'é'),
    });
    fc.assert(
      fc.property(hostile, fc.constantFrom(quoted, wordText, personText), (text, worded) => {
        expect(worded(text)).toMatch(/^(?:"[^"`\n\r\u2028]*"|[^"`\s]+)$/u);
      }),
    );
  });

  it.each([
    ['kim', '@kim'],
    ['@kim', '@kim'],
    ['agent-1', '@agent-1'],
    ['Zoë', '@Zoë'],
    ['Kim Lee', '"Kim Lee"'],
    ['Kim <kim@x.org>', '"Kim <kim@x.org>"'],
    ['do `rm`', '"do \'rm\'"'],
    [undefined, 'an unknown actor'],
  ])('a name is written with @ if it is one word: %j', (name, text) => {
    expect(personText(name)).toBe(text);
  });

  it('is cut if it is long', () => {
    expect(quoted('x'.repeat(999), { longest: 10 })).toBe(`"${'x'.repeat(9)}…"`);
    // @ts-expect-error A number could be the index of `map`.
    expect(['src/a b.ts'].map(quoted)).toEqual(['"src/a b.ts"']);
  });
});
