import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { Clone } from '../../ports/repository/cloneInfo.js';
import { quoteForShell } from '../shellQuoting.js';

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
