import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import lunr from 'lunr';
import { LunrAnalysis } from '../../../src/adapters/search/lunr/lunrAnalysis.js';
import { buildSegment, joinedSegments } from '../../../src/domain/search/postings.js';
import { wildcardTest } from '../../../src/domain/search/findDocuments.js';
import { fieldTextsOf } from '../../../src/domain/search/searchedTexts.js';
import { WordSplitter } from '../../../src/domain/search/wordSplitter.js';
import { realDocuments } from '../../support/realDocuments.js';

/** How often each stem occurs in each document: one string `stem document count` for each pair. */
type Occurrences = readonly string[];

/** Returns the occurrences that spectool counts in these texts. */
function ours(texts: readonly string[]): Occurrences {
  const fields = fieldTextsOf({ title: '', name: '', tags: [], body: '', files: [] });
  const segment = buildSegment(
    texts.map((body) => ({ ...fields, body })),
    new WordSplitter(new LunrAnalysis()),
  );
  const index = joinedSegments([segment]);
  return [...segment.terms.keys()]
    .filter((key) => key.startsWith('s'))
    .flatMap((key) => {
      const stem = key.slice(1);
      const { documents, counts } = index.postings('s', stem);
      const inAll = (i: number) => counts.slice(i * 8, i * 8 + 8).reduce((sum, count) => sum + count, 0);
      return documents.map((document, i) => `${stem} ${String(document)} ${String(inAll(i))}`);
    })
    .sort();
}

/** Returns the occurrences that lunr counts in these texts, after spectool has split them into words. */
function lunrs(texts: readonly string[]): Occurrences {
  const splitter = new WordSplitter(new LunrAnalysis());
  let builder: { fieldTermFrequencies: Record<string, Record<string, number>> } | undefined;
  lunr(function () {
    this.pipeline.reset();
    this.pipeline.add(lunr.stemmer);
    this.ref('id');
    this.field('body');
    texts.forEach((text, id) => {
      const words = splitter.split(text).tokens.filter(({ stop }) => !stop);
      this.add({ id, body: words.map(({ surface }) => surface) });
    });
    builder = this as unknown as typeof builder;
  });
  return Object.entries(builder?.fieldTermFrequencies ?? {})
    .flatMap(([place, frequencies]) =>
      Object.entries(frequencies).map(
        ([stem, count]) => `${stem} ${place.slice('body/'.length)} ${String(count)}`,
      ),
    )
    .sort();
}

it.each([
  [`${'*a'.repeat(20)}*b`, 'a'.repeat(1000), false],
  [`${'*a'.repeat(20)}*`, `${'a'.repeat(20)}b`, true],
])(
  'wildcardTest matches a pattern of many wildcards in a short time: %s with the word %s',
  (typed, word, expected) => {
    expect(wildcardTest(typed)(word)).toBe(expected);
  },
);

describe('The words of an index', () => {
  it('have the same stems and counts as a lunr index', () => {
    const word = fc.oneof(
      fc.constantFrom(
        ..."running runs indexes userLogin cache-key HTTP2Server the 日本語 naïve don't".split(' '),
      ),
      fc.string({ unit: fc.constantFrom(...'abcdeing'.split('')), minLength: 1, maxLength: 8 }),
    );
    const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (texts) => {
        expect(ours(texts)).toEqual(lunrs(texts));
      }),
    );
  });

  const real = realDocuments().slice(0, 60);
  (real.length > 0 ? it : it.skip)('have the same stems and counts as a lunr index of real specs', () => {
    const texts = real.map(({ text }) => text);
    expect(ours(texts)).toEqual(lunrs(texts));
  });
});
