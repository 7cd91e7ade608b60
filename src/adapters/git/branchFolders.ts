import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { AskGit } from './gitProcess.js';
import { walkSpecFolders } from './specFolderWalk.js';
import { assertNotLost, TreeReader, treesAt } from './treeReader.js';

/** Up to this many commits their folders are simply read, which takes one process less than to compare them. */
const FEW_COMMITS = 6;

/** Adds the names of spec folders in `folder` as the commits have it. */
export function collectBranchFolders(
  git: AskGit,
  commits: readonly string[],
  folder: string,
  isSpecFolder: (name: string) => boolean,
  names: Set<string>,
): void {
  // Git is asked line by line.
  if (folder.includes('\n'))
    throw new SpectoolError('GIT_FAILED', 'the specs directory has a line break in its path');
  const places = commits.map((commit) => `${commit}:${folder}`);
  const reader = new TreeReader(git);
  const lacking: string[] = [];
  const onLack = (index: number) => void lacking.push(commits[index] ?? '');
  const top =
    places.length > FEW_COMMITS
      ? reader.read(treesAt(git, places, onLack))
      : reader.readPlaces(places, onLack);
  walkSpecFolders(top, (wanted) => reader.read(wanted), isSpecFolder, names);
  assertNotLost(git, lacking, folder);
}
