import { OLD_FLAGS } from './commandSynonyms.js';
import type { UseCaseName } from '../../application/spectool.js';
import type { CommandEntry, CommandDefinition } from './flagsAndArguments.js';

// `npm run reference` generates the rows from the definitions in `commands/`; only their order within a group is set by hand.
// prettier-ignore
const table = [
  { group: 'Start', name: 'init', runs: ['initProject'], purpose: 'create configuration, templates, AGENTS.md, links; safe to run again', usedBy: 'everyone', load: async () => (await import('./commands/start/initAndSkill.js')).initCommand },
  { group: 'Start', name: 'prime', runs: ['primeProject'], purpose: 'print what an agent needs before it starts work, in at most 1,000 tokens', load: async () => (await import('./commands/start/prime.js')).primeCommand },
  { group: 'Look', name: 'board', runs: ['showBoard'], purpose: 'show a Kanban board of the specs, and the health of the project', usedBy: 'everyone', load: async () => (await import('./commands/read/board.js')).boardCommand },
  { group: 'Look', name: 'ui', runs: [], purpose: 'full-screen board, controlled from the keyboard', load: async () => (await import('./commands/start/ui.js')).uiCommand },
  { group: 'Look', name: 'list', runs: ['listSpecs'], purpose: 'list specs with their fields', usedBy: 'everyone', load: async () => (await import('./commands/read/list.js')).listCommand },
  { group: 'Look', name: 'search', runs: ['searchSpecs'], purpose: 'search the text of all specs, by words and by meaning', usedBy: 'everyone', load: async () => (await import('./commands/read/search.js')).searchCommand },
  { group: 'Look', name: 'view', runs: ['viewSpec', 'viewSpecAsOf'], purpose: 'show one or more specs', usedBy: 'everyone', load: async () => (await import('./commands/read/view.js')).viewCommand },
  { group: 'Look', name: 'next', runs: ['nextSpecs', 'claimNext'], purpose: 'list the specs that are ready to begin, best first', load: async () => (await import('./commands/read/next.js')).nextCommand },
  { group: 'Look', name: 'deps', runs: ['showDependencies'], purpose: 'show which specs depend on which', load: async () => (await import('./commands/read/deps.js')).depsCommand },
  { group: 'Look', name: 'tokens', runs: ['countTokens'], purpose: 'count the LLM tokens of specs, and rate their size', usedBy: 'few', load: async () => (await import('./commands/read/tokens.js')).tokensCommand },
  { group: 'Look', name: 'stats', runs: ['showStatistics'], purpose: 'show throughput, lead and cycle times', usedBy: 'few', load: async () => (await import('./commands/read/stats.js')).statsCommand },
  { group: 'Look', name: 'trace', runs: ['traceSpecs', 'findOverlaps', 'findDrift'], purpose: 'show which commits and files belong to which specs', load: async () => (await import('./commands/read/traceAndWhy.js')).traceCommand },
  { group: 'Look', name: 'why', runs: ['explainLines'], purpose: 'show which specs explain a line or a file', usedBy: 'few', load: async () => (await import('./commands/read/traceAndWhy.js')).whyCommand },
  { group: 'Look', name: 'export html', runs: ['exportProject'], purpose: 'write the project as one HTML page that needs no server', load: async () => (await import('./commands/read/exportHtml.js')).exportHtmlCommand },
  { group: 'Look', name: 'export json', runs: ['exportProject'], purpose: 'write all specs and their history as one JSON document', load: async () => (await import('./commands/read/exportJsonAndMarkdown.js')).exportJsonCommand },
  { group: 'Look', name: 'export markdown', runs: ['reportProject'], purpose: 'report what a branch changed in specs, for a pull request', load: async () => (await import('./commands/read/exportJsonAndMarkdown.js')).exportMarkdownCommand },
  { group: 'Look', name: 'export current', runs: ['exportCurrent'], purpose: 'print or write what holds today: decisions and met criteria of complete specs that no later spec took away', load: async () => (await import('./commands/read/exportPages.js')).exportCurrentCommand },
  { group: 'Look', name: 'export index', runs: ['exportIndex'], purpose: 'write a table of all specs to INDEX.md, or check that it is up to date', load: async () => (await import('./commands/read/exportPages.js')).exportIndexCommand },
  { group: 'Specs', name: 'create', runs: ['createSpec'], purpose: 'create a spec with the next number', usedBy: 'everyone', load: async () => (await import('./commands/specs/create.js')).createCommand },
  { group: 'Specs', name: 'adopt', runs: ['adoptFolders', 'settleShipped'], purpose: 'make specs of plans of other tools, where they are', load: async () => (await import('./commands/specs/adopt.js')).adoptCommand },
  { group: 'Specs', name: 'import', runs: ['importSpecs'], purpose: 'copy documents of other tools as specs, with their history', load: async () => (await import('./commands/specs/import.js')).importCommand },
  { group: 'Specs', name: 'update', runs: ['updateSpec', 'updateSpecs'], purpose: 'change the fields of specs, such as status, tags and dependencies', usedBy: 'everyone', load: async () => (await import('./commands/specs/update.js')).updateCommand },
  { group: 'Specs', name: 'rename', runs: ['renumberSpec'], purpose: 'change the name, title or number of a spec, and update every reference to it', load: async () => (await import('./commands/specs/archiveDeleteAndRenumber.js')).renameCommand },
  { group: 'Specs', name: 'archive', runs: ['archiveSpecs', 'unarchiveSpecs'], purpose: 'move specs into the archive; their numbers are not reused', load: async () => (await import('./commands/specs/archiveDeleteAndRenumber.js')).archive },
  { group: 'Specs', name: 'unarchive', runs: ['unarchiveSpecs'], purpose: 'same as `archive --undo`: bring specs back from the archive', usedBy: 'few', load: async () => (await import('./commands/specs/archiveDeleteAndRenumber.js')).unarchive },
  { group: 'Specs', name: 'delete', runs: ['deleteSpec'], purpose: 'delete a spec created by mistake; undo brings it back', usedBy: 'few', load: async () => (await import('./commands/specs/archiveDeleteAndRenumber.js')).deleteCommand },
  { group: 'Specs', name: 'renumber', runs: ['renumberSpec'], purpose: 'same as `rename --number`: give a spec another number', usedBy: 'few', load: async () => (await import('./commands/specs/archiveDeleteAndRenumber.js')).renumberCommand },
  { group: 'Work', name: 'claim', runs: ['claimSpecs'], purpose: 'claim specs, so that no other actor works on them', load: async () => (await import('./commands/work/claimAndRelease.js')).claimCommand },
  { group: 'Work', name: 'release', runs: ['releaseSpec', 'releaseSpecs'], purpose: 'release specs that you claimed', load: async () => (await import('./commands/work/claimAndRelease.js')).releaseCommand },
  { group: 'Work', name: 'criteria', runs: ['listCriteria'], purpose: 'list the acceptance criteria of a spec, and who ticked them', load: async () => (await import('./commands/work/criteria.js')).criteriaCommand },
  { group: 'Work', name: 'check', runs: ['checkCriteria', 'uncheckCriteria'], purpose: 'tick criteria of a spec, and record the proof', usedBy: 'everyone', load: async () => (await import('./commands/work/criteria.js')).checkCommand },
  { group: 'Work', name: 'uncheck', runs: ['uncheckCriteria'], purpose: 'same as `check --undo`: untick criteria of a spec', usedBy: 'few', load: async () => (await import('./commands/work/criteria.js')).uncheckCommand },
  { group: 'Work', name: 'add-criterion', runs: ['addCriterion'], purpose: 'add a criterion to a spec', usedBy: 'few', load: async () => (await import('./commands/work/criteria.js')).addCriterionCommand },
  { group: 'Work', name: 'retire', runs: ['retireCriterion', 'restoreCriterion'], purpose: 'retire a criterion: it stays in the text, struck through, and no longer counts', usedBy: 'few', load: async () => (await import('./commands/work/criteria.js')).retire },
  { group: 'Work', name: 'restore', runs: ['restoreCriterion'], purpose: 'same as `retire --undo`: restore a retired criterion', usedBy: 'few', load: async () => (await import('./commands/work/criteria.js')).restore },
  { group: 'Work', name: 'label', runs: ['labelCriteria'], purpose: 'add labels to the criteria of a spec, so that tests can refer to them', usedBy: 'few', load: async () => (await import('./commands/work/criteria.js')).labelCommand },
  { group: 'Work', name: 'prove', runs: ['proveCriteria'], purpose: 'record from test reports which criteria are proven', load: async () => (await import('./commands/work/proveAndAccept.js')).proveCommand },
  { group: 'Work', name: 'note', runs: ['addNote'], purpose: 'add a note to a spec, with date and actor', load: async () => (await import('./commands/work/noteEditAndSection.js')).noteCommand },
  { group: 'Work', name: 'section', runs: ['readSection'], purpose: 'print, replace or extend a section of a spec', usedBy: 'few', load: async () => (await import('./commands/work/noteEditAndSection.js')).sectionCommand },
  { group: 'Work', name: 'edit', runs: ['editSpec'], purpose: 'edit a spec in your editor', usedBy: 'few', load: async () => (await import('./commands/work/noteEditAndSection.js')).editCommand },
  { group: 'Review', name: 'review', runs: ['reviewSpecs'], purpose: 'show what waits for your approval, and what changed since you approved it', load: async () => (await import('./commands/work/reviewAndApprove.js')).reviewCommand },
  { group: 'Review', name: 'approve', runs: ['approveSpec', 'approveSpecs', 'acceptSpec'], purpose: 'approve the text of specs; a later change of the text ends the approval', load: async () => (await import('./commands/work/reviewAndApprove.js')).approveCommand },
  { group: 'Review', name: 'accept', runs: ['acceptSpec'], purpose: 'same as `approve --code`: record that a spec is still right although its code or dependencies changed', usedBy: 'few', load: async () => (await import('./commands/work/proveAndAccept.js')).acceptCommand },
  { group: 'Log', name: 'history', runs: ['showHistory'], purpose: 'show the events of a spec or of the project, newest first', load: async () => (await import('./commands/log/historyAndUndo.js')).historyCommand },
  { group: 'Log', name: 'undo', runs: ['undoChange'], purpose: 'undo a change with a new, opposite change; the log keeps both', usedBy: 'everyone', load: async () => (await import('./commands/log/historyAndUndo.js')).undoCommand },
  { group: 'Log', name: 'resolve', runs: ['resolveConflicts'], purpose: 'repair spec documents after a merge', usedBy: 'few', load: async () => (await import('./commands/log/mergeDriverAndResolve.js')).resolveCommand },
  { group: 'Log', name: 'compact', runs: ['compactLog'], purpose: 'pack the many log files of each spec into one file; no record is lost', usedBy: 'few', load: async () => (await import('./commands/log/compactAndGitHooks.js')).compactCommand },
  { group: 'Log', name: 'merge-driver', runs: ['mergeDocuments'], purpose: 'merge two versions of a spec document; git runs this command', usedBy: 'git', load: async () => (await import('./commands/log/mergeDriverAndResolve.js')).mergeDriverCommand },
  { group: 'Log', name: 'stage-records', runs: ['stageRecords'], purpose: 'stage the records of staged documents; git hooks run this command', usedBy: 'git', load: async () => (await import('./commands/log/compactAndGitHooks.js')).stageRecordsCommand },
  { group: 'Log', name: 'commit-spec', runs: ['findCommitSpec'], purpose: 'print the spec that your next commit belongs to; git hooks run this command', usedBy: 'git', load: async () => (await import('./commands/log/compactAndGitHooks.js')).commitSpecCommand },
  { group: 'Tools', name: 'validate', runs: ['validateProject'], purpose: 'find errors and warnings in the project, for people and CI', usedBy: 'everyone', load: async () => (await import('./commands/tools/validate.js')).validateCommand },
  { group: 'Tools', name: 'config get', runs: ['readSetting'], purpose: 'print one setting of the project', load: async () => (await import('./commands/tools/config.js')).configGetCommand },
  { group: 'Tools', name: 'config set', runs: ['setSetting'], purpose: 'change a setting of the project', load: async () => (await import('./commands/tools/config.js')).configSetCommand },
  { group: 'Tools', name: 'config unset', runs: ['unsetSetting'], purpose: 'remove a setting, so that its default applies', load: async () => (await import('./commands/tools/config.js')).configUnsetCommand },
  { group: 'Tools', name: 'config list', runs: ['listSettings'], purpose: 'print every setting of the project', load: async () => (await import('./commands/tools/config.js')).configListCommand },
  { group: 'Tools', name: 'skill install', runs: ['installSkill'], purpose: 'install the Agent Skill, which explains spectool to AI assistants', load: async () => (await import('./commands/start/initAndSkill.js')).skillInstallCommand },
  { group: 'Tools', name: 'completion', runs: [], purpose: 'print a shell completion script', usedBy: 'few', load: async () => (await import('./commands/tools/completion.js')).completionCommand },
  { group: 'Tools', name: 'guard', runs: [], purpose: 'refuse a write that would remove text from a spec; hooks of AI assistants run this command', usedBy: 'git', load: async () => (await import('./commands/tools/guard.js')).guardCommand },
] as const satisfies readonly CommandEntry[];

