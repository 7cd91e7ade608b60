import { isJsonObject, type JsonObject, type JsonValue } from '../value/jsonValue.js';
import table from './assistants.json' with { type: 'json' };

/** Where an assistant's settings list the commands that run when a session begins. */
export interface SessionHook {
  readonly file: string;
  /** The keys in the settings file that lead to the list of hooks. */
  readonly list: readonly string[];
  /** `grouped` if each item of the list contains a list of hooks itself; `plain` if each item is a hook. */
  readonly form: 'grouped' | 'plain';
  /** The content of a new settings file besides the hooks. */
  readonly heading?: JsonObject;
  /** What the assistant reads, with `{text}` for the hook's output; absent if the assistant reads plain text. */
  readonly answer?: JsonObject;
}

/** A coding assistant, and its files in a repository. */
export interface Assistant {
  /** The name of the assistant as a value of `--agent-tools`. */
  readonly name: string;
  /** The assistant's own instruction file, which becomes a link to AGENTS.md; absent if the assistant reads AGENTS.md. */
  readonly file?: string;
  /** The folder in which the assistant looks for skills, in addition to the folder that every project has. */
  readonly skillFolder?: string;
  /** The assistant's session hook; absent if it has no hook whose output the model reads. */
  readonly sessionHook?: SessionHook;
  /** Files and folders in the project's root that show that the assistant is used in the project. */
  readonly traces: readonly string[];
  /** The pages that say which files the assistant reads, and the day on which they were last read. */
  readonly source?: { readonly pages: readonly string[]; readonly read: string };
}

/** The value of `--agent-tools` that installs the skill in the shared folder, for assistants that are not named. */
export const SKILLS_ONLY = 'skills';

/**
 * The built-in assistants. `--agent-tools all` means only the first two, which were supported first. An assistant is listed only if
 * its source says which files it reads.
 */
export const ASSISTANTS = table as readonly Assistant[];

/** Returns the output of a session hook as an assistant reads it. */
export function hookAnswer({ answer }: SessionHook, text: string): string {
  if (answer === undefined) return text;
  return JSON.stringify(answer, (_, value: JsonValue) => (value === '{text}' ? text : value));
}

/** Returns an item that runs a command, for the list of hooks in an assistant's settings. */
export function sessionItem({ form }: SessionHook, command: string): JsonObject {
  return form === 'plain' ? { command } : { hooks: [{ type: 'command', command }] };
}

/** Returns the commands in an item of the list of hooks: its own command, and those of its group. */
export function commandsOf(item: JsonValue): readonly string[] {
  if (!isJsonObject(item)) return [];
  const { command, hooks = [] } = item;
  const grouped = Array.isArray(hooks) ? (hooks as readonly JsonValue[]).flatMap(commandsOf) : [];
  return typeof command === 'string' ? [command, ...grouped] : grouped;
}

/** The assistants that `--agent-tools all` selects. */
export const SUPPORTED: readonly string[] = ['alpha', 'beta'];

/** Values of `--agent-tools` that are not names of assistants. */
export const CHOICES = ['all', 'none', 'detected'] as const;

/** An assistant that a project adds or redefines with `agents` in the configuration. */
export interface OwnAssistant {
  readonly name: string;
  readonly file: string;
  readonly skillFolder?: string;
}

/** Returns the built-in assistants and those of the project's configuration, which replace built-in ones of the same name. */
export function assistantsOf(own: readonly OwnAssistant[]): readonly Assistant[] {
  const names = new Set(own.map(({ name }) => name));
  return [
    ...ASSISTANTS.filter(({ name }) => !names.has(name)),
    ...own.map((one) => ({ ...one, traces: [one.file] })),
  ];
}
