import { knownEvent } from '../spec/specEvents.js';
import { evolve } from '../spec/specEvents.js';
import { withField } from '../spec/change.js';
import { isSound } from '../spec/isSound.js';
import { ABSENT, type Spec } from '../spec/spec.js';
import type { LogRecord, RecordedEvent } from './record.js';
import { RECORD_VERSION } from './record.js';
import { upcast } from './upcast.js';

/** Something a fold passed over: kept in the log, reported, never an error. */
export interface PassedOver {
  readonly record: LogRecord;
  readonly event?: RecordedEvent;
  readonly reason: string;
}

export interface FoldedSpec {
  readonly spec: Spec;
  readonly passedOver: readonly PassedOver[];
}

/**
 * The state a stream of records tells. Total and independent of file order: give it the records in folding order
 * (`orderRecords`). Records of a newer version and unknown events are passed over and reported.
 */
export function foldSpec(records: readonly LogRecord[]): FoldedSpec {
  let spec: Spec = ABSENT;
  const passedOver: PassedOver[] = [];
  for (const written of records) {
    const record = upcast(written);
    if (record === undefined) {
      const reason = `of a record version this spectool never knew (${String(written.v)})`;
      passedOver.push({ record: written, reason });
      continue;
    }
    if (record.v > RECORD_VERSION) {
      passedOver.push({ record, reason: `written by a newer spectool (record version ${String(record.v)})` });
      continue;
    }
    for (const event of record.events) {
      const known = knownEvent(event);
      if (known === undefined)
        passedOver.push({ record, event, reason: `unknown event type "${event.type}"` });
      else spec = applied(spec, known, record, passedOver, event);
    }
    spec = stamped(spec, record);
  }
  return { spec, passedOver };
}

/** A known type with data of another shape (a hostile or damaged log) must not stop the fold. */
function applied(
  spec: Spec,
  known: NonNullable<ReturnType<typeof knownEvent>>,
  record: LogRecord,
  passedOver: PassedOver[],
  event: RecordedEvent,
): Spec {
  try {
    const next = evolve(spec, known);
    if (isSound(next)) return next;
  } catch {
    // Told below.
  }
  passedOver.push({ record, event, reason: `unreadable data in a "${event.type}" event` });
  return spec;
}

/** `updated` follows the records; observations (no `at`) leave it as it was seen. */
function stamped(spec: Spec, record: LogRecord): Spec {
  if (record.at === undefined || spec.kind === 'absent') return spec;
  return { ...spec, frontmatter: withField(spec.frontmatter, 'updated', timestampOf(record.at)) };
}

/** The frontmatter's `updated`: ISO 8601, UTC, seconds. */
export function timestampOf(at: string): string {
  return at.replace(/\.\d+Z$/, 'Z');
}
