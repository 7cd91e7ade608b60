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

/** The git hook and the settings for hooks that were found in a repository. */
export interface HookFound {
  /** The git setting `core.hooksPath`: if set, git runs hooks only from that folder. */
  readonly hooksPath?: string;
  /** The searched file names that exist in the top folder of the worktree. */
  readonly files: readonly string[];
  /** The hook file in git's own folder; `other` if it is not a small text file. */
  readonly hook?: { readonly text: string } | 'other';
}

export type HookDecision =
  | { readonly kind: 'nothing' }
  /** `was` is the text of the existing hook, which an earlier version of spectool wrote. */
  | { readonly kind: 'write' | 'remove'; readonly was?: string }
  | { readonly kind: 'untouched'; readonly why: string };

/** A hook of spectool whose text is not the one for this project. */
const FOR_ANOTHER =
  'the hook is from spectool, but was edited, or is for another project or for the folder where this one was before (docs/monorepo.md)';

/**
 * Decides whether to write, remove or keep a git hook. A user's own hook is never changed, and no hook is added if another
 * program manages the hooks.
 * @param ours the text of spectool's hook.
 * @param wasOurs returns true for a text that spectool wrote, even if it was edited since.
 * @param earlier the texts of the hook that earlier versions wrote.
 */
export function decideHook(
  { hook, hooksPath, files }: HookFound,
  wanted: boolean,
  ours: string,
  wasOurs: (text: string) => boolean,
  earlier: readonly string[] = [],
): HookDecision {
  const text = hook === undefined || hook === 'other' ? undefined : hook.text.replaceAll('\r\n', '\n');
  const old = earlier.find((one) => one === text);
  const was = old === undefined ? {} : { was: old };
  const notOurs =
    text !== undefined && wasOurs(text) ? { kind: 'untouched' as const, why: FOR_ANOTHER } : undefined;
  if (!wanted)
    return text === ours || old !== undefined ? { kind: 'remove', ...was } : (notOurs ?? { kind: 'nothing' });
  if (hooksPath !== undefined)
    return { kind: 'untouched', why: `git takes its hooks from ${hooksPath} (core.hooksPath)` };
  if (text === ours) return { kind: 'nothing' };
  if (old !== undefined) return { kind: 'write', ...was };
  const [file] = files;
  if (file !== undefined)
    return { kind: 'untouched', why: `${MANAGERS[file] ?? 'another program'} manages the hooks (${file})` };
  if (hook === undefined) return { kind: 'write' };
  return notOurs ?? { kind: 'untouched', why: 'another hook already exists' };
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
