import type { JsonObject } from '../value/json.js';
import type { ActiveSpec } from './spec.js';

/**
 * A recorded event: its type in the past tense, and plain JSON. Stored forever: add an optional field or a new event, never
 * rename one.
 */
export interface Fact<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Data;
}

/** The rules for one kind of event; `SPEC_EVENTS` lists all. */
export interface EventDefinition<Event extends Fact, Inverse extends Fact = Event> {
  readonly type: Event['type'];
  /**
   * The lowest version of a record that may hold the event, if readers of version 1 would fold the record wrongly; 1 if absent.
   */
  readonly version?: number;
  /** Returns the spec after the event. Never refuses an event, as it has already happened. */
  apply(spec: ActiveSpec, data: Event['data']): ActiveSpec;
  /**
   * Returns the events that revert it in the current state of the spec.
   * @throws SpectoolError `UNDO_REFUSED` if a later change depends on it, or if it cannot be reverted.
   */
  inverse(spec: ActiveSpec, data: Event['data']): readonly Inverse[];
  /**
   * Returns the scalars it sets, by frontmatter key or label (`ref`, `sequence`, `group`, `archived`, `title`): two branches that
   * write different values have diverged. Sets are left out, as their changes can always be merged.
   */
  writes(data: Event['data']): JsonObject;
}
