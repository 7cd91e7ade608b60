import { BOUNDS } from '../../domain/value/bounds.js';
import { type LogRecord, PROJECT_STREAM } from '../../domain/log/records/record.js';
import { headsOf } from '../../domain/log/records/recordOrderAndFormat.js';
import type { Configuration } from '../../domain/project/configuration.js';
import {
  decideProjectConfig,
  evolveProjectConfig,
  foldProjectConfig,
  type ProjectConfigCommand,
} from '../../domain/project/projectConfigFromEvents.js';
import { describeProject, type ProjectDescription } from '../../domain/project/projectDescription.js';
import type { JsonValue } from '../../domain/value/jsonValue.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { RecordWrite } from '../../ports/transaction.js';
import type { SetupChanges } from '../setup/setupChanges.js';
import { refuseNewer } from './specLogs.js';
import { type RecordDrafts, recordedEvents } from './plannedChange.js';

/** Returns a record of the hand edit if the configuration differs from the log. */
function observedConfiguration(
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

/**
 * Returns the project's name (from the log, else from the project's files, else from the last part of `address`) and its
 * description (from the files).
 */
export function projectDescription(
  log: EventLog,
  files: FileSystem,
  address = files.root,
): ProjectDescription {
  const readme = files.list('').find(({ name }) => /^readme\.(?:md|markdown)$/i.test(name))?.name;
  return describeProject(
    address,
    plainText(files, 'package.json'),
    readme === undefined ? undefined : plainText(files, readme),
    foldProjectConfig(log.records(PROJECT_STREAM)).name,
  );
}

/** Returns the text of a regular file of limited size; links are not followed. */
function plainText(files: FileSystem, path: string): string | undefined {
  const stat = files.stat(path);
  return stat?.kind === 'file' && stat.size <= BOUNDS.smallFile ? files.readText(path) : undefined;
}

/**
 * Plans the record of a command that changes the project's settings; no record if nothing changes.
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
