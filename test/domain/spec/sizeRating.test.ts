import { describe, expect, it } from '@jest/globals';
import { sizeRating } from '../../../src/domain/spec/status.js';

describe('sizeRating', () => {
  it.each([
    [0, 'optimal'],
    [1999, 'optimal'],
    [2000, 'good'],
    [3499, 'good'],
    [3500, 'consider splitting'],
    [5000, 'consider splitting'],
    [5001, 'should split'],
  ])('rates a document of %d tokens as %s', (tokens, rating) => {
    expect(sizeRating(tokens)).toBe(rating);
  });
});
