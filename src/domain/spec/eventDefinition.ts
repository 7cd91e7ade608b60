import type { JsonObject } from '../value/jsonValue.js';
import type { ActiveSpec } from './spec.js';

/**
 * A recorded event: a type in the past tense, and JSON data. Events are stored forever, so types and fields may be added as
 * optional ones but never renamed.
 */
export interface Fact<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Data;
}

/** The rules for one type of event; `SPEC_EVENTS` lists them all. */
export interface EventDefinition<Event extends Fact, Inverse extends Fact = Event> {
  readonly type: Event['type'];
  /**
   * The lowest record version in which the event may be written; 1 if absent. Set it if versions of spectool that read only
   * version 1 would misunderstand the record.
   */
  readonly version?: number;
  /** Returns the spec after the event. An event is never refused, because it has already happened. */
  apply(spec: ActiveSpec, data: Event['data']): ActiveSpec;
  /**
   * Returns the events that revert the event in the current state of the spec.
   * @throws SpectoolError `UNDO_REFUSED` if a later change depends on the event, or if the event cannot be reverted.
   */
  inverse(spec: ActiveSpec, data: Event['data']): readonly Inverse[];
  /**
   * Returns the single values that the event sets, by frontmatter key or label (`ref`, `sequence`, `group`, `archived`, `title`).
   * If two branches set different values, they disagree. Fields with a list of members, such as `tags`, are left out, because
   * their changes can always be merged. Absent for an event that sets no such value.
   */
  writes?(data: Event['data']): JsonObject;
}
