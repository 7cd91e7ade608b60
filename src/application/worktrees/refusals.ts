import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { type LogRecord, RECORD_VERSION } from '../../domain/log/records/record.js';
import type { Clone } from '../../ports/repository.js';
import { quoteForShell } from '../shellQuoting.js';

/**
 * Refuses to change a log that has records of a newer spectool version, because the change might revert records that this
 * version does not understand.
 * @param what the log, named as the subject of the error's sentence.
 * @throws SpectoolError `LOG_NEWER`.
 */
export function refuseNewer(records: readonly LogRecord[], what: string): void {
  const newest = records.reduce((highest, { v }) => Math.max(highest, v), 0);
  if (newest <= RECORD_VERSION) return;
  throw new SpectoolError(
    'LOG_NEWER',
    `${what} was written by a newer spectool: it has records of version ${String(newest)}, and this spectool reads versions up to ${String(RECORD_VERSION)}.`,
    {
      hint: 'Upgrade spectool, then run the command again; nothing was changed.',
      details: { version: newest },
    },
  );
}

/**
 * Refuses to create a file or folder that exists in git but that git leaves out of the working tree.
 * @param path path of the file or folder.
 * @param what its description, as the subject of the message.
 * @throws SpectoolError `NOT_CHECKED_OUT`.
 */
export function refuseNotCheckedOut(clone: Clone, path: string, what: string, folder = path): void {
  if (clone.notCheckedOut(path).files.length === 0) return;
  throw new SpectoolError(
    'NOT_CHECKED_OUT',
    `${what} is not checked out in this working tree: git leaves ${path} out.`,
    {
      hint: checkoutHint(folder),
      details: { path },
    },
  );
}

/**
 * Returns a hint how to check out a folder. `git sparse-checkout disable` also helps if the folder is left out by
 * skip-worktree marks instead of a sparse checkout.
 */
export function checkoutHint(folder: string): string {
  return `Run \`git sparse-checkout add ${quoteForShell(folder)}\` to check it out, or \`git sparse-checkout disable\` to check out everything.`;
}
