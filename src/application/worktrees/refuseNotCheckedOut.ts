import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { Clone } from '../../ports/repository/clone.js';
import { quoteForShell } from '../shellQuoting.js';

/**
 * Refuses to create a file or folder that git leaves out of the working tree, since it exists already.
 * @param path a file or folder.
 * @param what its description, as the subject of a sentence.
 * @throws SpectoolError `NOT_CHECKED_OUT`.
 */
export function refuseNotCheckedOut(clone: Clone, path: string, what: string, folder = path): void {
  if (clone.notCheckedOut(path).files.length === 0) return;
  throw new SpectoolError('NOT_CHECKED_OUT', `${what} is not checked out here: git leaves ${path} out.`, {
    hint: checkoutHint(folder),
    details: { path },
  });
}

/** Hint on how to check out a folder. `disable` also ends skip-worktree marks set without a sparse checkout. */
export function checkoutHint(folder: string): string {
  return `Run \`git sparse-checkout add ${quoteForShell(folder)}\` to check it out, or \`git sparse-checkout disable\` to check out everything.`;
}
