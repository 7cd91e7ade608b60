import { knownEvent } from '../spec/specEvents.js';
import type { LogRecord } from './record.js';

/** A spec was completed although criteria were open. */
export interface ForcedCompletion {
  readonly openCriteria: number;
  readonly reason: string;
}

/** Of the newest change of status, as far as that was one. @param records in folding order. */
export function forcedCompletion(records: readonly LogRecord[]): ForcedCompletion | undefined {
  for (const { events } of records.toReversed()) {
    for (const recorded of events.toReversed()) {
      const event = knownEvent(recorded);
      if (event?.type !== 'StatusChanged') continue;
      const { to, openCriteria, reason } = event.data;
      return to === 'complete' && typeof openCriteria === 'number'
        ? { openCriteria, reason: reason ?? '' }
        : undefined;
    }
  }
  return undefined;
}
