import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { Clone } from '../../ports/repository/clone.js';
import { shellWord } from '../shellWord.js';

/**
 * What git leaves out of the working tree is not taken for what was never there, and written anew.
 * @param path a file or folder. @param what it is, as a sentence begins with it. @throws SpectoolError `NOT_CHECKED_OUT`.
 */
export function refuseLeftOut(clone: Clone, path: string, what: string, folder = path): void {
  const { files, isSparse = false } = clone.notCheckedOut(path);
  if (files.length === 0) return;
  throw new SpectoolError(
    'NOT_CHECKED_OUT',
    `${what} is not checked out here: git's ${isSparse ? 'sparse checkout' : 'index'} leaves ${path} out.`,
    { hint: wayToHave(folder, isSparse), details: { path } },
  );
}

/** A hint. */
export function wayToHave(folder: string, isSparse: boolean): string {
  const one = isSparse ? `${folder} here: \`git sparse-checkout add ${shellWord(folder)}\`; to have ` : '';
  return `To have ${one}everything: \`git sparse-checkout disable\`.`;
}
