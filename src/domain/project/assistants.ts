import type { JsonObject } from '../value/json.js';

/** Where an assistant's settings say what it runs when a session begins. */
export interface SessionHook {
  readonly file: string;
  /** Keys that lead to the list of hooks. */
  readonly list: readonly string[];
  /** `grouped`: a member of the list has hooks of its own. */
  readonly form: 'grouped' | 'plain';
  /** What a new file says besides the hooks. */
  readonly heading?: JsonObject;
  /** What the assistant takes for context, where that is not the plain output. */
  readonly answer?: (told: string) => JsonObject;
}

/** A coding assistant, as far as files in a repository concern it. */
export interface Assistant {
  /** What `--agent-tools` calls it. */
  readonly name: string;
  /** The instruction file of its own, which is linked to AGENTS.md; absent for one that reads AGENTS.md itself. */
  readonly file?: string;
  /** Where it looks for skills besides the folder that every project has. */
  readonly skillFolder?: string;
  /** Where it says what it runs at the beginning of a session; absent where it has no such hook that a model reads. */
  readonly sessionHook?: SessionHook;
  /** Files and folders in the root by which it is known to be used here. */
  readonly traces: readonly string[];
}

/** Settings of which several assistants have the form. */
const HOOKS = { list: ['hooks', 'SessionStart'], form: 'grouped' } as const;

/** The two the product has always known come first; `all` means them. */
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

/** What `--agent-tools all` takes. */
export const SUPPORTED: readonly string[] = ['alpha', 'beta'];

/** Words that name no assistant, but a choice of them. */
export const CHOICES = ['all', 'none', 'detected'] as const;

/** A project's own: what `agents` in the configuration adds, or sets otherwise. */
export interface OwnAssistant {
  readonly name: string;
  readonly file: string;
  readonly skillFolder?: string;
}

/** All that a project knows, its own in the place of those of the same name. */
export function assistantsOf(own: readonly OwnAssistant[]): readonly Assistant[] {
  const names = new Set(own.map(({ name }) => name));
  return [
    ...ASSISTANTS.filter(({ name }) => !names.has(name)),
    ...own.map((one) => ({ ...one, traces: [one.file] })),
  ];
}
