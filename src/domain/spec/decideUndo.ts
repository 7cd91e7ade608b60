import { SpectoolError } from '../errors/spectoolError.js';
import type { JsonValue } from '../value/json.js';
import { jsonEquals } from '../value/json.js';
import type { Change, MemberChange, SpecEvent } from './events.js';
import { SET_FIELDS } from './events.js';
import { membersOf } from './members.js';
import type { ActiveSpec } from './spec.js';

/**
 * Takes recorded facts back: the marker, then their inverses, newest first.
 * @throws SpectoolError `UNDO_REFUSED` when the spec has moved on since, or the facts cannot be taken back.
 */
export function decideUndo(
  undone: string,
  events: readonly SpecEvent[],
  spec: ActiveSpec,
): readonly SpecEvent[] {
  const inverses = [...events].reverse().flatMap((event) => inverse(event, spec));
  return [{ type: 'ChangeUndone', data: { undone } }, ...inverses];
}

function inverse(event: SpecEvent, spec: ActiveSpec): readonly SpecEvent[] {
  switch (event.type) {
    case 'SpecCreated':
      throw refused(
        spec,
        'its creation cannot be taken back',
        `Archive it instead: spectool archive ${spec.labels.ref}`,
      );
    case 'SpecImported':
      throw refused(spec, 'this only recorded the state it was found in');
    case 'StatusChanged': {
      const { from, to, completed } = event.data;
      unchanged(spec, 'status', to);
      if (completed !== undefined) unchanged(spec, 'completed', completed.to);
      return [
        {
          type: 'StatusChanged',
          data: { from: to, to: from, ...(completed && { completed: reversed(completed) }) },
        },
      ];
    }
    case 'FieldsChanged':
      return [{ type: 'FieldsChanged', data: { changes: reversedAll(event.data.changes, spec) } }];
    case 'TagsChanged':
      return [{ type: 'TagsChanged', data: reversedMembers(event.data, 'tags', spec) }];
    case 'DependenciesChanged': {
      const { field } = event.data;
      return [{ type: 'DependenciesChanged', data: { field, ...reversedMembers(event.data, field, spec) } }];
    }
    case 'SpecRenamed': {
      const { title, name, ref, group } = event.data;
      if (title !== undefined && title.to !== spec.title) throw movedOn(spec, 'title', spec.title);
      if (ref !== undefined && ref.to !== spec.labels.ref) throw movedOn(spec, 'folder', spec.labels.ref);
      return [
        {
          type: 'SpecRenamed',
          data: {
            ...(title && { title: swapped(title) }),
            ...(name && { name: swapped(name) }),
            ...(ref && { ref: swapped(ref) }),
            ...(group && { group: swapped(group) }),
          },
        },
      ];
    }
    case 'SpecRenumbered': {
      const { from, to, ref } = event.data;
      if (ref.to !== spec.labels.ref) throw movedOn(spec, 'folder', spec.labels.ref);
      return [{ type: 'SpecRenumbered', data: { from: to, to: from, ref: swapped(ref) } }];
    }
    case 'SpecArchived':
      if (!spec.labels.archived) throw movedOn(spec, 'place', 'active');
      return [{ type: 'SpecUnarchived', data: {} }];
    case 'SpecUnarchived':
      if (spec.labels.archived) throw movedOn(spec, 'place', 'archived');
      return [{ type: 'SpecArchived', data: {} }];
    case 'FrontmatterEdited': {
      const members: Record<string, MemberChange> = {};
      for (const field of SET_FIELDS) {
        const change = event.data.members?.[field];
        if (change !== undefined) members[field] = reversedMembers(change, field, spec);
      }
      return [
        { type: 'FrontmatterEdited', data: { changes: reversedAll(event.data.changes, spec), members } },
      ];
    }
    case 'ChangeUndone':
      return [];
  }
}

function reversedAll(
  changes: Readonly<Record<string, Change>>,
  spec: ActiveSpec,
): Readonly<Record<string, Change>> {
  return Object.fromEntries(
    Object.entries(changes).map(([key, change]) => {
      unchanged(spec, key, change.to);
      return [key, reversed(change)];
    }),
  );
}

function reversedMembers({ added, removed }: MemberChange, field: string, spec: ActiveSpec): MemberChange {
  const members = membersOf(spec.frontmatter, field);
  const lost = added.filter((member) => !members.includes(member));
  const back = removed.filter((member) => members.includes(member));
  if (lost.length > 0 || back.length > 0) throw movedOn(spec, field, members.join(', '));
  return { added: removed, removed: added };
}

function unchanged(spec: ActiveSpec, key: string, expected: JsonValue): void {
  const current = Object.hasOwn(spec.frontmatter, key) ? (spec.frontmatter[key] ?? null) : null;
  if (!jsonEquals(current, expected)) throw movedOn(spec, key, current);
}

function reversed({ from, to }: Change): Change {
  return { from: to, to: from };
}

function swapped<T>({ from, to }: { readonly from: T; readonly to: T }): {
  readonly from: T;
  readonly to: T;
} {
  return { from: to, to: from };
}

function movedOn(spec: ActiveSpec, what: string, now: JsonValue): SpectoolError {
  const shown = now === null || now === '' ? 'gone' : JSON.stringify(now);
  return refused(
    spec,
    `a later change stands on it (${what} is now ${shown})`,
    'Undo the later change first, or set the field with `spectool update`.',
  );
}

function refused(spec: ActiveSpec, why: string, hint?: string): SpectoolError {
  return new SpectoolError(
    'UNDO_REFUSED',
    `This change of ${spec.labels.ref} cannot be undone: ${why}.`,
    hint === undefined ? {} : { hint },
  );
}
