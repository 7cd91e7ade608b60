import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { FileSystem } from '../../ports/fileSystem.js';

/**
 * Asks before the first write whether every file can be written, so that a command does not stop half way.
 * @throws SpectoolError `WRITE_FAILED` naming every path where something else stands.
 */
export function refuseObstacles(
  files: FileSystem,
  paths: readonly string[],
  folders: readonly string[],
): void {
  const inFiles = paths.flatMap((path) => {
    const kind = files.stat(path)?.kind;
    if (kind === 'directory') return [`${path} is a folder`];
    if (kind === 'link' && !files.isInside(path)) return [`${path} is a link that leads outside the project`];
    return kind === 'other' ? [`${path} is no regular file`] : [];
  });
  const inFolders = folders.flatMap((path) => {
    const kind = files.stat(path)?.kind;
    return kind === undefined || kind === 'directory' || (kind === 'link' && files.isInside(path))
      ? []
      : [`${path} is not a folder`];
  });
  const obstacles = [...inFiles, ...inFolders];
  if (obstacles.length === 0) return;
  throw new SpectoolError(
    'WRITE_FAILED',
    `Something else is in the way where spectool has to write:\n  ${obstacles.join('\n  ')}`,
    {
      hint: 'Move it away, then run the command again. Nothing was written.',
      details: { obstacles },
    },
  );
}
