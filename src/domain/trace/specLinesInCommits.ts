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
