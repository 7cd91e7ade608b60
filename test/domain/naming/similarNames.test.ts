import { describe, expect, it } from '@jest/globals';
import { similarNames } from '../../../src/domain/naming/similarNames.js';

const folders = [
  'user-login',
  'dark-mode-themes',
  'cli-output-colors',
  'cli-error-messages',
  'cli-shell-completion',
  'search-index-cache',
].map((name) => ({ name }));
const similar = (name: string) => similarNames(name, folders).map((folder) => folder.name);

describe('The list of specs whose names are similar to a new name', () => {
  it.each([
    ['user-login', ['user-login']],
    ['add-user-logins', ['user-login']],
    ['dark-mode-theme', ['dark-mode-themes']],
    ['dark-mode', ['dark-mode-themes']],
    ['cache-for-the-search-index', ['search-index-cache']],
    ['login', ['user-login']],
    ['search-index-caches', ['search-index-cache']],
    ['user-log-in-e-mail', []],
  ])('finds, for %s, the specs %j', (name, expected) => expect(similar(name)).toEqual(expected));

  it.each(['user-export', 'cli-config-file', 'mode', 'cli', 'billing-invoices', ''])(
    'is empty for %s, because one shared word or a common word is not enough',
    (name) => expect(similar(name)).toEqual([]),
  );

  it.each([
    ['refunds', 'refunds'],
    ['refund', 'refunds'],
    ['refund-by-e-mail', 'refund-email'],
    ['add-the', 'add-the'],
  ])('has, for %s, the spec %s when that is the only spec', (name, there) =>
    expect(similarNames(name, [{ name: there }])).toHaveLength(1),
  );

  it('has only a few specs, the most similar first', () => {
    const many = [...Array.from({ length: 9 }, () => 'token-counters-list'), 'token-counter'];
    const found = similarNames(
      'token-counter',
      many.map((name) => ({ name })),
    );
    expect(found.map(({ name }) => name)).toEqual([
      'token-counter',
      'token-counters-list',
      'token-counters-list',
    ]);
  });
});
