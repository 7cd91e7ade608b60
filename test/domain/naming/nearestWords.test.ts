import { describe, expect, it } from '@jest/globals';
import { editDistance, nearestWords } from '../../../src/domain/naming/nearestWords.js';

describe('nearestWords', () => {
  it('finds what a typo meant, best first', () => {
    expect(nearestWords('serach', ['search', 'create', 'list'])).toEqual(['search']);
    expect(nearestWords('login', ['005-user-login', 'logic', 'board'])).toEqual(['005-user-login', 'logic']);
  });

  it('is silent when nothing is near', () => {
    expect(nearestWords('x'.repeat(5000), ['board'])).toEqual([]);
    expect(nearestWords('', ['board'])).toEqual([]);
    expect(nearestWords('zzz', ['board'])).toEqual([]);
  });

  it('counts a swap as one edit', () => {
    expect(editDistance('baord', 'board')).toBe(1);
    expect(editDistance('kitten', 'sitting')).toBe(3);
  });
});
