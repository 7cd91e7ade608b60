import { inspect } from 'node:util';
import type { HistoryEvent } from '../domain/log/historyEvent.js';
import type { EventSubscriber } from '../ports/eventLog.js';

/** Function called for every recorded event. */
export type OnEvent = (event: HistoryEvent) => void | Promise<void>;

/**
 * Returns a subscriber that calls `onEvent`. If `onEvent` throws or rejects, the error becomes a process warning and the
 * change is kept.
 */
export function subscriber(onEvent: OnEvent): EventSubscriber {
  return {
    heard: (event) => {
      try {
        // Pass a copy, so that the function cannot change the log or the result.
        Promise.resolve(onEvent(structuredClone(event))).catch(warn);
      } catch (error) {
        warn(error);
      }
    },
  };
}

function warn(error: unknown): void {
  let detail = 'it cannot be shown';
  try {
    detail = inspect(error);
  } catch {
    // Ignored, because reading a thrown value may itself throw.
  }
  process.emitWarning('An onEvent function failed; the change was saved.', {
    code: 'SPECTOOL_ON_EVENT',
    detail,
  });
}
