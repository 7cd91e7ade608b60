import type { JsonObject } from '../value/json.js';
import type { ActiveSpec } from './spec.js';

/** A recorded fact: its type in the past tense, and plain JSON. Stored for ever: add an optional field or a new event, never rename one. */
export interface Fact<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Data;
}

/** Everything the domain knows about one kind of event; `SPEC_EVENTS` lists them. */
export interface EventDefinition<Event extends Fact, Inverse extends Fact = Event> {
  readonly type: Event['type'];
  /** The lowest version of a record that holds it, where a reader of the first would fold the rest wrongly; 1 without it. */
  readonly version?: number;
  /** The spec after the fact. Never refuses: the past is not up for debate. */
  apply(spec: ActiveSpec, data: Event['data']): ActiveSpec;
  /**
   * The facts that take it back, given what the spec is now.
   * @throws SpectoolError `UNDO_REFUSED` when the spec has moved on since, or the fact cannot be taken back.
   */
  inverse(spec: ActiveSpec, data: Event['data']): readonly Inverse[];
  /**
   * The scalars it sets, by frontmatter key or label (`ref`, `sequence`, `group`, `archived`, `title`): two branches that
   * write different ones have diverged. Sets are left out, since adding to them never disagrees.
   */
  writes(data: Event['data']): JsonObject;
}
