import { type LogEnd, logEnd } from '../../domain/log/logSummary.js';
import { PROJECT_STREAM, type StreamId } from '../../domain/log/records/record.js';
import type { EventLog } from '../../ports/eventLog.js';

/** The parts of a log from which summaries are read. */
type Summarized = Pick<EventLog, 'ends' | 'records'>;

/** Returns a summary of each stream: from the cache of the log, or else from its records. */
export function logEnds(log: Summarized, streams: readonly StreamId[]): ReadonlyMap<StreamId, LogEnd> {
  return log.ends?.(streams) ?? new Map(streams.map((one) => [one, logEnd(log.records(one))]));
}

/** Returns a summary of the log of each spec, including deleted specs. */
export function endsOfSpecs(log: Summarized & Pick<EventLog, 'streams'>): ReadonlyMap<StreamId, LogEnd> {
  return logEnds(
    log,
    log.streams().filter((stream) => stream !== PROJECT_STREAM),
  );
}
