import { expect, it } from '@jest/globals';
import { durationText } from '../../../../src/adapters/cli/layout/localTimes.js';
import { meter } from '../../../../src/adapters/cli/layout/figures.js';

it('meter draws a fraction as a bar with a filled and an empty part', () => {
  expect(meter(0.5, 4)).toBe('██░░');
  expect(meter(7, 4)).toBe('████');
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
