import type { RecordedEvent } from '../log/records/record.js';
import type { JsonValue } from '../value/jsonValue.js';
import { CLAIM_EVENTS, LIFECYCLE_EVENTS } from './events/lifecycleEvents.js';
import { FIELD_EVENTS } from './events/fieldEvents.js';
import { LOCATION_EVENTS } from './events/locationEvents.js';
import { SET_ASIDE_EVENTS, TEXT_EVENTS } from './events/textEvents.js';
import { CRITERION_EVENTS, LABEL_EVENTS, VERDICT_EVENTS } from './events/criterionEvents.js';
import { ACCEPTANCE_EVENTS, APPROVAL_EVENTS, RETIREMENT_EVENTS } from './events/reviewEvents.js';
import type { EventDefinition } from './eventDefinition.js';
import { type ActiveSpec, type Spec, NOT_CREATED } from './spec.js';
import { largestNumber } from '../value/collections.js';

/**
 * The definitions of all events of a spec. The type `SpecEvent`, `foldSpec`, undo and the detection of disagreements between
 * branches use this list.
 */
export const SPEC_EVENTS = [
  ...LIFECYCLE_EVENTS,
  ...FIELD_EVENTS,
  ...LOCATION_EVENTS,
  ...TEXT_EVENTS,
  ...CRITERION_EVENTS,
  ...RETIREMENT_EVENTS,
  ...APPROVAL_EVENTS,
  ...LABEL_EVENTS,
  ...VERDICT_EVENTS,
  ...CLAIM_EVENTS,
  ...ACCEPTANCE_EVENTS,
  ...SET_ASIDE_EVENTS,
] as const;

type EventOf<Definition> = Definition extends EventDefinition<infer Event, infer _Inverse> ? Event : never;

export type SpecEvent = EventOf<(typeof SPEC_EVENTS)[number]>;

const BY_TYPE: ReadonlyMap<string, EventDefinition<SpecEvent>> = new Map(
  SPEC_EVENTS.map((definition: EventDefinition<SpecEvent>) => [definition.type, definition]),
);

/** Returns an event from the log with its precise type; undefined if this version of spectool does not know the type. */
export function knownEvent(event: RecordedEvent): SpecEvent | undefined {
  return BY_TYPE.has(event.type) ? (event as unknown as SpecEvent) : undefined;
}

/** Returns the spec after one recorded event. An event is never refused, because it has already happened. */
export function evolve(before: Spec, event: SpecEvent): ActiveSpec {
  if (before.kind === 'absent') return definitionOf(event).apply(NOT_CREATED, event.data);
  // Any event after a deletion makes the spec active again.
  const { deleted: _outlived, ...spec } = before;
  return definitionOf(event).apply(spec, event.data);
}

/** Returns the events that revert an event in the current state of the spec. */
export function inverseOf(event: SpecEvent, spec: ActiveSpec): readonly SpecEvent[] {
  return definitionOf(event).inverse(spec, event.data);
}

/**
 * Returns the single values that an event sets, by field or label. Empty if this version of spectool does not know the event's
 * type, or if the data has an unexpected shape, as in a damaged or hostile log.
 */
export function scalarWrites(event: RecordedEvent | SpecEvent): ReadonlyMap<string, JsonValue> {
  try {
    const fact = event as SpecEvent;
    const written: Readonly<Record<string, JsonValue | undefined>> =
      definitionOf(fact).writes?.(fact.data) ?? {};
    return new Map(
      Object.entries(written).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      ),
    );
  } catch {
    return new Map();
  }
}

/** Returns the lowest record version in which all of the events may be written. */
export function versionFor(events: readonly RecordedEvent[]): number {
  return largestNumber(
    events.map(({ type }) => BY_TYPE.get(type)?.version ?? 1),
    1,
  );
}

function definitionOf({ type }: SpecEvent): EventDefinition<SpecEvent> {
  const found = BY_TYPE.get(type);
  if (found === undefined) throw new TypeError(`no definition of ${type}`);
  return found;
}
