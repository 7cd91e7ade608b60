import type { SpecView } from '../../domain/spec/specView.js';
import { type HistoryEvent, historyEvents } from '../../domain/log/historyEvent.js';
import { distinctNames } from '../../domain/naming/distinctNames.js';
import type { RegistryReach } from '../../ports/locks.js';
import type { SpecCatalog } from '../specCatalog.js';
import type { Warning } from '../warning.js';
import type { ChangedSpec } from './changeSpecs.js';
import { changeWarnings } from './changeWarnings.js';

/** Result of a command that changes one spec. */
export interface ChangeResult {
  readonly spec: SpecView;
  /** Events of this command; empty if nothing changed. */
  readonly events: readonly HistoryEvent[];
  readonly warnings: readonly Warning[];
  /** Set if nothing was written: the result is a preview. */
  readonly dryRun?: true;
}

/** Result of a command that changes several specs. */
export interface ChangesResult extends Omit<ChangeResult, 'spec'> {
  readonly specs: readonly SpecView[];
  /** Number of specs selected, including those that needed no change. */
  readonly total: number;
}

/** Result of a command that gives a number. */
export interface NumberedResult extends ChangeResult {
  /** Reach of the number: all worktrees of the clone see it at once, or this project folder only. */
  readonly registry: RegistryReach;
}

export function changedResult(catalog: SpecCatalog, changed: ChangedSpec): ChangeResult {
  const [result] = changedResults(catalog, [changed]);
  return result as ChangeResult;
}

/** Like `changedResult`, for several specs. */
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

/** Events recorded by these changes; unchanged specs have none. */
export function eventsOf(changed: readonly ChangedSpec[]): readonly HistoryEvent[] {
  const nameOf = distinctNames(changed.map(({ folder }) => folder));
  return changed.flatMap(({ record, folder }) => (record ? historyEvents(record, nameOf(folder)) : []));
}

/** Warning for a command whose filter matches no spec. */
export function noneChosen(specs: readonly SpecView[]): readonly Warning[] {
  if (specs.length > 0) return [];
  return [{ code: 'UNCHANGED', message: 'No spec has these values; nothing was changed.' }];
}
