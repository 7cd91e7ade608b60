import { expect, it } from '@jest/globals';
import { withoutData } from '../../../src/domain/search/searchedTexts.js';

const LINE = 'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE';

it.each([
  [
    'an embedded image',
    `See ![login](data:image/png;base64,${LINE}==) here`,
    'See ![login](data:image/png;base64,) here',
  ],
  ['a long run of data', `before ${LINE.repeat(5)} after`, 'before  after'],
  ['lines of data', `before\n${LINE}\n  ${LINE}\nafter`, 'before\n\n\nafter'],
])('withoutData removes data such as %s from the searched text', (_, text, expected) => {
  expect(withoutData(text).replace('data:image/png;base64,', '')).toBe(
    expected.replace('data:image/png;base64,', ''),
  );
});

it.each([
  'Words, a path src/adapters/storage/files/nodeFileSystem.ts and 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.',
  'averylongwordofsmalllettersaloneandnothingelseinthelinewhatsoeverbutthis',
  'data: the rest of the sentence; base64, too',
])('withoutData keeps words such as %s in the searched text', (text) => {
  expect(withoutData(text)).toBe(text);
});

it('withoutData handles a million characters of any text in little time', () => {
  for (const part of ['data:', 'data:a;base64,', `${'A'.repeat(199)} `, 'A', `${LINE}\n`]) {
    expect(withoutData(part.repeat(1_000_000 / part.length)).length).toBeLessThanOrEqual(1_000_000);
  }
});
