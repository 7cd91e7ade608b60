import { describe, expect, it } from '@jest/globals';
import { prefixesInUse } from '../../../src/domain/naming/prefixesInUse.js';

const told = (names: readonly string[], digits: number, taken: readonly number[] = []) => [
  ...prefixesInUse(names, digits, new Set(taken)),
];

describe('Prefixes of older configurations', () => {
  it.each([
    ['a padded number behind a month', ['03-01-a'], 2, ['##-']],
    ['numbers nobody else has, one month', ['03-1-a', '03-2-b'], 1, ['##-']],
    ['numbers nobody else has, two months', ['03-1-a', '04-2-b'], 1, ['##-']],
    ['words', ['spec-1-a', 'spec-2-b'], 1, ['spec-']],
    ['words with a number of their own', ['v1.001-a'], 3, ['v1.']],
    ['words and a date', ['rfc-2026-03-1-a', 'rfc-2026-04-2-b'], 1, ['rfc-####-##-']],
    ['a day without a dash', ['20260305001-a'], 3, ['########']],
    ['a number behind a month, padded to an earlier width', ['11-001-a'], 4, ['##-']],
    ['a number behind a digit, padded to an earlier width', ['7-001-a'], 4, ['7-']],
    ['a padded number behind a whole day', ['2025-02-03-002-b'], 2, ['####-##-##-']],
  ])('are told by %s', (_what, names, digits, shapes) => {
    expect(told(names, digits)).toEqual(shapes);
  });

  it.each([
    ['one number that is not padded', ['03-1-a', 'feature-2-factor'], 1],
    ['numbers of our width before a name that begins with one', ['010-100-days', '011-200-nights'], 3],
    ['numbers of an earlier width before a name that begins with one', ['007-001-a', '100-002-b'], 4],
    ['two of one number', ['spec-1-a', 'spec-1-b'], 1],
    ['years', ['plan-2026-budget', 'plan-2027-budget'], 4],
    ['numbers that stand in a word', ['oauth1-legacy', 'oauth2-login'], 1],
    ['numbers narrower than ours', ['phase-1-setup', 'phase-2-build'], 3],
    ['times of day', ['20260319-093022-a', '20260319-0930-b', '2026-03-19-101500-c'], 3],
    ['a day and a name', ['2025-08-06-add-x', '2025-08-07-add-y'], 3],
  ])('are not told by %s', (_what, names, digits) => {
    expect(told(names, digits)).toEqual([]);
  });

  it('are not told by numbers other specs have', () => {
    expect(told(['phase-1-setup', 'phase-2-build'], 1, [2])).toEqual([]);
  });
});
