import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { FileSystem } from '../../ports/fileSystem.js';

/**
 * Asks before the first write whether every file can be written, so that a command does not stop half way.
 * @throws SpectoolError `WRITE_FAILED` naming every path where something else stands.
 */
export function refuseObstacles(files: FileSystem, paths: readonly string[]): void {
  const obstacles = paths.flatMap((path) => {
    const kind = files.stat(path)?.kind;
    if (kind === 'directory') return [`${path} is a folder`];
    if (kind === 'link' && !files.isInside(path)) return [`${path} is a link that leads outside the project`];
    return kind === 'other' ? [`${path} is not a regular file`] : [];
  });
  if (obstacles.length === 0) return;
  throw new SpectoolError(
    'WRITE_FAILED',
    `Something else is in the way where spectool has to write:\n  ${obstacles.join('\n  ')}`,
    {
      hint: 'Move it elsewhere, then run the command again. Nothing was written.',
      details: { obstacles },
    },
  );
}
