import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import {
  frontmatterDigest,
  frontmatterHash,
  textChanges,
  textDigest,
  textDigests,
  textHash,
} from '../../../src/domain/log/digests.js';
import type { JsonObject } from '../../../src/domain/value/jsonValue.js';
import { sha256 } from '../../support/recordBuilder.js';

const changes = (before: string, after: string) => textChanges(textHash(before) ?? [], textHash(after) ?? []);

it('Frontmatter hash frontmatterPrint differs for two frontmatters exactly when frontmatterDigest differs, and both ignore `updated`', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const value = fc.oneof(
    fc.constantFrom('a', 'b', null, 1, true),
    fc.string({ maxLength: 3 }),
    fc.array(fc.constantFrom('x', 'y')),
  );
  const frontmatter = fc.dictionary(
    fc.constantFrom('status', 'tags', 'priority', 'ä'),
    value,
  ) as fc.Arbitrary<JsonObject>;
  const prints = new Map<number, string>();
  fc.assert(
    fc.property(frontmatter, (values) => {
      const print = frontmatterHash({ updated: '2026-01-05', ...values });
      const digest = frontmatterDigest(values, sha256);
      expect(print).toBe(frontmatterHash(Object.fromEntries(Object.entries(values).reverse())));
      expect(Number.isSafeInteger(print) && print > 0).toBe(true);
      expect(prints.get(print) ?? digest).toBe(digest);
      prints.set(print, digest);
    }),
    { numRuns: 3000 },
  );
  expect(prints.size).toBeGreaterThan(100);
});

describe('textHash, a short hash for each line of a text,', () => {
  it.each([
    ['# A\n\nx\n', '# A\n\nx\ny\n', [{ heading: 'A', added: 1, removed: 0 }]],
    ['above\n\n# A\n', '# A\n', [{ heading: '', added: 0, removed: 1 }]],
    [
      '# A\n\nx\n',
      '# B\n\nx\n',
      [
        { heading: 'B', added: 1, removed: 0 },
        { heading: 'A', added: 0, removed: 1 },
      ],
    ],
    ['# A\n\nx\ny\n', '# A\n\ny\nx\n', [{ heading: 'A', added: 0, removed: 0 }]],
    ['# A\n\nx\nx\n', '# A\n\nx\n', [{ heading: 'A', added: 0, removed: 1 }]],
    ['# A\n\nx\n', '# A\n\n\n \t\nx\n\n', []],
    ['```\n# no heading\n```\n', '```\n# another\n```\n', [{ heading: '', added: 1, removed: 1 }]],
  ])('shows which lines changed from %j to %j', (before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
  });

  it('shows how many lines any edit adds and removes', () => {
    const line = fc.stringMatching(/^[a-z]{1,12}$/);
    const texts = fc.array(line, { maxLength: 30 });
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const [told = { added: 0, removed: 0 }] = changes(before.join('\n'), after.join('\n'));
        expect(after.length - before.length).toBe(told.added - told.removed);
      }),
    );
  });

  it('has four characters for each line, and is omitted for a text of very many lines', () => {
    const [[, lines] = ['', '']] = textHash('a\n'.repeat(200)) ?? [];
    expect(lines).toHaveLength(800);
    expect(textHash('a\n'.repeat(4000))).toHaveLength(1);
    expect(textHash('a\n'.repeat(4001))).toBeUndefined();
  });

  it('never changes its format, because logs keep these hashes for years', () => {
    expect(textHash('above\n\n# A\n\nx\nlonger, with ü\n\n## B\n')).toEqual([
      ['', 'APhQ'],
      ['A', 'IUM08o-H'],
      ['B', ''],
    ]);
    expect(textHash('# A\n')).toEqual([['A', '']]);
    expect(textHash('')).toEqual([]);
    expect(textDigest('# A\n', sha256)).toBe(sha256('# A\n').slice(0, 32));
  });

  it('is in a record only when the text differs from the previous one', () => {
    const text = textDigest('# A\n\nx\n', sha256);
    expect(textDigests('# A\n\nx\n', text, sha256)).toStrictEqual({ text });
    expect(textDigests('# A\n\nx\n', 'other', sha256)).toStrictEqual({ text, lines: textHash('# A\n\nx\n') });
    expect(textDigests('a\n'.repeat(5000), undefined, sha256)).toStrictEqual({
      text: textDigest('a\n'.repeat(5000), sha256),
    });
  });

  it('ignores line ends, a byte order mark and newlines at the end, as the digest does', () => {
    const [one, ...others] = ['# A\n\nx\n', '# A\r\n\r\nx', '\uFEFF# A\n\nx\n\n\n'].map((text) => [
      textDigest(text, sha256),
      textHash(text),
    ]);
    for (const other of others) expect(other).toEqual(one);
    for (const other of ['# A\n\ny\n', '# A\n\nx\uFEFF\n', '# A\n\n\nx\n'])
      expect(textDigest(other, sha256)).not.toBe(one?.[0]);
  });
});
