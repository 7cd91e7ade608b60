/** What became of the files below a folder since a branch left another. */
export interface ChangesSince {
  /** The commit in which it did. */
  readonly commit: string;
  /** Files as that commit has them, by path; of documents beside a changed file their texts, of others none. */
  readonly before: ReadonlyMap<string, string>;
  /** Paths of what was changed, came or went since, committed or not; in name order. */
  readonly changed: readonly string[];
}

/** What the project's commits tell of its files; nothing where there is no git repository. */
export interface Commits {
  /** When each of these files was last committed, milliseconds since 1970; those of no commit are left out. */
  lastCommits(paths: readonly string[]): ReadonlyMap<string, number>;
  /** Commits that changed a file and the texts they left in it, the newest first, as far back as a few go; of both sides of a merge. */
  committedTexts(path: string): readonly { readonly commit: string; readonly text: string }[];
  /** Of these files, and below these folders, what is not in the last commit as it stands: changed, new, or ignored. Undefined without git. */
  filesNotInHead(...places: readonly string[]): readonly string[] | undefined;
  /** True for a file that is byte for byte what the last commit or git's index has; undefined without git. */
  isUntouched(path: string): boolean | undefined;
  /** Texts of the Markdown files below a folder that git's index adds, changes or removes, as the commit will have them or had them. */
  stagedDocuments(folder: string): readonly string[];
  /** Files below a folder that git's index does not have, ignored ones aside. */
  untracked(folder: string): readonly string[];
  /** Files below a folder that the last commit has and git's index has not. */
  lostFromIndex(folder: string): readonly string[];
  /** Files of a folder as the last commit that had it left them, by their paths in it; none where no commit of this branch had it. */
  lastFolder(folder: string): ReadonlyMap<string, Uint8Array>;
  /** Texts of the files right in a folder, as the last commit that changed a file had them. */
  textsBeside(file: string, folder: string): readonly string[];
  /**
   * What the working tree changed below a folder since it left a branch (`git diff BASE...`), files that git does not know yet included.
   * @throws SpectoolError `BASE_NOT_FOUND` for a base that is not here, or whose common commit is not; `GIT_FAILED` without git.
   */
  changesSince(base: string, folder: string): ChangesSince;
}
