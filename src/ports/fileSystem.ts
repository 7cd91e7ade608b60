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

/** An open file that is read in parts. Reads return the content at the time of opening, even if another file replaces it. */
export interface OpenFile {
  readonly size: number;
  /** Returns `length` bytes from offset `start`; fewer at the end of the file. */
  read(start: number, length: number): Uint8Array;
  /** Closes the file. Has no effect if it is closed already. */
  close(): void;
}

export interface WriteOptions {
  /** True (the default) to flush the file to disk. False is for caches and locks, which may be lost in a power failure. */
  readonly durable?: boolean;
}

/** Content written and flushed to disk under a temporary name. */
export interface StagedFile {
  /** Temporary path relative to the root; absent if the file system is in memory and ends with the process. */
  readonly temporary?: string;
  /** Final path, relative to the root. */
  readonly path: string;
  /** Renames the file to its final path, replacing any file there. */
  commit(): void;
  /** Renames the file if the final path is free. Otherwise discards the staged file and returns false. */
  commitExclusive(): boolean;
  /** Removes the temporary file. Has no effect after a commit. */
  discard(): void;
}

/**
 * Files below one root folder. Paths are relative to it, `/`-separated, without `.` or `..`; `''` is the root. Reads and
 * writes never follow a link out of the root, and writes into `.git` are refused. Every method throws SpectoolError:
 * `OUTSIDE_PROJECT` for a path outside the root, `WRITE_FAILED` or `READ_FAILED` (with path and cause) if the system refuses.
 * A missing file is a normal result, not an error.
 */
export interface FileSystem {
  /** Absolute path of the root, for messages and other programs. */
  readonly root: string;
  /** Returns the bytes of a file; undefined if there is no such file. Throws `READ_FAILED` for a folder. */
  read(path: string): Uint8Array | undefined;
  /** Returns the text of a file, decoded as UTF-8 with its byte order mark; otherwise like `read`. */
  readText(path: string): string | undefined;
  /** Opens a large file to read parts of it. Undefined if there is no such file; throws `READ_FAILED` for a folder. */
  open(path: string): OpenFile | undefined;
  /** Returns entries in name order, without temporary files; empty if there is no such folder. */
  list(path: string): readonly DirectoryEntry[];
  /** Returns metadata of the entry, undefined if there is none; links are not followed. */
  stat(path: string): FileStat | undefined;
  /** Writes and flushes a temporary file beside the final path. Creates missing parent folders. */
  stage(path: string, content: string | Uint8Array, options?: WriteOptions): StagedFile;
  /** Writes a file, by `stage` and `commit`: the file has the old or the new content, never a part. */
  write(path: string, content: string | Uint8Array, options?: WriteOptions): void;
  /** Writes a file only if the path is free; returns false if it is not. */
  createExclusive(path: string, content: string | Uint8Array, options?: WriteOptions): boolean;
  /** Creates a folder and its parents; an existing folder is not an error. */
  makeDirectory(path: string): void;
  /** Moves a file or folder and creates missing parent folders. Throws `WRITE_FAILED` if the target exists. */
  move(from: string, to: string): void;
  /** Removes a file, link or whole folder; a missing entry is not an error. Never follows links. */
  remove(path: string): void;
  /** Removes an empty folder; returns false if it is not empty or does not exist. */
  removeEmptyDirectory(path: string): boolean;
  /**
   * Removes temporary files that killed processes left in this folder (not in subfolders). Files of running processes stay.
   * @param graceMs minimum age in milliseconds of a file to remove, even if the process that wrote it seems dead, because
   * processes on other machines cannot be seen.
   * @returns the number of removed files.
   */
  sweepTemporary(path: string, graceMs?: number): number;
  /** Creates a symbolic link with exactly this `target`; returns false if links are not supported. */
  link(target: string, path: string): boolean;
  /** Returns the target of a symbolic link as written; undefined for anything else. */
  readLink(path: string): string | undefined;
  /**
   * Runs `work`, then flushes, only once, each folder in which `work` changed files. Absent if that is not faster; each change is
   * then flushed immediately.
   */
  together?<T>(work: () => T): T;
  /** True if the entry is inside the root after following links, or if the entry does not exist but its parent is inside. */
  isInside(path: string): boolean;
  /** Returns the path relative to the root after following links; undefined if it is outside the root. */
  placeOf(path: string): string | undefined;
}
