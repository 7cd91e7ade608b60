import { groupBy } from '../value/collections.js';

/**
 * The greatest number of characters of a commit message that are read; the message of a squash merge may contain many messages.
 */
const LONGEST_MESSAGE = 200_000;
/** Matches a line such as `Spec: 012`, which may be indented, quoted or a list item, as in the message of a squash merge. */
const SPEC_LINE = /^[ \t]*(?:(?:[*+>-]|\d{1,9}[.)])[ \t]+)*spec:[ \t]*(\S.*)$/gim;
/** Matches the sentence that `git revert` writes into a message. */
const REVERTS = /\bThis reverts commit ([0-9a-f]{7,64})\b/g;
/** The greatest number of references that are read from one line. */
const MOST_REFERENCES = 50;

/**
 * Returns the references, separated by commas or blanks, in each line of a commit message that begins with `Spec:`, such as two
 * in `Spec: 012, user-login`. A line of ordinary text may begin like this, too, so the caller must check that the references name
 * existing specs.
 */
export function specLines(message: string): readonly (readonly string[])[] {
  return [...message.slice(0, LONGEST_MESSAGE).matchAll(SPEC_LINE)].map(([, words = '']) =>
    words
      .split(/[\s,;]+/)
      .filter((word) => word !== '')
      .slice(0, MOST_REFERENCES),
  );
}

/** Returns the hashes of the commits that a message of `git revert` names; a hash may be abbreviated. */
export function revertedCommits(message: string): readonly string[] {
  return [...message.slice(0, LONGEST_MESSAGE).matchAll(REVERTS)].map(([, hash = '']) => hash);
}

/** Matches the address of a repository on a known site; a name and a password in the address are not part of the groups. */
const HOSTED =
  /^(?:https:\/\/(?:[^/@]*@)?|ssh:\/\/git@|git@)(github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)[:/]((?:[\w.-]+\/)+[\w.-]+?)(?:\.git)?\/?$/;

/** Returns the web address of the commits of a remote, up to the hash; undefined if the remote is not on a known site. */
export function commitAddress(remote: string): string | undefined {
  const [, host, path] = HOSTED.exec(remote) ?? [];
  if (host === undefined || path === undefined) return undefined;
  return `https://${host}/${path}/${host === 'bitbucket.org' ? 'commits' : host === 'gitlab.com' ? '-/commit' : 'commit'}/`;
}

/** A commit in git's history. */
export interface LoggedCommit {
  readonly hash: string;
  readonly author: string;
  /** The author date in ms since 1970; a cherry-pick or a rebase does not change this date. */
  readonly authoredAt: number;
  /** The commit date in ms since 1970. */
  readonly committedAt: number;
  readonly message: string;
  /** The changed files, relative to the project's root; files outside the project begin with `../`. Empty for a merge. */
  readonly files: readonly string[];
  /** A branch that has the commit; undefined if the current branch has it. */
  readonly branch?: string;
}

/**
 * Whether the changes of a commit count for its specs. A reverted commit and its revert do not count, nor does a commit that
 * repeats the change of another commit, as `git cherry-pick` makes.
 */
export type CommitState = 'counts' | 'reverted' | 'revert' | 'repeated';

/** A commit with the specs to which it belongs. */
export interface CommitShare {
  readonly commit: LoggedCommit;
  /** The keys of the specs to which the commit's message refers; for a revert, also of those of the reverted commit. */
  readonly specs: ReadonlySet<string>;
  readonly state: CommitState;
}

/** Returns the commits that count for each spec, by the spec's key, in the given order. */
export function countingCommits(
  shares: readonly CommitShare[],
): ReadonlyMap<string, readonly LoggedCommit[]> {
  const named = shares
    .filter(({ state }) => state === 'counts')
    .flatMap(({ specs, commit }) => [...specs].map((key) => ({ key, commit })));
  return new Map(
    groupBy(named, ({ key }) => key).map((own) => [own[0]?.key ?? '', own.map(({ commit }) => commit)]),
  );
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
 * @param commits each commit before its ancestors, as git lists them. If several commits make the same change, only the last in
 * this list counts.
 * @param specsOf returns the keys of the specs that a commit names.
 * @returns the commits in the same order, with their specs.
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
    // A cherry-pick keeps author, author date and subject, even if conflicts changed its patch, so these three identify a change.
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

/**
 * Marks a commit as reverted, or as not reverted if it is marked already. If the commit is a revert itself, the commits that it
 * reverts get the opposite mark.
 */
function undo(share: OpenShare): void {
  share.isUndone = !share.isUndone;
  for (const reverted of share.reverts) reverted.isUndone = !share.isUndone;
}

/** Returns the subject of a commit: the first line of its message. */
export function subjectOf(message: string): string {
  return (/^[^\r\n]*/.exec(message.trimStart())?.[0] ?? '').trim();
}

/**
 * Finds commits by hash or by the beginning of a hash (7 characters or more), because messages may contain abbreviated hashes.
 */
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