/** All commands, in the order in which `--help` lists them. */
export const commandTable: readonly CommandEntry[] = table;

/** The type of a row of the command table, with each row's own name (such as `'init'`) and command class. */
export type ListedCommand = (typeof table)[number];

/** Returns the command whose name is at the beginning of `words`, if any. */
export function commandNamed(words: readonly string[]): CommandEntry | undefined {
  return commandTable.find(({ name }) => name.split(' ').every((word, i) => words[i] === word));
}

/** Returns the command that runs a use case, if any. */
export function commandFor(useCase: UseCaseName): CommandEntry | undefined {
  return commandTable.find(({ runs }) => runs.includes(useCase));
}

/**
 * Maps words of other programs to our command that is run instead, because the command takes the same arguments: `ls` runs
 * `list`. Words in `SYNONYM_COMMANDS` only lead to a suggestion.
 */
const RUN_AS: Readonly<Record<string, string>> = {
  ls: 'list',
  show: 'view',
  cat: 'view',
  new: 'create',
  status: 'board',
  kanban: 'board',
  log: 'history',
  find: 'search',
  grep: 'search',
  ready: 'next',
  lint: 'validate',
};

/**
 * Replaces a synonym at the beginning of a command line by the name from the command table: `ls` becomes `list`.
 * @param words the arguments that may name the command; only the first of them is checked.
 */
