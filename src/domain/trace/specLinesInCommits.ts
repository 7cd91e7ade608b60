/** The longest part of a commit message that is read, in characters; a squash merge gathers many messages. */
const LONGEST_MESSAGE = 200_000;
/** A line `Spec: 012`, possibly indented, quoted or an item of a list, as squash merges write the bodies of commits. */
const SPEC_LINE = /^[ \t]*(?:(?:[*+>-]|\d{1,9}[.)])[ \t]+)*spec:[ \t]*(\S.*)$/gim;
/** Written by `git revert`. */
const REVERTS = /\bThis reverts commit ([0-9a-f]{7,64})\b/g;
/** Most references in one line. */
const MOST_REFERENCES = 50;

/**
 * Returns the references of each line of a commit message that begins with `Spec:`, separated by commas or blanks:
 * `Spec: 012, user-login` has two. Lines of other text have this form too; only a caller who knows the specs can tell them apart.
 */
export function specLines(message: string): readonly (readonly string[])[] {
  return [...message.slice(0, LONGEST_MESSAGE).matchAll(SPEC_LINE)].map(([, words = '']) =>
    words
      .split(/[\s,;]+/)
      .filter((word) => word !== '')
      .slice(0, MOST_REFERENCES),
  );
}

/** Returns the hashes of the commits that a message of `git revert` names, possibly abbreviated. */
export function revertedCommits(message: string): readonly string[] {
  return [...message.slice(0, LONGEST_MESSAGE).matchAll(REVERTS)].map(([, hash = '']) => hash);
}
