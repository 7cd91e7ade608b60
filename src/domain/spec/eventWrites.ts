import type { JsonValue } from '../value/json.js';
import { type SpecEvent, SPEC_EVENT_TYPES } from './events.js';
import type { RecordedEvent } from '../log/record.js';

/** Narrows an event read from the log; undefined for a type this build does not know. */
export function knownEvent(event: RecordedEvent): SpecEvent | undefined {
  return SPEC_EVENT_TYPES.has(event.type) ? (event as unknown as SpecEvent) : undefined;
}

/**
 * The scalars an event sets, by name; sets are left out, since adding to them never disagrees.
 * Labels are named `ref`, `sequence`, `archived`, `title`.
 */
export function scalarWrites(event: SpecEvent): ReadonlyMap<string, JsonValue> {
  switch (event.type) {
    case 'StatusChanged':
      return new Map([['status', event.data.to]]);
    case 'FieldsChanged':
    case 'FrontmatterEdited':
      return new Map(Object.entries(event.data.changes).map(([key, change]) => [key, change.to]));
    case 'SpecRenamed': {
      const { title, ref } = event.data;
      return new Map<string, JsonValue>([
        ...(title ? ([['title', title.to]] as const) : []),
        ...(ref ? ([['ref', ref.to]] as const) : []),
      ]);
    }
    case 'SpecRenumbered':
      return new Map<string, JsonValue>([
        ['sequence', event.data.to],
        ['ref', event.data.ref.to],
      ]);
    case 'SpecArchived':
      return new Map([['archived', true]]);
    case 'SpecUnarchived':
      return new Map([['archived', false]]);
    case 'SpecCreated':
    case 'SpecImported':
    case 'TagsChanged':
    case 'DependenciesChanged':
    case 'ChangeUndone':
      return new Map();
  }
}
