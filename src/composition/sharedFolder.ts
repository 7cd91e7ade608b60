import { createHash } from 'node:crypto';
import { clonePlaceOf } from '../adapters/git/clonePlace.js';
import { NodeFileSystem } from '../adapters/storage/files/nodeFileSystem.js';
import type { SharedFolderAnswer } from '../adapters/storage/registry/fileRegistry.js';
import type { FileSystem } from '../ports/fileSystem.js';

/** What all worktrees of a clone have in common of a project: a folder of git's, named after the project's place in the repository. */
export function sharedFolder(files: FileSystem): SharedFolderAnswer {
  if (!(files instanceof NodeFileSystem)) return undefined;
  const place = clonePlaceOf(files.root, process.env);
  if (place === 'none') return undefined;
  if ('problem' in place) return place;
  const key = createHash('sha256').update(place.prefix).digest('hex').slice(0, 16);
  return { files: new NodeFileSystem(place.commonDir), path: `spectool/${key}` };
}
