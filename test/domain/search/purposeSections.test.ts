import { describe, expect, it } from '@jest/globals';
import { fieldTextsOf } from '../../../src/domain/search/fieldTexts.js';

const texts = (body: string) => fieldTextsOf({ title: '', name: '', tags: [], body, files: [] });
const words = (text: string) => text.match(/\w+/g) ?? [];

describe('the lead of a document', () => {
  it('is the text under headings of purpose, with subsections, at most three of them', () => {
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
  ])('is found under %s', (heading) => {
    expect(words(texts(`# A\nno\n## ${heading}\nalpha\n## Other\nno`).lead)).toEqual(['alpha']);
  });

  it.each(['Goalkeeper', 'Design', 'Non-goals'])('is not found under %s', (heading) => {
    expect(words(texts(`# A\nalpha\n## ${heading}\nbeta\n## Why\ngamma`).lead)).toEqual(['gamma']);
  });

  it.each(['# Cache\nalpha beta', 'alpha beta', '# Summary\nalpha beta'])(
    'is otherwise the beginning of the text: %j',
    (text) => {
      expect(words(texts(text).lead)).toEqual(['alpha', 'beta']);
    },
  );

  it('skips an empty section', () => {
    expect(words(texts('# A\n## Summary\n\n## Why\nalpha').lead)).toEqual(['alpha']);
  });

  it('ends at the end of a phrase, and has every word once together with the rest', () => {
    const long = `${'word '.repeat(210)}one two three, four five`;
    const { lead, body } = texts(`# A\n## Summary\n${long}\n## End\nsix`);
    expect(words(lead).slice(-2)).toEqual(['two', 'three']);
    expect(words(body)).toEqual(['four', 'five', 'six']);
  });

  it('is limited when nothing breaks the text', () => {
    expect(texts(`# A\n${'word '.repeat(5000)}`).lead.length).toBeLessThan(2000);
  });
});
