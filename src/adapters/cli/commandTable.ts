import type { CommandClass } from 'clipanion';
import type { UseCaseName } from '../../application/useCases.js';
import type { CliContext } from './cliContext.js';
import type { CommandEntry } from './commandDefinition.js';

/** @param load imports the command. Called only when the command runs or its help is shown. */
function row<const Name extends string, Class extends CommandClass<CliContext>>(
  group: CommandEntry['group'],
  name: Name,
  useCases: UseCaseName | readonly UseCaseName[],
  purpose: string,
  load: () => Promise<{ readonly default: Class }>,
) {
  return {
    group,
    name,
    useCases: [useCases].flat(),
    purpose,
    load: async () => {
      const { default: command } = await load();
      command.paths = [name.split(' ')];
      return command;
    },
  };
}

const table = [
  row(
    'Start',
    'init',
    'initProject',
    'create configuration, templates, AGENTS.md, links; safe to run again',
    () => import('./commands/start/init.js'),
  ),
  row(
    'Start',
    'prime',
    'primeProject',
    'print what an agent needs to know before it works, in at most 1,000 tokens',
    () => import('./commands/start/prime.js'),
  ),
  row(
    'Look',
    'board',
    'showBoard',
    'show a Kanban board of the specs, and the health of the project',
    () => import('./commands/read/board.js'),
  ),
  row(
    'Look',
    'ui',
    [],
    'act on the board with keys, in the whole terminal',
    () => import('./commands/start/ui.js'),
  ),
  row('Look', 'list', 'listSpecs', 'list specs with their fields', () => import('./commands/read/list.js')),
  row(
    'Look',
    'search',
    'searchSpecs',
    'search the text of all specs, by words and by meaning',
    () => import('./commands/read/search.js'),
  ),
  row('Look', 'view', 'viewSpec', 'show one or more specs', () => import('./commands/read/view.js')),
  row(
    'Look',
    'next',
    'nextSpecs',
    'list the specs that are ready to begin, best first',
    () => import('./commands/read/next.js'),
  ),
  row(
    'Look',
    'deps',
    'showDependencies',
    'show which specs depend on which',
    () => import('./commands/read/deps.js'),
  ),
  row(
    'Look',
    'tokens',
    'countTokens',
    'count the LLM tokens of specs, and rate their size',
    () => import('./commands/read/tokens.js'),
  ),
  row(
    'Look',
    'stats',
    'showStatistics',
    'show throughput, lead and cycle times, and the age of specs in progress',
    () => import('./commands/read/stats.js'),
  ),
  row(
    'Look',
    'trace',
    ['traceSpecs', 'findOverlaps', 'findDrift'],
    'show which commits and files belong to which specs',
    () => import('./commands/read/trace.js'),
  ),
  row(
    'Look',
    'why',
    'explainLines',
    'show which specs explain a line or a file',
    () => import('./commands/read/why.js'),
  ),
  row(
    'Look',
    'export html',
    'exportProject',
    'write the project as one HTML page that needs no server',
    () => import('./commands/read/rendering/exportHtml.js'),
  ),
  row(
    'Look',
    'export json',
    'exportProject',
    'write all specs and their history as one JSON document',
    () => import('./commands/read/exportJson.js'),
  ),
  row(
    'Look',
    'export markdown',
    'reportProject',
    'report what a branch changed in specs, for a pull request',
    () => import('./commands/read/exportMarkdown.js'),
  ),
  row(
    'Specs',
    'create',
    'createSpec',
    'create a spec with the next number',
    () => import('./commands/specs/create.js'),
  ),
  row(
    'Specs',
    'import',
    'importSpecs',
    'turn documents of other tools into specs, with their history',
    () => import('./commands/specs/import.js'),
  ),
  row(
    'Specs',
    'update',
    ['updateSpec', 'updateSpecs'],
    'change the fields of specs, such as status, tags and dependencies',
    () => import('./commands/specs/update.js'),
  ),
  row(
    'Specs',
    'archive',
    'archiveSpecs',
    'move specs into the archive; their numbers are not used again',
    async () => ({ default: (await import('./commands/specs/archive.js')).archive }),
  ),
  row('Specs', 'unarchive', 'unarchiveSpecs', 'bring specs back from the archive', async () => ({
    default: (await import('./commands/specs/archive.js')).unarchive,
  })),
  row(
    'Specs',
    'delete',
    'deleteSpec',
    'delete a spec created by mistake; undo brings it back',
    () => import('./commands/specs/delete.js'),
  ),
  row(
    'Specs',
    'renumber',
    'renumberSpec',
    'give a spec another number, and update every reference to it',
    () => import('./commands/specs/renumber.js'),
  ),
  row(
    'Work',
    'claim',
    'claimSpecs',
    'claim specs, so that no other actor works on them',
    () => import('./commands/work/claim.js'),
  ),
  row(
    'Work',
    'release',
    'releaseSpec',
    'release a spec that you claimed',
    () => import('./commands/work/release.js'),
  ),
  row(
    'Work',
    'criteria',
    'listCriteria',
    'list the acceptance criteria of a spec, and who ticked them',
    () => import('./commands/work/criteria.js'),
  ),
  row(
    'Work',
    'check',
    'checkCriteria',
    'tick criteria of a spec, and record the proof',
    () => import('./commands/work/check.js'),
  ),
  row(
    'Work',
    'uncheck',
    'uncheckCriteria',
    'untick criteria of a spec',
    () => import('./commands/work/uncheck.js'),
  ),
  row(
    'Work',
    'add-criterion',
    'addCriterion',
    'add a criterion to a spec',
    () => import('./commands/work/addCriterion.js'),
  ),
  row(
    'Work',
    'retire',
    'retireCriterion',
    'retire a criterion: it stays in the text, struck through, and counts no more',
    async () => ({ default: (await import('./commands/review/retire.js')).retire }),
  ),
  row('Work', 'restore', 'restoreCriterion', 'restore a retired criterion', async () => ({
    default: (await import('./commands/review/retire.js')).restore,
  })),
  row(
    'Work',
    'approve',
    'approveSpec',
    'approve the text of a spec; a later change of the text ends the approval',
    () => import('./commands/review/approve.js'),
  ),
  row(
    'Look',
    'review',
    'reviewSpecs',
    'show what waits for your approval, and what changed since you approved it',
    () => import('./commands/review/review.js'),
  ),
  row(
    'Work',
    'label',
    'labelCriteria',
    'give labels to the criteria of a spec, so that tests can name them',
    () => import('./commands/work/label.js'),
  ),
  row(
    'Work',
    'prove',
    'proveCriteria',
    'record from test reports which criteria are proven',
    () => import('./commands/work/prove.js'),
  ),
  row(
    'Work',
    'note',
    'addNote',
    'add a note to a spec, with date and actor',
    () => import('./commands/work/note.js'),
  ),
  row(
    'Work',
    'accept',
    'acceptSpec',
    'record that a spec is still right although its code or dependencies changed',
    () => import('./commands/work/accept.js'),
  ),
  row(
    'Work',
    'section',
    'readSection',
    'print, replace or extend a section of a spec',
    () => import('./commands/work/section.js'),
  ),
  row('Work', 'edit', 'editSpec', 'edit a spec in your editor', () => import('./commands/work/edit.js')),
  row(
    'Log',
    'history',
    'showHistory',
    'show the events of a spec or of the project, newest first',
    () => import('./commands/log/history.js'),
  ),
  row(
    'Log',
    'undo',
    'undoChange',
    'undo a change by a new, opposite change; the log keeps both',
    () => import('./commands/log/undo.js'),
  ),
  row(
    'Log',
    'resolve',
    'resolveConflicts',
    'repair spec documents after a merge',
    () => import('./commands/log/resolve.js'),
  ),
  row(
    'Log',
    'compact',
    'compactLog',
    'pack the many log files of each spec into one file; no record is lost',
    () => import('./commands/log/compact.js'),
  ),
  row(
    'Log',
    'merge-driver',
    'mergeDocuments',
    'merge two versions of a spec document; git runs this command',
    () => import('./commands/log/mergeDriver.js'),
  ),
  row(
    'Log',
    'stage-records',
    'stageRecords',
    'stage the records of staged documents; git hooks run this command',
    () => import('./commands/log/stageRecords.js'),
  ),
  row(
    'Log',
    'commit-spec',
    'findCommitSpec',
    'print the spec that your next commit belongs to; git hooks run this command',
    () => import('./commands/log/commitSpec.js'),
  ),
  row(
    'Tools',
    'validate',
    'validateProject',
    'find errors and warnings in the project, for people and CI',
    () => import('./commands/tools/validate.js'),
  ),
  row(
    'Tools',
    'config get',
    'readSetting',
    'print one setting of the project',
    () => import('./commands/tools/configGet.js'),
  ),
  row(
    'Tools',
    'config set',
    'setSetting',
    'change a setting of the project',
    () => import('./commands/tools/configSet.js'),
  ),
  row(
    'Tools',
    'config unset',
    'unsetSetting',
    'remove a setting, so that its default applies',
    () => import('./commands/tools/configUnset.js'),
  ),
  row(
    'Tools',
    'config list',
    'listSettings',
    'print every setting of the project',
    () => import('./commands/tools/configList.js'),
  ),
  row(
    'Tools',
    'skill install',
    'installSkill',
    'install the Agent Skill, which explains spectool to AI assistants',
    () => import('./commands/tools/skillInstall.js'),
  ),
  row(
    'Tools',
    'completion',
    [],
    'print a shell completion script',
    () => import('./commands/tools/completion.js'),
  ),
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
  return commandTable.find(({ useCases }) => useCases.includes(useCase));
}
