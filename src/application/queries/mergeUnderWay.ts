import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { Merges } from '../../ports/repository/merges.js';

/** An operation that git is in the middle of, such as a merge. */
export interface MergeUnderWay {
  /** The number of files in conflict. */
  readonly conflicts: number;
  /** The command that continues the operation once the conflicts are resolved. */
  readonly then: string;
}

type MergeState = Pick<Merges, 'continuation' | 'conflictedPaths'>;

/**
 * Returns the operation that git is in the middle of. Returns nothing if `git commit` alone completes it and no file is in
 * conflict, as after a squash merge.
 */
export function mergeUnderWay(merges: MergeState): { readonly merge?: MergeUnderWay } {
  const then = merges.continuation();
  if (then === undefined) return {};
  const conflicts = conflictsIn(merges);
  return conflicts === 0 && then === 'git commit' ? {} : { merge: { conflicts, then } };
}

/** Returns the number of files in conflict; 0 if git refuses to read the repository, for example because another user owns it. */
function conflictsIn(merges: MergeState): number {
  try {
    return merges.conflictedPaths().length;
  } catch (error) {
    if (error instanceof SpectoolError) return 0;
    throw error;
  }
}
