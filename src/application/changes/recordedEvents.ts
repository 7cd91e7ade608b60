import type { RecordedEvent } from '../../domain/log/record.js';
import type { ProjectEvent } from '../../domain/project/events.js';
import type { SpecEvent } from '../../domain/spec/specEvents.js';

/** Facts as the log keeps them: every event type holds plain JSON only. */
export function recordedEvents(events: readonly (SpecEvent | ProjectEvent)[]): readonly RecordedEvent[] {
  return events as unknown as readonly RecordedEvent[];
}