export function withoutSynonym(args: readonly string[], [word = '']: readonly string[]): readonly string[] {
  const known = word.toLowerCase();
  const command = Object.hasOwn(RUN_AS, known) ? RUN_AS[known] : undefined;
  return command === undefined ? args : args.with(args.indexOf(word), command);
}

/** Replaces earlier spellings of a command's flags: `list --archived` becomes `list --status=archived`. */
export function withoutOldFlags(args: readonly string[], command: string): readonly string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const [flags, rest] = [args.slice(0, end), args.slice(end)];
  const changed: string[] = [];
  for (let i = 0; i < flags.length; i++) {
    const [flag = '', ...values] = (flags[i] ?? '').split('=');
    const now = OLD_FLAGS[`${command} ${flag}`];
    if (now === undefined) changed.push(flags[i] ?? '');
    else if (now.endsWith('='))
      changed.push(now + (values.length > 0 ? values.join('=') : (flags[++i] ?? '')));
    else changed.push(now);
  }
  return [...changed, ...rest];
}

/** Loads all commands that the program can run and returns their definitions, in the order of the command table. */
export async function allDefinitions(): Promise<readonly CommandDefinition[]> {
  const definitions: CommandDefinition[] = [];
  for (const entry of commandTable) definitions.push((await entry.load()).definition);
  return definitions;
}
