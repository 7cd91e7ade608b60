import type { Advice } from '../errors/advice.js';
import { SpectoolError } from '../errors/spectoolError.js';
import {
  type Change,
  type Changes,
  type MemberChange,
  membersOfField,
  valueAt,
} from '../fields/fieldChange.js';
import { jsonEquals, type JsonObject, type JsonValue } from '../value/jsonValue.js';
import type { ActiveSpec } from './spec.js';

/**
 * Returns the inverse of a change of a field, for an undo.
 * @throws SpectoolError `UNDO_REFUSED` if the field no longer has the value that the change set.
 */
export function reversedChange(spec: ActiveSpec, key: string, { from, to }: Change): Change {
  const current = valueAt(spec.frontmatter, key);
  if (!jsonEquals(current, to)) throw laterChangeError(spec, key, current);
  return { from: to, to: from };
}

/** Returns the inverse changes (`reversedChange`) of all keys whose value changed. */
export function reversedChanges(spec: ActiveSpec, changes: Changes): Changes {
  return Object.fromEntries(
    Object.entries(changes)
      .filter(([, { from, to }]) => !jsonEquals(from, to))
      .map(([key, change]) => [key, reversedChange(spec, key, change)]),
  );
}

/**
 * Returns the inverse of an event's change of a list field such as `tags`.
 * @throws SpectoolError `UNDO_REFUSED` if an added member is missing, or a removed member was added again.
 */
export function reversedMembers(
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

/** Returns the inverse of an event's change: with `from` and `to` swapped, without checking the current value. */
export function inverseFieldChange<Value extends JsonValue>({ from, to }: Change<Value>): Change<Value> {
  return { from: to, to: from };
}

/** Returns the error for undoing an event on which a later change depends. */
export function laterChangeError(spec: ActiveSpec, what: string, now: JsonValue): SpectoolError {
  const shown = now === null || now === '' ? 'removed' : JSON.stringify(now);
  return undoRefused(
    spec,
    `a later change depends on this change (${what} is now ${shown})`,
    'Undo the later change first, or set the field again.',
  );
}

/** Returns the error for undoing an event whose old text is not in the log. */
export function textNotKept(spec: ActiveSpec): SpectoolError {
  return undoRefused(
    spec,
    'the change was an edit of the text, and the log does not contain the old text',
    `Edit the document, or see what changed with \`git log -p\`.`,
  );
}

/** Returns the error for an event whose inverse is not possible. @param why the reason, worded to follow a colon. */
export function undoRefused(
  spec: ActiveSpec,
  why: string,
  hint?: string,
  advice: readonly Advice[] = [],
): SpectoolError {
  return new SpectoolError('UNDO_REFUSED', `The change to ${spec.labels.ref} cannot be undone: ${why}.`, {
    ...(hint !== undefined && { hint }),
    advice,
  });
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
