export type FileKind = 'file' | 'directory' | 'link' | 'other';

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: FileKind;
}

/** What proves that a file is unchanged. Times are nanoseconds since 1970; zero where a file system has none. */
export interface FileStat {
  readonly kind: FileKind;
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly inode: bigint;
  /** Names that a file has, where it can have several. */
}

/** A file that is read in parts: what it held when it was opened, whatever takes its name meanwhile. */
export interface OpenFile {
  readonly size: number;
  /** `length` bytes from `start` on; fewer where the file ends before. */
  read(start: number, length: number): Uint8Array;
  /** Harmless when it is closed already. */
  close(): void;
}

export interface WriteOptions {
  /** False skips the flush: for caches and locks, which a power cut may take. True by default. */
  readonly durable?: boolean;
}

/** A write that is on disk, flushed, under a temporary name. */
export interface StagedFile {
  /** Where the content waits, relative to the root; absent where nothing outlives the process. */
  readonly temporary?: string;
  /** The name it is to take, relative to the root. */
  readonly path: string;
  /** Takes the place of whatever file stands there. */
  commit(): void;
  /** Takes the name only when it is free; false when it is not (the staged file is then discarded). */
  commitExclusive(): boolean;
  /** Removes the temporary file; harmless after a commit. */
  discard(): void;
}

/**
 * Files below one root. Paths are relative to it, `/`-separated, without `.` or `..`; `''` is the root.
 * Neither reading nor writing goes through a link that leads outside the root; writing not into `.git` either.
 * Every method throws SpectoolError: `OUTSIDE_PROJECT` for a path that leaves the root, `WRITE_FAILED` /
 * `READ_FAILED` (naming path and cause) for what the system refuses. "Not there" is an answer, not an error.
 */
export interface FileSystem {
  /** Absolute path of the root, for messages and other programs. */
  readonly root: string;
  /** Undefined when there is no such file. A directory is `READ_FAILED`. */
  read(path: string): Uint8Array | undefined;
  /** As `read`, decoded as UTF-8; a BOM is kept. */
  readText(path: string): string | undefined;
  /** For reading parts of a large file. Undefined when there is no such file; a directory is `READ_FAILED`. */
  open(path: string): OpenFile | undefined;
  /** Entries in name order, temporary files left out; empty when there is no such directory. */
  list(path: string): readonly DirectoryEntry[];
  /** Of the entry itself: a link is a link. */
  stat(path: string): FileStat | undefined;
  /** Writes a temporary file beside the target's final place and flushes it; parents are made. */
  stage(path: string, content: string | Uint8Array, options?: WriteOptions): StagedFile;
  /** Stage and commit: the old or the new content, never a part. */
  write(path: string, content: string | Uint8Array, options?: WriteOptions): void;
  /** Stage and commit only when the name is free. */
  createExclusive(path: string, content: string | Uint8Array, options?: WriteOptions): boolean;
  /** With parents; no error when it stands already. */
  makeDirectory(path: string): void;
  /** Moves a file or folder; parents are made; refuses (`WRITE_FAILED`) when the target exists. */
  move(from: string, to: string): void;
  /** Removes a file, link or whole folder; harmless when it is not there. Never follows links. */
  remove(path: string): void;
  /** Removes a folder when it is empty; false when it is not, or not there. */
  removeEmptyDirectory(path: string): boolean;
  /**
   * Removes temporary files that killed processes left in this one folder, and says how many; those a living
   * process may still want stay. `graceMs` is how long one is left alone though its owner seems dead: another machine's
   * processes cannot be seen from here.
   */
  sweepTemporary(path: string, graceMs?: number): number;
  /** Makes a symbolic link holding `target` as it is given; false where links cannot be made. */
  link(target: string, path: string): boolean;
  /** Target of a symbolic link as written, undefined for anything else. */
  readLink(path: string): string | undefined;
  /**
   * Runs `work`; names that it makes, changes and removes are flushed when it ends, all together. Absent where that gains nothing: then
   * each is flushed at once.
   */
  together?<T>(work: () => T): T;
  /** True when the entry, links followed, lies inside the root (or does not exist but its parent does). */
  isInside(path: string): boolean;
  /** Where it lies then, from the root; undefined outside. */
  placeOf(path: string): string | undefined;
}
