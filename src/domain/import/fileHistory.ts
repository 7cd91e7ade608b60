import type { ImportedMoment } from './importedDocument.js';
import { statusWord } from './statusWords.js';

/** A commit that changed a file: its author, its time, and the status that the file had then. */
export interface FileCommit {
  /** The author's time, UTC with milliseconds. */
  readonly at: string;
  readonly actor: string;
  readonly status?: string;
}

/** A file's history in git, following renames. */
export interface FileHistory {
  /** The path under which the file was added, relative to the top of the repository. */
  readonly origin: string;
  /** The commit that added the file; absent in a shallow clone, where the commit that really added the file may be missing. */
  readonly commit?: string;
  readonly commits: readonly FileCommit[];
}

/**
 * Returns the moments in a document's git history: the first commit, and the commits that changed the status. A status that was
 * written where none was has no time, since the document may have had it long before somebody wrote it down.
 */
export function momentsIn(histories: readonly FileHistory[]): readonly ImportedMoment[] {
  const commits = histories
    .flatMap((one) => one.commits)
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const [first, ...later] = commits;
  if (first === undefined) return [];
  const moments: ImportedMoment[] = [first];
  let word = first.status === undefined ? undefined : statusWord(first.status);
  for (const commit of later) {
    const { status } = commit;
    if (status === undefined || statusWord(status) === word) continue;
    moments.push(word === undefined ? { status } : commit);
    word = statusWord(status);
  }
  return moments;
}
