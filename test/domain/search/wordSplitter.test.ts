import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { WordPart } from '../../../src/domain/search/text/wordPart.js';
import { type Compound, WordSplitter } from '../../../src/domain/search/text/wordSplitter.js';
import { plainSplit } from './regexWordSplitter.js';
import { mixedText } from './randomMixedText.js';

const stem = (word: string) => word.replace(/(?:ing|s)$/, '');
const analysis = {
  stem,
  isStopWord: (word: string) => ['the', 'off'].includes(word),
  isParticle: (word: string) => word === 'off',
  wordTest: () => undefined,
};

describe('The words that WordSplitter finds in a text', () => {
  const splitter = new WordSplitter(analysis);

  it('are those that regular expressions find, whatever texts were split before', () => {
    fc.assert(
      fc.property(mixedText, (text) => {
        const { tokens, compounds } = plainSplit(text, stem);
        const found = splitter.split(text);
        const joined: Compound[] = [];
        splitter.visit(text, {
          word: () => undefined,
          compound: (stem, start, end) => joined.push({ stem, start, end }),
        });
        expect(joined).toEqual(compounds);
        expect(
          found.tokens.map(({ surface, stem, stop, start, end }) => ({ surface, stem, stop, start, end })),
        ).toEqual(tokens);
      }),
      { numRuns: 1000 },
    );
  });

  it('have consecutive positions, with a gap after each phrase', () => {
    fc.assert(
      fc.property(mixedText, (text) => {
        const positions: number[] = [];
        const last = splitter.visit(text, { word: (_, at) => positions.push(at), compound: () => undefined });
        const expected = plainSplit(text, stem).positions;
        expect(positions).toEqual(expected);
        expect(last).toBeGreaterThanOrEqual(expected.at(-1) ?? 0);
      }),
      { numRuns: 500 },
    );
  });

  it('have one number for each distinct word, however many words there are', () => {
    const [surfaces, stems] = [new Map<number, string>(), new Map<number, string>()];
    const seen: WordPart[] = [];
    const many = Array.from({ length: 5000 }, (_, i) => `word${i.toString(36)} thing${i % 700}ing`).join(
      '; ',
    );
    splitter.visit(`${many} ${many}`, { word: (part) => seen.push(part), compound: () => undefined });
    // One expect call checks all words, because each call takes as long as splitting a page.
    const mistaken = seen.filter((part) => {
      const [surface, stemmed] = [surfaces.get(part.surfaceNumber), stems.get(part.stemNumber)];
      surfaces.set(part.surfaceNumber, part.surface);
      stems.set(part.stemNumber, part.stem);
      return (surface ?? part.surface) !== part.surface || (stemmed ?? part.stem) !== part.stem;
    });
    expect(mistaken).toEqual([]);
    expect(new Set(surfaces.values()).size).toBe(surfaces.size);
    expect(new Set(stems.values()).size).toBe(stems.size);
  });

  it('are cut after a hundred characters', () => {
    const long = 'x'.repeat(150);
    expect(splitter.split(`${long} ${'x'.repeat(100)}`).tokens.map(({ surface }) => surface.length)).toEqual([
      100, 100,
    ]);
  });
});
