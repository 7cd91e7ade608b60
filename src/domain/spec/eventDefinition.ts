import { type Change, type Changes, type MemberChange, valueAt } from '../fields/fieldChange.js';
import { jsonEquals, type JsonObject } from '../value/jsonValue.js';
import type { ActiveSpec } from './spec.js';
import { membersOfField } from '../fields/standardFields.js';
import { laterChangeError } from './undoErrors.js';

/**
 * Returns the inverse of a change of a field, for an undo.
 * @throws SpectoolError `UNDO_REFUSED` if the field no longer has the value that the change set.
 */
export function inverseChange(spec: ActiveSpec, key: string, { from, to }: Change): Change {
  const current = valueAt(spec.frontmatter, key);
  if (!jsonEquals(current, to)) throw laterChangeError(spec, key, current);
  return { from: to, to: from };
}

/** Returns the inverse changes (`inverseChange`) of all keys whose value changed. */
export function inverseChanges(spec: ActiveSpec, changes: Changes): Changes {
  return Object.fromEntries(
    Object.entries(changes)
      .filter(([, { from, to }]) => !jsonEquals(from, to))
      .map(([key, change]) => [key, inverseChange(spec, key, change)]),
  );
}

/**
 * Returns the inverse of an event's change of a list field such as `tags`.
 * @throws SpectoolError `UNDO_REFUSED` if an added member is missing, or a removed member was added again.
 */
export function inverseMemberChange(
  spec: ActiveSpec,
  field: string,
  { added, removed }: MemberChange,
): MemberChange {
  const members = membersOfField(spec.frontmatter, field);
  const present = new Set(members);
  const lost = added.some((member) => !present.has(member));
  const back = removed.some((member) => present.has(member));
  if (lost || back) throw laterChangeError(spec, field, members.join(', '));
  return { added: removed, removed: added };
}

/**
 * A recorded event: a type in the past tense, and JSON data. Events are stored forever, so types and optional fields may be
 * added, but nothing may be renamed.
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
   * Returns the single values that the event sets, by frontmatter key or label (`ref`, `sequence`, `group`, `archived`, `title`),
   * so that different values from two branches are found. List fields such as `tags` are left out, because their changes can
   * always be merged. Absent for an event that sets no single value.
   */
  writes?(data: Event['data']): JsonObject;
}
