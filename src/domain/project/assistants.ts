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
  /** The folder in which the assistant looks for skills, in addition to the folder that every project has. */
  readonly skillFolder?: string;
  /** Folders into which earlier versions of spectool installed the skill for this assistant. */
  readonly earlierSkillFolders?: readonly string[];
  /** The assistant's session hook; absent if it has no hook whose output the model reads. */
  readonly sessionHook?: SessionHook;
  /** Files and folders in the project's root that show that the assistant is used in the project. */
  readonly traces: readonly string[];
  /** The pages that say which files the assistant reads, and the day on which they were last read. */
  readonly source?: { readonly pages: readonly string[]; readonly read: string };
}

/** The place and form of session hooks that several assistants share. */
const HOOKS = { list: ['hooks', 'SessionStart'], form: 'grouped' } as const;

/** The folder of skills that most assistants read, whoever makes them. */
const SHARED_SKILLS = '.agents/skills';

/** The value of `--agent-tools` that installs the skill in the shared folder, for assistants that are not named. */
export const SKILLS_ONLY = 'skills';

const read = (day: string, ...pages: readonly string[]) => ({ pages, read: day });

/**
 * The built-in assistants. `--agent-tools all` means only the first two, which were supported first. An assistant is listed only if
 * its source says which files it reads.
 */
