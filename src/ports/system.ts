import type { CalendarDate } from '../domain/value/dates.js';

export interface Clock {
  /** Returns the current time in UTC with milliseconds, `2026-01-05T10:00:00.000Z`. */
  now(): string;
  /** Returns the current date in the user's time zone. */
  today(): CalendarDate;
}

export interface IdGenerator {
  /** Returns a new, unique spec id: 16 characters of `[a-z0-9]`, the first a letter. */
  specId(): string;
  /**
   * Returns a text (a nonce) that makes otherwise identical records different.
   * @param of a text from which the nonce is derived, so that the same text gives the same nonce; by default the nonce is random.
   */
  nonce(of?: string): string;
}

export interface Hasher {
  /** Returns the SHA-256 of the text's UTF-8 bytes, as lower-case hex. */
  readonly sha256: (text: string) => string;
}

export interface ActorSource {
  /** Returns the actor of a change: `SPECTOOL_ACTOR`, else the git user, else the system user. */
  actor(): string;
  /** Returns a short mark that is different for each session of an actor, if the environment provides one. */
  session?(): string | undefined;
}

/** A copy of a text that the user edited in an editor. */
export interface EditedCopy {
  /** Path of the copy on disk, for messages. */
  readonly path: string;
  /** Content of the copy after editing; undefined if the copy was removed or cannot be read. */
  readonly bytes: Uint8Array | undefined;
  /** Reason why the copy cannot be read, as words that follow a colon. */
  readonly unread?: string;
  /** Failure of the editor, as words that follow the editor's name. */
  readonly problem?: string;
  /** Removes the copy. @returns a sentence that names what could not be removed and why; undefined if it was removed. */
  discard(): string | undefined;
}

/** The user's text editor. */
export interface Editor {
  /**
   * Opens a copy of the text outside the project and waits until the editor ends.
   * @throws SpectoolError `WRITE_FAILED` if the copy cannot be created.
   */
  edit(text: string, fileName: string): Promise<EditedCopy>;
}
