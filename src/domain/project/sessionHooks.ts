import { isJsonObject, type JsonObject, type JsonValue } from '../value/jsonValue.js';
import type { SessionHook } from './assistants.js';

type Path = readonly (string | number)[];

/** A change of an assistant's settings that adds or removes spectool's session hook. */
export type SessionHookEdit =
  | { readonly kind: 'add'; readonly item: JsonObject }
  /** The paths are in reverse order, so that removing one does not change the paths that follow. */
  | { readonly kind: 'remove'; readonly paths: readonly Path[] }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unclear'; readonly why: string };

/** Returns an item that runs a command, for the list of hooks in an assistant's settings. */
export function sessionItem({ form }: SessionHook, command: string): JsonObject {
  return form === 'plain' ? { command } : { hooks: [{ type: 'command', command }] };
}

/**
 * Returns the change that adds a session hook to an assistant's settings.
 * @param settings the current settings; undefined if there is no file.
 * @param does returns true for a command that does the same as spectool's hook.
 */
export function addSessionHook(
  settings: JsonValue | undefined,
  hook: SessionHook,
  command: string,
  does: (command: string) => boolean,
): Exclude<SessionHookEdit, { readonly kind: 'remove' }> {
  const { items, why } = hooksAt(settings, hook.list);
  if (why !== undefined) return { kind: 'unclear', why };
  return items.some((item) => commandsIn(item).some(({ text }) => does(text)))
    ? { kind: 'nothing' }
    : { kind: 'add', item: sessionItem(hook, command) };
}

/**
 * Returns the change that removes spectool's session hooks from an assistant's settings.
 * @param isOurs returns true for a command that spectool wrote and that was not edited; other commands stay.
 */
export function removeSessionHook(
  settings: JsonValue | undefined,
  { list }: SessionHook,
  isOurs: (command: string) => boolean,
): Exclude<SessionHookEdit, { readonly kind: 'add' }> {
  const { items } = hooksAt(settings, list);
  const ours = items.flatMap((item, i): readonly { readonly written: JsonValue; readonly path: Path }[] => {
    const commands = commandsIn(item).filter(({ text }) => isOurs(text));
    // A group that contains only hooks of spectool is removed as a whole.
    if (commands.length > 0 && commands.length === countOf(item))
      return [{ written: item, path: [...list, i] }];
    return commands.map(({ hook, path }) => ({ written: hook, path: [...list, i, ...path] }));
  });
  if (ours.length === 0) return { kind: 'nothing' };
  if (!ours.every(({ written }) => isBare(written)))
    return { kind: 'unclear', why: `the hook in ${list.join('.')} was edited` };
  return { kind: 'remove', paths: ours.map(({ path }) => path).reverse() };
}

/**
 * True if settings contain only the content that spectool writes into a new file besides its hook, so that the file can be
 * deleted.
 */
export function holdsNothing(settings: JsonValue, { heading = {} }: SessionHook): boolean {
  return isJsonObject(settings) && Object.entries(settings).every(([key, value]) => value === heading[key]);
}

function hooksAt(
  settings: JsonValue | undefined,
  list: readonly string[],
): { readonly items: readonly JsonValue[]; readonly why?: string } {
  let at = settings;
  for (const [depth, key] of list.entries()) {
    if (at === undefined) return { items: [] };
    if (!isJsonObject(at)) {
      const where = depth === 0 ? 'the file' : list.slice(0, depth).join('.');
      return { items: [], why: `${where} is not a JSON object` };
    }
    at = Object.hasOwn(at, key) ? at[key] : undefined;
  }
  if (at === undefined) return { items: [] };
  return Array.isArray(at)
    ? { items: at as readonly JsonValue[] }
    : { items: [], why: `${list.join('.')} is not a list` };
}

/** Counts the hooks in an item of the list, which is a single hook or a group of hooks. */
function countOf(item: JsonValue): number {
  if (!isJsonObject(item)) return 0;
  return Array.isArray(item['hooks']) ? item['hooks'].length : 1;
}

/** True for a hook, or a group of hooks, that has only the keys that `sessionItem` writes. */
function isBare(item: JsonValue): boolean {
  if (!isJsonObject(item)) return false;
  const { command: _command, type = 'command', hooks = [], ...more } = item;
  return Object.keys(more).length === 0 && type === 'command' && Array.isArray(hooks) && hooks.every(isBare);
}

/** Returns the commands in an item of the list of hooks: its own command, or those of its group. */
function commandsIn(
  item: JsonValue,
): readonly { readonly text: string; readonly hook: JsonValue; readonly path: Path }[] {
  if (!isJsonObject(item)) return [];
  const { command, hooks } = item;
  if (!Array.isArray(hooks))
    return typeof command === 'string' ? [{ text: command, hook: item, path: [] }] : [];
  return (hooks as readonly JsonValue[]).flatMap((hook, i) =>
    isJsonObject(hook) && typeof hook['command'] === 'string'
      ? [{ text: hook['command'], hook, path: ['hooks', i] }]
      : [],
  );
}
