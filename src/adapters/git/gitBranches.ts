import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { assertProjectPath } from '../../domain/naming/projectPath.js';
import type { StreamId } from '../../domain/log/records/record.js';
import type {
  BranchLog,
  FoldersElsewhere,
  OtherBranches,
  PlaceOfWork,
} from '../../ports/repository/otherBranches.js';
import { type AnswersMemory, cachedGit, keep } from './cached/cachedGitRunner.js';
import { askBranches, collectBranchFolders, idsIn, logsOnBranches } from './specsAndLogsOnBranches.js';
import { CHANGED_NAMES, commitOf } from './changesSince.js';
import { type GitProcess, pathsIn } from './gitProcess.js';
import { collectWorktreeFolders, linkedWorktrees, logsInWorktrees, otherTops } from './linkedWorktrees.js';

/** Reads other branches and worktrees of the clone with the `git` program. */
export class GitBranches implements OtherBranches {
  readonly #git: GitProcess;
  readonly #remembered: AnswersMemory | undefined;

  constructor(git: GitProcess, remembered?: AnswersMemory) {
    this.#git = git;
    this.#remembered = remembered;
  }

  foldersElsewhere(specsDir: string, isSpecFolder: (name: string) => boolean): FoldersElsewhere {
    assertProjectPath(specsDir);
    const branches = cachedGit(this.#git, 'git answers', this.#remembered);
    const refs = askBranches(branches);
    const why = this.#git.complaintIn(refs);
    if (why !== undefined) return { folders: [], skipped: unread(why) };
    const place = this.#git.place;
    if (refs.status !== 0 || place === undefined) return { folders: [] };
    const names = new Set<string>();
    const skipped = [
      complaintOf(() => collectBranchFolders(branches, place, idsIn(refs), specsDir, isSpecFolder, names)),
      complaintOf(() => collectWorktreeFolders(place, specsDir, isSpecFolder, names)),
    ].filter((complaint) => complaint !== undefined);
    keep(branches);
    const folders = [...names];
    return skipped.length === 0 ? { folders } : { folders, skipped: unread(skipped.join('; ')) };
  }

  logsInWorktrees(streams: readonly StreamId[]): ReadonlyMap<StreamId, readonly string[]> {
    streams.forEach(assertProjectPath);
    const place = this.#git.place;
    return place === undefined ? new Map() : logsInWorktrees(place, streams);
  }

  logsOnBranches(now: number): ReturnType<OtherBranches['logsOnBranches']> {
    const place = this.#git.place;
    if (place === undefined) return { logs: new Map() };
    const branches = cachedGit(this.#git, 'git branches', this.#remembered);
    let logs: ReadonlyMap<StreamId, readonly BranchLog[]> = new Map();
    const skipped = complaintOf(() => {
      logs = logsOnBranches(branches, place, now);
    });
    keep(branches);
    if (skipped === undefined) return { logs };
    return { logs, skipped: `Not all branches were read: ${skipped.replace(/\.$/, '')}.` };
  }

  changedElsewhere(place: PlaceOfWork): readonly string[] | undefined {
    const location = this.#git.place;
    if (location === undefined) return undefined;
    if ('branch' in place) {
      const { status, output } = this.#git.run([...CHANGED_NAMES, `HEAD...refs/heads/${place.branch}`, '--']);
      return status === 0 ? pathsIn(output) : undefined;
    }
    const isKnown = otherTops(location).some(
      (other) => join(other, location.prefix) === join(place.worktree, '.'),
    );
    if (!isKnown) return undefined;
    const head = commitOf(this.#git, 'HEAD');
    if (head === undefined) return undefined;
    const elsewhere = ['-C', place.worktree, ...CHANGED_NAMES, '--merge-base', head, '--'];
    const { status, output } = this.#git.compare(elsewhere);
    return status === 0 ? pathsIn(output) : undefined;
  }

  worktrees(): { readonly own?: string; readonly names: readonly string[] } {
    const place = this.#git.place;
    if (place === undefined) return { names: [] };
    const { gitDir, commonDir } = place;
    const isLinked = dirname(realpathSync.native(gitDir)) === join(commonDir, 'worktrees');
    return { ...(isLinked && { own: basename(gitDir) }), names: [...linkedWorktrees(commonDir).keys()] };
  }
}

function unread(why: string): string {
  return `Not all spec numbers on other branches and worktrees were checked: ${why.replace(/\.$/, '')}.`;
}

/** Runs `work` and returns the message of an error from git or the system, if any. Any other error is a bug and is thrown. */
function complaintOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof SpectoolError) return error.message;
    if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
    throw error;
  }
}
