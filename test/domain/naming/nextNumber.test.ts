import { expect, it } from '@jest/globals';
import { nextNumber } from '../../../src/domain/naming/numbers.js';

it.each<[string, (number | null)[], number[], number]>([
  ['the first spec gets 1', [], [], 1],
  ['after the highest, gaps stay', [1, 7, 3], [], 8],
  ['folders without a number do not count', [null, 2, null], [], 3],
  ['a number somebody is giving now is passed over', [4], [5], 6],
  ['so are several in a row', [4], [5, 6, 8], 7],
  ['pending numbers far above leave no gap', [4], [40], 5],
  ['pending numbers below the highest do not matter', [9], [2], 10],
])('%s', (_, given, pending, next) => {
  expect(nextNumber({ given, pending: new Set(pending) })).toBe(next);
});
