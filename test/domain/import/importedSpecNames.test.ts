import { expect, it } from '@jest/globals';
import { givenNames } from '../../../src/domain/import/importedDocument.js';

const free = () => false;
const document = (place: string, number: number | undefined, created?: string) => ({
  place,
  name: place,
  ...(number !== undefined && { number }),
  ...(created !== undefined && { created }),
});

it('import keeps the numbers of documents; if several have one number, the oldest document keeps it', () => {
  const given = givenNames(
    [
      document('b', 7, '2020-01-02'),
      document('a', 7, '2020-01-01'),
      document('c', undefined),
      document('d', 9),
    ],
    free,
    3,
  );
  expect([...given].sort()).toEqual([
    ['a', { sequence: 7, name: 'a' }],
    ['b', { sequence: 10, name: 'b', wanted: 7 }],
    ['c', { sequence: 11, name: 'c' }],
    ['d', { sequence: 9, name: 'd' }],
  ]);
});

it('import does not reuse a number that a spec has or had', () => {
  const given = givenNames([document('a', 5)], (number) => number === 5, 40);
  expect(given.get('a')).toEqual({ sequence: 41, name: 'a', wanted: 5 });
});

it('import does not use a date as a number, and names documents without a usable name "document"', () => {
  const given = givenNames([document('***', 20190304)], free, 0);
  expect(given.get('***')).toEqual({ sequence: 1, name: 'document' });
});

it.each([-5, 1.5, 13.000_000_1, Number.NaN, Infinity, 1_000_000])(
  'import does not accept %d as the number of a document',
  (number) => {
    expect(givenNames([document('a', number)], free, 3).get('a')).toEqual({ sequence: 4, name: 'a' });
  },
);
