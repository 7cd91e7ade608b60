import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { createHash } from 'node:crypto';
import { frontmatterDigest, frontmatterHash } from '../../../src/domain/log/textHash.js';
import type { JsonObject } from '../../../src/domain/value/jsonValue.js';

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

it('frontmatterPrint differs for two frontmatters exactly when frontmatterDigest differs, and both ignore `updated`', () => {
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
