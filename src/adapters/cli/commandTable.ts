import type { UseCaseName } from '../../application/useCases.js';
import { type CommandDefinition, type CommandEntry, definitionOf } from './definition.js';

const table = [
  {
    name: 'init',
    useCase: 'initProject',
    group: 'Start',
    purpose: 'create configuration, templates, AGENTS.md and links; safe to run again',
    load: async () => (await import('./commands/start/init.js')).InitCommand,
  },
  {
    name: 'prime',
    useCase: 'primeProject',
    group: 'Start',
    purpose: 'what an agent needs before its first action, in 1,000 tokens',
    load: async () => (await import('./commands/start/prime.js')).PrimeCommand,
  },
  {
    name: 'board',
    useCase: 'showBoard',
    group: 'Look',
    purpose: 'Kanban view of all specs and the health of the project',
    load: async () => (await import('./commands/look/board.js')).BoardCommand,
  },
  {
    name: 'list',
    useCase: 'listSpecs',
    group: 'Look',
    purpose: 'list specs with their metadata',
    load: async () => (await import('./commands/look/list.js')).ListCommand,
  },
  {
    name: 'search',
    useCase: 'searchSpecs',
    group: 'Look',
    purpose: 'search all text of the specs, by words and by meaning',
    load: async () => (await import('./commands/look/search.js')).SearchCommand,
  },
  {
    name: 'view',
    useCase: 'viewSpec',
    group: 'Look',
    purpose: 'show one spec',
    load: async () => (await import('./commands/look/view.js')).ViewCommand,
  },
  {
    name: 'next',
    useCase: 'nextSpecs',
    group: 'Look',
    purpose: 'planned specs that can be started now, best first',
    load: async () => (await import('./commands/look/next.js')).NextCommand,
  },
  {
    name: 'deps',
    useCase: 'showDependencies',
    group: 'Look',
    purpose: 'which specs depend on which',
    load: async () => (await import('./commands/look/deps.js')).DepsCommand,
  },
  {
    name: 'tokens',
    useCase: 'countTokens',
    group: 'Look',
    purpose: 'size in LLM tokens, with a rating',
    load: async () => (await import('./commands/look/tokens.js')).TokensCommand,
  },
  {
    name: 'stats',
    useCase: 'showStatistics',
    group: 'Look',
    purpose: 'throughput, lead and cycle times, and the age of work in progress',
    load: async () => (await import('./commands/look/stats.js')).StatsCommand,
  },
  {
    name: 'export html',
    useCase: 'exportProject',
    group: 'Look',
    purpose: 'write board, specs, graph and history as one page that needs no server',
    load: async () => (await import('./commands/look/rendering/exportHtml.js')).ExportHtmlCommand,
  },
  {
    name: 'export json',
    useCase: 'exportProject',
    group: 'Look',
    purpose: 'write everything of every spec as one JSON document',
    load: async () => (await import('./commands/look/exportJson.js')).ExportJsonCommand,
  },
  {
    name: 'export markdown',
    useCase: 'reportProject',
    group: 'Look',
    purpose: 'write what a branch did to specs, for a pull request',
    load: async () => (await import('./commands/look/exportMarkdown.js')).ExportMarkdownCommand,
  },
  {
    name: 'create',
    useCase: 'createSpec',
    group: 'Specs',
    purpose: 'create a spec with the next number',
    load: async () => (await import('./commands/specs/create.js')).CreateCommand,
  },
  {
    name: 'import',
    useCase: 'importSpecs',
    group: 'Specs',
    purpose: 'make specs of documents of other tools, with their past',
    load: async () => (await import('./commands/specs/import.js')).ImportCommand,
  },
  {
    name: 'update',
    useCase: 'updateSpec',
    alsoRuns: ['updateSpecs'],
    group: 'Specs',
    purpose: 'change a spec; the only way to change its frontmatter',
    load: async () => (await import('./commands/specs/update.js')).UpdateCommand,
  },
  {
    name: 'archive',
    useCase: 'archiveSpecs',
    group: 'Specs',
    purpose: 'move specs into the archive; their numbers stay taken',
    load: async () => (await import('./commands/specs/archive.js')).ArchiveCommand,
  },
  {
    name: 'unarchive',
    useCase: 'unarchiveSpecs',
    group: 'Specs',
    purpose: 'bring specs back from the archive',
    load: async () => (await import('./commands/specs/archive.js')).UnarchiveCommand,
  },
  {
    name: 'delete',
    useCase: 'deleteSpec',
    group: 'Specs',
    purpose: 'remove a spec created by mistake; undo brings it back',
    load: async () => (await import('./commands/specs/delete.js')).DeleteCommand,
  },
  {
    name: 'renumber',
    useCase: 'renumberSpec',
    group: 'Specs',
    purpose: 'give a spec another number; every reference follows',
    load: async () => (await import('./commands/specs/renumber.js')).RenumberCommand,
  },
  {
    name: 'claim',
    useCase: 'claimSpecs',
    group: 'Work',
    purpose: 'take specs to work on, so that nobody else does',
    load: async () => (await import('./commands/work/claim.js')).ClaimCommand,
  },
  {
    name: 'release',
    useCase: 'releaseSpec',
    group: 'Work',
    purpose: 'give a claimed spec back',
    load: async () => (await import('./commands/work/release.js')).ReleaseCommand,
  },
  {
    name: 'criteria',
    useCase: 'listCriteria',
    group: 'Work',
    purpose: 'when a spec is done: its criteria, and who ticked them',
    load: async () => (await import('./commands/work/criteria.js')).CriteriaCommand,
  },
  {
    name: 'check',
    useCase: 'checkCriteria',
    group: 'Work',
    purpose: 'tick criteria, with a proof',
    load: async () => (await import('./commands/work/check.js')).CheckCommand,
  },
  {
    name: 'uncheck',
    useCase: 'uncheckCriteria',
    group: 'Work',
    purpose: 'take ticks back',
    load: async () => (await import('./commands/work/uncheck.js')).UncheckCommand,
  },
  {
    name: 'add-criterion',
    useCase: 'addCriterion',
    group: 'Work',
    purpose: 'add a criterion',
    load: async () => (await import('./commands/work/addCriterion.js')).AddCriterionCommand,
  },
  {
    name: 'note',
    useCase: 'addNote',
    group: 'Work',
    purpose: 'add a note, dated and signed',
    load: async () => (await import('./commands/work/note.js')).NoteCommand,
  },
  {
    name: 'section',
    useCase: 'readSection',
    group: 'Work',
    purpose: 'print a section, give it another text, or add to it',
    load: async () => (await import('./commands/work/section.js')).SectionCommand,
  },
  {
    name: 'edit',
    useCase: 'editSpec',
    group: 'Work',
    purpose: 'edit the text in your editor',
    load: async () => (await import('./commands/work/edit.js')).EditCommand,
  },
  {
    name: 'history',
    useCase: 'showHistory',
    group: 'Log',
    purpose: 'what happened, newest first',
    load: async () => (await import('./commands/log/history.js')).HistoryCommand,
  },
  {
    name: 'undo',
    useCase: 'undoChange',
    group: 'Log',
    purpose: 'undo a change, by recording a new one',
    load: async () => (await import('./commands/log/undo.js')).UndoCommand,
  },
  {
    name: 'resolve',
    useCase: 'resolveConflicts',
    group: 'Log',
    purpose: 'repair spec documents after a merge',
    load: async () => (await import('./commands/log/resolve.js')).ResolveCommand,
  },
  {
    name: 'compact',
    useCase: 'compactLog',
    group: 'Log',
    purpose: 'pack old log files; nothing is lost',
    load: async () => (await import('./commands/log/compact.js')).CompactCommand,
  },
  {
    name: 'merge-driver',
    useCase: 'mergeDocuments',
    group: 'Log',
    purpose: 'merge one spec document for git',
    load: async () => (await import('./commands/log/mergeDriver.js')).MergeDriverCommand,
  },
  {
    name: 'stage-records',
    useCase: 'stageRecords',
    group: 'Log',
    purpose: 'put the records of staged documents into the commit, for git hooks',
    load: async () => (await import('./commands/log/stageRecords.js')).StageRecordsCommand,
  },
  {
    name: 'validate',
    useCase: 'validateProject',
    group: 'Tools',
    purpose: 'find every problem, for people and CI',
    load: async () => (await import('./commands/tools/validate.js')).ValidateCommand,
  },
  {
    name: 'config get',
    useCase: 'readSetting',
    group: 'Tools',
    purpose: 'print one setting of the project',
    load: async () => (await import('./commands/tools/configGet.js')).ConfigGetCommand,
  },
  {
    name: 'config set',
    useCase: 'setSetting',
    group: 'Tools',
    purpose: 'change a setting of the project',
    load: async () => (await import('./commands/tools/configSet.js')).ConfigSetCommand,
  },
  {
    name: 'config unset',
    useCase: 'unsetSetting',
    group: 'Tools',
    purpose: 'take a setting out: its default counts again',
    load: async () => (await import('./commands/tools/configUnset.js')).ConfigUnsetCommand,
  },
  {
    name: 'config list',
    useCase: 'listSettings',
    group: 'Tools',
    purpose: 'print every setting of the project',
    load: async () => (await import('./commands/tools/configList.js')).ConfigListCommand,
  },
  {
    name: 'skill install',
    useCase: 'installSkill',
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
] as const satisfies readonly CommandEntry[];

/** Every command, in the order of `--help`. */
export const commandTable: readonly CommandEntry[] = table;

/** As `CommandEntry`, each with its own name and class. */
export type ListedCommand = (typeof table)[number];

/** The command that words begin with. */
export function commandNamed(words: readonly string[]): CommandEntry | undefined {
  return commandTable.find(({ name }) => name.split(' ').every((word, i) => words[i] === word));
}

/** The commands of two words that a lone first word begins; none where it is a command itself. */
export function commandsUnder(words: readonly string[]): readonly CommandEntry[] {
  const [first = '', second] = words;
  if (second !== undefined || commandNamed(words) !== undefined) return [];
  return commandTable.filter(({ name }) => name.startsWith(`${first} `));
}

/** The command that runs a use case. */
export function commandFor(useCase: UseCaseName): CommandEntry | undefined {
  return commandTable.find(
    (entry) => entry.useCase === useCase || entry.alsoRuns?.includes(useCase) === true,
  );
}

/** What every command says of itself, in the order of the table. */
export async function allDefinitions(): Promise<readonly CommandDefinition[]> {
  const definitions: CommandDefinition[] = [];
  for (const entry of commandTable) definitions.push(definitionOf(entry, await entry.load()));
  return definitions;
}
