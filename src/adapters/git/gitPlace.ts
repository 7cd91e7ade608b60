import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { causeOf } from '../../domain/errors/fileFailure.js';
import type { AskGit } from './gitProcess.js';

/** Where the project lies in its repository. */
export interface GitPlace {
  /** Top of the working tree, links resolved. */
  readonly top: string;
  /** From there to the project, with a `/` at the end, or empty. */
  readonly prefix: string;
  /** What all worktrees share. */
  readonly commonDir: string;
  /** Of local and remote-tracking branches, each once. */
  readonly commits: readonly string[];
}

/** `none`: no repository, which is no one's mistake. `unreadable`: there is one, and why it cannot be read. */
export type GitPlaceAnswer =
  | { readonly kind: 'place'; readonly place: GitPlace }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly why: string };

const QUESTION = ['--show-toplevel', '--show-prefix', '--git-common-dir', '--branches', '--remotes'];

/** Everything there is to know before reading, in one question. */
export function askGitPlace(git: AskGit, root: string): GitPlaceAnswer {
  const answer = git.run(['rev-parse', ...QUESTION]);
  if (answer.status !== 0) {
    if (/not a git repository \(or any/.test(answer.complaint)) return { kind: 'none' };
    if (answer.missing && !hasRepositoryAround(root)) return { kind: 'none' };
    return { kind: 'unreadable', why: answer.complaint };
  }
  const [top = '', prefix = '', commonDir = '', ...commits] = answer.output
    .toString('utf8')
    .trimEnd()
    .split('\n');
  if (commits.some((commit) => !/^[0-9a-f]{40,64}$/.test(commit))) {
    return { kind: 'unreadable', why: 'the path of the repository contains a line break' };
  }
  const shared = { prefix, commonDir: resolve(root, commonDir), commits: [...new Set(commits)] };
  try {
    return { kind: 'place', place: { ...shared, top: realpathSync(top) } };
  } catch (error) {
    return { kind: 'unreadable', why: `the top of the working tree cannot be found (${causeOf(error)})` };
  }
}

function hasRepositoryAround(root: string): boolean {
  for (let folder = resolve(root); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return true;
    if (dirname(folder) === folder) return false;
  }
}
