import { describe, expect, it } from '@jest/globals';
import { editDistance, nearestWords } from '../../../src/domain/naming/nearestWords.js';
import { countedNumbers, nextNumber } from '../../../src/domain/naming/specNumbers.js';
import { numberIn } from '../../../src/domain/naming/references.js';

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

describe('The nearest words', () => {
  it('are the ones that a typo could mean, best first, each once', () => {
    expect(nearestWords('serach', ['search', 'create', 'list', 'search'])).toEqual(['search']);
    expect(nearestWords('login', ['005-user-login', 'logic', 'board'])).toEqual(['005-user-login', 'logic']);
    expect(nearestWords('Board', ['board'])).toEqual(['board']);
  });

  it('are none when no known word is similar', () => {
    expect(nearestWords('x'.repeat(5000), ['board'])).toEqual([]);
    expect(nearestWords('', ['board'])).toEqual([]);
    expect(nearestWords('zzz', ['board'])).toEqual([]);
  });

  it('are at most as many as requested', () => {
    expect(nearestWords('abc', ['abc1', 'abc2', 'abc3', 'abc4'], 2)).toEqual(['abc1', 'abc2']);
  });

  it('count two exchanged letters as one edit', () => {
    expect(editDistance('baord', 'board')).toBe(1);
    expect(editDistance('kitten', 'sitting')).toBe(3);
    expect(editDistance('', 'abc')).toBe(3);
  });
});

it.each<[string, (number | null)[], number]>([
  ['gives 1 to the first spec', [], 1],
  ['follows the highest number, and leaves gaps', [1, 7, 3], 8],
  ['ignores folders without a number', [null, 2, null], 3],
])('nextNumber, which returns the number for a new spec, %s', (_, given, next) => {
  expect(nextNumber(given)).toBe(next);
});

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
