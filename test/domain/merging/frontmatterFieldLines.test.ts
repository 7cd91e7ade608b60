import { describe, expect, it } from '@jest/globals';
import { mergedOrder } from '../../../src/domain/merging/mergeDocument.js';

describe('The order of keys in a merged frontmatter', () => {
  it('puts an added key after the key that it follows on its side', () => {
    const sides = { base: ['a', 'b'], ours: ['a', 'x', 'b'], theirs: ['a', 'b', 'y', 'z'] };
    expect(mergedOrder(sides)).toEqual(['a', 'x', 'b', 'y', 'z']);
  });

  it('is computed for very many keys when each side adds as many again', () => {
    const named = (prefix: string) => Array.from({ length: 40_000 }, (_, i) => `${prefix}${String(i)}`);
    const base = named('key');
    const merged = mergedOrder({
      base,
      ours: [...base, ...named('ours')],
      theirs: [...named('theirs'), ...base],
    });
    expect(merged).toHaveLength(120_000);
  });
});
