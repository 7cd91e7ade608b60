import type { UseCaseName } from '../../application/useCases.js';
import { type CommandDefinition, type CommandEntry, definitionOf } from './commandDefinition.js';

const table = [
  {
    name: 'init',
    useCase: 'initProject',
    group: 'Start',
    purpose: 'create configuration, templates, AGENTS.md, links; safe to run again',
    load: async () => (await import('./commands/start/init.js')).InitCommand,
  },
  {
    name: 'prime',
    useCase: 'primeProject',
    group: 'Start',
    purpose: 'print what an agent needs to know before it works, in at most 1,000 tokens',
    load: async () => (await import('./commands/start/prime.js')).PrimeCommand,
  },
  {
    name: 'board',
    useCase: 'showBoard',
    group: 'Look',
    purpose: 'show a Kanban board of the specs, and the health of the project',
    load: async () => (await import('./commands/read/board.js')).BoardCommand,
  },
  {
    name: 'ui',
    group: 'Look',
    purpose: 'act on the board with keys, in the whole terminal',
    load: async () => (await import('./commands/start/ui.js')).UiCommand,
  },
  {
    name: 'list',
    useCase: 'listSpecs',
    group: 'Look',
    purpose: 'list specs with their fields',
    load: async () => (await import('./commands/read/list.js')).ListCommand,
  },
  {
    name: 'search',
    useCase: 'searchSpecs',
    group: 'Look',
    purpose: 'search the text of all specs, by words and by meaning',
    load: async () => (await import('./commands/read/search.js')).SearchCommand,
  },
  {
    name: 'view',
    useCase: 'viewSpec',
    group: 'Look',
    purpose: 'show one or more specs',
    load: async () => (await import('./commands/read/view.js')).ViewCommand,
  },
  {
    name: 'next',
    useCase: 'nextSpecs',
    group: 'Look',
    purpose: 'list the specs that are ready to begin, best first',
    load: async () => (await import('./commands/read/next.js')).NextCommand,
  },
  {
    name: 'deps',
    useCase: 'showDependencies',
    group: 'Look',
    purpose: 'show which specs depend on which',
    load: async () => (await import('./commands/read/deps.js')).DepsCommand,
  },
  {
    name: 'tokens',
    useCase: 'countTokens',
    group: 'Look',
    purpose: 'count the LLM tokens of specs, and rate their size',
    load: async () => (await import('./commands/read/tokens.js')).TokensCommand,
  },
  {
    name: 'stats',
    useCase: 'showStatistics',
    group: 'Look',
    purpose: 'show throughput, lead and cycle times, and the age of specs in progress',
    load: async () => (await import('./commands/read/stats.js')).StatsCommand,
  },
  {
    name: 'trace',
    useCase: 'traceSpecs',
    alsoRuns: ['findOverlaps', 'findDrift'],
    group: 'Look',
    purpose: 'show which commits and files belong to which specs',
    load: async () => (await import('./commands/read/trace.js')).TraceCommand,
  },
  {
    name: 'why',
    useCase: 'explainLines',
    group: 'Look',
    purpose: 'show which specs explain a line or a file',
    load: async () => (await import('./commands/read/why.js')).WhyCommand,
  },
  {
    name: 'export html',
    useCase: 'exportProject',
    group: 'Look',
    purpose: 'write the project as one HTML page that needs no server',
    load: async () => (await import('./commands/read/rendering/exportHtml.js')).ExportHtmlCommand,
  },
  {
    name: 'export json',
    useCase: 'exportProject',
    group: 'Look',
    purpose: 'write all specs and their history as one JSON document',
    load: async () => (await import('./commands/read/exportJson.js')).ExportJsonCommand,
  },
  {
    name: 'export markdown',
    useCase: 'reportProject',
    group: 'Look',
    purpose: 'report what a branch changed in specs, for a pull request',
    load: async () => (await import('./commands/read/exportMarkdown.js')).ExportMarkdownCommand,
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
    purpose: 'turn documents of other tools into specs, with their history',
    load: async () => (await import('./commands/specs/import.js')).ImportCommand,
  },
  {
    name: 'update',
    useCase: 'updateSpec',
    alsoRuns: ['updateSpecs'],
    group: 'Specs',
    purpose: 'change the fields of specs, such as status, tags and dependencies',
    load: async () => (await import('./commands/specs/update.js')).UpdateCommand,
  },
  {
    name: 'archive',
    useCase: 'archiveSpecs',
    group: 'Specs',
    purpose: 'move specs into the archive; their numbers are not used again',
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
    purpose: 'delete a spec created by mistake; undo brings it back',
    load: async () => (await import('./commands/specs/delete.js')).DeleteCommand,
  },
  {
    name: 'renumber',
    useCase: 'renumberSpec',
    group: 'Specs',
    purpose: 'give a spec another number, and update every reference to it',
    load: async () => (await import('./commands/specs/renumber.js')).RenumberCommand,
  },
  {
    name: 'claim',
    useCase: 'claimSpecs',
    group: 'Work',
    purpose: 'claim specs, so that no other actor works on them',
    load: async () => (await import('./commands/work/claim.js')).ClaimCommand,
  },
  {
    name: 'release',
    useCase: 'releaseSpec',
    group: 'Work',
    purpose: 'release a spec that you claimed',
    load: async () => (await import('./commands/work/release.js')).ReleaseCommand,
  },
  {
    name: 'criteria',
    useCase: 'listCriteria',
    group: 'Work',
    purpose: 'list the acceptance criteria of a spec, and who ticked them',
    load: async () => (await import('./commands/work/criteria.js')).CriteriaCommand,
  },
  {
    name: 'check',
    useCase: 'checkCriteria',
    group: 'Work',
    purpose: 'tick criteria of a spec, and record the proof',
    load: async () => (await import('./commands/work/check.js')).CheckCommand,
  },
  {
    name: 'uncheck',
    useCase: 'uncheckCriteria',
    group: 'Work',
    purpose: 'untick criteria of a spec',
    load: async () => (await import('./commands/work/uncheck.js')).UncheckCommand,
  },
  {
    name: 'add-criterion',
    useCase: 'addCriterion',
    group: 'Work',
    purpose: 'add a criterion to a spec',
    load: async () => (await import('./commands/work/addCriterion.js')).AddCriterionCommand,
  },
  {
    name: 'retire',
    useCase: 'retireCriterion',
    group: 'Work',
    purpose: 'retire a criterion: it stays in the text, struck through, and counts no more',
    load: async () => (await import('./commands/review/retire.js')).RetireCommand,
  },
  {
    name: 'restore',
    useCase: 'restoreCriterion',
    group: 'Work',
    purpose: 'restore a retired criterion',
    load: async () => (await import('./commands/review/retire.js')).RestoreCommand,
  },
  {
    name: 'approve',
    useCase: 'approveSpec',
    group: 'Work',
    purpose: 'approve the text of a spec; a later change of the text ends the approval',
    load: async () => (await import('./commands/review/approve.js')).ApproveCommand,
  },
  {
    name: 'review',
    useCase: 'reviewSpecs',
    group: 'Look',
    purpose: 'show what waits for your approval, and what changed since you approved it',
    load: async () => (await import('./commands/review/review.js')).ReviewCommand,
  },
  {
    name: 'label',
    useCase: 'labelCriteria',
    group: 'Work',
    purpose: 'give labels to the criteria of a spec, so that tests can name them',
    load: async () => (await import('./commands/work/label.js')).LabelCommand,
  },
  {
    name: 'prove',
    useCase: 'proveCriteria',
    group: 'Work',
    purpose: 'record from test reports which criteria are proven',
    load: async () => (await import('./commands/work/prove.js')).ProveCommand,
  },
  {
    name: 'note',
    useCase: 'addNote',
    group: 'Work',
    purpose: 'add a note to a spec, with date and actor',
    load: async () => (await import('./commands/work/note.js')).NoteCommand,
  },
  {
    name: 'accept',
    useCase: 'acceptSpec',
    group: 'Work',
    purpose: 'record that a spec is still right although its code or dependencies changed',
    load: async () => (await import('./commands/work/accept.js')).AcceptCommand,
  },
  {
    name: 'section',
    useCase: 'readSection',
    group: 'Work',
    purpose: 'print, replace or extend a section of a spec',
    load: async () => (await import('./commands/work/section.js')).SectionCommand,
  },
  {
    name: 'edit',
    useCase: 'editSpec',
    group: 'Work',
    purpose: 'edit a spec in your editor',
    load: async () => (await import('./commands/work/edit.js')).EditCommand,
  },
  {
    name: 'history',
    useCase: 'showHistory',
    group: 'Log',
    purpose: 'show the events of a spec or of the project, newest first',
    load: async () => (await import('./commands/log/history.js')).HistoryCommand,
  },
  {
    name: 'undo',
    useCase: 'undoChange',
    group: 'Log',
    purpose: 'undo a change by a new, opposite change; the log keeps both',
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
    purpose: 'pack the many log files of each spec into one file; no record is lost',
    load: async () => (await import('./commands/log/compact.js')).CompactCommand,
  },
  {
    name: 'merge-driver',
    useCase: 'mergeDocuments',
    group: 'Log',
    purpose: 'merge two versions of a spec document; git runs this command',
    load: async () => (await import('./commands/log/mergeDriver.js')).MergeDriverCommand,
  },
  {
    name: 'stage-records',
    useCase: 'stageRecords',
    group: 'Log',
    purpose: 'stage the records of staged documents; git hooks run this command',
    load: async () => (await import('./commands/log/stageRecords.js')).StageRecordsCommand,
  },
  {
    name: 'commit-spec',
    useCase: 'findCommitSpec',
    group: 'Log',
    purpose: 'print the spec that your next commit belongs to; git hooks run this command',
    load: async () => (await import('./commands/log/commitSpec.js')).CommitSpecCommand,
  },
  {
    name: 'validate',
    useCase: 'validateProject',
    group: 'Tools',
    purpose: 'find errors and warnings in the project, for people and CI',
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
    purpose: 'remove a setting, so that its default applies',
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
    purpose: 'install the Agent Skill, which explains spectool to AI assistants',
    load: async () => (await import('./commands/tools/skillInstall.js')).SkillInstallCommand,
  },
  {
    name: 'completion',
    group: 'Tools',
    purpose: 'print a shell completion script',
    load: async () => (await import('./commands/tools/completion.js')).CompletionCommand,
  },
] as const satisfies readonly CommandEntry[];

/** All commands, in the order in which `--help` lists them. */
export const commandTable: readonly CommandEntry[] = table;

/** A row of the command table, typed with its literal name and command class. */
export type ListedCommand = (typeof table)[number];

/** Returns the command whose name is at the beginning of `words`, if any. */
export function commandNamed(words: readonly string[]): CommandEntry | undefined {
  return commandTable.find(({ name }) => name.split(' ').every((word, i) => words[i] === word));
}

/** Returns the command that runs a use case, if any. */
export function commandFor(useCase: UseCaseName): CommandEntry | undefined {
  return commandTable.find((one) => one.useCase === useCase || one.alsoRuns?.includes(useCase) === true);
}

/** Loads the classes of all commands and returns their definitions, in the order of the command table. */
export async function allDefinitions(): Promise<readonly CommandDefinition[]> {
  const definitions: CommandDefinition[] = [];
  for (const entry of commandTable) definitions.push(definitionOf(entry, await entry.load()));
  return definitions;
}
