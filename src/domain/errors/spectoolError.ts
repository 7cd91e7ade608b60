import type { JsonValue } from '../value/jsonValue.js';

/**
 * Every error code that a command can end with, and its class, which determines the exit code: `refused` → 1, `usage` → 2,
 * `unusable` → 3, `busy` → 4. docs/errors.md explains the cause and the remedy of each.
 */
export const ERROR_CODES = {
  SPEC_NOT_FOUND: 'refused',
  SPEC_AMBIGUOUS: 'refused',
  SPEC_BROKEN: 'refused',
  SPEC_EXISTS: 'refused',
  ID_COPIED: 'refused',
  ILLEGAL_TRANSITION: 'refused',
  FIELD_INVALID: 'usage',
  NAME_INVALID: 'refused',
  TEMPLATE_NOT_FOUND: 'refused',
  TEMPLATE_INVALID: 'refused',
  DEPENDENCY_CYCLE: 'refused',
  SECTION_NOT_FOUND: 'refused',
  SECTION_AMBIGUOUS: 'refused',
  EXPECTATION_FAILED: 'refused',
  ALREADY_CLAIMED: 'refused',
  NOT_CLAIMABLE: 'refused',
  NOTHING_READY: 'refused',
  CRITERIA_OPEN: 'refused',
  PARTS_OPEN: 'refused',
  APPROVAL_NEEDED: 'refused',
  APPROVAL_BY_AUTHOR: 'refused',
  CRITERIA_UNPROVEN: 'refused',
  CRITERION_NOT_FOUND: 'refused',
  CRITERION_AMBIGUOUS: 'refused',
  FILE_NOT_FOUND: 'refused',
  REPORT_INVALID: 'refused',
  REPORT_OLD: 'refused',
  LABEL_MOVED: 'refused',
  SOURCE_NOT_FOUND: 'refused',
  EVENT_NOT_FOUND: 'refused',
  NUMBER_TAKEN: 'refused',
  NOT_IN_HEAD: 'refused',
  NOT_CHECKED_OUT: 'refused',
  UNDO_REFUSED: 'refused',
  MERGE_CONFLICT: 'refused',
  CHANGED_MEANWHILE: 'busy',
  OUTSIDE_PROJECT: 'refused',
  WRITE_FAILED: 'refused',
  READ_FAILED: 'refused',
  GIT_FAILED: 'refused',
  BASE_NOT_FOUND: 'refused',
  USAGE: 'usage',
  NOT_A_PROJECT: 'unusable',
  CONFIG_INVALID: 'unusable',
  LOG_IGNORED: 'refused',
  LOG_UNREADABLE: 'unusable',
  LOG_NEWER: 'unusable',
  LOCK_TIMEOUT: 'busy',
  CANCELLED: 'refused',
  NO_TERMINAL: 'refused',
  INTERNAL: 'refused',
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
export type ErrorClass = (typeof ERROR_CODES)[ErrorCode];

export interface ErrorInfo {
  /** The user's next step, in one line, if the step is not a use case. */
  readonly hint?: string;
  /** Use cases suggested as next steps, best first. */
  readonly advice?: readonly Advice[];
  /** Facts about the error for programs, such as candidates, key paths, file and line. */
  readonly details?: JsonValue;
}

/** The only error class of spectool: a constant code for programs, a message for people, and a hint. */
export class SpectoolError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly advice: readonly Advice[];
  readonly details: JsonValue | undefined;

  constructor(code: ErrorCode, message: string, info: ErrorInfo = {}) {
    super(message);
    this.name = 'SpectoolError';
    this.code = code;
    this.hint = info.hint;
    this.advice = info.advice ?? [];
    this.details = info.details;
  }
}

