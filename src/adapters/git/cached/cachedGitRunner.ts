import type { Snapshot } from '../../cache/snapshot.js';
import type { AskGit, GitProcess } from '../gitProcess.js';
import { ownGitFolder } from './gitRefStamps.js';
import { GitAnswerCache, type CachedAnswers } from './gitAnswerCache.js';

/** The snapshot in which git's answers are cached, and a clock. */
export interface AnswersMemory {
  readonly snapshot: Snapshot;
  /**
   * Returns the time in milliseconds since 1970, by the same clock that sets the times of files. An answer is not cached if a
   * file that it depends on changed just before, because a further change might not alter the file's stamp.
   */
  readonly now?: () => number;
}

/** The method of GitProcess that asks git. */
export type HowToAsk = 'run' | 'compare' | 'runWithPatterns';

/**
 * Returns a git runner for questions about branches and commits. It answers from the cache if possible.
 * @param section name of the snapshot section with the cached answers.
 */
export function cachedGit(
  git: GitProcess,
  section: string,
  memory: AnswersMemory | undefined,
  how: HowToAsk = 'run',
): AskGit {
  const gitFolder = ownGitFolder(git.root, git.env);
  const asked = gitFolder === undefined ? git : git.alone();
  const asking: AskGit = { run: (args, input) => asked[how](args, input) };
  if (gitFolder === undefined || memory === undefined) return asking;
  const { PATH: programs = '' } = git.env;
  const { snapshot, now = Date.now } = memory;
  // The cache key contains the project's path, because questions contain paths, and PATH, because another git version may answer
  // differently.
  const kept = snapshot.section<CachedAnswers>(section, JSON.stringify([git.root, programs]));
  return new GitAnswerCache(asking, gitFolder, kept, now);
}

export function keep(asked: AskGit): void {
  if (asked instanceof GitAnswerCache) asked.keep();
}
