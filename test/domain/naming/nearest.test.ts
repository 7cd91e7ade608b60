import { describe, expect, it } from '@jest/globals';
import { editDistance, nearest } from '../../../src/domain/naming/nearest.js';

describe('The nearest words', () => {
  it('are those that a typo meant, best first, each once', () => {
    expect(nearest('serach', ['search', 'create', 'list', 'search'])).toEqual(['search']);
    expect(nearest('login', ['005-user-login', 'logic', 'board'])).toEqual(['005-user-login', 'logic']);
    expect(nearest('Board', ['board'])).toEqual(['board']);
  });

  it('are none when no word is near', () => {
    expect(nearest('x'.repeat(5000), ['board'])).toEqual([]);
    expect(nearest('', ['board'])).toEqual([]);
    expect(nearest('zzz', ['board'])).toEqual([]);
  });

  it('are at most as many as asked for', () => {
    expect(nearest('abc', ['abc1', 'abc2', 'abc3', 'abc4'], 2)).toEqual(['abc1', 'abc2']);
  });

  it('count a swap as one edit', () => {
    expect(editDistance('baord', 'board')).toBe(1);
    expect(editDistance('kitten', 'sitting')).toBe(3);
    expect(editDistance('', 'abc')).toBe(3);
  });
});