/** The cause and the remedy of each system error code, in words. */
const CAUSES: ReadonlyMap<string, readonly [cause: string, cure: string]> = new Map([
  ['ENOSPC', ['the disk is full', 'Free some space, then run the command again.']],
  ['EDQUOT', ['your disk quota is used up', 'Free some space, then run the command again.']],
  [
    'EROFS',
    [
      'the file system is read-only',
      'Make the file system writable, or work in a copy of the project elsewhere.',
    ],
  ],
  ['EACCES', ['permission denied', 'Check the owner and permissions of the file and its folder.']],
  [
    'EPERM',
    [
      'the system does not allow this operation',
      'Check the owner, permissions and attributes of the file and its folder.',
    ],
  ],
  [
    'EISDIR',
    ['a folder exists at the path of the file', 'Move that folder elsewhere, then run the command again.'],
  ],
  [
    'ENOTDIR',
    ['a part of the path is a file, not a folder', 'Move that file elsewhere, then run the command again.'],
  ],
  [
    'EEXIST',
    [
      'a file or folder of that name already exists',
      'Move that file or folder elsewhere, or choose another name.',
    ],
  ],
  [
    'ENOTEMPTY',
    ['the folder is not empty', 'Move the content of the folder elsewhere, or choose another name.'],
  ],
  ['EXDEV', ['the two paths are on different disks', 'Move the file or folder by hand.']],
  [
    'ELOOP',
    ['the symbolic links in the path form a loop', 'Make one of these links point to a file or folder.'],
  ],
  ['ENAMETOOLONG', ['the name is too long', 'Choose a shorter name.']],
  ['EILSEQ', ['the path contains a name that is not UTF-8', 'Give that file or folder a UTF-8 name.']],
  [
    'EDEEP',
    [
      'the path is too long for the system',
      'Go to the file with `cd`, one folder at a time; then move the file to a shorter path.',
    ],
  ],
  ['EMFILE', ['too many files are open', 'Raise the limit (`ulimit -n`), then run the command again.']],
  ['ENFILE', ['too many files are open', 'Close other programs, then run the command again.']],
  ['EBUSY', ['another program is using the file', 'Close that program, then run the command again.']],
  ['EIO', ['the disk reports an error', 'Check the disk.']],
  ['ENOENT', ['the file or folder does not exist (any more)', 'Run the command again.']],
  ['ENOTREG', ['it is not a regular file', 'Replace it with a regular file.']],
  ['EPROTECTED', ['the path is the project folder itself', 'Use a path inside the project folder.']],
  ['ERR_FS_FILE_TOO_LARGE', ['the file is larger than 2 GB', 'Make the file smaller.']],
]);

/** Matches the system calls whose failure is reported as `READ_FAILED`; `open` is mostly used for reading. */
const READING = /^(?:open|read|readlink|scandir|opendir|access|realpath|[lf]?stat)$/;

/** Returns the SpectoolError for a failed read or write of `path`, with the code of the system error in `details`. */
export function fileFailure(
  code: 'READ_FAILED' | 'WRITE_FAILED',
  path: string,
  error: unknown,
): SpectoolError {
  const cause = causeOf(error);
  const [reason, hint] = reasonAndCure(cause);
  const verb = code === 'READ_FAILED' ? 'read' : 'write';
  return new SpectoolError(code, `Cannot ${verb} ${path === '' ? 'the project folder' : path}: ${reason}.`, {
    hint,
    details: { path, cause },
  });
}

/** Converts an unexpected error of a system call to a SpectoolError; returns any other error unchanged. */
export function toSpectoolError(error: unknown): unknown {
  if (error instanceof SpectoolError || typeof error !== 'object' || error === null) return error;
  const { syscall, path } = error as { readonly syscall?: unknown; readonly path?: unknown };
  if (typeof syscall !== 'string' || typeof path !== 'string') return error;
  return fileFailure(READING.test(syscall) ? 'READ_FAILED' : 'WRITE_FAILED', path, error);
}

/** Returns the cause of a system error in words, such as `permission denied`, for the end of a message. */
export function reasonOf(error: unknown): string {
  return reasonAndCure(causeOf(error))[0];
}

function reasonAndCure(cause: string): readonly [reason: string, cure: string] {
  return CAUSES.get(cause) ?? [`the system reports ${cause}`, 'Check the file and its folder.'];
}

/**
 * Returns the cause by which a SpectoolError describes a system error: its code, or its message if the code is empty, as in some
 * errors of removing files in Node 24. Does not use `instanceof Error`, because test runners may create errors with another
 * `Error` class.
 */
export function causeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return String(error);
  const { code, message } = error as { readonly code: unknown; readonly message?: unknown };
  return code === '' ? String(message).replace(/^\W+/, '') : String(code);
}

/** Creates an error with the code of a system error such as `EISDIR`, for failures that spectool itself detects. */
export function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/**
 * Returns the error for a change that needs a reason.
 * @param advice the same change, with the reason as a value to fill in.
 */
export function reasonNeededError(message: string, advice: Advice): SpectoolError {
  return new SpectoolError('FIELD_INVALID', message, {
    advice: [{ ...advice, to: 'state the reason, which is kept in the log' }],
    details: { field: 'reason' },
  });
}

/**
 * The request type of each use case, by the use case's name. The interface is empty here; the application layer adds its members
 * (application/spectool.ts).
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled where the use cases are known
export interface AdvisedRequests {}

/** A suggested next step: a use case and its request. The command line formats it as a command. */
export type Advice = {
  readonly [Name in keyof AdvisedRequests]: {
    readonly useCase: Name;
    /** The known part of the suggested request; the text `…` is a placeholder for an unknown value. */
    readonly request?: Partial<AdvisedRequests[Name]>;
    /** The fields of the request that the user has to add. */
    readonly needs?: readonly (keyof AdvisedRequests[Name])[];
    /** The name of the project in which to take the step; absent for the current project. */
    readonly project?: string;
    /** The purpose of the suggested step, worded to follow "to": `see the graph`. */
    readonly to?: string;
  };
}[keyof AdvisedRequests];
