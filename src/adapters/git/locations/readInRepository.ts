import { LARGEST_SETTINGS } from '../../../domain/value/bounds.js';
import { realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { causeOf } from '../../../domain/errors/fileFailure.js';
import { textOfRegularFile } from '../../files/readRegularFile.js';
import { cloneLocationOf } from './cloneLocation.js';

/**
 * Returns a function that reads small files of the repository around a project. With links resolved, a file must be in the
 * repository, or in the project if there is no repository.
 */
export function readInRepository(
  root: string,
  env: NodeJS.ProcessEnv = process.env,
): (path: string) => { readonly text: string } | { readonly problem: string } {
  return (path) => {
    try {
      const place = cloneLocationOf(root, env);
      const top = typeof place === 'object' && 'top' in place ? place.top : realpathSync.native(root);
      const file = realpathSync.native(join(root, path));
      const isInside = file.startsWith(`${top}${sep}`) && !file.slice(top.length).split(sep).includes('.git');
      if (!isInside) return { problem: 'is outside the repository' };
      const text = textOfRegularFile(file, LARGEST_SETTINGS);
      return text === undefined ? { problem: 'is not a file of at most 1 MB' } : { text };
    } catch (error) {
      return {
        problem: causeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be read (${causeOf(error)})`,
      };
    }
  };
}
