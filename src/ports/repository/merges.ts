/** Result of a three-way text merge. */
export interface TextMerge {
  readonly text: string;
  readonly conflicts: number;
}

/** Format of the conflict marks in a merged text. */
export interface TextMergeStyle {
  /** Labels printed behind the conflict marks. */
  readonly labels?: readonly [ours: string, base: string, theirs: string];
  /** Number of characters in a conflict mark; 7 by default. */
  readonly markerSize?: number;
  /**
   * Style of conflicts, as git's `merge.conflictStyle`: `merge` (the default) leaves out the base; `configured` uses git's
   * setting.
   */
  readonly conflictStyle?: 'merge' | 'diff3' | 'configured';
  /** `latin1`: the texts are bytes, one character per byte. */
  readonly encoding?: 'utf8' | 'latin1';
}

/** The versions of a file that git passes to spectool as merge driver. */
export interface MeetingFiles {
  /** Path relative to the top of the working tree. */
  readonly path: string;
  readonly ours: string;
  readonly base: string;
  readonly theirs: string;
  /** Git's label for the other side (theirs), if git gives one. */
  readonly theirsLabel?: string;
}

/** Changes that a merge makes in a folder: texts of the files that it adds or changes, and of the files that it removes. */
export interface FolderChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The three versions of a file in conflict. A version is absent if that side does not have the file. */
export interface ConflictSides {
  readonly base?: string;
  readonly ours?: string;
  readonly theirs?: string;
  /** Reason why the versions cannot be read as text; no version is set then. */
  readonly unreadable?: string;
}

/**
 * A file in the last commit and in the commit that git is merging: absent if that commit does not have the file, null if the
 * content is not text.
 */
export interface MeetingVersions {
  readonly ours?: string | null;
  readonly theirs?: string | null;
}

/**
 * Content for a path in git's index: a text as git stores it, or the versions of a conflict. Without both, the path is
 * removed from the index.
 */
export interface StagedText {
  readonly path: string;
  readonly text?: string;
  readonly sides?: Omit<ConflictSides, 'unreadable'>;
}

/** Reads and settles the merge that git is in the middle of. Without a git repository, all answers are empty. */
export interface Merges {
  /** Merges texts with git's three-way merge (`git merge-file`). */
  mergeText(ours: string, base: string, theirs: string, style?: TextMergeStyle): TextMerge;
  /**
   * Returns the changes that the current merge makes in a folder of the project, while git calls spectool as merge driver;
   * undefined if the commit that git is merging cannot be determined.
   */
  changeOfMerge(files: MeetingFiles, folder: string): FolderChange | undefined;
  /**
   * True if git changes the content of a file on checkout in other ways than line endings, because of its attributes
   * (`filter`, `ident`, encodings).
   */
  isFiltered(path: string): boolean;
  /** Returns the three versions of a path in conflict from git's index; undefined if the path is not in conflict. */
  conflictSides(path: string): ConflictSides | undefined;
  /**
   * Yields the texts that git may have left in a file in conflict: the text that git recorded (`AUTO_MERGE`), and merges of
   * the sides in each style. Line endings and labels behind conflict marks may differ. Each text is computed on demand.
   */
  textsLeft(path: string): Iterable<string>;
  /**
   * Returns the versions of files in the last commit and in the commit that git is merging; files in neither commit are left out.
   */
  versionsThatMeet(paths: readonly string[]): ReadonlyMap<string, MeetingVersions>;
  /**
   * Returns the paths in the whole repository that git lists as unmerged, relative to the project root; those outside the
   * project begin with `../`.
   * @throws SpectoolError `GIT_FAILED` if git cannot read the repository.
   */
  conflictedPaths(): readonly string[];
  /**
   * Writes texts or versions of a conflict into git's index, all or none, without applying filters. They replace whatever the
   * index has at these paths, including conflicts. May be called again after a failure.
   * @throws SpectoolError `GIT_FAILED` if git refuses, for example while another program locks the index.
   */
  stage(files: readonly StagedText[]): void;
  /**
   * Returns the command that continues the operation that git is in the middle of, such as a rebase; undefined if there is
   * none.
   */
  continuation(): string | undefined;
}
