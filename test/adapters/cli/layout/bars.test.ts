import { describe, expect, it } from '@jest/globals';
import { ageWords } from '../../../../src/adapters/cli/layout/ageWords.js';
import { bar, barChart, meter, sparkline } from '../../../../src/adapters/cli/layout/bars.js';

describe('bars', () => {
  it('draws the share of the highest', () => {
    expect(bar(4, 4, 4, true)).toBe('████');
    expect(bar(1, 8, 4, true)).toBe('▌');
    expect(bar(0, 8, 4, true)).toBe('');
    expect(bar(1, 1000, 4, true)).not.toBe('');
    expect(bar(2, 4, 4, false)).toBe('##');
  });

  it('draws how much is done', () => {
    expect(meter(0.5, 4, false)).toBe('##..');
    expect(meter(7, 4, true)).toBe('████');
  });

  it('draws a line of values', () => {
    expect(sparkline([0, 1, 4, 8], true)).toBe('·▁▄█');
    expect(sparkline([], true)).toBe('');
  });

  it('labels its bars', () => {
    const rows = [
      { label: 'W1', value: 2 },
      { label: 'W10', value: 0 },
    ];
    expect(barChart(rows, { width: 10, unicode: false })).toEqual(['W1   ## 2', 'W10  0']);
  });
});

describe('ages', () => {
  it.each([
    [0, 'today'],
    [3, '3 d'],
    [20, '2 weeks'],
    [90, '2 months'],
    [800, '2 years'],
  ])('says %d days as %s', (days, words) => {
    expect(ageWords(days)).toBe(words);
  });
});
