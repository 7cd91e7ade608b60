import { plainText } from '../../domain/document/decodeText.js';
import { parentOf } from '../../domain/naming/projectPath.js';
import type { Assistant, SessionHook } from '../../domain/project/assistants.js';
import {
  addSessionHook,
  holdsNothing,
  removeSessionHook,
  sessionItem,
} from '../../domain/project/sessionHooks.js';
import type { HookTexts, JsonText } from '../../ports/shippedAndGeneratedTexts.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { Warning } from '../warning.js';
import type { SetupChanges } from './setupChanges.js';

const LARGEST = 1024 * 1024;

interface Tools {
  readonly files: FileSystem;
  readonly json: JsonText;
  readonly texts: HookTexts;
}

/**
 * Plans the session hooks in the settings files of assistants: adds or removes one command and keeps the rest. A file that
 * cannot be read or edited safely is left alone, with a warning.
 */
export function planSessionHooks(
  assistants: readonly Assistant[],
  wanted: boolean,
  tools: Tools,
  changes: SetupChanges,
): void {
  for (const assistant of assistants)
    if (assistant.sessionHook !== undefined)
      planSessionHook(assistant, assistant.sessionHook, wanted, tools, changes);
}

/** True if the settings of an assistant have spectool's session hook: somebody set up the project with hooks. */
export function hasSessionHook(assistants: readonly Assistant[], { files, json, texts }: Tools): boolean {
  return assistants.some((assistant) => {
    const { sessionHook: hook } = assistant;
    const text = hook === undefined ? undefined : settingsText(files, hook.file).text;
    if (hook === undefined || text === undefined) return false;
    const isOurs = (line: string) => texts.isSessionCommand(line, assistant);
    return removeSessionHook(json.read(text).value, hook, isOurs).kind !== 'nothing';
  });
}

/** Warns that no session hook was set up, because no chosen assistant has one. */
export function noSessionHook(known: readonly Assistant[]): Warning {
  const names = known.flatMap(({ name, sessionHook }) => (sessionHook === undefined ? [] : [name]));
  return {
    code: 'HOOK_LEFT_OUT',
    message: `No session hook was set up: only some assistants have session hooks (${names.join(', ')}), and none of these was chosen or found.`,
    advice: [
      {
        useCase: 'initProject',
        request: { agentTools: names[0] ?? '…', hooks: true },
        to: 'set up a hook for one of these assistants',
      },
    ],
  };
}

function planSessionHook(
  assistant: Assistant,
  hook: SessionHook,
  wanted: boolean,
  { files, json, texts }: Tools,
  changes: SetupChanges,
): void {
  const { file, list } = hook;
  const command = texts.sessionCommand(assistant);
  const leave = (why: string) => {
    const item = JSON.stringify(sessionItem(hook, command));
    changes.kept.push(file);
    changes.warnings.push({
      code: 'FILE_KEPT',
      message: `${file} was left as it is: ${why}.`,
      hint: wanted
        ? `Correct the file and run the command again, or add this to ${list.join('.')} by hand: ${item}`
        : 'If a hook in this file calls spectool, remove that hook by hand.',
    });
  };
  const { text, problem } = settingsText(files, file);
  if (problem !== undefined) {
    leave(problem);
    return;
  }
  const { value, problem: unread } = text === undefined ? { value: undefined } : json.read(text);
  if (unread !== undefined) {
    leave(unread);
    return;
  }
  // First remove the hook command of an earlier version.
  const old = removeSessionHook(
    value,
    hook,
    (line) => texts.isSessionCommand(line, assistant) && !(wanted && line === command),
  );
  if (!wanted && old.kind === 'unclear') {
    leave(old.why);
    return;
  }
  const rest =
    old.kind === 'remove' ? old.paths.reduce((left, path) => json.without(left, path), text ?? '') : text;
  const left = rest === undefined ? undefined : json.read(rest).value;
  if (!wanted) {
    if (rest === text) return;
    if (left !== undefined && holdsNothing(left, hook)) changes.remove(file, text ?? '');
    else changes.own(file, rest ?? '');
    return;
  }
  const edit = addSessionHook(left, hook, command, (line) => texts.runsPrime(line));
  if (edit.kind === 'unclear') leave(edit.why);
  else if (edit.kind === 'nothing') changes.kept.push(file);
  else changes.own(file, json.withItem(rest ?? newSettings(hook), list, edit.item));
}

function newSettings({ heading = {} }: SessionHook): string {
  return `${JSON.stringify({ ...heading }, null, 2).replace(/^\{\}$/, '{\n}')}\n`;
}

/** Returns the text of a settings file; undefined if there is no file, `problem` if it cannot be edited. */
function settingsText(
  files: FileSystem,
  path: string,
): { readonly text?: string | undefined; readonly problem?: string } {
  const folder = files.stat(parentOf(path))?.kind;
  if (folder === 'file' || folder === 'other') return { problem: `${parentOf(path)} is not a folder` };
  const stat = files.stat(path);
  if (!files.isInside(path)) return { problem: 'its path leads outside the project through a link' };
  if (stat === undefined) return {};
  if (stat.kind === 'directory') return { problem: 'it is a folder' };
  if (stat.kind === 'other') return { problem: 'it is not a regular file' };
  if (stat.size > LARGEST) return { problem: 'the file is larger than 1 MB' };
  const bytes = files.read(path);
  if (bytes === undefined) return { problem: 'it is a link to a file that does not exist' };
  const { text, problem } = plainText(bytes);
  return problem === undefined ? { text } : { problem: `the file ${problem}` };
}
