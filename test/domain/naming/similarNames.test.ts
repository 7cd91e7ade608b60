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

describe('names that may mean the same work', () => {
  it.each([
    ['user-login', ['user-login']],
    ['add-user-logins', ['user-login']],
    ['dark-mode-theme', ['dark-mode-themes']],
    ['dark-mode', ['dark-mode-themes']],
    ['cache-for-the-search-index', ['search-index-cache']],
    ['login', ['user-login']],
    ['search-index-caches', ['search-index-cache']],
    ['user-log-in-e-mail', []],
  ])('of %s are %j', (name, expected) => expect(similar(name)).toEqual(expected));

  it.each(['user-export', 'cli-config-file', 'mode', 'cli', 'billing-invoices', ''])(
    'of %s are none, since one word or a common word is not enough',
    (name) => expect(similar(name)).toEqual([]),
  );

  it.each([
    ['refunds', 'refunds'],
    ['refund', 'refunds'],
    ['refund-by-e-mail', 'refund-email'],
    ['add-the', 'add-the'],
  ])('of %s include %s when it is the only spec', (name, there) =>
    expect(similarNames(name, [{ name: there }])).toHaveLength(1),
  );

  it('are few, the nearest first', () => {
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
