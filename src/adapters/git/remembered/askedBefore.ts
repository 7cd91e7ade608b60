import type { Snapshot } from '../../cache/snapshot.js';
import type { AskGit, GitProcess } from '../gitProcess.js';
import { ownGitFolder } from './refStamps.js';
import { RememberedAnswers, type KeptAnswers } from './rememberedAnswers.js';

/** Where git's answers are remembered; without it git is asked every time. */
export interface AnswersMemory {
  readonly snapshot: Snapshot;
  /** Milliseconds, as file times count them: an answer about files changed just before is not kept. */
  readonly now?: () => number;
}

/** Whom to ask about branches and commits. @param section of the snapshot. */
export function askerOf(git: GitProcess, section: string, memory: AnswersMemory | undefined): AskGit {
  const gitFolder = ownGitFolder(git.root, git.env);
  if (gitFolder === undefined) return git;
  if (memory === undefined) return git.alone();
  const { PATH: programs = '' } = git.env;
  const { snapshot, now = Date.now } = memory;
  // Another place of the project is asked for other paths, and another git may know other things.
  const kept = snapshot.section<KeptAnswers>(section, JSON.stringify([git.root, programs]));
  return new RememberedAnswers(git.alone(), gitFolder, kept, now);
}

export function keep(asked: AskGit): void {
  if (asked instanceof RememberedAnswers) asked.keep();
}
