import { statSync } from 'node:fs';
import { join } from 'node:path';
import { clonePlaceOf } from '../places/clonePlace.js';

/**
 * Changes whenever git changes files of the tree around `folder`: what its index file looks like. Found without starting git.
 * Undefined outside a repository.
 */
export function indexStamp(folder: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const place = clonePlaceOf(folder, env);
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