export const ASSISTANTS: readonly Assistant[] = [
  { name: 'alpha', file: 'ALPHA.md', traces: ['ALPHA.md'] },
  { name: 'beta', file: 'BETA.md', traces: ['BETA.md'] },
  {
    name: 'amp',
    skillFolder: SHARED_SKILLS,
    traces: ['.amp'],
    source: read('2026-11-26', 'https://syllago.dev/using-syllago/providers/amp'),
  },
  {
    name: 'antigravity',
    skillFolder: SHARED_SKILLS,
    traces: [],
    source: read(
      '2026-11-26',
      'https://github.com/dyoshikawa/rulesync/blob/main/src/features/rules/antigravity-cli-rule.ts',
      'https://github.com/msitarzewski/agency-agents/blob/main/integrations/antigravity/README.md',
    ),
  },
  {
    name: 'augment',
    skillFolder: SHARED_SKILLS,
    traces: ['.augment'],
    source: read(
      '2026-11-26',
      'https://docs.augmentcode.com/cli/rules',
      'https://docs.augmentcode.com/cli/skills',
    ),
  },
  {
    name: 'claude',
    file: 'CLAUDE.md',
    skillFolder: '.claude/skills',
    sessionHook: { ...HOOKS, file: '.claude/settings.json' },
    traces: ['CLAUDE.md', '.claude'],
    source: read(
      '2026-11-26',
      'https://github.com/Taiizor/agents-md-cookbook/blob/main/COMPATIBILITY.md',
      'https://github.com/vercel-labs/skills',
    ),
  },
  {
    name: 'cline',
    skillFolder: SHARED_SKILLS,
    traces: ['.cline', '.clinerules'],
    source: read(
      '2026-11-26',
      'https://docs.cline.bot/customization/cline-rules',
      'https://github.com/cline/cline/blob/main/apps/vscode/src/core/storage/skill-directories.ts',
    ),
  },
  {
    name: 'codebuddy',
    file: 'CODEBUDDY.md',
    skillFolder: '.codebuddy/skills',
    traces: ['CODEBUDDY.md', '.codebuddy'],
    source: read(
      '2026-11-26',
      'https://www.codebuddy.ai/docs/cli/memory',
      'https://www.codebuddy.ai/docs/cli/skills',
    ),
  },
  {
    name: 'codex',
    skillFolder: SHARED_SKILLS,
    sessionHook: { ...HOOKS, file: '.codex/hooks.json' },
    traces: ['.codex'],
    source: read('2026-11-26', 'https://developers.openai.com/codex/skills'),
  },
  {
    name: 'copilot',
    traces: ['.github/copilot-instructions.md', '.github/instructions'],
    source: read('2026-11-26', 'https://docs.github.com/copilot/concepts/agents/about-agent-skills'),
  },
  {
    name: 'cursor',
    skillFolder: SHARED_SKILLS,
    earlierSkillFolders: ['.cursor/skills'],
    sessionHook: {
      file: '.cursor/hooks.json',
      list: ['hooks', 'sessionStart'],
      form: 'plain',
      heading: { version: 1 },
      answer: (told) => ({ additional_context: told }),
    },
    traces: ['.cursor', '.cursorrules'],
    source: read(
      '2026-11-26',
      'https://cursor.com/docs/context/skills',
      'https://stevekinney.com/courses/ai-development/cursor-skills',
    ),
  },
  {
    name: 'devin',
    skillFolder: SHARED_SKILLS,
    traces: ['.devin'],
    source: read(
      '2026-11-26',
      'https://docs.devin.ai/desktop/cascade/agents-md',
      'https://docs.devin.ai/cli/extensibility/skills/overview',
    ),
  },
  {
    name: 'firebender',
    traces: ['.firebender', 'firebender.json'],
    source: read('2026-11-26', 'https://docs.firebender.com/api-reference/agents-md'),
  },
  {
    name: 'gemini',
    file: 'GEMINI.md',
    skillFolder: SHARED_SKILLS,
    earlierSkillFolders: ['.gemini/skills'],
    sessionHook: {
      ...HOOKS,
      file: '.gemini/settings.json',
      answer: (told) => ({
        hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: told },
      }),
    },
    traces: ['GEMINI.md', '.gemini'],
    source: read(
      '2026-11-26',
      'https://github.com/google-gemini/gemini-cli/blob/main/docs/cli/gemini-md.md',
      'https://github.com/google-gemini/gemini-cli/blob/main/docs/cli/skills.md',
    ),
  },
  {
    name: 'goose',
    skillFolder: SHARED_SKILLS,
    traces: ['.goosehints'],
    source: read(
      '2026-11-26',
      'https://github.com/aaif-goose/goose/blob/main/documentation/docs/guides/context-engineering/using-goosehints.md',
      'https://block.github.io/goose/docs/mcp/skills-mcp',
    ),
  },
  {
    name: 'grok',
    skillFolder: SHARED_SKILLS,
    traces: ['.grok'],
    source: read(
      '2026-11-26',
      'https://github.com/xai-org/grok-build/blob/main/crates/codegen/xai-grok-pager/docs/user-guide/01-getting-started.md',
      'https://github.com/xai-org/grok-build/blob/main/crates/codegen/xai-grok-pager/docs/user-guide/08-skills.md',
    ),
  },
  {
    name: 'junie',
    file: '.junie/AGENTS.md',
    skillFolder: '.junie/skills',
    traces: ['.junie'],
    source: read(
      '2026-11-26',
      'https://github.com/JetBrains/junie-guidelines',
      'https://zenn.dev/nattosystem_jp/articles/83eac3ea4f3b2f',
    ),
  },
  {
    name: 'kilocode',
    skillFolder: SHARED_SKILLS,
    traces: ['.kilo', '.kilocode'],
    source: read(
      '2026-11-26',
      'https://kilo.ai/docs/customize/agents-md',
      'https://kilo.ai/docs/customize/skills',
    ),
  },
  {
    name: 'kimi',
    skillFolder: SHARED_SKILLS,
    traces: ['.kimi'],
    source: read(
      '2026-11-26',
      'https://github.com/MoonshotAI/kimi-cli/blob/main/docs/en/customization/agents.md',
      'https://github.com/MoonshotAI/kimi-cli/blob/main/docs/en/customization/skills.md',
    ),
  },
  {
    name: 'kiro',
    skillFolder: '.kiro/skills',
    traces: ['.kiro'],
    source: read('2026-11-26', 'https://kiro.dev/docs/skills'),
  },
  {
    name: 'opencode',
    skillFolder: SHARED_SKILLS,
    earlierSkillFolders: ['.opencode/skills'],
    traces: ['.opencode', 'opencode.json'],
    source: read(
      '2026-11-26',
      'https://github.com/anomalyco/opencode/blob/dev/packages/web/src/content/docs/skills.mdx',
    ),
  },
  {
    name: 'qoder',
    skillFolder: '.qoder/skills',
    traces: ['.qoder'],
    source: read(
      '2026-11-26',
      'https://docs.qoder.com/cli/memory',
      'https://docs.qoder.com/extensions/skills',
    ),
  },
  {
    name: 'qwen',
    skillFolder: SHARED_SKILLS,
    traces: ['QWEN.md', '.qwen'],
    source: read(
      '2026-11-26',
      'https://github.com/QwenLM/qwen-code/blob/main/docs/users/features/memory.md',
      'https://github.com/QwenLM/qwen-code/blob/main/docs/users/features/skills.md',
    ),
  },
  {
    name: 'trae',
    file: '.trae/rules/project_rules.md',
    skillFolder: '.trae/skills',
    traces: ['.trae'],
    source: read(
      '2026-11-27',
      'https://w3cschool.cn/traedocs/trae-rules-for-ai.html',
      'https://juejin.cn/post/7619769543519780890',
    ),
  },
  {
    name: 'windsurf',
    skillFolder: SHARED_SKILLS,
    earlierSkillFolders: ['.windsurf/skills'],
    traces: ['.windsurf', '.windsurfrules'],
    source: read(
      '2026-11-26',
      'https://docs.devin.ai/desktop/cascade/agents-md',
      'https://docs.devin.ai/cli/extensibility/skills/overview',
    ),
  },
  {
    name: 'zed',
    skillFolder: SHARED_SKILLS,
    traces: ['.zed'],
    source: read(
      '2026-11-26',
      'https://zed.dev/docs/ai/instructions',
      'https://www.skills.sh/zed-industries/zed/create-skill',
    ),
  },
  { name: SKILLS_ONLY, skillFolder: SHARED_SKILLS, traces: [] },
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
