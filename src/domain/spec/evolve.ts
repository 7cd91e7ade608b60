import type { JsonObject, JsonValue } from '../value/json.js';
import { type Change, type Labels, type MemberChange, SET_FIELDS, type SpecEvent } from './events.js';
import { membersOf, withMembers } from './members.js';
import type { ActiveSpec, Spec } from './spec.js';

/** A spec whose beginning is not in the log; history still folds. */
const UNTOLD: ActiveSpec = {
  kind: 'active',
  labels: { sequence: null, name: '', ref: '', archived: false },
  title: '',
  frontmatter: {},
};

/** Applies one recorded fact. Never refuses: the past is not up for debate. */
export function evolve(before: Spec, event: SpecEvent): Spec {
  const spec = before.kind === 'active' ? before : UNTOLD;
  switch (event.type) {
    case 'SpecCreated':
    case 'SpecImported':
      return begun(before, event.data);
    case 'StatusChanged': {
      const status = withField(spec.frontmatter, 'status', event.data.to);
      const { completed } = event.data;
      return { ...spec, frontmatter: completed ? withField(status, 'completed', completed.to) : status };
    }
    case 'FieldsChanged':
      return { ...spec, frontmatter: withChanges(spec.frontmatter, event.data.changes) };
    case 'TagsChanged':
      return { ...spec, frontmatter: withMemberField(spec.frontmatter, 'tags', event.data) };
    case 'DependenciesChanged':
      return { ...spec, frontmatter: withMemberField(spec.frontmatter, event.data.field, event.data) };
    case 'SpecRenamed': {
      const { title, name, ref, group } = event.data;
      const labels = { ...spec.labels, ...(name && { name: name.to }), ...(ref && { ref: ref.to }) };
      return { ...spec, title: title?.to ?? spec.title, labels: group ? inGroup(labels, group.to) : labels };
    }
    case 'SpecRenumbered':
      return { ...spec, labels: { ...spec.labels, sequence: event.data.to, ref: event.data.ref.to } };
    case 'SpecArchived':
      return { ...spec, labels: { ...spec.labels, archived: true } };
    case 'SpecUnarchived':
      return { ...spec, labels: { ...spec.labels, archived: false } };
    case 'FrontmatterEdited': {
      let frontmatter = withChanges(spec.frontmatter, event.data.changes);
      for (const field of SET_FIELDS) {
        const change = event.data.members?.[field];
        if (change !== undefined) frontmatter = withMemberField(frontmatter, field, change);
      }
      return { ...spec, frontmatter };
    }
    case 'ChangeUndone':
      return spec;
  }
}

/** Two beginnings of one stream (two branches imported the folder) become one spec: the later scalars, all members. */
function begun(before: Spec, data: Labels & { title: string; frontmatter: JsonObject }): Spec {
  const { title, frontmatter, ...labels } = data;
  if (before.kind === 'absent') return { kind: 'active', labels, title, frontmatter };
  let merged: JsonObject = { ...before.frontmatter, ...frontmatter };
  for (const field of SET_FIELDS) {
    const members = withMembers(membersOf(before.frontmatter, field), {
      added: membersOf(frontmatter, field),
      removed: [],
    });
    if (members.length > 0) merged = withField(merged, field, members);
  }
  return { kind: 'active', labels, title, frontmatter: merged };
}

function inGroup(labels: Labels, group: string | null): Labels {
  const { group: _left, ...rest } = labels;
  return group === null ? rest : { ...rest, group };
}

function withChanges(frontmatter: JsonObject, changes: Readonly<Record<string, Change>>): JsonObject {
  let result = frontmatter;
  for (const [key, change] of Object.entries(changes)) result = withField(result, key, change.to);
  return result;
}

function withMemberField(frontmatter: JsonObject, field: string, change: MemberChange): JsonObject {
  const members = withMembers(membersOf(frontmatter, field), change);
  return withField(frontmatter, field, members.length === 0 ? null : members);
}

/** `null` takes the field away. */
export function withField(frontmatter: JsonObject, key: string, value: JsonValue): JsonObject {
  if (value !== null) return { ...frontmatter, [key]: value };
  const { [key]: _gone, ...rest } = frontmatter;
  return rest;
}
