import type { LogRecord } from '../log/records/record.js';
import { effectiveTimes } from '../log/records/recordOrder.js';
import { knownEvent, type SpecEvent } from '../spec/specEvents.js';

/** Events that change what a spec promises. Ticks and notes do not. */
const REWORDING: ReadonlySet<SpecEvent['type']> = new Set([
  'TextEdited',
  'SectionReplaced',
  'CriterionAdded',
  'CriterionRemoved',
]);

/**
 * Returns the time, in milliseconds since 1970, at which somebody last relied on the dependencies of a spec: when it was begun,
 * completed or accepted. An acceptance that an undo withdrew does not count. Undefined for a spec that was never begun.
 */
export function reliedOnAt(records: readonly LogRecord[]): number | undefined {
  const times = effectiveTimes(records);
  let [relied, accepted]: (number | undefined)[] = [];
  for (const { id, events } of records)
    for (const event of events.map(knownEvent)) {
      if (
        event?.type === 'StatusChanged' &&
        (event.data.to === 'in-progress' || event.data.to === 'complete')
      )
        relied = times.get(id);
      else if (event?.type === 'SpecAccepted') accepted = times.get(id);
      else if (event?.type === 'AcceptanceWithdrawn') accepted = undefined;
    }
  return relied === undefined ? undefined : Math.max(relied, accepted ?? 0);
}

/** Returns when the text of a spec last changed, in milliseconds since 1970; undefined if the log has no change. */
export function rewordedAt(records: readonly LogRecord[]): number | undefined {
  const times = effectiveTimes(records);
  const last = records.findLast(({ events }) => events.some((event) => isRewording(knownEvent(event))));
  return last && times.get(last.id);
}

function isRewording(event: SpecEvent | undefined): boolean {
  if (event?.type === 'SpecRenamed') return 'title' in event.data;
  if (event?.type === 'TextEdited')
    return event.data.followed !== true && event.data.sections.some(({ heading }) => heading !== 'Notes');
  return event !== undefined && REWORDING.has(event.type);
}
