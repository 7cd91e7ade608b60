/** Result of a three-way text merge. */
export interface TextMerge {
  readonly text: string;
  readonly conflicts: number;
}

/** Format of the conflict marks in a merged text. */
export interface TextMergeStyle {
  /** Labels behind the conflict marks. */
  readonly labels?: readonly [ours: string, base: string, theirs: string];
  /** Number of characters in a conflict mark; 7 by default. */
  readonly markerSize?: number;
  /** `merge` (the default) leaves out the base; `configured` follows git's `merge.conflictStyle`. */
  readonly conflictStyle?: 'merge' | 'diff3' | 'configured';
  /** `latin1` treats the texts as bytes, one character each. */
  readonly encoding?: 'utf8' | 'latin1';
}

/** The versions of a file that git passes to the merge driver. */
export interface MeetingFiles {
  /** Path relative to the top of the working tree. */
  readonly path: string;
  readonly ours: string;
  readonly base: string;
  readonly theirs: string;
  /** Git's name for their side, if git gives one. */
  readonly theirsLabel?: string;
}

/** Changes that a merge makes in a folder: texts of files that are added or changed, and of files that are removed. */
export interface FolderChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The three versions of a file in conflict. A side without the file is absent. */
export interface ConflictSides {
  readonly base?: string;
  readonly ours?: string;
  readonly theirs?: string;
  /** Why the versions cannot be read as text; no side is set then. */
  readonly unreadable?: string;
}

/**
 * A file in the last commit and in the incoming commit: absent if the commit lacks the file, null if the content is not text.
 */
export interface MeetingVersions {
  readonly ours?: string | null;
  readonly theirs?: string | null;
}

/**
 * Content for git's index at a path: a text as git stores it, or the versions of a conflict. Without either, the path is
 * removed.
 */
export interface StagedText {
  readonly path: string;
  readonly text?: string;
  readonly sides?: Omit<ConflictSides, 'unreadable'>;
}

/** Reads and settles the merge that git is in the middle of. All answers are empty without a git repository. */
export interface Merges {
  /** Merges texts with git's three-way merge (`git merge-file`). */
  mergeText(ours: string, base: string, theirs: string, style?: TextMergeStyle): TextMerge;
  /**
   * Returns the changes that the current merge, for which git called the merge driver, makes in a folder of the project;
   * undefined if the incoming commit cannot be determined.
   */
  changeOfMerge(files: MeetingFiles, folder: string): FolderChange | undefined;
  /** True if git attributes change the content of a file on checkout, beyond line endings (`filter`, `ident`, encodings). */
  isFiltered(path: string): boolean;
  /** The three versions of a conflicted path in git's index; undefined if the path is not in conflict. */
  conflictSides(path: string): ConflictSides | undefined;
  /**
   * Texts that git may have left in a file in conflict: the version it noted, and its own merge of the sides. Line endings
   * and labels behind marks may differ. Each text is computed on demand.
   */
  textsLeft(path: string): Iterable<string>;
  /** The versions of files in the last commit and in the commit that git stopped at; files in neither are left out. */
  versionsThatMeet(paths: readonly string[]): ReadonlyMap<string, MeetingVersions>;
  /**
   * Paths that git holds as unmerged, relative to the project root.
   * @throws SpectoolError `GIT_FAILED` if git cannot read the repository.
   */
  conflictedPaths(): readonly string[];
  /**
   * Writes texts into git's index without filters, all or none, and ends all other conflicts of their paths. May be repeated.
   * @throws SpectoolError `GIT_FAILED` if git refuses, for example while another program locks the index.
   */
  stage(files: readonly StagedText[]): void;
  /** The command that continues what git is in the middle of, such as a rebase; undefined if there is nothing to continue. */
  continuation(): string | undefined;
}
