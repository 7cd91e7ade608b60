export type FileKind = 'file' | 'directory' | 'link' | 'other';

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: FileKind;
}

/** Metadata of a file, compared to detect changes. Times are nanoseconds since 1970; zero if the file system has none. */
export interface FileStat {
  readonly kind: FileKind;
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly inode: bigint;
}

/** An open file that is read in parts. It keeps the content it had when opened, even if another file takes its name. */
export interface OpenFile {
  readonly size: number;
  /** Returns `length` bytes from offset `start`; fewer at the end of the file. */
  read(start: number, length: number): Uint8Array;
  /** Closes the file. Has no effect if it is closed already. */
  close(): void;
}

export interface WriteOptions {
  /** True (the default) flushes to disk. False is for caches and locks, which may be lost in a power failure. */
  readonly durable?: boolean;
}

/** Content written and flushed to disk under a temporary name. */
export interface StagedFile {
  /** Temporary path relative to the root; absent if the file system does not outlive the process. */
  readonly temporary?: string;
  /** Final path, relative to the root. */
  readonly path: string;
  /** Renames the file to its final path, replacing any file there. */
  commit(): void;
  /** Renames the file only if the final path is free. Otherwise discards the staged file and returns false. */
  commitExclusive(): boolean;
  /** Removes the temporary file. Has no effect after a commit. */
  discard(): void;
}

/**
 * Files below one root folder. Paths are relative to it, `/`-separated, without `.` or `..`; `''` is the root. Reads and
 * writes never follow a link that leads outside the root; writes into `.git` are refused too. Every method throws
 * SpectoolError: `OUTSIDE_PROJECT` for a path outside the root, `WRITE_FAILED` or `READ_FAILED` (with path and cause) if the
 * system refuses. A missing file is a normal result, not an error.
 */
export interface FileSystem {
  /** Absolute path of the root, for messages and other programs. */
  readonly root: string;
  /** Undefined if there is no such file. Throws `READ_FAILED` for a folder. */
  read(path: string): Uint8Array | undefined;
  /** Like `read`, decoded as UTF-8; a byte order mark is kept. */
  readText(path: string): string | undefined;
  /** Opens a large file to read parts of it. Undefined if there is no such file; throws `READ_FAILED` for a folder. */
  open(path: string): OpenFile | undefined;
  /** Returns entries in name order, without temporary files; empty if there is no such folder. */
  list(path: string): readonly DirectoryEntry[];
  /** Returns metadata of the entry itself; links are not followed. */
  stat(path: string): FileStat | undefined;
  /** Writes and flushes a temporary file beside the final path. Creates missing parent folders. */
  stage(path: string, content: string | Uint8Array, options?: WriteOptions): StagedFile;
  /** Stages and commits: the file has the old or the new content, never a part. */
  write(path: string, content: string | Uint8Array, options?: WriteOptions): void;
  /** Stages and commits only if the path is free; returns false if it is not. */
  createExclusive(path: string, content: string | Uint8Array, options?: WriteOptions): boolean;
  /** Creates a folder and its parents; an existing folder is not an error. */
  makeDirectory(path: string): void;
  /** Moves a file or folder and creates missing parent folders. Throws `WRITE_FAILED` if the target exists. */
  move(from: string, to: string): void;
  /** Removes a file, link or whole folder; a missing one is not an error. Never follows links. */
  remove(path: string): void;
  /** Removes an empty folder; returns false if it is not empty or does not exist. */
  removeEmptyDirectory(path: string): boolean;
  /**
   * Removes temporary files that killed processes left in this folder, not in subfolders. Files of running processes stay.
   * @param graceMs minimum age in milliseconds before a file is removed even if its process seems dead: processes on other
   * machines cannot be seen.
   * @returns the number of removed files.
   */
  sweepTemporary(path: string, graceMs?: number): number;
  /** Creates a symbolic link with exactly this `target`; returns false if links are not supported. */
  link(target: string, path: string): boolean;
  /** Returns the target of a symbolic link as written; undefined for anything else. */
  readLink(path: string): string | undefined;
  /**
   * Runs `work` and flushes all names it creates, changes or removes together at the end. Absent if batching gains nothing;
   * each change is then flushed at once.
   */
  together?<T>(work: () => T): T;
  /** True if the entry, after following links, is inside the root, or does not exist but its parent is inside. */
  isInside(path: string): boolean;
  /** Path relative to the root after following links; undefined if outside the root. */
  placeOf(path: string): string | undefined;
}
