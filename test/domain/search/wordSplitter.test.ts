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

/** A word in lower case after a splitter that knows no words, whatever was split before. */
const split = (text: string) => new WordSplitter(analysis).split(text);
const surfaces = (text: string) => split(text).tokens.map(({ surface }) => surface);

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

describe('The words that WordSplitter finds in a text', () => {
  it.each([
    ["Don’t say \"it's\" or 'so'", ["don't", 'say', 'it', 'or', 'so']],
    ['getUserById HTTP2Server LLMs', ['get', 'user', 'by', 'id', 'http2', 'server', 'llm']],
    ['snake_case-name a/b', ['snake', 'case', 'name', 'a', 'b']],
    ['C++ C# abC++ ac# the\u00a0C++ C++;', ['c++', 'c#', 'ab', 'c', 'ac', 'the', 'c++', 'c++']],
    ['naïve cafe\u0301 straße Ⅷ ﬁle１２', ['naive', 'cafe', 'straße', 'viii', 'file12']],
    ['日本語の仕様 한국 x日y', ['日本', '本語', '語の', 'の仕', '仕様', '한국', 'x', '日', 'y']],
    ['a—b…c\u00a0d 👩‍💻e x\ud800y 𝒳𝒴z', ['a', 'b', 'c', 'd', 'e', 'x', 'y', 'x', 'yz']],
    [`${'x'.repeat(150)} y`, ['x'.repeat(100), 'y']],
    ["' '' -- 😀 \ud800", []],
  ])('are its letters and digits, without case, accents and signs: %s', (text, words) => {
    expect(surfaces(text)).toEqual(words);
  });

  it.each([
    ['user-login', ['userlogin']],
    ['user_login_form', ['userlogin', 'userloginform', 'loginform']],
    ['userLogin', ['userlogin']],
    ['a-b-c-d-e', []],
    ['user - login user/login', []],
    ['hand off. off', ['handoff']],
    ['hand. off the off', []],
    ['HAL9000 x1', ['hal']],
  ])('may also be written as one: %s', (text, compounds) => {
    expect(split(text).compounds.map(({ stem }) => stem)).toEqual(compounds);
  });

  it.each([
    ['two words', 1],
    ['two-words', 1],
    ['two\nwords', 1],
    ['two the words', 1],
    ['two - words', 1],
    ['two/\n words', 1],
    ['two, words', 2],
    ['two\n\nwords', 2],
    ['two\n- words', 2],
    [`two${' '.repeat(41)}words`, 2],
  ])('are adjacent within a phrase: %j', (text, distance) => {
    const positions: number[] = [];
    new WordSplitter(analysis).visit(text, { word: ({ stop }, at) => !stop && positions.push(at) });
    expect(positions.at(-1)! - positions[0]!).toBe(distance);
  });

  it('do not depend on the texts that were split before, and stand where the text has them', () => {
    const splitter = new WordSplitter(analysis);
    fc.assert(
      fc.property(mixedText, (text) => {
        const found = splitter.split(text);
        expect(found).toEqual(split(text));
        const written = found.tokens.map(({ start, end }) => text.slice(start, end));
        expect(
          written.filter((word) => !/^[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*(?:#|\+\+)?$/u.test(word)),
        ).toEqual([]);
        const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? [];
        expect(new Set(found.tokens.map(({ start }) => start)).size).toBeLessThanOrEqual(words.length);
      }),
      { numRuns: 500 },
    );
  });
});
