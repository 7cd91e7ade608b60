import type { Advice } from '../errors/advice.js';
import { SpectoolError } from '../errors/spectoolError.js';
import { jsonEquals, type JsonValue } from '../value/jsonValue.js';
import { type Change, type Changes, valueAt } from '../fields/fieldChange.js';
import { type MemberChange, membersOf } from '../fields/membersOfSetField.js';
import type { ActiveSpec } from './spec.js';

/**
 * Returns the inverse of a change of a field.
 * @throws SpectoolError `UNDO_REFUSED` if the field no longer has the value that the change set.
 */
export function reversedChange(spec: ActiveSpec, key: string, { from, to }: Change): Change {
  const current = valueAt(spec.frontmatter, key);
  if (!jsonEquals(current, to)) throw movedOn(spec, key, current);
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
 * Returns the inverse of a change of a field with a list of members, such as `tags`.
 * @throws SpectoolError `UNDO_REFUSED` if an added member is missing, or a removed member was added again.
 */
export function reversedMembers(
  spec: ActiveSpec,
  field: string,
  { added, removed }: MemberChange,
): MemberChange {
  const members = membersOf(spec.frontmatter, field);
  const present = new Set(members);
  const lost = added.some((member) => !present.has(member));
  const back = removed.some((member) => present.has(member));
  if (lost || back) throw movedOn(spec, field, members.join(', '));
  return { added: removed, removed: added };
}

export function swapped<Value extends JsonValue>({ from, to }: Change<Value>): Change<Value> {
  return { from: to, to: from };
}

/** Returns the error for undoing an event on which a later change depends. */
export function movedOn(spec: ActiveSpec, what: string, now: JsonValue): SpectoolError {
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
    'the change was made in the text, which the log does not keep',
    `Edit the document, or see what changed with \`git log -p\`.`,
  );
}

export function undoRefused(
  spec: ActiveSpec,
  why: string,
  hint?: string,
  advice: readonly Advice[] = [],
): SpectoolError {
  return new SpectoolError('UNDO_REFUSED', `The change of ${spec.labels.ref} cannot be undone: ${why}.`, {
    ...(hint !== undefined && { hint }),
    advice,
  });
}
