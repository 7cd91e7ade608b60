import type { CommandClass } from 'clipanion';
import type { CliContext } from './context.js';

type Load = () => Promise<CommandClass<CliContext>>;

/** Every command by its words, loaded only when it is the one to run. */
export const commandTable: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['init', async () => (await import('./commands/initCommand.js')).InitCommand],
  ['skill install', async () => (await import('./commands/skillInstallCommand.js')).SkillInstallCommand],
  ['create', async () => (await import('./commands/createCommand.js')).CreateCommand],
  ['update', async () => (await import('./commands/updateCommand.js')).UpdateCommand],
  ['list', async () => (await import('./commands/listCommand.js')).ListCommand],
  ['view', async () => (await import('./commands/viewCommand.js')).ViewCommand],
  ['history', async () => (await import('./commands/historyCommand.js')).HistoryCommand],
  ['archive', async () => (await import('./commands/archiveCommand.js')).ArchiveCommand],
  ['unarchive', async () => (await import('./commands/unarchiveCommand.js')).UnarchiveCommand],
  ['search', async () => (await import('./commands/searchCommand.js')).SearchCommand],
  ['validate', async () => (await import('./commands/validateCommand.js')).ValidateCommand],
  ['completion', async () => (await import('./commands/completionCommand.js')).CompletionCommand],
  ['undo', async () => (await import('./commands/undoCommand.js')).UndoCommand],
  ['renumber', async () => (await import('./commands/renumberCommand.js')).RenumberCommand],
  ['resolve', async () => (await import('./commands/resolveCommand.js')).ResolveCommand],
  ['merge-driver', async () => (await import('./commands/mergeDriverCommand.js')).MergeDriverCommand],
  ['compact', async () => (await import('./commands/compactCommand.js')).CompactCommand],
  ['board', async () => (await import('./commands/boardCommand.js')).BoardCommand],
  ['deps', async () => (await import('./commands/depsCommand.js')).DepsCommand],
  ['next', async () => (await import('./commands/nextCommand.js')).NextCommand],
  ['tokens', async () => (await import('./commands/tokensCommand.js')).TokensCommand],
  ['stats', async () => (await import('./commands/statsCommand.js')).StatsCommand],
]);
