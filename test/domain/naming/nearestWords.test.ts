import { describe, expect, it } from '@jest/globals';
import { editDistance, nearestWords } from '../../../src/domain/naming/nearestWords.js';

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
