import { type Assistant, hookItem } from '../../domain/project/assistants.js';
import {
  GIT_HOOKS,
  type GitHook,
  type HookFound,
  MANAGER_FILES,
  managerOf,
  placeOfHook,
} from '../../domain/project/managedTexts.js';
import type { Clone } from '../../ports/repository.js';
import type { HookTexts, JsonText } from '../../ports/shippedAndGeneratedTexts.js';
import type { Warning } from '../useCase.js';
import { type HookItem, type ManagedPlan, planPart, type SetupChanges } from './setupChanges.js';

type FoundHook = HookFound & { readonly prefix: string };

interface Tools {
  readonly json: JsonText;
  readonly texts: HookTexts;
}

/**
 * Plans the hooks in the settings files of assistants. A file that cannot be edited stays, with a warning. A file as it is
 * committed keeps its hooks when they are not wanted.
 */
export function planSessionHooks(
  assistants: readonly Assistant[],
  wanted: boolean,
  tools: Tools & { readonly isCommitted: (file: string) => boolean },
  changes: SetupChanges,
): void {
  for (const assistant of assistants) {
    const items = hookParts(assistant, tools);
    const [first] = items;
    // Who declines the hooks in a clone does not decide for the others.
    if (!wanted && first !== undefined && tools.isCommitted(first.hook.file)) {
      changes.kept.push(first.hook.file);
      continue;
    }
    const left = first && changes.manage(first.hook.file, { kind: 'items', items }, wanted);
    if (first === undefined || left === undefined) continue;
    const { file, list } = first.hook;
    changes.warnings.push({
      code: 'FILE_KEPT',
      message: `${file} was not changed: ${left.why}.`,
      hint: wanted
        ? `Correct the file and run the command again, or add this to ${list.join('.')} by hand: ${JSON.stringify(hookItem(first.hook, first.command))}`
        : 'If a hook in this file calls spectool, remove that hook by hand.',
    });
  }
}

/** Returns the hooks of an assistant at the beginning of a session and before a write; all are in one settings file. */
function hookParts(assistant: Assistant, { json, texts }: Tools): readonly HookItem[] {
  return [
    {
      hook: assistant.sessionHook,
      command: texts.sessionCommand(assistant),
      isOurs: (line: string) => texts.isSessionCommand(line, assistant),
      does: (line: string) => texts.runs('prime', line),
    },
    {
      hook: assistant.writeHook,
      command: texts.guardCommand,
      isOurs: (line: string) => line === texts.guardCommand,
      does: (line: string) => texts.runs('guard', line),
    },
  ].flatMap(({ hook, ...part }) => (hook === undefined ? [] : [{ ...part, hook, json }]));
}

/** Warns that no session hook was set up, because no chosen assistant has one. */
export function noSessionHook(known: readonly Assistant[]): Warning {
  const names = known.flatMap(({ name, sessionHook }) => (sessionHook === undefined ? [] : [name]));
  return {
    code: 'HOOK_LEFT_OUT',
    message: `No session hook was set up: of the assistants with session hooks (${names.join(', ')}), none was chosen or found.`,
    advice: [
      {
        useCase: 'initProject',
        request: { agentTools: names[0] ?? '…', hooks: true },
        to: 'set up a hook for one of these assistants',
      },
    ],
  };
}

/** Reason for leaving a spectool hook whose text is not the one for this project. */
const FOR_ANOTHER =
  'the hook is from spectool, but was edited, or is for another project or for the former folder of this one (docs/monorepo.md)';

/**
 * Plans one git hook. A user's own hook is never changed, and no hook is added if another program manages the hooks.
 * @returns also the text of the hook that was found, with LF line ends.
 */
