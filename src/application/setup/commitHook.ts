import { decideHook, GIT_HOOK, MANAGER_FILES } from '../../domain/project/gitFiles.js';
import type { HookTexts } from '../../ports/shippedFiles.js';
import type { Clone } from '../../ports/repository/clone.js';
import type { Warning } from '../warning.js';
import type { SetupChanges } from './setupChanges.js';

/** A step outside the project, and how it is taken back. */
export interface OutsideStep {
  take(): void;
  revert(): void;
}

/** Plans what becomes of the hook by which git asks before a commit; undefined where it stays as it is. */
export function planCommitHook(
  clone: Clone,
  texts: HookTexts,
  wanted: boolean,
  changes: SetupChanges,
): OutsideStep | undefined {
  const found = clone.hook(GIT_HOOK, MANAGER_FILES);
  // Without a repository there is nothing to take away, and that none was made is told by the caller.
  if (found === undefined) {
    if (wanted && clone.available())
      changes.warnings.push(leftOut("git's settings, or its folder, cannot be read"));
    return undefined;
  }
  const [text, ...earlier] = texts.gitHooks(found.prefix);
  const decided = decideHook(found, wanted, text, (was) => texts.isGitHook(was), earlier);
  const place = `.git/hooks/${GIT_HOOK}`;
  if (decided.kind === 'untouched') {
    changes.warnings.push(
      wanted
        ? leftOut(decided.why)
        : {
            code: 'HOOK_LEFT_OUT',
            message: `${place} was left as it is: ${decided.why}.`,
            hint: 'Take it away by hand when it is not needed.',
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
    take: () => clone.setHook(GIT_HOOK, becomes, was),
    revert: () => clone.setHook(GIT_HOOK, was, becomes),
  };
}

function leftOut(why: string): Warning {
  return {
    code: 'HOOK_LEFT_OUT',
    message: `No ${GIT_HOOK} hook was written: ${why}.`,
    advice: [{ useCase: 'validateProject', to: `check specs from the ${GIT_HOOK} hook that git calls` }],
  };
}
