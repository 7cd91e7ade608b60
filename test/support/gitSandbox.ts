import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './temporaryFolder.js';

/** Environment for git without the git configuration of the machine. */
export const GIT_ENV: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
};

/** A real git repository in a temporary folder. */
export class GitSandbox {
  readonly root: string;

  constructor(root = temporaryFolder(), init: readonly string[] = ['init', '-q', '-b', 'main']) {
    this.root = root;
    if (init.length > 0) this.git(...init);
  }

  /** Copies the repository to a new folder, which is faster than to make its commits again. */
  copy(): GitSandbox {
    const copy = new GitSandbox(temporaryFolder(), []);
    cpSync(this.root, copy.root, { recursive: true });
    return copy;
  }

  git(...args: readonly string[]): string {
    return this.gitWith('', ...args);
  }

  gitWith(input: string, ...args: readonly string[]): string {
    return execFileSync('git', [...args], {
      cwd: this.root,
      env: GIT_ENV,
      encoding: 'utf8',
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
      maxBuffer: 1 << 28,
    }).trimEnd();
  }

  write(path: string, text = 'x\n'): this {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return this;
  }

  /** Commits all changes of the worktree. */
  commit(message = 'change'): this {
    // One shell runs both git commands, because starting a process takes longer than the git command itself.
    const script = 'git add -A && git -c maintenance.auto=false commit -q --allow-empty -m "$1"';
    execFileSync('sh', ['-c', script, 'sh', message], { cwd: this.root, env: GIT_ENV, stdio: 'pipe' });
    return this;
  }

  /** Commits these files to a new branch that starts at the current commit, then checks out the earlier branch again. */
  branch(name: string, ...paths: readonly string[]): this {
    this.git('checkout', '-q', '-b', name);
    for (const path of paths) this.write(path);
    this.commit(name);
    this.git('checkout', '-q', '-');
    return this;
  }
}
