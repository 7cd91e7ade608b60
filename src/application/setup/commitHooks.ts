import {
  decideHook,
  GIT_HOOKS,
  type GitHook,
  MANAGER_FILES,
} from '../../domain/project/gitHooksAndAttributes.js';
import type { HookTexts } from '../../ports/shippedAndGeneratedTexts.js';
import type { Advice } from '../../domain/errors/advice.js';
import type { Clone } from '../../ports/repository/cloneInfo.js';
import { ignoreErrors } from '../ignoreErrors.js';
import type { Warning } from '../warning.js';
import type { SetupChanges } from './setupChanges.js';

/** A change outside the project's files, such as a git hook, and its reversal. */
export interface OutsideStep {
  take(): void;
  revert(): void;
}

/** Plans changes of git's commit hooks. Returns the steps that make the changes. */
export function planCommitHooks(
  clone: Clone,
  texts: HookTexts,
  wanted: boolean,
  changes: SetupChanges,
): readonly OutsideStep[] {
  const before = changes.warnings.length;
  // Stop at the first hook that belongs to the user, because the other hooks alone would do only half of the work.
  return GIT_HOOKS.flatMap((hook) =>
    changes.warnings.length > before ? [] : (planHook(hook, clone, texts, wanted, changes) ?? []),
  );
}

/** Warns that this clone lacks git hooks that it could have. */
export function warnOfMissingHooks(clone: Clone, texts: HookTexts, changes: SetupChanges): void {
  const missing = GIT_HOOKS.filter((hook) => {
    const found = clone.hook(hook, MANAGER_FILES);
    if (found === undefined) return false;
    const [text, ...earlier] = texts.gitHooks(hook, found.prefix);
    return decideHook(found, true, text, (was) => texts.isGitHook(was), earlier).kind === 'write';
  });
  if (missing.length === 0) return;
  changes.warnings.push({
    code: 'HOOK_LEFT_OUT',
    message: `This project uses hooks, but this clone lacks the current ${missing.join(', ')} ${missing.length === 1 ? 'hook' : 'hooks'}; git copies no hooks when it clones.`,
    advice: [{ useCase: 'initProject', request: { hooks: true }, to: 'write the hooks of this clone' }],
  });
}

function planHook(
  hook: GitHook,
  clone: Clone,
  texts: HookTexts,
  wanted: boolean,
  changes: SetupChanges,
): OutsideStep | undefined {
  const found = clone.hook(hook, MANAGER_FILES);
  // Without a repository there is no hook to remove; the caller warns that no hook was installed.
  if (found === undefined) {
    if (wanted && clone.available())
      changes.warnings.push(leftOut(hook, "git's settings or git's folder cannot be read"));
    return undefined;
  }
  const [text, ...earlier] = texts.gitHooks(hook, found.prefix);
  const decided = decideHook(found, wanted, text, (was) => texts.isGitHook(was), earlier);
  const place = `.git/hooks/${hook}`;
  if (decided.kind === 'untouched') {
    changes.warnings.push(
      wanted
        ? leftOut(hook, decided.why)
        : {
            code: 'HOOK_LEFT_OUT',
            message: `${place} was left as it is: ${decided.why}.`,
            hint: 'Remove the hook by hand if you do not need it.',
          },
    );
    return undefined;
  }
  if (decided.kind === 'nothing') {
    if (wanted) changes.kept.push(place);
    return undefined;
  }
  const isRemoved = decided.kind === 'remove';
  const { was = isRemoved ? text : undefined } = decided;
  const becomes = isRemoved ? undefined : text;
  (isRemoved ? changes.removed : was === undefined ? changes.created : changes.updated).push(place);
  return {
    take: () => clone.setHook(hook, becomes, was),
    revert: () => clone.setHook(hook, was, becomes),
  };
}

/** What a person adds to a hook of their own, by the name of the hook. */
const OWN_HOOKS: Readonly<Record<GitHook, Advice>> = {
  'pre-commit': {
    useCase: 'validateProject',
    to: 'check the specs; to have git do this before each commit, add the command to your own pre-commit hook',
  },
  'commit-msg': {
    useCase: 'findCommitSpec',
    to: 'see which spec the line `Spec:` of a commit message should name; to have git add the line, copy examples/hooks/commit-msg from the spectool package',
  },
  'post-commit': {
    useCase: 'stageRecords',
    request: { afterCommit: true },
    to: "add the records of the last commit to git's index; to have git do this after each commit, add the command to your own post-commit hook",
  },
};

function leftOut(hook: GitHook, why: string): Warning {
  return {
    code: 'HOOK_LEFT_OUT',
    message: `No ${hook} hook was written: ${why}.`,
    advice: [OWN_HOOKS[hook]],
  };
}

/** Combines the steps that change git's files into one, which runs last and does all steps or none. */
export function inOneStep(
  hooks: readonly OutsideStep[],
  driver: (() => void) | undefined,
): (() => void) | undefined {
  if (hooks.length === 0) return driver;
  return () => {
    const taken: OutsideStep[] = [];
    try {
      for (const hook of hooks) {
        hook.take();
        taken.push(hook);
      }
      driver?.();
    } catch (error) {
      for (const hook of taken.reverse()) ignoreErrors(() => hook.revert());
      throw error;
    }
  };
}
