import { describe, expect, it } from '@jest/globals';
import { durationText } from '../../../../src/adapters/cli/layout/localTimes.js';
import { bar, barChart, meter, sparkline } from '../../../../src/adapters/cli/layout/charts.js';

describe('charts in a terminal', () => {
  it('draw a value as a bar whose length is its share of the highest value', () => {
    expect(bar(4, 4, 4, true)).toBe('████');
    expect(bar(1, 8, 4, true)).toBe('▌');
    expect(bar(0, 8, 4, true)).toBe('');
    expect(bar(1, 1000, 4, true)).not.toBe('');
    expect(bar(2, 4, 4, false)).toBe('##');
  });

  it('draw a fraction as a bar with a filled and an empty part', () => {
    expect(meter(0.5, 4, false)).toBe('##..');
    expect(meter(7, 4, true)).toBe('████');
  });

  it('draw a list of values as a sparkline', () => {
    expect(sparkline([0, 1, 4, 8], true)).toBe('·▁▄█');
    expect(sparkline([], true)).toBe('');
  });

  it('draw a label before each bar of a bar chart', () => {
    const rows = [
      { label: 'W1', value: 2 },
      { label: 'W10', value: 0 },
    ];
    expect(barChart(rows, { width: 10, unicode: false })).toEqual(['W1   ## 2', 'W10  0']);
  });
});

it.each([
  [0, 'today'],
  [3, '3 d'],
  [20, '2 weeks'],
  [90, '2 months'],
  [800, '2 years'],
])('durationText writes %d days as "%s"', (days, words) => {
  expect(durationText(days)).toBe(words);
});
