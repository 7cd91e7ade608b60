import type { JsonValue } from '../value/jsonValue.js';

/**
 * Every error code that a command can end with, and its class, which determines the exit code: `refused` → 1, `usage` → 2,
 * `unusable` → 3, `busy` → 4. docs/reference.md lists them with cause and remedy, from the comments beside the codes.
 */
export const ERROR_CODES = {
  SPEC_NOT_FOUND: 'refused', // there is no such spec | `spectool list --all`; `details.nearest` has similar names
  SPEC_AMBIGUOUS: 'refused', // several specs have this number or folder name | use the folder name, or the path in the hint; `spectool rename SPEC --number next`
  SPEC_BROKEN: 'refused', // the document cannot be read, or cannot be edited safely | correct the file at the named line; after a merge, `spectool resolve`
  SPEC_EXISTS: 'refused', // the folder exists already | choose another name
  ID_COPIED: 'refused', // the folder is a copy: two documents have the same `id` | `spectool validate --fix`
  ILLEGAL_TRANSITION: 'refused', // the status would skip a step of planned → in-progress → complete, or go back, or the spec is archived | use one of `details.allowed`; back to planned needs `--reason`, any other step `--force --reason`; `spectool archive SPEC --undo`
  FIELD_INVALID: 'usage', // a value or field is not allowed, or the change would remove a required field | use one of `details.allowed`, or declare the custom field in the configuration; `--force --reason` removes a required field
  NAME_INVALID: 'refused', // the name gives no folder name | choose a name with letters
  TEMPLATE_NOT_FOUND: 'refused', // there is no such template | use one of `details.known`
  TEMPLATE_INVALID: 'refused', // the template, or the result with the variables, cannot be read or has more than 50 MB | correct the template or the variables
  DEPENDENCY_CYCLE: 'refused', // a spec would depend on itself | leave out one dependency of `details.cycle`; `spectool deps SPEC`
  SECTION_NOT_FOUND: 'refused', // the section does not exist | use one of those in `details`
  SECTION_AMBIGUOUS: 'refused', // several sections have the heading | name one as `Parent > Heading` or `Heading #2`
  EXPECTATION_FAILED: 'refused', // the section changed since it was read (`expect` of `replaceSection`) | read the section again, then decide
  ALREADY_CLAIMED: 'refused', // another actor works on the spec | take another spec (`spectool next`); if the holder has stopped, `claim --steal --reason`
  NOT_CLAIMABLE: 'refused', // the spec is complete or archived, or its status is unknown | reopen the spec first
  NOTHING_READY: 'refused', // `next --claim` found no spec to begin | read the reason in the message; `spectool deps`, `spectool board`
  CRITERIA_OPEN: 'refused', // criteria of a spec to complete are open, failing, gone, not run or removed, or the newest run of a criterion to tick failed | do what the line of each criterion says, or `--force --reason`
  PARTS_OPEN: 'refused', // not all parts of a spec to complete are complete | complete the parts first, or `--force --reason`
  APPROVAL_NEEDED: 'refused', // the project begins work on approved texts only, and this text is not approved | another person reviews and approves it (`spectool review SPEC`, `spectool approve SPEC`), or `update --status in-progress --force --reason`
  APPROVAL_BY_AUTHOR: 'refused', // the actor wrote the text last | another person approves it, or set `workflow.selfApproval`
  CRITERIA_UNPROVEN: 'refused', // the project requires proof (`workflow.proof`), and criteria are neither proven nor attested by another actor | `spectool prove` with the report of their tests, `check --by --reason`, or `--force --reason`
  CRITERION_NOT_FOUND: 'refused', // no criterion has this number, label or beginning | `spectool criteria SPEC` lists all
  CRITERION_AMBIGUOUS: 'refused', // several criteria have this number, label or beginning | use one of those in the message
  FILE_NOT_FOUND: 'refused', // the file does not exist | use one of those in `details`
  REPORT_INVALID: 'refused', // a test report is not well-formed JUnit XML, has a DOCTYPE, or is too large | run the tests again, so that the reporter writes the whole file
  REPORT_OLD: 'refused', // a file that the report covers changed after the tests ran, or a later run is known | run the tests again, or `--force --reason`
  LABEL_MOVED: 'refused', // the test proved other words, and the labels of the criteria have moved since | rename the test, or put the labels back
  SOURCE_NOT_FOUND: 'refused', // `import` or `adopt` found no documents of another tool at this path, or `adopt --stop` a folder that is not adopted | name the kind and the folder: `spectool import flat docs/adr`
  EVENT_NOT_FOUND: 'refused', // there is no such event | `spectool history`
  NUMBER_TAKEN: 'refused', // another spec has the number, here, in another worktree or on a branch | leave out the number, or choose another
  NOT_IN_HEAD: 'refused', // the folder to delete has changes that are not committed | commit them, or use `--force`; either way `.spectool/trash/` keeps the folder
  NOT_OURS: 'refused', // the change would rewrite documents of another tool, or a status that their place or that tool's list decides | change it with that tool, or by hand; the spec follows
  NOT_CHECKED_OUT: 'refused', // git leaves the configuration or the log of the spec out of the working tree | `git sparse-checkout add` with the named folder
  UNDO_REFUSED: 'refused', // a later change or an edit by hand touches the change, or it cannot be undone | undo the later change first; set a setting back with `config set`
  MERGE_CONFLICT: 'refused', // a merge is not finished, or another change was made to the same lines | edit the marked places, finish or abort the merge, or make your edit again
  CHANGED_MEANWHILE: 'busy', // another program keeps changing the document | run the command again when that program has ended
  OUTSIDE_PROJECT: 'refused', // a path or link leads out of the project, or is a link among specs | replace the link with the file itself
  WRITE_FAILED: 'refused', // the system refused to write a file | the message names path and cause
  READ_FAILED: 'refused', // the system refused to read a file | the message names path and cause
  GIT_FAILED: 'refused', // git failed | read the message of git, which the error quotes
  BASE_NOT_FOUND: 'refused', // the commit of `--since` or the main branch is not known, or the history is cut before the common commit | fetch it; in a workflow, `fetch-depth: 0`
  USAGE: 'usage', // an unknown command, flag or value, or a request too large for one answer | `spectool COMMAND --help`; request less at once
  NOT_A_PROJECT: 'unusable', // there is no `.spectool/config.json` here or in a folder above (another repository inside a project is not part of it) | `spectool init`; if the message names projects, `--project`
  CONFIG_INVALID: 'unusable', // the configuration cannot be used | correct each problem of the message in `.spectool/config.json`
  LOG_IGNORED: 'refused', // git ignores the whole folder `.spectool` | remove the named line of the ignore file
  LOG_UNREADABLE: 'unusable', // a folder or record of the log cannot be read or was altered, or the journal is not from spectool | repair what the message names
  LOG_NEWER: 'unusable', // the log has records of a newer spectool, which a change could overwrite | upgrade spectool
  LOCK_TIMEOUT: 'busy', // other commands were writing all the time | run the command again; `SPECTOOL_LOCK_TIMEOUT` sets how long to wait
  CANCELLED: 'refused', // a prompt was cancelled, or the editor ended with an error | run the command again
  NO_TERMINAL: 'refused', // `edit` and `ui` need a terminal | `spectool section` or `spectool note`; `spectool board`
  INTERNAL: 'refused', // a bug in spectool | report it, with the output under `SPECTOOL_DEBUG=1`
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
