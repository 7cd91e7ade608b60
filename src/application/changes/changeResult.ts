import type { SpecView } from '../../domain/spec/specView.js';
import { type HistoryEvent, historyEvents } from '../../domain/log/historyEvent.js';
import { distinctNames } from '../../domain/naming/unambiguousSpecNames.js';
import type { SpecCatalog } from '../specCatalog.js';
import type { Warning } from '../warning.js';
import type { ChangedSpec } from './plannedChange.js';
import { changeWarnings } from './changeWarnings.js';

/** Result of a command that changes one spec. */
export interface ChangeResult {
  readonly spec: SpecView;
  /** Events that the command recorded; empty if nothing changed. */
  readonly events: readonly HistoryEvent[];
  readonly warnings: readonly Warning[];
  /** True if this was a dry run: the result shows what would change, and nothing was written. */
  readonly dryRun?: true;
}

/** Result of a command that changes several specs. */
export interface ChangesResult extends Omit<ChangeResult, 'spec'> {
  readonly specs: readonly SpecView[];
  /** Number of specs that the command applied to, including those that needed no change. */
  readonly total: number;
}

export function changedResult(catalog: SpecCatalog, changed: ChangedSpec): ChangeResult {
  const [result] = changedResults(catalog, [changed]);
  return result as ChangeResult;
}

/** Returns the result of a command that changed several specs. */
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

/** Returns a warning if the command's filter matches no spec. */
export function noneChosen(specs: readonly SpecView[]): readonly Warning[] {
  if (specs.length > 0) return [];
  return [{ code: 'UNCHANGED', message: 'No spec matches the given values; nothing was changed.' }];
}
