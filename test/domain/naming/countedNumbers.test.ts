import { describe, expect, it } from '@jest/globals';
import { countedNumbers } from '../../../src/domain/naming/numbers.js';

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

describe('numbers that read like years', () => {
  it('were counted up to in a tree of that many specs', () => {
    expect(countedNumbers(from(1, 2030)).size).toBe(131);
    expect(countedNumbers(from(1, 2030).filter((n) => n % 7 !== 0)).has(2026)).toBe(true);
  });

  it.each([[[2024, 2025, 2026]], [[...from(1, 305), 2024, 2025]], [[...from(1, 1500), 2024, 2025]], [[]]])(
    'are years where nothing leads up to them (%#)',
    (numbers) => {
      expect(countedNumbers(numbers).size).toBe(0);
    },
  );

  it('are uncertain where two folders have one', () => {
    const counted = countedNumbers([...from(1, 2100), 2025]);
    expect([counted.has(2024), counted.has(2025), counted.has(2026)]).toEqual([true, false, true]);
  });

  it('need a start below, near or far', () => {
    expect(countedNumbers(from(1000, 1950)).has(1950)).toBe(true);
    expect(countedNumbers(from(1905, 1950)).size).toBe(0);
  });
});
