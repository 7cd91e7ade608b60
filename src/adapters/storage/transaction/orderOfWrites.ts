import { CONFIG_FILE } from '../../../domain/project/projectFolders.js';
import type { PlannedWrite } from '../../../ports/transaction.js';

const OF_SPECS = ['text', 'newFolder', 'move'] as const;
const OF_THE_PROJECT = ['folder', 'file', 'removal', 'link'] as const;

/**
 * True if the change needs a journal: if it changes specs or the configuration. A single record, or other files of the project,
 * need none.
 */
export function needsNote(writes: readonly PlannedWrite[]): boolean {
  return writes.some(
    (write) =>
      OF_SPECS.some((kind) => kind === write.kind) || (write.kind === 'file' && write.path === CONFIG_FILE),
  );
}

/**
 * Returns the kinds of writes in the order in which they are carried out. If specs change, records come first, because an
 * interrupted change is completed from them. If only project files change, records come last, because they cannot restore those
 * files and only say that the change is done.
 */
export function orderOf(writes: readonly PlannedWrite[]): readonly PlannedWrite['kind'][] {
  const isOfSpecs = writes.some(({ kind }) => kind === 'past' || OF_SPECS.some((one) => one === kind));
  return isOfSpecs ? ['past', 'record', ...OF_SPECS, ...OF_THE_PROJECT] : [...OF_THE_PROJECT, 'record'];
}
