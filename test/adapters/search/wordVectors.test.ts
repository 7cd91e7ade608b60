import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { encodeWordVectors } from '../../../scripts/wordVectors/encodeWordVectors.js';
import { readPairs } from '../../../scripts/wordVectors/titleTextPairs.js';
import { TRAINING, trainVectors } from '../../../scripts/wordVectors/trainVectors.js';
import { LunrAnalysis } from '../../../src/adapters/search/lunr/lunrAnalysis.js';
import { WordVectors } from '../../../src/adapters/search/wordVectors.js';
import { likenessOf, quantized, vectorOf } from '../../../src/domain/search/likeness.js';
import { WordSplitter } from '../../../src/domain/search/wordSplitter.js';

const STEMS = ['login', 'password', 'session', 'chart', 'draw', 'axis', 'file', 'name'];
const LOGIN = [0, 1, 2];
const CHART = [3, 4, 5];

/** Returns training data: titles of one word, each with a text of three words of the same subject and one other word. */
function pairsOf(count: number): Uint8Array {
  const bag = (words: readonly number[]) => [words.length, ...words.map((w, i) => w - (words[i - 1] ?? 0))];
  const bytes: number[] = [];
  for (let i = 0; i < count; i++) {
    const subject = i % 2 === 0 ? LOGIN : CHART;
    const title = subject[i % 3] ?? 0;
    bytes.push(...bag([title]), ...bag([...subject, 6 + ((i >> 1) % 2)]));
  }
  return Uint8Array.from(bytes);
}

const settings = { ...TRAINING, dimensions: 8, batch: 4, together: 1, epochs: 30 };
const pairs = readPairs(pairsOf(96), Int32Array.from(STEMS.keys()));
const trained = encodeWordVectors(STEMS, trainVectors(pairs, STEMS.length, settings), 8);

function stemVector(table: WordVectors, stem: string): Float32Array {
  const sum = new Float32Array(table.dimensions);
  table.addTo(sum, table.find(stem), 1);
  return sum;
}

function likeness(a: Float32Array, b: Float32Array): number {
  return likenessOf(a, [quantized(b)])[0] ?? NaN;
}

it('readPairs returns pairs of title and text, without words that have no stem and without empty pairs', () => {
  const bytes = Uint8Array.of(
    1,
    0,
    2,
    1,
    1,
    /* no title */ 0,
    1,
    1,
    /* a number of two bytes */ 1,
    1,
    1,
    0x80,
    2,
  );
  const read = readPairs(
    bytes,
    Int32Array.from({ length: 300 }, (_, i) => (i === 2 ? -1 : i)),
  );
  expect(read).toEqual({
    count: 2,
    words: Int32Array.of(0, 1, 1, 256),
    starts: Int32Array.of(0, 1, 2, 3, 4),
  });
});

it('trainVectors returns similar vectors for words of the same subject', () => {
  const table = new WordVectors(trained);
  expect(table.count).toBe(STEMS.length);
  const [login, password, chart] = ['login', 'password', 'chart'].map((stem) => stemVector(table, stem));
  expect(likeness(login!, password!)).toBeGreaterThan(0.5);
  expect(likeness(login!, password!)).toBeGreaterThan(likeness(login!, chart!) + 0.5);
  expect(table.find('zeppelin')).toBe(-1);
  expect(table.find('log')).toBe(-1);
  expect(table.find('')).toBe(-1);
});

it('trainVectors returns the same bytes for the same data and seed, and other bytes for another seed', () => {
  const again = (seed: number) =>
    encodeWordVectors(STEMS, trainVectors(pairs, STEMS.length, { ...settings, seed }), 8);
  expect(Buffer.from(again(1)).equals(trained)).toBe(true);
  expect(Buffer.from(again(2)).equals(trained)).toBe(false);
});

it.each([['no table of word vectors here'], [''], ['cut']])(
  'WordVectors refuses a file that is no table of word vectors: "%s"',
  (text) => {
    const bytes = text === 'cut' ? trained.subarray(0, trained.length - 200) : Buffer.from(text);
    expect(() => new WordVectors(bytes)).toThrow('Install spectool again');
  },
);

it('vectorOf with the shipped table gives more similar vectors to related texts than to unrelated texts', () => {
  const splitter = new WordSplitter(new LunrAnalysis());
  const table = new WordVectors(readFileSync('src/adapters/search/wordVectors.bin'));
  const of = (text: string) => vectorOf(text, splitter, table, () => 1);
  const query = of('people forget their credentials');
  const near = of('Reset of passwords by mail, sign in again afterwards');
  const far = of('Draw a chart with two axes and a legend');
  expect(likeness(query, near)).toBeGreaterThan(likeness(query, far) + 0.1);
  expect(of('the of and')).toEqual(new Float32Array(table.dimensions));
});
