import { type LogRecord, PROJECT_STREAM } from '../../domain/log/records/record.js';
import { headsOf } from '../../domain/log/records/recordOrder.js';
import type { Configuration } from '../../domain/project/configuration.js';
import { decideProjectConfig, foldProjectConfig } from '../../domain/project/projectConfigFromEvents.js';
import type { JsonValue } from '../../domain/value/jsonValue.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { RecordWrite } from '../../ports/transaction.js';
import { recordedEvents, type RecordDrafts } from './recordDrafts.js';
import type { Services } from '../services.js';

/** Detects hand edits of `.spectool/config.json`. */
export class ConfigurationWatch {
  constructor(private readonly use: Services) {}

  /** Returns records of hand edits of the configuration, to be written with the current change. */
  observed(drafts: RecordDrafts): readonly RecordWrite[] {
    // Load the file again: it may have changed while the command waited for the lock or finished an interrupted change.
    const { config, warnings } = this.use.configurationStore.load();
    // Conflict marks that a merge left in the configuration are not a hand edit.
    if (warnings.some(({ conflictLine }) => conflictLine !== undefined)) return [];
    return observedConfiguration(
      config,
      this.use.eventLog.records(PROJECT_STREAM),
      this.use.eventLog,
      drafts,
    );
  }
}

/** Returns a record of the hand edit if the configuration differs from the log. */
export function observedConfiguration(
  found: Configuration,
  records: readonly LogRecord[],
  log: EventLog,
  drafts: RecordDrafts,
): readonly RecordWrite[] {
  const data = { config: found as unknown as JsonValue };
  const events = decideProjectConfig({ type: 'ObserveConfiguration', data }, foldProjectConfig(records));
  if (events.length === 0) return [];
  const record = log.seal(drafts.projectObservation(headsOf(records), recordedEvents(events)));
  return [{ kind: 'record', record }];
}
