import { type CommandDefinition, type CommandEntry, definitionOf } from './definition.js';

/** Every command, in the order of `--help`. */
export const commandTable: readonly CommandEntry[] = [
  {
    name: 'init',
    group: 'Start',
    purpose: 'create configuration, templates, AGENTS.md and links; safe to run again',
    load: async () => (await import('./commands/start/init.js')).InitCommand,
  },
  {
    name: 'board',
    group: 'Look',
    purpose: 'Kanban view of all specs and the health of the project',
    load: async () => (await import('./commands/look/board.js')).BoardCommand,
  },
  {
    name: 'list',
    group: 'Look',
    purpose: 'list specs with their metadata',
    load: async () => (await import('./commands/look/list.js')).ListCommand,
  },
  {
    name: 'search',
    group: 'Look',
    purpose: 'find specs by meaning, over all their text',
    load: async () => (await import('./commands/look/search.js')).SearchCommand,
  },
  {
    name: 'view',
    group: 'Look',
    purpose: 'show one spec',
    load: async () => (await import('./commands/look/view.js')).ViewCommand,
  },
  {
    name: 'next',
    group: 'Look',
    purpose: 'planned specs that can be started now, best first',
    load: async () => (await import('./commands/look/next.js')).NextCommand,
  },
  {
    name: 'deps',
    group: 'Look',
    purpose: 'which specs depend on which',
    load: async () => (await import('./commands/look/deps.js')).DepsCommand,
  },
  {
    name: 'tokens',
    group: 'Look',
    purpose: 'size in LLM tokens, with a rating',
    load: async () => (await import('./commands/look/tokens.js')).TokensCommand,
  },
  {
    name: 'stats',
    group: 'Look',
    purpose: 'throughput, lead and cycle times, and the age of work in progress',
    load: async () => (await import('./commands/look/stats.js')).StatsCommand,
  },
  {
    name: 'create',
    group: 'Specs',
    purpose: 'create a spec with the next number',
    load: async () => (await import('./commands/specs/create.js')).CreateCommand,
  },
  {
    name: 'update',
    group: 'Specs',
    purpose: 'change a spec; the only way its frontmatter changes',
    load: async () => (await import('./commands/specs/update.js')).UpdateCommand,
  },
  {
    name: 'archive',
    group: 'Specs',
    purpose: 'move specs into the archive; their numbers stay taken',
    load: async () => (await import('./commands/specs/archive.js')).ArchiveCommand,
  },
  {
    name: 'unarchive',
    group: 'Specs',
    purpose: 'bring specs back from the archive',
    load: async () => (await import('./commands/specs/unarchive.js')).UnarchiveCommand,
  },
  {
    name: 'renumber',
    group: 'Specs',
    purpose: 'give a spec another number; every reference follows',
    load: async () => (await import('./commands/specs/renumber.js')).RenumberCommand,
  },
  {
    name: 'history',
    group: 'Log',
    purpose: 'what happened, newest first',
    load: async () => (await import('./commands/log/history.js')).HistoryCommand,
  },
  {
    name: 'undo',
    group: 'Log',
    purpose: 'take a change back, as a new change',
    load: async () => (await import('./commands/log/undo.js')).UndoCommand,
  },
  {
    name: 'resolve',
    group: 'Log',
    purpose: 'repair spec documents after a merge',
    load: async () => (await import('./commands/log/resolve.js')).ResolveCommand,
  },
  {
    name: 'compact',
    group: 'Log',
    purpose: 'pack old log files; nothing is lost',
    load: async () => (await import('./commands/log/compact.js')).CompactCommand,
  },
  {
    name: 'merge-driver',
    group: 'Log',
    purpose: 'merge one spec document for git',
    load: async () => (await import('./commands/log/mergeDriver.js')).MergeDriverCommand,
  },
  {
    name: 'validate',
    group: 'Tools',
    purpose: 'find everything that is wrong, for people and CI',
    load: async () => (await import('./commands/tools/validate.js')).ValidateCommand,
  },
  {
    name: 'skill install',
    group: 'Tools',
    purpose: 'install the Agent Skill file',
    load: async () => (await import('./commands/tools/skillInstall.js')).SkillInstallCommand,
  },
  {
    name: 'completion',
    group: 'Tools',
    purpose: 'print a shell completion script',
    load: async () => (await import('./commands/tools/completion.js')).CompletionCommand,
  },
];

/** The command that words begin with. */
export function commandNamed(words: readonly string[]): CommandEntry | undefined {
  return commandTable.find(({ name }) => name.split(' ').every((word, i) => words[i] === word));
}

/** What every command says of itself, in the order of the table. */
export async function allDefinitions(): Promise<readonly CommandDefinition[]> {
  const definitions: CommandDefinition[] = [];
  for (const entry of commandTable) definitions.push(definitionOf(entry, await entry.load()));
  return definitions;
}
