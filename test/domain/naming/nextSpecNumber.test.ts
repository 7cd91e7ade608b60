import { expect, it } from '@jest/globals';
import { nextNumber } from '../../../src/domain/naming/specNumbers.js';

it.each<[string, (number | null)[], number]>([
  ['gives 1 to the first spec', [], 1],
  ['follows the highest number, and leaves gaps', [1, 7, 3], 8],
  ['ignores folders without a number', [null, 2, null], 3],
])('nextNumber, which returns the number for a new spec, %s', (_, given, next) => {
  expect(nextNumber(given)).toBe(next);
});
