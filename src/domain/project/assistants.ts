import type { JsonObject } from '../value/json.js';

/** The place in an assistant's settings for commands that run when a session begins. */
export interface SessionHook {
  readonly file: string;
  /** Keys that lead to the list of hooks. */
  readonly list: readonly string[];
  /** `grouped` if each item of the list has its own list of hooks. */
  readonly form: 'grouped' | 'plain';
  /** The content of a new file besides the hooks. */
  readonly heading?: JsonObject;
  /** Converts the output to the format that the assistant reads as context, if that is not plain text. */
  readonly answer?: (told: string) => JsonObject;
}

/** A coding assistant, and its files in a repository. */
export interface Assistant {
  /** Its name for `--agent-tools`. */
  readonly name: string;
  /** Its own instruction file, which is linked to AGENTS.md; absent if it reads AGENTS.md itself. */
  readonly file?: string;
  /** Its folder for skills, besides the folder that every project has. */
  readonly skillFolder?: string;
  /** Its session hook; absent if it has no such hook whose output the model reads. */
  readonly sessionHook?: SessionHook;
  /** Files and folders in the root that show that it is used here. */
  readonly traces: readonly string[];
}

/** The form of settings that several assistants share. */
const HOOKS = { list: ['hooks', 'SessionStart'], form: 'grouped' } as const;

/** The first two have been supported from the beginning; `all` means only them. */
export const ASSISTANTS: readonly Assistant[] = [
  { name: 'alpha', file: 'ALPHA.md', traces: ['ALPHA.md'] },
  { name: 'beta', file: 'BETA.md', traces: ['BETA.md'] },
  {
    name: 'claude',
    file: 'CLAUDE.md',
    skillFolder: '.claude/skills',
    sessionHook: { ...HOOKS, file: '.claude/settings.json' },
    traces: ['CLAUDE.md', '.claude'],
  },
  {
    name: 'gemini',
    file: 'GEMINI.md',
    skillFolder: '.gemini/skills',
    sessionHook: {
      ...HOOKS,
      file: '.gemini/settings.json',
      answer: (told) => ({
        hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: told },
      }),
    },
    traces: ['GEMINI.md', '.gemini'],
  },
  { name: 'copilot', traces: ['.github/copilot-instructions.md', '.github/instructions'] },
  {
    name: 'cursor',
    skillFolder: '.cursor/skills',
    sessionHook: {
      file: '.cursor/hooks.json',
      list: ['hooks', 'sessionStart'],
      form: 'plain',
      heading: { version: 1 },
      answer: (told) => ({ additional_context: told }),
    },
    traces: ['.cursor', '.cursorrules'],
  },
  {
    name: 'codex',
    skillFolder: '.agents/skills',
    sessionHook: { ...HOOKS, file: '.codex/hooks.json' },
    traces: ['.codex'],
  },
  { name: 'windsurf', skillFolder: '.windsurf/skills', traces: ['.windsurf', '.windsurfrules'] },
  { name: 'kiro', skillFolder: '.kiro/skills', traces: ['.kiro'] },
  { name: 'opencode', skillFolder: '.opencode/skills', traces: ['.opencode', 'opencode.json'] },
];

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

/** Returns all assistants of a project; its own replace built-in ones of the same name. */
export function assistantsOf(own: readonly OwnAssistant[]): readonly Assistant[] {
  const names = new Set(own.map(({ name }) => name));
  return [
    ...ASSISTANTS.filter(({ name }) => !names.has(name)),
    ...own.map((one) => ({ ...one, traces: [one.file] })),
  ];
}
