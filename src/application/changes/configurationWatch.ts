import { type LogRecord, PROJECT_STREAM } from '../../domain/log/records/record.js';
import { headsOf } from '../../domain/log/records/recordOrder.js';
import type { Configuration } from '../../domain/project/configuration.js';
import { decideProjectConfig, foldProjectConfig } from '../../domain/project/projectConfig.js';
import type { JsonValue } from '../../domain/value/json.js';
import type { ConfigurationStore } from '../../ports/configurationStore.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { RecordWrite } from '../../ports/transaction.js';
import { recordedEvents, type RecordDrafts } from './recordDrafts.js';

/** Notices that `.spectool/config.json` was edited by hand. */
export class ConfigurationWatch {
  constructor(
    private readonly log: EventLog,
    private readonly store: ConfigurationStore,
  ) {}

  /** What is to be recorded of it, with the change that is about to be committed. */
  observed(drafts: RecordDrafts): readonly RecordWrite[] {
    // The command began with what stood there before it waited its turn, or before a killed one's change was finished.
    const { config, warnings } = this.store.load();
    // Nobody wrote what a merge left.
    if (warnings.some(({ conflictLine }) => conflictLine !== undefined)) return [];
    return observedConfiguration(config, this.log.records(PROJECT_STREAM), this.log, drafts);
  }
}

/** The record of an edit by hand, where what is found is not what the log tells. */
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
