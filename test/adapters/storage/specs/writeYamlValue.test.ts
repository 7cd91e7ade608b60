import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { plainScalar } from '../../../../src/adapters/storage/specs/writeYamlValue.js';

const letters = fc.string({ unit: fc.constantFrom(...Array.from('aBnoNy019 ._-/:#,T')) });
const values = fc.oneof(
  letters,
  fc.constantFrom('null', 'True', 'NO', 'y', '2026-01-05', '2026-01-05T10:00:00Z', '12:30', '1e3', '.inf'),
  fc.integer(),
  fc.boolean(),
);

describe('plainScalar', () => {
  it('returns the text that the yaml library writes, from which the same value is read', () => {
    fc.assert(
      fc.property(values, (value) => {
        const written = plainScalar(value);
        if (written === undefined) return;
        expect(written).toBe(stringify(value, { schema: 'core', lineWidth: 0 }).trimEnd());
        expect(parse(`key: ${written}`, { schema: 'core' })).toEqual({ key: value });
        expect(parse(`[${written}, x]`, { schema: 'core' })).toEqual([value, 'x']);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['a word', 'in-progress', 'v1.2', '2026-01-05', '2026-01-05T10:00:00Z', 7, true])(
    'returns the common value %s without quotes',
    (value) => expect(plainScalar(value)).toBe(String(value)),
  );

  it.each(['', 'yes', 'Null', 'a: b', 'a #b', ' a', 'a ', '- a', '[a', "it's", '007', 'a\nb', 1.5])(
    'returns undefined for %j, which needs quotes',
    (value) => expect(plainScalar(value)).toBeUndefined(),
  );
});
