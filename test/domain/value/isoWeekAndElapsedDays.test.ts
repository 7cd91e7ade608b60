import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { elapsedDays, isoWeek, weeksBetween } from '../../../src/domain/value/dates.js';
import { percentile } from '../../../src/application/queries/showStatistics.js';

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
    expect(weeksBetween('2025-12-20', '2026-01-12', 53)).toEqual([
      '2025-W51',
      '2025-W52',
      '2026-W01',
      '2026-W02',
      '2026-W03',
    ]);
    expect(weeksBetween('1970-01-01', '2026-01-12', 3)).toEqual(['2026-W01', '2026-W02', '2026-W03']);
  });
});

describe('elapsedDays', () => {
  it('includes fractions of a day, and is never negative', () => {
    expect(elapsedDays('2026-01-01', '2026-01-02T12:00:00Z')).toBe(1.5);
    expect(elapsedDays('2026-01-02', '2026-01-01')).toBe(0);
    expect(elapsedDays('soon', '2026-01-01')).toBeUndefined();
  });
});

describe('percentile', () => {
  it('returns a value from the given list', () => {
    expect(percentile([9, 1, 5, 3], 0.5)).toBe(3);
    expect(percentile([9, 1, 5, 3], 0.85)).toBe(9);
    expect(percentile([], 0.5)).toBeUndefined();
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        expect(values).toContain(percentile(values, 0.85));
      }),
    );
  });
});
