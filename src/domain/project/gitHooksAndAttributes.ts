/**
 * The git hooks: pre-commit adds records to the commit and refuses it if specs have errors; commit-msg adds the line `Spec:` to
 * the message; post-commit updates git's index.
 */
export const GIT_HOOKS = ['pre-commit', 'commit-msg', 'post-commit'] as const;
export type GitHook = (typeof GIT_HOOKS)[number];

/** Programs that manage a repository's git hooks, by their files in the top folder of the repository. */
const MANAGERS: Readonly<Record<string, string>> = {
  '.husky': 'husky',
  '.pre-commit-config.yaml': 'pre-commit',
  'lefthook.yml': 'lefthook',
  '.lefthook.yml': 'lefthook',
  'lefthook.yaml': 'lefthook',
  '.lefthook.yaml': 'lefthook',
  'lefthook.toml': 'lefthook',
  'lefthook.json': 'lefthook',
  '.overcommit.yml': 'overcommit',
  '.simple-git-hooks.json': 'simple-git-hooks',
  '.simple-git-hooks.js': 'simple-git-hooks',
  '.simple-git-hooks.cjs': 'simple-git-hooks',
};

export const MANAGER_FILES = Object.keys(MANAGERS);

/** Says which program manages the hooks of a repository with these files; undefined if there is none. */
export function managerOf([file]: readonly string[]): string | undefined {
  return file === undefined
    ? undefined
    : `${MANAGERS[file] ?? 'another program'} manages the hooks (${file})`;
}

/** The git hook and the settings for hooks that were found in a repository. */
export interface HookFound {
  /** The git setting `core.hooksPath`: if set, git runs hooks only from that folder. */
  readonly hooksPath?: string;
  /** The searched file names that exist in the top folder of the worktree. */
  readonly files: readonly string[];
  /** The hook file in git's own folder; `other` if it is not a small text file. */
  readonly hook?: { readonly text: string } | 'other';
}

/** Returns a pattern for `.gitattributes`, in which wildcard characters of names are escaped and unusual names are quoted. */
export function attributePattern(folder: string, rest: string): string {
  const pattern = `${escaped(folder)}/**/${escaped(rest)}`;
  if (!/[\s"\\]|^[#!]/.test(pattern)) return pattern;
  // `!` at the beginning is escaped, because it would negate the pattern even within quotes.
  const positive = pattern.startsWith('!') ? `\\${pattern}` : pattern;
  return `"${positive.replace(/["\\]/g, '\\$&')}"`;
}

function escaped(path: string): string {
  return path.replace(/[[\]*?\\]/g, '\\$&');
}
