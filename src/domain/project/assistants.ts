/** A coding assistant, as far as files in a repository concern it. */
export interface Assistant {
  /** What `--agent-tools` calls it. */
  readonly name: string;
  /** The instruction file of its own, which is linked to AGENTS.md; absent for one that reads AGENTS.md itself. */
  readonly file?: string;
  /** Where it looks for skills besides the folder that every project has. */
  readonly skillFolder?: string;
  /** Files and folders in the root by which it is known to be used here. */
  readonly traces: readonly string[];
}

/** The two the product has always known come first; `all` means them. */
export const ASSISTANTS: readonly Assistant[] = [
  { name: 'alpha', file: 'ALPHA.md', traces: ['ALPHA.md'] },
  { name: 'beta', file: 'BETA.md', traces: ['BETA.md'] },
  { name: 'claude', file: 'CLAUDE.md', skillFolder: '.claude/skills', traces: ['CLAUDE.md', '.claude'] },
  { name: 'gemini', file: 'GEMINI.md', skillFolder: '.gemini/skills', traces: ['GEMINI.md', '.gemini'] },
  { name: 'copilot', traces: ['.github/copilot-instructions.md', '.github/instructions'] },
  { name: 'cursor', skillFolder: '.cursor/skills', traces: ['.cursor', '.cursorrules'] },
  { name: 'codex', skillFolder: '.agents/skills', traces: ['.codex'] },
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
