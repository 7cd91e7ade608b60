import type { CommandClass } from 'clipanion';
import type { CliContext } from './context.js';

type Load = () => Promise<CommandClass<CliContext>>;

/** Every command by its words, loaded only when it is the one to run. */
export const commandTable: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['init', async () => (await import('./commands/start/init.js')).InitCommand],
  ['skill install', async () => (await import('./commands/tools/skillInstall.js')).SkillInstallCommand],
  ['create', async () => (await import('./commands/specs/create.js')).CreateCommand],
  ['update', async () => (await import('./commands/specs/update.js')).UpdateCommand],
  ['list', async () => (await import('./commands/look/list.js')).ListCommand],
  ['view', async () => (await import('./commands/look/view.js')).ViewCommand],
  ['history', async () => (await import('./commands/log/history.js')).HistoryCommand],
  ['archive', async () => (await import('./commands/specs/archive.js')).ArchiveCommand],
  ['unarchive', async () => (await import('./commands/specs/unarchive.js')).UnarchiveCommand],
  ['search', async () => (await import('./commands/look/search.js')).SearchCommand],
  ['validate', async () => (await import('./commands/tools/validate.js')).ValidateCommand],
  ['completion', async () => (await import('./commands/tools/completion.js')).CompletionCommand],
  ['undo', async () => (await import('./commands/log/undo.js')).UndoCommand],
  ['renumber', async () => (await import('./commands/specs/renumber.js')).RenumberCommand],
  ['resolve', async () => (await import('./commands/log/resolve.js')).ResolveCommand],
  ['merge-driver', async () => (await import('./commands/log/mergeDriver.js')).MergeDriverCommand],
  ['compact', async () => (await import('./commands/log/compact.js')).CompactCommand],
  ['board', async () => (await import('./commands/look/board.js')).BoardCommand],
  ['deps', async () => (await import('./commands/look/deps.js')).DepsCommand],
  ['next', async () => (await import('./commands/look/next.js')).NextCommand],
  ['tokens', async () => (await import('./commands/look/tokens.js')).TokensCommand],
  ['stats', async () => (await import('./commands/look/stats.js')).StatsCommand],
]);
