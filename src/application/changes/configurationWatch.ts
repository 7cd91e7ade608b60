import { PROJECT_STREAM } from '../../domain/log/record.js';
import { headsOf } from '../../domain/log/recordOrder.js';
import { decideProject, foldProject } from '../../domain/project/project.js';
import type { JsonValue } from '../../domain/value/json.js';
import type { ConfigurationStore } from '../../ports/configurationStore.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { RecordWrite } from '../../ports/transaction.js';
import type { RecordDrafts } from './recordDrafts.js';
import { recordedEvents } from './recordedEvents.js';

/** Notices that `.spectool/config.json` was edited by hand. */
export class ConfigurationWatch {
  constructor(
    private readonly log: EventLog,
    private readonly store: ConfigurationStore,
  ) {}

  /** What is to be recorded of it, with the change that is about to be committed. */
  observed(drafts: RecordDrafts): readonly RecordWrite[] {
    const records = this.log.records(PROJECT_STREAM);
    // The command began with what stood there before it waited its turn, or before a killed one's change was finished.
    const config = this.store.load().config as unknown as JsonValue;
    const events = decideProject({ type: 'ObserveConfiguration', data: { config } }, foldProject(records));
    if (events.length === 0) return [];
    const draft = drafts.projectObservation(headsOf(records), recordedEvents(events));
    return [{ kind: 'record', record: this.log.seal(draft) }];
  }
}
