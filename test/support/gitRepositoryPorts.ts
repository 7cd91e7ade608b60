import type { Snapshot } from '../../src/adapters/cache/snapshot.js';
import { GitBranches } from '../../src/adapters/git/gitBranchesAndWorktrees.js';
import { GitCloneReader } from '../../src/adapters/git/gitClone.js';
import { GitCommitLog } from '../../src/adapters/git/gitCommitLog.js';
import { GitCommits } from '../../src/adapters/git/gitCommits.js';
import { GitProcess } from '../../src/adapters/git/gitProcess.js';
import { GitMerges } from '../../src/adapters/git/gitMerges.js';
import type { Clone, CommitLog, Commits, Merges, OtherBranches } from '../../src/ports/repository.js';
import { validConfiguration } from '../../src/adapters/storage/project/configValidation.js';

/** An object that implements all ports for git repositories. */
export type Repository = Clone & Commits & CommitLog & Merges & OtherBranches;

/** The ports for git repositories, each as a separate property. */
export interface RepositoryPorts {
  readonly clone: Clone;
  readonly commits: Commits;
  readonly commitLog: CommitLog;
  readonly merges: Merges;
  readonly otherBranches: OtherBranches;
}

/** Passes one object for each of the ports for git repositories, as `createSpectool` needs them. */
export function repositoryPorts(one: Repository): RepositoryPorts {
  return { clone: one, commits: one, commitLog: one, merges: one, otherBranches: one };
}

/** Returns the git repository that contains a folder; it is read by running git. */
export function gitRepository(
  root: string,
  env: NodeJS.ProcessEnv = process.env,
  snapshot?: Snapshot,
  now?: () => number,
): Repository {
  const git = new GitProcess(root, env);
  const memory = snapshot && { snapshot, ...(now && { now }) };
  const parts = [
    new GitCloneReader(git, memory),
    new GitCommits(git, memory),
    new GitCommitLog(git, validConfiguration, memory),
    new GitMerges(git),
    new GitBranches(git, memory),
  ];
  const methods = parts.flatMap((part) => {
    const prototype = Object.getPrototypeOf(part) as Readonly<
      Record<string, (...given: unknown[]) => unknown>
    >;
    const names = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
    return names.map((name) => [name, prototype[name]?.bind(part)] as const);
  });
  return Object.fromEntries(methods) as unknown as Repository;
}
