import { describe, expect, it } from '@jest/globals';
import { countedNumbers } from '../../../src/domain/naming/specNumbers.js';

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

describe('Numbers of folders that could be years', () => {
  it('count as spec numbers when about that many specs exist', () => {
    expect(countedNumbers(from(1, 2030)).size).toBe(131);
    expect(countedNumbers(from(1, 2030).filter((n) => n % 7 !== 0)).has(2026)).toBe(true);
  });

  it.each([[[2024, 2025, 2026]], [[...from(1, 305), 2024, 2025]], [[...from(1, 1500), 2024, 2025]], [[]]])(
    'count as years when no other numbers lead up to them (case %#)',
    (numbers) => {
      expect(countedNumbers(numbers).size).toBe(0);
    },
  );

  it('do not count as spec numbers when two folders have the same one', () => {
    const counted = countedNumbers([...from(1, 2100), 2025]);
    expect([counted.has(2024), counted.has(2025), counted.has(2026)]).toEqual([true, false, true]);
  });

  it('count as spec numbers only when the numbers begin well below them', () => {
    expect(countedNumbers(from(1000, 1950)).has(1950)).toBe(true);
    expect(countedNumbers(from(1905, 1950)).size).toBe(0);
  });
});
