/** Outcome of a three-way text merge. */
export interface TextMerge {
  readonly text: string;
  readonly conflicts: number;
}

/** How a text merge is written. */
export interface TextMergeStyle {
  /** Behind the marks of a conflict. */
  readonly labels?: readonly [ours: string, base: string, theirs: string];
  /** Letters of a mark; 7 by default. */
  readonly markerSize?: number;
  /** By default `merge`, without the base; `configured`: as `merge.conflictStyle` says. */
  readonly conflictStyle?: 'merge' | 'diff3' | 'configured';
  /** `latin1`: the texts are bytes, a letter each. */
  readonly encoding?: 'utf8' | 'latin1';
}

/** The versions of a file that git is merging, and what it says of them. */
export interface MeetingFiles {
  /** From the top of the working tree. */
  readonly path: string;
  readonly ours: string;
  readonly base: string;
  readonly theirs: string;
  /** What git calls their side, where it says so. */
  readonly theirsLabel?: string;
}

/** What a merge does to a folder: texts of the files that come, or come in another version, and of those that go. */
export interface FolderChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** A side is absent when it does not have the file. */
export interface ConflictSides {
  readonly base?: string;
  readonly ours?: string;
  readonly theirs?: string;
  /** Why they cannot be read as texts; none is there then. */
  readonly unreadable?: string;
}

/** A file in the last commit and in the one that comes in: absent where a side does not have it, null where that is no text. */
export interface MeetingVersions {
  readonly ours?: string | null;
  readonly theirs?: string | null;
}

/** What git's index is to hold at a path: a text as git stores it, or the versions of a conflict; without either, nothing. */
export interface StagedText {
  readonly path: string;
  readonly text?: string;
  readonly sides?: Omit<ConflictSides, 'unreadable'>;
}

/** What versions meet in a merge that git is in the middle of, and what becomes of them; none meet where there is no git repository. */
export interface Merges {
  /** git's own three-way merge of texts (`git merge-file`). */
  mergeText(ours: string, base: string, theirs: string, style?: TextMergeStyle): TextMerge;
  /**
   * What the merge that git is carrying out, and asks us to merge a file for, does to a folder of the project; undefined where the
   * commit that comes in cannot be told.
   */
  changeOfMerge(files: MeetingFiles, folder: string): FolderChange | undefined;
  /** True where git's attributes change the content of a file as it is checked out, line ends apart (`filter`, `ident`, encodings). */
  isFiltered(path: string): boolean;
  /** Content of the three sides of a conflicted path, from the index; undefined when it is not conflicted. */
  conflictSides(path: string): ConflictSides | undefined;
  /**
   * What git can have left in a file whose path is in conflict: as it noted it, and as its own merge of the sides makes it. Line ends and
   * what stands behind marks may differ. Each is made when it is asked for.
   */
  textsLeft(path: string): Iterable<string>;
  /** Versions of files in the last commit and in the one git stopped at, of those that either has. */
  versionsThatMeet(paths: readonly string[]): ReadonlyMap<string, MeetingVersions>;
  /**
   * Paths git holds as unmerged, relative to the project root.
   * @throws SpectoolError `GIT_FAILED` when there is a repository that git cannot read.
   */
  conflictedPaths(): readonly string[];
  /**
   * Puts texts into git's index, all or none, past every filter: their paths are in no other conflict any more. May be repeated.
   * @throws SpectoolError `GIT_FAILED` when git refuses, as while another program holds the index.
   */
  stage(files: readonly StagedText[]): void;
  /** The command that goes on with what git stopped in, such as a rebase; undefined when it stopped in nothing. */
  continuation(): string | undefined;
}
