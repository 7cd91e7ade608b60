import type { SpecView } from '../../domain/spec/specView.js';
import { type HistoryEvent, historyEvents } from '../../domain/log/historyEvent.js';
import { distinctNames } from '../../domain/naming/distinctNames.js';
import type { RegistryReach } from '../../ports/locks.js';
import type { SpecCatalog } from '../specCatalog.js';
import type { Warning } from '../warning.js';
import type { ChangedSpec } from './changeSpecs.js';
import { changeWarnings } from './changeWarnings.js';

/** What every command that changes one spec answers. */
export interface ChangeResult {
  readonly spec: SpecView;
  /** Facts of this command; empty when nothing changed. */
  readonly events: readonly HistoryEvent[];
  readonly warnings: readonly Warning[];
  /** Nothing was written: it is what would be. */
  readonly dryRun?: true;
}

/** What every command answers that changes several specs at once. */
export interface ChangesResult extends Omit<ChangeResult, 'spec'> {
  readonly specs: readonly SpecView[];
  /** How many specs it was asked of; those that have it already stay as they are. */
  readonly total: number;
}

/** What a command answers that gives a number. */
export interface NumberedResult extends ChangeResult {
  /** Who is told of the number at once: all worktrees of the clone, or this project folder alone. */
  readonly registry: RegistryReach;
}

export function changedResult(catalog: SpecCatalog, changed: ChangedSpec): ChangeResult {
  const [result] = changedResults(catalog, [changed]);
  return result as ChangeResult;
}

/** As `changedResult`, of many. */
export function changedResults(
  catalog: SpecCatalog,
  changed: readonly ChangedSpec[],
): readonly ChangeResult[] {
  const specs = catalog.changed(changed);
  return changed.map((one, i) => ({
    spec: specs[i] as SpecView,
    events: eventsOf([one]),
    warnings: changeWarnings(one),
  }));
}

/** What the log has of these changes; nothing of what stayed as it was. */
export function eventsOf(changed: readonly ChangedSpec[]): readonly HistoryEvent[] {
  const nameOf = distinctNames(changed.map(({ folder }) => folder));
  return changed.flatMap(({ record, folder }) => (record ? historyEvents(record, nameOf(folder)) : []));
}

/** Of a command that was asked of every spec with some values. */
export function noneChosen(specs: readonly SpecView[]): readonly Warning[] {
  if (specs.length > 0) return [];
  return [{ code: 'UNCHANGED', message: 'No spec is like that; nothing was changed.' }];
}
