import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { Clone } from '../../ports/repository/clone.js';
import { shellWord } from '../shellWord.js';

/**
 * What git leaves out of the working tree is not taken for what was never there, and written anew.
 * @param path a file or folder. @param what it is, as a sentence begins with it. @throws SpectoolError `NOT_CHECKED_OUT`.
 */
export function refuseLeftOut(clone: Clone, path: string, what: string, folder = path): void {
  if (clone.notCheckedOut(path).files.length === 0) return;
  throw new SpectoolError('NOT_CHECKED_OUT', `${what} is not checked out here: git leaves ${path} out.`, {
    hint: wayToHave(folder),
    details: { path },
  });
}

/** A hint. Without a sparse checkout marks in the index leave it out, which the second ends, too. */
export function wayToHave(folder: string): string {
  return `To have it here: \`git sparse-checkout add ${shellWord(folder)}\`, or for everything \`git sparse-checkout disable\`.`;
}
