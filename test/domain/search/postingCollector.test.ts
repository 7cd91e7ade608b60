import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MemoryPostings } from '../../../src/domain/search/postings/memoryPostings.js';
import { PostingCollector } from '../../../src/domain/search/postings/postingCollector.js';
import type { TermClass } from '../../../src/domain/search/postings/postings.js';
import { FIELD_COUNT, SEARCH_FIELDS, type FieldTexts } from '../../../src/domain/search/searchFields.js';
import { WordSplitter } from '../../../src/domain/search/wordSplitter.js';
import { mixedText } from './randomMixedText.js';

const analysis = {
  stem: (word: string) => word.replace(/(?:ing|s)$/, ''),
  isStopWord: (word: string) => ['the', 'off'].includes(word),
  isParticle: (word: string) => word === 'off',
  wordTest: () => undefined,
};

type Entry = { readonly counts: number[]; readonly positions: number[] };

/** The expected index entries by key, counted one word at a time. */
function counted(documents: readonly FieldTexts[]): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const count = (key: string, document: number, field: number, position?: number) => {
    const place = `${key} ${document}`;
    const entry = entries.get(place) ?? { counts: SEARCH_FIELDS.map(() => 0), positions: [] };
    entries.set(place, entry);
    entry.counts[field]! += 1;
    if (position !== undefined) entry.positions.push(position);
  };
  documents.forEach((texts, document) => {
    let offset = 0;
    SEARCH_FIELDS.forEach((name, field) => {
      if (texts[name] === '') return;
      const end = new WordSplitter(analysis).visit(texts[name], {
        word: ({ surface, stem, stop }, position) => {
          if (stop) return;
          count(`s${stem}`, document, field, offset + position);
          count(`f${surface}`, document, field);
        },
        compound: (stem) => count(`c${stem}`, document, field),
      });
      offset += end + 2;
    });
  });
  return entries;
}

describe('The collected postings of an index', () => {
  it('contain every word of every document once, however many words fit in memory', () => {
    const document = fc.record({
      title: mixedText,
      tags: mixedText,
      headings: mixedText,
      lead: mixedText,
      body: mixedText,
      files: mixedText,
      values: mixedText,
      attached: mixedText,
    });
    fc.assert(
      fc.property(
        fc.array(document, { maxLength: 6 }),
        fc.constantFrom(1, 20, 1000),
        (documents, mostHeld) => {
          const collector = new PostingCollector(new WordSplitter(analysis), mostHeld);
          for (const texts of documents) collector.add(texts);
          const postings = new MemoryPostings(collector);
          const found = new Map<string, Entry>();
          const keys = [...postings.keys()].map(([key]) => key);
          expect(keys).toEqual([...keys].sort());
          for (const key of keys) {
            const list = postings.postings(key[0] as TermClass, key.slice(1));
            expect([...list.documents]).toEqual([...new Set(list.documents)].sort((a, b) => a - b));
            list.documents.forEach((at, i) => {
              const counts = list.counts.slice(i * FIELD_COUNT, (i + 1) * FIELD_COUNT);
              found.set(`${key} ${at}`, { counts, positions: [...list.positions(i)] });
            });
          }
          expect(found).toEqual(counted(documents));
        },
      ),
      { numRuns: 60 },
    );
  });
});
