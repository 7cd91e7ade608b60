import { expect, it } from '@jest/globals';
import { numberIn } from '../../../src/domain/naming/specNumbers.js';

it.each([
  ['5', 5],
  ['005', 5],
  ['#5', 5],
  ['#005', 5],
  ['##5', undefined],
  ['5#', undefined],
  ['# 5', undefined],
  ['#', undefined],
  ['-5', undefined],
  ['5-a', undefined],
  ['1234567890123456', undefined],
])('the reference %j to a spec contains the number %p', (reference, number) => {
  expect(numberIn(reference)).toBe(number);
});
