import { expect, it } from '@jest/globals';
import { nextNumber } from '../../../src/domain/naming/specNumbers.js';

it.each<[string, (number | null)[], number[], number]>([
  ['gives 1 to the first spec', [], [], 1],
  ['follows the highest number, and leaves gaps', [1, 7, 3], [], 8],
  ['ignores folders without a number', [null, 2, null], [], 3],
  ['skips a pending number', [4], [5], 6],
  ['skips several pending numbers in a row', [4], [5, 6, 8], 7],
  ['leaves no gap for pending numbers far above', [4], [40], 5],
  ['ignores pending numbers below the highest', [9], [2], 10],
])('nextNumber, which returns the number for a new spec, %s', (_, given, pending, next) => {
  expect(nextNumber({ given, pending: new Set(pending) })).toBe(next);
});
