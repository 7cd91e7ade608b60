import type { JsonObject } from '../value/jsonValue.js';

/** Where an assistant's settings list the commands that run when a session begins. */
export interface SessionHook {
  readonly file: string;
  /** The keys in the settings file that lead to the list of hooks. */
  readonly list: readonly string[];
  /** `grouped` if each item of the list contains a list of hooks itself; `plain` if each item is a hook. */
  readonly form: 'grouped' | 'plain';
  /** The content of a new settings file besides the hooks. */
  readonly heading?: JsonObject;
  /** Converts the hook's output to the format that the assistant reads; absent if the assistant reads plain text. */
  readonly answer?: (told: string) => JsonObject;
}

/** A coding assistant, and its files in a repository. */
export interface Assistant {
  /** The name of the assistant as a value of `--agent-tools`. */
  readonly name: string;
  /** The assistant's own instruction file, which becomes a link to AGENTS.md; absent if the assistant reads AGENTS.md. */
  readonly file?: string;
  /** The assistant's folder for skills, in addition to the folder that every project has. */
  readonly skillFolder?: string;
  /** The assistant's session hook; absent if it has no hook whose output the model reads. */
  readonly sessionHook?: SessionHook;
  /** Files and folders in the project's root that show that the assistant is used in the project. */
  readonly traces: readonly string[];
}

/** The place and form of session hooks that several assistants share. */
const HOOKS = { list: ['hooks', 'SessionStart'], form: 'grouped' } as const;

/** The built-in assistants. `--agent-tools all` means only the first two, which were supported first. */
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

/** Returns the built-in assistants and those of the project's configuration, which replace built-in ones of the same name. */
export function assistantsOf(own: readonly OwnAssistant[]): readonly Assistant[] {
  const names = new Set(own.map(({ name }) => name));
  return [
    ...ASSISTANTS.filter(({ name }) => !names.has(name)),
    ...own.map((one) => ({ ...one, traces: [one.file] })),
  ];
}
