import { describe, expect, it } from '@jest/globals';
import { fieldTextsOf } from '../../../src/domain/search/searchedTexts.js';

const texts = (body: string) => fieldTextsOf({ title: '', name: '', tags: [], body, files: [] });
const words = (text: string) => text.match(/\w+/g) ?? [];

describe('The lead of a document, the text that states its purpose,', () => {
  it('is the text under at most three headings about purpose, with their subsections', () => {
    const { lead, body } = texts(
      '# Cache\nstatus\n## Summary\nalpha\n### Detail\nbeta\n## Design\ngamma\n## 2. Motivation\ndelta\n## Goals\nepsilon\n## Why\nzeta',
    );
    expect(words(lead)).toEqual(['alpha', 'beta', 'delta', 'epsilon']);
    expect(words(body)).toEqual(['status', 'gamma', 'zeta']);
  });

  it.each([
    'Problem',
    'Abstract',
    'Introduction',
    'Overview',
    'Context',
    'Executive summary',
    'GOAL',
    '**Why**',
  ])('is found under the heading %s', (heading) => {
    expect(words(texts(`# A\nno\n## ${heading}\nalpha\n## Other\nno`).lead)).toEqual(['alpha']);
  });

  it.each(['Goalkeeper', 'Design', 'Non-goals'])('is not found under the heading %s', (heading) => {
    expect(words(texts(`# A\nalpha\n## ${heading}\nbeta\n## Why\ngamma`).lead)).toEqual(['gamma']);
  });

  it.each(['# Cache\nalpha beta', 'alpha beta', '# Summary\nalpha beta'])(
    'is the beginning of the text when no heading is about purpose: %j',
    (text) => {
      expect(words(texts(text).lead)).toEqual(['alpha', 'beta']);
    },
  );

  it('does not come from an empty section', () => {
    expect(words(texts('# A\n## Summary\n\n## Why\nalpha').lead)).toEqual(['alpha']);
  });

  it('ends at the end of a phrase, and lead and rest together have every word once', () => {
    const long = `${'word '.repeat(210)}one two three, four five`;
    const { lead, body } = texts(`# A\n## Summary\n${long}\n## End\nsix`);
    expect(words(lead).slice(-2)).toEqual(['two', 'three']);
    expect(words(body)).toEqual(['four', 'five', 'six']);
  });

  it('has limited length in a text without phrase ends', () => {
    expect(texts(`# A\n${'word '.repeat(5000)}`).lead.length).toBeLessThan(2000);
  });
});
