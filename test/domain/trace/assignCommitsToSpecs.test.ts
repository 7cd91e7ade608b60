import { describe, expect, it } from '@jest/globals';
import { commitShares, type LoggedCommit, specLines } from '../../../src/domain/trace/commitsOfSpecs.js';

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
