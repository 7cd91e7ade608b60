import type { CalendarDate } from '../domain/value/calendarDate.js';

export interface Clock {
  /** UTC with milliseconds, `2026-01-05T10:00:00.000Z`. */
  now(): string;
  /** The day where the user is. */
  today(): CalendarDate;
}

export interface IdGenerator {
  /** A new spec identity: 16 characters of `[a-z0-9]`, the first a letter, never given twice. */
  specId(): string;
  /** Distinguishes two records that are the same in everything else. @param of the same for the same text. */
  nonce(of?: string): string;
}

export interface Hasher {
  /** SHA-256 of the UTF-8 bytes, lower-case hex. */
  sha256(text: string): string;
}

export interface ActorSource {
  /** Who makes the change: `SPECTOOL_ACTOR`, else the git user, else the user of the system. */
  actor(): string;
  /** Tells two sessions under one name apart, where the environment does; a short mark, which says nothing of either. */
  session?(): string | undefined;
}

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
