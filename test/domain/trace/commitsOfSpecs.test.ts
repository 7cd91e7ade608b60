import { describe, expect, it } from '@jest/globals';
import {
  commitAddress,
  commitShares,
  type LoggedCommit,
  revertedCommits,
  specLines,
} from '../../../src/domain/trace/commitsOfSpecs.js';

const HASH = { a: 'a'.repeat(40), b: 'b'.repeat(40), c: 'c'.repeat(40), d: 'd'.repeat(40) };
type Name = keyof typeof HASH;

function commit(name: Name, message: string, more: Partial<LoggedCommit> = {}): LoggedCommit {
  const at = name.charCodeAt(0) * 1000;
  return { hash: HASH[name], author: 'kim', authoredAt: at, committedAt: at, message, files: [], ...more };
}

/** Returns the state and the specs of each commit, by the first letter of its hash. @param commits oldest first. */
function statesOf(...commits: readonly LoggedCommit[]): Readonly<Record<string, string>> {
  const shares = commitShares(commits.toReversed(), ({ message }) => new Set(specLines(message).flat()));
  return Object.fromEntries(
    shares.map(({ commit: { hash }, state, specs }) => [
      hash[0] ?? '',
      `${state} ${[...specs].join(',')}`.trim(),
    ]),
  );
}

describe('commitShares', () => {
  it('counts a commit for each spec that the commit names', () => {
    expect(statesOf(commit('a', 'x\n\nSpec: 1, 2'), commit('b', 'y'))).toEqual({
      a: 'counts 1,2',
      b: 'counts',
    });
  });

  it('gives a revert the specs of the reverted commit, and counts neither', () => {
    const revert = commit('b', `Revert "x"\n\nThis reverts commit ${HASH.a}.`);
    expect(statesOf(commit('a', 'x\n\nSpec: 1'), revert)).toEqual({ a: 'reverted 1', b: 'revert 1' });
  });

  it('counts a commit again when its revert is reverted', () => {
    const revert = commit('b', `Revert "x"\n\nThis reverts commit ${HASH.a.slice(0, 10)}.`);
    const again = commit('c', `Reapply "x"\n\nThis reverts commit ${HASH.b}.`);
    expect(statesOf(commit('a', 'x\n\nSpec: 1'), revert, again)).toEqual({
      a: 'counts 1',
      b: 'revert 1',
      c: 'revert 1',
    });
  });

  it('counts a cherry-picked change once', () => {
    const picked = commit('b', 'x\n\nSpec: 1', { authoredAt: HASH.a.charCodeAt(0) * 1000 });
    const other = commit('c', 'y\n\nSpec: 1', { authoredAt: HASH.a.charCodeAt(0) * 1000 });
    expect(statesOf(commit('a', 'x\n\nSpec: 1'), picked, other)).toEqual({
      a: 'counts 1',
      b: 'repeated 1',
      c: 'counts 1',
    });
  });

  it('does not count the revert of an unknown commit', () => {
    expect(statesOf(commit('b', `Revert "x"\n\nThis reverts commit ${HASH.d}.\n\nSpec: 1`))).toEqual({
      b: 'revert 1',
    });
  });
});

describe('specLines', () => {
  it.each([
    ['a trailer', 'Add login\n\nSpec: 012', [['012']]],
    ['several references', 'x\n\nSpec: 012, user-login 14', [['012', 'user-login', '14']]],
    ['several lines', 'x\n\nSpec: 1\nspec: 2\r\nSPEC:3', [['1'], ['2'], ['3']]],
    [
      'indented and bulleted lines of a squash merge',
      '* Add a\n\n  Spec: 1\n  * Spec: 2\n1. Spec: 3\n> Spec: 4',
      [['1'], ['2'], ['3'], ['4']],
    ],
    ['a sentence, whose words the caller compares with specs', 'Spec: section 4', [['section', '4']]],
  ])('reads %s', (_form, message, lines) => {
    expect(specLines(message)).toEqual(lines);
  });

  it.each(['See Spec: 1', 'Specs: 1', 'Spec:', 'Spec:   ', 'xSpec: 1'])('ignores %j', (message) => {
    expect(specLines(message)).toEqual([]);
  });

  it('reads a message of megabytes in time that grows with its length', () => {
    expect(specLines(`${' '.repeat(3_000_000)}x\nSpec: 1`)).toEqual([]);
    expect(specLines('Spec: 1\n'.repeat(30_000)).length).toBeGreaterThan(20_000);
    expect(specLines(`${'* '.repeat(99_000)}x`)).toEqual([]);
  });
});

it('revertedCommits finds the hashes that git revert writes', () => {
  expect(revertedCommits('Revert "x"\n\nThis reverts commit 0123456789abcdef.')).toEqual([
    '0123456789abcdef',
  ]);
  expect(revertedCommits('This reverts commit of nothing')).toEqual([]);
});

it.each([
  ['https://github.com/acme/shop.git', 'https://github.com/acme/shop/commit/'],
  ['https://kim:secret@gitlab.com/acme/web/shop', 'https://gitlab.com/acme/web/shop/-/commit/'],
  ['git@bitbucket.org:acme/shop.git', 'https://bitbucket.org/acme/shop/commits/'],
  ['ssh://git@codeberg.org/acme/shop/', 'https://codeberg.org/acme/shop/commit/'],
  ['javascript:alert(1)//github.com/a/b', undefined],
  ['https://github.com@evil.example/a/b', undefined],
  ['https://evil.example/github.com/a/b', undefined],
  ['https://github.com/a/b"onclick=', undefined],
  ['https://github.com/a/b\njavascript:x', undefined],
  ['/srv/git/shop.git', undefined],
])('the commits of the remote %j have the address %j', (remote, address) => {
  expect(commitAddress(remote)).toBe(address);
});
