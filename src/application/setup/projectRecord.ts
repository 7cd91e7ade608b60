import { PROJECT_STREAM } from '../../domain/log/record.js';
import { headsOf } from '../../domain/log/recordOrder.js';
import type { ProjectEvent } from '../../domain/project/events.js';
import {
  decideProject,
  evolveProject,
  foldProject,
  type ProjectCommand,
} from '../../domain/project/project.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { RecordDrafts } from '../changes/recordDrafts.js';
import { refuseNewer } from '../changes/refuseNewer.js';
import { recordedEvents } from '../changes/recordedEvents.js';
import type { SetupChanges } from './setupChanges.js';

/** Plans the one record of what a command does to the project; none when nothing changes. */
export function planProjectRecord(
  log: EventLog,
  drafts: RecordDrafts,
  commands: readonly ProjectCommand[],
  changes: SetupChanges,
): void {
  const records = log.records(PROJECT_STREAM);
  refuseNewer(records, 'The log of the project');
  const events: ProjectEvent[] = [];
  let project = foldProject(records);
  for (const command of commands) {
    const decided = decideProject(command, project);
    for (const event of decided) events.push(event);
    project = decided.reduce(evolveProject, project);
  }
  if (events.length === 0) return;
  const record = log.seal(drafts.change(PROJECT_STREAM, headsOf(records), recordedEvents(events)));
  changes.write({ kind: 'record', record });
}
