import { isJsonObject, type JsonObject, type JsonValue } from '../value/jsonValue.js';
import table from './assistants.json' with { type: 'json' };

/** The part of an assistant's settings file that lists the commands to run at an event, such as the beginning of a session. */
export interface AssistantHook {
  readonly file: string;
  /** The keys in the settings file that lead to the list of hooks. */
  readonly list: readonly string[];
  /** `grouped` if each item of the list contains a list of hooks itself; `plain` if each item is a hook. */
  readonly form: 'grouped' | 'plain';
  /** The assistant's tool whose calls run the command; absent if the event does not concern a tool. */
  readonly matcher?: string;
  /** The JSON that a settings file created by spectool contains in addition to the hooks. */
  readonly heading?: JsonObject;
  /** The JSON that the assistant expects as output, with `{text}` in place of the hook's text; absent for plain text. */
  readonly answer?: JsonObject;
}

/** A coding assistant, and its files in a repository. */
export interface Assistant {
  /** The name of the assistant as a value of `--agent-tools`. */
  readonly name: string;
  /** The assistant's own instruction file, which becomes a link to AGENTS.md; absent if the assistant reads AGENTS.md. */
  readonly file?: string;
  /** Other files and folders of rules that the assistant reads; one that exists gets a reference to AGENTS.md. */
  readonly rules?: readonly string[];
  /** The folder in which the assistant looks for skills, besides the shared folder that spectool creates in every project. */
  readonly skillFolder?: string;
  /** The assistant's session hook; absent if it has no hook whose output the model reads. */
  readonly sessionHook?: AssistantHook;
  /** The hook that runs before the assistant writes a whole file; absent if the hook cannot refuse the write. */
  readonly writeHook?: AssistantHook;
  /** Files and folders in the project's root that show that the project uses the assistant. */
  readonly traces: readonly string[];
  /** The pages that document which files the assistant reads, and the day on which the pages were last checked. */
  readonly source?: { readonly pages: readonly string[]; readonly read: string };
}

/** The value of `--agent-tools` that installs the skill only in the shared folder, for assistants not in `ASSISTANTS`. */
export const SKILLS_ONLY = 'skills';

/** The built-in assistants. An assistant is listed only if its `source` documents which files it reads. */
export const ASSISTANTS = table as readonly Assistant[];

/** Returns the output of a hook as an assistant reads it. */
export function hookAnswer({ answer }: Pick<AssistantHook, 'answer'>, text: string): string {
  if (answer === undefined) return text;
  return JSON.stringify(answer, (_, value: JsonValue) => (value === '{text}' ? text : value));
}

/** Returns an item that runs a command, for the list of hooks in an assistant's settings file. */
export function hookItem({ form, matcher }: AssistantHook, command: string): JsonObject {
  const item = form === 'plain' ? { command } : { hooks: [{ type: 'command', command }] };
  return { ...(matcher !== undefined && { matcher }), ...item };
}

/** Returns the commands in an item of an assistant's list of hooks: its own `command`, and those of its `hooks`. */
export function commandsOf(item: JsonValue): readonly string[] {
  if (!isJsonObject(item)) return [];
  const { command, hooks = [] } = item;
  const grouped = Array.isArray(hooks) ? (hooks as readonly JsonValue[]).flatMap(commandsOf) : [];
  return typeof command === 'string' ? [command, ...grouped] : grouped;
}

/** The assistants that `--agent-tools all` selects besides those found in the project. */
export const SUPPORTED: readonly string[] = ['alpha', 'beta'];

/** Values of `--agent-tools` that are not names of assistants. */
export const CHOICES = ['all', 'none', 'detected'] as const;

/** An assistant that a project adds or redefines with `agents` in the configuration. */
export interface OwnAssistant {
  readonly name: string;
  readonly file: string;
  readonly skillFolder?: string;
}

/** Returns the built-in assistants and the project's own ones, which replace built-in assistants of the same name. */
export function assistantsOf(own: readonly OwnAssistant[]): readonly Assistant[] {
  const names = new Set(own.map(({ name }) => name));
  return [
    ...ASSISTANTS.filter(({ name }) => !names.has(name)),
    ...own.map((one) => ({ ...one, traces: [one.file] })),
  ];
}

/** Returns the files that these assistants read instead of AGENTS.md. Ignores unknown assistants. */
export function linkedFiles(tools: readonly string[], known: readonly Assistant[]): readonly string[] {
  return known.flatMap(({ name, file }) => (file !== undefined && tools.includes(name) ? [file] : []));
}
