/** Outcome of a three-way text merge. */
export interface TextMerge {
  readonly text: string;
  readonly conflicts: number;
}

/** The git repository around the project, when there is one; every answer is empty when there is none. */
export interface Repository {
  /** True inside a working tree that git can read. */
  available(): boolean;
  /**
   * Folder names below the specs directory (all depths) on every other local branch, remote-tracking branch and
   * worktree. `skipped` says in a sentence what could not be read, for a warning.
   */
  foldersElsewhere(specsDir: string): { readonly folders: readonly string[]; readonly skipped?: string };
  userName(): string | undefined;
  /** git's own three-way merge of texts (`git merge-file`). */
  mergeText(
    ours: string,
    base: string,
    theirs: string,
    labels?: readonly [string, string, string],
  ): TextMerge;
  /** Content of the three sides of a conflicted path, from the index; undefined when it is not conflicted. */
  conflictSides(
    path: string,
  ): { readonly base?: string; readonly ours?: string; readonly theirs?: string } | undefined;
  /** Paths git holds as unmerged, relative to the project root. */
  conflictedPaths(): readonly string[];
  /** Marks a path as resolved (`git add`). */
  markResolved(path: string): void;
  readConfig(key: string): string | undefined;
  /** In this clone only. */
  writeConfig(key: string, value: string): void;
}
