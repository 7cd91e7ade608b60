/** The hooks that take records into a commit and hold it back while specs are wrong, and that bring git's index up after it. */
export const GIT_HOOKS = ['pre-commit', 'post-commit'] as const;
export type GitHook = (typeof GIT_HOOKS)[number];

/** Programs that look after the hooks of a repository, by the files they leave in its top folder. */
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

/** What stands where git looks for a hook. */
export interface HookFound {
  /** `core.hooksPath`: git looks there, and nowhere else. */
  readonly hooksPath?: string;
  /** Those of the files asked for that stand in the top folder of the working tree. */
  readonly files: readonly string[];
  /** Of the hook in git's own folder; `other` for what is no small text file. */
  readonly hook?: { readonly text: string } | 'other';
}

export type HookDecision =
  | { readonly kind: 'nothing' }
  /** `was` is what an earlier version wrote there. */
  | { readonly kind: 'write' | 'remove'; readonly was?: string }
  | { readonly kind: 'untouched'; readonly why: string };

/**
 * A hook of somebody's own is never touched, and where another program looks after the hooks, none is added.
 * @param ours what we would write.
 * @param wasOurs whether a text was one of ours once, whatever was written into it since.
 * @param earlier what earlier versions wrote.
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
  if (!wanted) {
    if (text === ours || old !== undefined) return { kind: 'remove', ...was };
    return text !== undefined && wasOurs(text)
      ? { kind: 'untouched', why: 'it was edited, or belongs to another project of this repository' }
      : { kind: 'nothing' };
  }
  if (hooksPath !== undefined)
    return { kind: 'untouched', why: `git takes its hooks from ${hooksPath} (core.hooksPath)` };
  if (text === ours) return { kind: 'nothing' };
  if (old !== undefined) return { kind: 'write', ...was };
  const [file] = files;
  if (file !== undefined)
    return { kind: 'untouched', why: `${MANAGERS[file] ?? 'another program'} looks after them (${file})` };
  return hook === undefined ? { kind: 'write' } : { kind: 'untouched', why: 'there is one already' };
}

/** A path with wildcards of its own as git's attribute files want it: glob letters escaped, odd names quoted. */
export function attributePattern(folder: string, rest: string): string {
  const pattern = `${escaped(folder)}/**/${escaped(rest)}`;
  if (!/[\s"\\]|^[#!]/.test(pattern)) return pattern;
  // `!` at the start would negate even when quoted.
  const positive = pattern.startsWith('!') ? `\\${pattern}` : pattern;
  return `"${positive.replace(/["\\]/g, '\\$&')}"`;
}

function escaped(path: string): string {
  return path.replace(/[[\]*?\\]/g, '\\$&');
}
