import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  buildSegment,
  joinedSegments,
  placesAfter,
  type TermClass,
} from '../../../src/domain/search/postings.js';
import { FIELD_COUNT, type FieldTexts, SEARCH_FIELDS } from '../../../src/domain/search/searchedTexts.js';
import { WordSplitter } from '../../../src/domain/search/wordSplitter.js';
import { mixedText } from './randomMixedText.js';

const analysis = {
  stem: (word: string) => word.replace(/(?:ing|s)$/, ''),
  isStopWord: (word: string) => ['the', 'off'].includes(word),
  isParticle: (word: string) => word === 'off',
};

/** The expected counts of each term in each document, counted one word at a time. */
function counted(documents: readonly FieldTexts[]): Map<string, readonly number[]> {
  const entries = new Map<string, number[]>();
  const splitter = new WordSplitter(analysis);
  documents.forEach((texts, document) => {
    SEARCH_FIELDS.forEach((name, field) => {
      const count = (key: string) => {
        const counts = entries.get(`${key} ${document}`) ?? SEARCH_FIELDS.map(() => 0);
        entries.set(`${key} ${document}`, counts);
        counts[field]! += 1;
      };
      splitter.visit(texts[name], {
        word: ({ surface, stem, stop }) => {
          if (stop) return;
          count(`s${stem}`);
          count(`f${surface}`);
        },
        compound: (stem) => count(`c${stem}`),
      });
    });
  });
  return entries;
}

const document = fc.record(
  Object.fromEntries(SEARCH_FIELDS.map((name) => [name, mixedText])) as Record<
    keyof FieldTexts,
    typeof mixedText
  >,
);

describe('The segments of an index', () => {
  it('have every word of every living document once, however the documents are distributed', () => {
    const some = fc.array(fc.tuple(document, fc.boolean()), { maxLength: 4 });
    fc.assert(
      fc.property(some, some, (first, second) => {
        const all = [...first, ...second];
        const alive = all.flatMap(([texts, isAlive]) => (isAlive ? [texts] : []));
        const splitter = new WordSplitter(analysis);
        const segments = [first, second].map((part) =>
          buildSegment(
            part.map(([texts]) => texts),
            splitter,
          ),
        );
        const index = joinedSegments(segments, (at) => all[at]?.[1] === true);
        const numbers = new Map([...all.keys()].filter((at) => all[at]?.[1]).map((at, i) => [at, i]));
        const found = new Map<string, readonly number[]>();
        for (const segment of segments) {
          const keys = [...segment.terms.keys()];
          expect(keys).toEqual([...keys].sort());
          for (const key of keys) {
            const { documents, counts } = index.postings(key[0] as TermClass, key.slice(1));
            documents.forEach((at, i) =>
              found.set(`${key} ${numbers.get(at)}`, counts.slice(i * FIELD_COUNT, (i + 1) * FIELD_COUNT)),
            );
          }
        }
        expect(found).toEqual(counted(alive));
        expect(index.documentCount).toBe(alive.length);
      }),
      { numRuns: 60 },
    );
  });

  it('find words in a row within a field, and not from one field or document to the next', () => {
    const texts = {
      title: 'one',
      tags: '',
      headings: '',
      lead: 'two three',
      body: 'two. three',
      files: '',
      values: '',
      attached: '',
    };
    const segment = buildSegment([texts, texts], new WordSplitter(analysis));
    const index = joinedSegments([segment]);
    const row = (...[first = '', second = '']: readonly string[]) =>
      index.at(placesAfter(index.postings('s', first).places, index.postings('s', second).places));
    expect(row('two', 'three')).toMatchObject({
      documents: [0, 1],
      counts: [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0],
    });
    for (const pair of [
      ['one', 'two'],
      ['three', 'two'],
      ['three', 'one'],
    ])
      expect(row(...pair).documents).toEqual([]);
  });
});
