import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { FileSystem } from '../../ports/fileSystem.js';

/**
 * Checks before the first write that all files can be written, so that the command does not stop halfway.
 * @throws SpectoolError `WRITE_FAILED`, naming all paths that cannot be written.
 */
export function checkWritable(files: FileSystem, paths: readonly string[]): void {
  const obstacles = paths.flatMap((path) => {
    const kind = files.stat(path)?.kind;
    if (kind === 'directory') return [`${path} is a folder`];
    if (kind === 'link' && !files.isInside(path)) return [`${path} is a link that leads outside the project`];
    return kind === 'other' ? [`${path} is not a regular file`] : [];
  });
  if (obstacles.length === 0) return;
  throw new SpectoolError(
    'WRITE_FAILED',
    `These files have to be written, but cannot be:\n  ${obstacles.join('\n  ')}`,
    {
      hint: 'Nothing was written. Move the listed folders and links elsewhere, then run the command again.',
      details: { obstacles },
    },
  );
}
