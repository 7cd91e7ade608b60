import type { CalendarDate } from '../domain/value/calendarDate.js';

export interface Clock {
  /** UTC with milliseconds, `2026-01-05T10:00:00.000Z`. */
  now(): string;
  /** The date in the user's time zone. */
  today(): CalendarDate;
}

export interface IdGenerator {
  /** Returns a new, unique spec id: 16 characters of `[a-z0-9]`, the first a letter. */
  specId(): string;
  /** Returns a text that distinguishes otherwise identical records. @param of returns the same nonce for the same text. */
  nonce(of?: string): string;
}

export interface Hasher {
  /** SHA-256 of the UTF-8 bytes, lower-case hex. */
  sha256(text: string): string;
}

export interface ActorSource {
  /** Actor of a change: `SPECTOOL_ACTOR`, else the git user, else the system user. */
  actor(): string;
  /** Returns a short, opaque mark that distinguishes sessions of the same actor, if the environment provides one. */
  session?(): string | undefined;
}

/** A copy of a text opened in an editor. */
export interface EditedCopy {
  /** Path of the copy, for messages. */
  readonly path: string;
  /** Current content of the copy; undefined if it was removed or cannot be read. */
  readonly bytes: Uint8Array | undefined;
  /** Why the copy cannot be read, phrased to follow a colon. */
  readonly unread?: string;
  /** How the editor failed, phrased to follow the editor's name. */
  readonly problem?: string;
  /** Removes the copy. @returns a sentence on what could not be removed and why; undefined if all was removed. */
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
