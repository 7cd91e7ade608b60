/** A copy of a text that somebody had in an editor. */
export interface EditedCopy {
  /** Where it is, for people. */
  readonly path: string;
  /** What stands in it now; undefined when it is gone, or cannot be read. */
  readonly bytes: Uint8Array | undefined;
  /** Why what stands there cannot be read, in words that follow a colon. */
  readonly unread?: string;
  /** Why the editor did not end well, in words that follow its name. */
  readonly problem?: string;
  /** Nobody needs it any more. @returns a sentence on what is still there, and why. */
  discard(): string | undefined;
}

/** The program that the user writes texts with. */
export interface Editor {
  /**
   * Opens a copy, which stands outside the project, and waits until the editor ends.
   * @throws SpectoolError `WRITE_FAILED` where there is no place for one.
   */
  edit(text: string, fileName: string): Promise<EditedCopy>;
}
