import { describe, expect, it } from '@jest/globals';
import { likenessOf, quantized, standardised } from '../../../src/domain/search/likeness.js';
import { smallIndex } from './smallIndex.js';

const TEXTS = [
  'Login: people give their password',
  'Password rules: how long a password has to be',
  'Sessions: who came in stays in for a day',
  'Charts: draw what was done',
];

describe('Likeness, the similarity in meaning between query and document,', () => {
  it('decides between documents with the same words, and is a part of the total score', () => {
    const texts = ['Alpha: a password', 'Omega: a password'];
    const { ranking } = smallIndex(texts).find('password', undefined, [0, 2]);
    expect(ranking.documents).toEqual([1, 0]);
    const { words, related, topic, likeness } = ranking.sharesOf(1);
    expect(likeness).toBeGreaterThan(0);
    expect(words + related + topic + likeness).toBeCloseTo(ranking.scoreOf(1), 9);
  });

  it('adds a very similar document without a word of the query, but not as an answer', () => {
    const found = smallIndex(TEXTS).find('password', undefined, [2, 2, 4, 1]);
    expect(found.documents).toContain(2);
    expect(found.documents).not.toContain(3);
    expect(found.ranking.isAnswer(2)).toBe(false);
  });

  it('counts little when the documents found by words are unlike the query', () => {
    const share = (likeness: readonly number[]) =>
      smallIndex(TEXTS).find('password', undefined, likeness).ranking.sharesOf(1).likeness;
    expect(share([0, 1, 4, 0])).toBeLessThan(share([3, 1, 4, 0]) / 2);
  });

  it('adds more to a document with a higher score by words', () => {
    const texts = ['Alpha: a password', 'Password: a password for every password'];
    const { ranking } = smallIndex(texts).find('password', undefined, [2, 2]);
    const [alpha, password] = [0, 1].map((document) => ranking.sharesOf(document).likeness);
    expect(password).toBeGreaterThan(alpha! * 1.1);
  });

  it('is the cosine of the vectors of query and document, over all segments', () => {
    const vectors = (...all: readonly (readonly number[])[]) =>
      Int8Array.from(all.flatMap((vector) => [...quantized(Float32Array.from(vector))]));
    const segments = [vectors([5, 0], [1, 1]), vectors([0, 0], [-1, 0])];
    const likeness = [...likenessOf(Float32Array.from([3, 0]), segments)];
    [1, Math.SQRT1_2, 0, -1].forEach((value, i) => expect(likeness[i]).toBeCloseTo(value, 2));
  });

  it('is measured in standard deviations above the mean, and stays small among few documents', () => {
    const many = standardised(
      Float64Array.from({ length: 400 }, (_, i) => (i === 0 ? 0.9 : 0.1 + (i % 10) / 100)),
      () => true,
    );
    expect(many[0]).toBeGreaterThan(5);
    expect(Math.min(...many)).toBe(0);
    const [first = 0] = standardised(Float64Array.from([0.02, 0.01]), () => true);
    expect(first).toBeLessThan(0.2);
    expect([...standardised(Float64Array.from([9, 0.3, 0.1]), (document) => document > 0)][0]).toBe(0);
  });

  it('is zero for a query whose vector is zero', () => {
    const nothing = likenessOf(new Float32Array(2), [Int8Array.of(127, 0)]);
    expect([...nothing]).toEqual([0]);
  });
});
