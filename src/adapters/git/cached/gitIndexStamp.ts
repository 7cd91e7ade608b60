import { statSync } from 'node:fs';
import { join } from 'node:path';
import { cloneLocationOf } from '../locations/cloneLocation.js';

/**
 * Returns a stamp of git's index file, which git changes whenever it changes files of the working tree. Git is not started.
 * Undefined outside a repository.
 */
export function indexStamp(folder: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const place = cloneLocationOf(folder, env);
  if (place === 'none') return undefined;
  try {
    const { mtimeNs, size, ino } = statSync(join('problem' in place ? folder : place.gitDir, 'index'), {
      bigint: true,
    });
    return `${String(mtimeNs)}-${String(size)}-${String(ino)}`;
  } catch {
    return 'no index';
  }
}
