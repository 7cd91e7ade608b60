import { GitSandbox } from './gitSandbox.js';
import { temporaryFolder } from './temporaryFolder.js';

/** A bare repository and clones of it. */
export class SharedRemote {
  readonly bare: GitSandbox;

  /** @param write adds files to the first commit on `main`. */
  constructor(write: (first: GitSandbox) => void = () => undefined) {
    this.bare = new GitSandbox(temporaryFolder(), ['init', '-q', '--bare', '-b', 'main']);
    const first = this.clone();
    write(first);
    first.commit('first');
    first.git('push', '-q', 'origin', 'HEAD:refs/heads/main');
  }

  clone(): GitSandbox {
    const clone = new GitSandbox(temporaryFolder(), ['clone', '-q', this.bare.root, '.']);
    if (clone.git('branch', '--list', 'main') === '') clone.git('checkout', '-q', '-B', 'main');
    return clone;
  }

  /** Returns the refs of spectool on the remote, with their texts. */
  entries(): readonly (readonly [string, string])[] {
    const refs = this.bare.git('for-each-ref', '--format=%(refname)', 'refs/spectool');
    return refs
      .split('\n')
      .filter((ref) => ref !== '')
      .map((ref) => [ref, this.bare.git('cat-file', 'blob', `${ref}:entry.json`)]);
  }
}
