import { describe, expect, it } from '@jest/globals';
import {
  attachedNames,
  attachedWithin,
  fieldTextsOf,
  fieldValues,
  withoutBase64Data,
} from '../../../src/domain/search/searchedTexts.js';

const texts = (body: string) => fieldTextsOf({ title: '', name: '', tags: [], body, files: [] });
const words = (text: string) => text.match(/\w+/g) ?? [];

const LINE = 'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE';

describe('The lead of a document, the text that states its purpose,', () => {
  it('is the text under at most three headings about purpose, with their subsections', () => {
    const { lead, body } = texts(
      '# Cache\nstatus\n## Summary\nalpha\n### Detail\nbeta\n## Design\ngamma\n## 2. Motivation\ndelta\n## Goals\nepsilon\n## Why\nzeta',
    );
    expect(words(lead)).toEqual(['alpha', 'beta', 'delta', 'epsilon']);
    expect(words(body)).toEqual(['status', 'gamma', 'zeta']);
  });

  it.each('Problem, Abstract, Introduction, Overview, Context, Executive summary, GOAL, **Why**'.split(', '))(
    'is found under the heading %s',
    (heading) => {
      expect(words(texts(`# A\nno\n## ${heading}\nalpha\n## Other\nno`).lead)).toEqual(['alpha']);
    },
  );

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

it.each([
  [
    'an embedded image',
    `See ![login](data:image/png;base64,${LINE}==) here`,
    'See ![login](data:image/png;base64,) here',
  ],
  ['a long run of data', `before ${LINE.repeat(5)} after`, 'before  after'],
  ['lines of data', `before\n${LINE}\n  ${LINE}\nafter`, 'before\n\n\nafter'],
])('withoutData removes data such as %s from the searched text', (_, text, expected) => {
  expect(withoutBase64Data(text).replace('data:image/png;base64,', '')).toBe(
    expected.replace('data:image/png;base64,', ''),
  );
});

it.each([
  'Words, a path src/adapters/storage/files/nodeFileSystem.ts and 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.',
  'averylongwordofsmalllettersaloneandnothingelseinthelinewhatsoeverbutthis',
  'data: the rest of the sentence; base64, too',
])('withoutData keeps words such as %s in the searched text', (text) => {
  expect(withoutBase64Data(text)).toBe(text);
});

it('withoutData handles a million characters of any text in little time', () => {
  for (const part of ['data:', 'data:a;base64,', `${'A'.repeat(199)} `, 'A', `${LINE}\n`]) {
    expect(withoutBase64Data(part.repeat(1_000_000 / part.length)).length).toBeLessThanOrEqual(1_000_000);
  }
});

describe('Further files in the folder of a spec', () => {
  it.each('notes.txt schema.yaml data.json src/handler.ts Makefile query.sql a.b.unknown'.split(' '))(
    'are searched when they are text, such as %s',
    (name) => expect(attachedNames([name])).toEqual([name]),
  );

  it.each([
    ...'picture.png PICTURE.JPG archive.tar.gz program.exe yarn.lock sub/package-lock.json'.split(' '),
    ...'bundle.min.js bundle.js.map DESIGN.md'.split(' '),
  ])('are not searched when they are not text or are documents, such as %s', (name) =>
    expect(attachedNames([name])).toEqual([]),
  );

  it('are sorted by distance from the document, and limited in number', () => {
    const deep = Array.from({ length: 100 }, (_, i) => `a/deep/file${String(i).padStart(3, '0')}.ts`);
    const names = attachedNames([...deep, 'z.txt', 'b/near.ts', 'a.txt']);
    expect(names).toHaveLength(50);
    expect(names.slice(0, 4)).toEqual(['a.txt', 'z.txt', 'b/near.ts', 'a/deep/file000.ts']);
  });

  it('are read whole, or skipped when they exceed the size limit', () => {
    const K = 1024;
    const sizes: Record<string, number> = {
      a: 200 * K,
      big: 257 * K,
      b: 256 * K,
      c: 100 * K,
      d: 56 * K,
      link: Infinity,
    };
    expect(attachedWithin(Object.keys(sizes), (name) => sizes[name] ?? 0)).toEqual(['a', 'b', 'd']);
  });
});

describe('Field values that search reads', () => {
  it('are those of people and of custom fields, at any depth', () => {
    expect(
      fieldValues({
        assignee: 'kim',
        reviewer: '@lee',
        team: 'blue whales',
        sprint: 14,
        watchers: ['noor', { name: 'zadie' }],
      }),
    ).toEqual(['kim', '@lee', 'blue whales', '14', 'noor', 'zadie']);
  });

  it("are not those of spectool's own fields, dates, digests or booleans", () => {
    expect(
      fieldValues({
        status: 'planned',
        priority: 'high',
        id: 'ovfhpr3gi0cn8nxj',
        created: '2026-01-01',
        created_at: '2026-01-01T10:00:00Z',
        superseded_by: '004-other',
        depends_on: ['002-charts'],
        commit: 'abc123f99',
        trace: '5f0c6a52-7e0e-4b5e-9f0a-0a1b2c3d4e5f',
        urgent: true,
        empty: null,
      }),
    ).toEqual([]);
  });
});
