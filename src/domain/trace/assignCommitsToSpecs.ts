import { revertedCommits } from './specLinesInCommits.js';

/** A commit as git has it. */
export interface LoggedCommit {
  readonly hash: string;
  readonly author: string;
  /** Author date in ms since 1970; a cherry-pick or a rebase keeps it. */
  readonly authoredAt: number;
  /** Commit date in ms since 1970. */
  readonly committedAt: number;
  readonly message: string;
  /** Changed files, relative to the project; files outside the project begin with `../`. Empty for a merge. */
  readonly files: readonly string[];
  /** A branch that has the commit; undefined if the current branch has it. */
  readonly branch?: string;
}

/**
 * Whether the changes of a commit count for its specs: a reverted commit and its revert do not, nor does a second commit of the same
 * change, as made by `git cherry-pick`.
 */
export type CommitState = 'counts' | 'reverted' | 'revert' | 'repeated';

/** A commit with its specs. */
export interface CommitShare {
  readonly commit: LoggedCommit;
  /** Keys of the specs that the commit names, or that the commit which it reverts names. */
  readonly specs: ReadonlySet<string>;
  readonly state: CommitState;
}

interface OpenShare {
  readonly commit: LoggedCommit;
  readonly specs: Set<string>;
  readonly reverts: readonly OpenShare[];
  readonly isRevert: boolean;
  isUndone: boolean;
  readonly isRepeated: boolean;
}

/**
 * Assigns commits to specs.
 * @param commits each commit before its ancestors, as git lists them; the last of several commits of the same change counts.
 * @param specsOf returns the keys of the specs that a commit names.
 * @returns in the same order.
 */
export function commitShares(
  commits: readonly LoggedCommit[],
  specsOf: (commit: LoggedCommit) => ReadonlySet<string>,
): readonly CommitShare[] {
  const shares: OpenShare[] = [];
  const changes = new Set<string>();
  const hashes = new HashIndex();
  for (const commit of commits.toReversed()) {
    const named = revertedCommits(commit.message);
    const reverts = named.flatMap((hash) => hashes.find(hash) ?? []);
    const specs = new Set([...specsOf(commit), ...reverts.flatMap((share) => [...share.specs])]);
    // A cherry-pick keeps author, author date and subject, also where conflicts made its patch another one.
    const change = `${commit.author}\n${String(commit.authoredAt)}\n${subjectOf(commit.message)}`;
    const isRevert = named.length > 0;
    const share = { commit, specs, reverts, isRevert, isUndone: false, isRepeated: changes.has(change) };
    changes.add(change);
    shares.push(share);
    hashes.add(share);
    for (const reverted of reverts) undo(reverted);
  }
  return shares.reverse().map(({ commit, specs, isRevert, isUndone, isRepeated }) => ({
    commit,
    specs,
    state: isRevert ? 'revert' : isUndone ? 'reverted' : isRepeated ? 'repeated' : 'counts',
  }));
}

/** Reverting a revert brings the change back. */
function undo(share: OpenShare): void {
  share.isUndone = !share.isUndone;
  for (const reverted of share.reverts) reverted.isUndone = !share.isUndone;
}

export function subjectOf(message: string): string {
  return (/^[^\r\n]*/.exec(message.trimStart())?.[0] ?? '').trim();
}

/** Commits by hash; git accepts and writes abbreviated ones, of 7 characters or more. */
class HashIndex {
  readonly #byStart = new Map<string, OpenShare[]>();

  add(share: OpenShare): void {
    const start = share.commit.hash.slice(0, 7);
    const same = this.#byStart.get(start);
    if (same === undefined) this.#byStart.set(start, [share]);
    else same.push(share);
  }

  find(hash: string): OpenShare | undefined {
    return this.#byStart.get(hash.slice(0, 7))?.find(({ commit }) => commit.hash.startsWith(hash));
  }
}
