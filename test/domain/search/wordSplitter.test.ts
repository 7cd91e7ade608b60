import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type WordPart, WordSplitter } from '../../../src/domain/search/wordSplitter.js';
import { mixedText } from './randomMixedText.js';

const analysis = {
  stem: (word: string) => word.replace(/(?:ing|s)$/, ''),
  isStopWord: (word: string) => ['the', 'off'].includes(word),
  isParticle: (word: string) => word === 'off',
};

/** A word in lower case after a splitter that knows no words, whatever was split before. */
const split = (text: string) => new WordSplitter(analysis).split(text);
const surfaces = (text: string) => split(text).tokens.map(({ surface }) => surface);

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

  it('have one number for each distinct word, however many words there are', () => {
    const known = new Map<number, string>();
    const seen: WordPart[] = [];
    const many = Array.from({ length: 5000 }, (_, i) => `word${i.toString(36)} thing${i % 700}ing`).join(
      '; ',
    );
    new WordSplitter(analysis).visit(`${many} ${many}`, { word: (part) => seen.push(part) });
    // One expect call checks all words, because each call takes as long as splitting a page.
    const mistaken = seen.filter(({ number, surface }) => {
      const before = known.get(number);
      known.set(number, surface);
      return (before ?? surface) !== surface;
    });
    expect(mistaken).toEqual([]);
    expect(new Set(known.values()).size).toBe(known.size);
  });
});