export function hookPlan(
  hook: GitHook,
  found: FoundHook,
  wanted: boolean,
  texts: Pick<HookTexts, 'gitHooks' | 'isGitHook'>,
): { readonly was: string | undefined; readonly plan: ManagedPlan } {
  const [text, ...earlier] = texts.gitHooks(hook, found.prefix);
  const was = typeof found.hook === 'object' ? found.hook.text.replaceAll('\r\n', '\n') : undefined;
  const manager = managerOf(found.files);
  const foreign = { why: manager ?? 'another hook already exists', isForeign: true };
  const notOurs = (one: string) =>
    earlier.includes(one) ? undefined : texts.isGitHook(one) ? { why: FOR_ANOTHER } : foreign;
  if (wanted && found.hooksPath !== undefined)
    return { was, plan: { why: `git's hooks are in ${found.hooksPath} (core.hooksPath)` } };
  if (was === undefined && wanted && (found.hook ?? manager) !== undefined) return { was, plan: foreign };
  return { was, plan: planPart({ kind: 'whole', text, notOurs }, was, wanted) };
}

/** Returns the git hooks that are missing or out of date in this clone, but could be installed. */
export function missingHooks(clone: Clone, texts: HookTexts): readonly GitHook[] {
  return GIT_HOOKS.filter((hook) => {
    const found = clone.hook(hook, MANAGER_FILES);
    if (found === undefined) return false;
    const { was, plan } = hookPlan(hook, found, true, texts);
    return plan.why === undefined && plan.text !== was;
  });
}

/** Plans changes of git's commit hooks. */
export function planCommitHooks(
  clone: Clone,
  texts: HookTexts,
  wanted: boolean,
  changes: SetupChanges,
): void {
  for (const hook of GIT_HOOKS) {
    const found = clone.hook(hook, MANAGER_FILES);
    const left = found && planCommitHook(hook, found, clone, texts, wanted, changes);
    if (left !== undefined) changes.warnings.push(left);
    // Without a repository there is no hook to remove; the caller warns that no hook was installed.
    if (found !== undefined || !wanted || !clone.available()) continue;
    changes.warnings.push({
      code: 'HOOK_LEFT_OUT',
      message: "No git hooks were written: git's settings or git's folder cannot be read.",
    });
    return;
  }
}

/** Returns a warning if the hook stays as it is. */
function planCommitHook(
  hook: GitHook,
  found: FoundHook,
  clone: Clone,
  texts: HookTexts,
  wanted: boolean,
  changes: SetupChanges,
): Warning | undefined {
  const { was, plan } = hookPlan(hook, found, wanted, texts);
  const place = `.git/hooks/${hook}`;
  if (plan.why !== undefined) {
    if (wanted)
      return hook === 'post-commit' ? undefined : inOtherHands(hook, plan.why, found, texts, changes);
    return {
      code: 'HOOK_LEFT_OUT',
      message: `${place} was not changed: ${plan.why}.`,
      hint: 'Remove the hook by hand if you do not need it.',
    };
  }
  const { text } = plan;
  if (text === was) {
    if (wanted) changes.kept.push(place);
    return undefined;
  }
  (text === undefined ? changes.removed : was === undefined ? changes.created : changes.updated).push(place);
  changes.outside.push({
    take: () => clone.setHook(hook, text, was),
    revert: () => clone.setHook(hook, was, text),
  });
  return undefined;
}

/** Returns a warning with the line to add to a hook that is not spectool's, unless the hook runs spectool's command already. */
function inOtherHands(
  hook: 'pre-commit' | 'commit-msg',
  why: string,
  found: FoundHook,
  texts: HookTexts,
  changes: SetupChanges,
): Warning | undefined {
  const { there = '', prefix } = found;
  const place = placeOfHook(hook, found);
  if (texts.hasHookLine(hook, prefix, there)) {
    changes.kept.push(place);
    return undefined;
  }
  return {
    code: 'HOOK_LEFT_OUT',
    message: `No ${hook} hook was written: ${why}.`,
    hint: `Add this line to ${place.endsWith(`/${hook}`) ? place : `the ${hook} hook in ${place}`}: \`${texts.ownHookLine(hook, prefix)}\``,
  };
}
