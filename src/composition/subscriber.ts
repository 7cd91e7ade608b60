import { inspect } from 'node:util';
import type { HistoryEvent } from '../domain/log/historyEvent.js';
import type { EventSubscriber } from '../ports/eventLog.js';

/** Called with every recorded event. */
export type OnEvent = (event: HistoryEvent) => void | Promise<void>;

/** What the function throws, at once or later, is a warning of the process: the change stands. */
export function subscriber(onEvent: OnEvent): EventSubscriber {
  return {
    heard: (event) => {
      try {
        // A copy: what the function does to its event reaches neither the log nor the answer.
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
    // Whatever was thrown may throw when it is looked at.
  }
  process.emitWarning('A function given as onEvent failed; the change itself was kept.', {
    code: 'SPECTOOL_ON_EVENT',
    detail,
  });
}
