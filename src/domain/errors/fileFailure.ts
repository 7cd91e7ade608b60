import { SpectoolError } from './spectoolError.js';

/** What the system says by a code, told to people: the cause, and what repairs it. */
const CAUSES: ReadonlyMap<string, readonly [cause: string, cure: string]> = new Map([
  ['ENOSPC', ['the disk is full', 'Free some space, then run the command again.']],
  ['EDQUOT', ['your disk quota is used up', 'Free some space, then run the command again.']],
  ['EROFS', ['the file system is read-only', 'Make it writable, or work in a copy that is.']],
  ['EACCES', ['you have no permission', 'Check the owner and permissions of the file and its folder.']],
  [
    'EPERM',
    [
      'the system does not permit it',
      'Check the owner, permissions and attributes of the file and its folder.',
    ],
  ],
  ['EISDIR', ['it is a folder where a file belongs', 'Move the folder away.']],
  ['ENOTDIR', ['a part of the path is a file where a folder belongs', 'Move that file away.']],
  ['EEXIST', ['the name is taken', 'Move what is there elsewhere, or choose another name.']],
  ['ENOTEMPTY', ['the folder is not empty', 'Move what is there elsewhere, or choose another name.']],
  ['EXDEV', ['the two places are on different disks', 'Move it by hand.']],
  ['ELOOP', ['its symbolic links lead in a circle', 'Point the link elsewhere.']],
  ['ENAMETOOLONG', ['the name is too long', 'Choose a shorter name.']],
  ['EILSEQ', ['its path has a name that is not UTF-8', 'Rename what has that name.']],
  ['EDEEP', ['it lies too deep for the system', 'Move it further up: `cd` into its folders one by one.']],
  ['EMFILE', ['too many files are open', 'Raise the limit (`ulimit -n`), then run the command again.']],
  ['ENFILE', ['too many files are open', 'Close other programs, then run the command again.']],
  ['EBUSY', ['another program is using it', 'Close that program, then run the command again.']],
  ['EIO', ['the disk reports an error', 'Check the disk.']],
  ['ENOENT', ['it does not exist (any more)', 'Run the command again.']],
  ['ENOTREG', ['it is not a regular file', 'Replace it with a file.']],
  ['EPROTECTED', ['it is part of the root itself', 'Name a place below the root.']],
  ['ERR_FS_FILE_TOO_LARGE', ['it is larger than 2 GB', 'Make it smaller.']],
]);

/** Calls to the system that change nothing; `open` is mostly for reading. */
const READING = /^(?:open|read|readlink|scandir|opendir|access|realpath|[lf]?stat)$/;

/** The error `action` on `path` ends with, in words for people, with the system's code in `details`. */
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

/** What a call to the system failed with that nobody expected, in words; anything else as it is. */
export function toldFailure(error: unknown): unknown {
  if (error instanceof SpectoolError || typeof error !== 'object' || error === null) return error;
  const { syscall, path } = error as { readonly syscall?: unknown; readonly path?: unknown };
  if (typeof syscall !== 'string' || typeof path !== 'string') return error;
  return fileFailure(READING.test(syscall) ? 'READ_FAILED' : 'WRITE_FAILED', path, error);
}

/** Why the system did not do it, in words that follow a colon. */
export function reasonOf(error: unknown): string {
  return reasonAndCure(causeOf(error))[0];
}

function reasonAndCure(cause: string): readonly [reason: string, cure: string] {
  return CAUSES.get(cause) ?? [`the system says ${cause}`, 'Check the file and its folder.'];
}

/** The system's code; Node 24 has none for some that removing meets, but words. Not by `instanceof`: inside a test runner the error may be of another realm. */
export function causeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return String(error);
  const { code, message } = error as { readonly code: unknown; readonly message?: unknown };
  return code === '' ? String(message).replace(/^\W+/, '') : String(code);
}

/** An error with a system code of our own finding. */
export function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}
