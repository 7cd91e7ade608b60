import { type Assistant, hookItem } from '../../domain/project/assistants.js';
import {
  GIT_HOOKS,
  type GitHook,
  type HookFound,
  MANAGER_FILES,
  managerOf,
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

/** Plans the hooks in the settings files of assistants. A file that cannot be edited stays, with a warning. */
export function planSessionHooks(
  assistants: readonly Assistant[],
  wanted: boolean,
  tools: Tools,
  changes: SetupChanges,
): void {
  for (const assistant of assistants) {
    const items = hookParts(assistant, tools);
    const [first] = items;
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
    const left = planCommitHook(hook, clone, texts, wanted, changes);
    if (left === undefined) continue;
    changes.warnings.push(left);
    // Stop at the first hook that belongs to the user, because the hooks only work together.
    return;
  }
}

/** Returns a warning if the hook stays as it is. */
function planCommitHook(
  hook: GitHook,
  clone: Clone,
  texts: HookTexts,
  wanted: boolean,
  changes: SetupChanges,
): Warning | undefined {
  const found = clone.hook(hook, MANAGER_FILES);
  // Without a repository there is no hook to remove; the caller warns that no hook was installed.
  if (found === undefined)
    return wanted && clone.available()
      ? leftOut(hook, "git's settings or git's folder cannot be read", texts)
      : undefined;
  const { was, plan } = hookPlan(hook, found, wanted, texts);
  const place = `.git/hooks/${hook}`;
  if (plan.why !== undefined)
    return wanted
      ? leftOut(hook, plan.why, texts, found)
      : {
          code: 'HOOK_LEFT_OUT',
          message: `${place} was not changed: ${plan.why}.`,
          hint: 'Remove the hook by hand if you do not need it.',
        };
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

function leftOut(hook: GitHook, why: string, texts: HookTexts, found?: FoundHook): Warning {
  const { files: [file] = [], hooksPath, prefix = '' } = found ?? {};
  const folder = file === '.husky' ? file : (hooksPath ?? '.git/hooks');
  const isOther = file !== undefined && file !== '.husky' && hooksPath === undefined;
  const place = isOther ? `the ${hook} hook in ${file}` : `${folder}/${hook}`;
  return {
    code: 'HOOK_LEFT_OUT',
    message: `No ${hook} hook was written: ${why}.`,
    hint:
      hook === 'pre-commit'
        ? `Add this line to ${place}: \`${texts.ownHookLine(prefix)}\``
        : `Add the lines of examples/hooks/${hook} in the spectool package to ${place}.`,
  };
}
