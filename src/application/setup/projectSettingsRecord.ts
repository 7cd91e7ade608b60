import { PROJECT_STREAM } from '../../domain/log/records/record.js';
import { headsOf } from '../../domain/log/records/recordOrder.js';
import type { Configuration } from '../../domain/project/configuration.js';
import {
  decideProjectConfig,
  evolveProjectConfig,
  foldProjectConfig,
  type ProjectConfigCommand,
} from '../../domain/project/projectConfigFromEvents.js';
import type { EventLog } from '../../ports/eventLog.js';
import { observedConfiguration } from '../changes/configurationHandEdits.js';
import { recordedEvents, type RecordDrafts } from '../changes/recordDrafts.js';
import { refuseNewer } from '../changes/refuseNewerLogVersion.js';
import type { SetupChanges } from './setupChanges.js';

/**
 * Plans the single record of a command that changes the project's settings; none if nothing changes.
 * @param found configuration before the command. If it was edited by hand, the edit is recorded first, without an actor.
 */
export function planProjectRecord(
  log: EventLog,
  drafts: RecordDrafts,
  commands: readonly ProjectConfigCommand[],
  changes: SetupChanges,
  found?: Configuration,
): void {
  const before = log.records(PROJECT_STREAM);
  refuseNewer(before, 'The log of the project');
  const observed = found === undefined ? [] : observedConfiguration(found, before, log, drafts);
  for (const write of observed) changes.write(write);
  const records = [...before, ...observed.map(({ record }) => record)];
  let state = foldProjectConfig(records);
  const events = commands.flatMap((command) => {
    const decided = decideProjectConfig(command, state);
    state = decided.reduce(evolveProjectConfig, state);
    return decided;
  });
  if (events.length === 0) return;
  const record = log.seal(drafts.change(PROJECT_STREAM, headsOf(records), recordedEvents(events)));
  changes.write({ kind: 'record', record });
}
