import type { JsonObject } from '../../value/jsonValue.js';
import { type Change, valueAt } from '../../fields/fieldChange.js';
import { frontmatterDiff } from '../../fields/frontmatterDiff.js';
import { holdsSet, memberChange, membersOf } from '../../fields/membersOfSetField.js';
import type { ActiveSpec } from '../spec.js';
import type { SpecEvent } from '../specEvents.js';
import type { SpecTakenOver } from '../events/lifecycleEvents.js';

/** The current state of the other tool's document from which a spec was imported. */
export interface SourceState {
  readonly frontmatter: JsonObject;
  readonly isArchived: boolean;
  readonly taken: SpecTakenOver['data'];
}

/** Returns the events that change the spec, field by field, to match the document from which it was imported. */
export function decideReimport(source: SourceState, spec: ActiveSpec): readonly SpecEvent[] {
  const events: SpecEvent[] = [];
  const changes: Record<string, Change> = {};
  for (const [key, to] of frontmatterDiff(spec.frontmatter, source.frontmatter)) {
    if (key === 'id' || key === 'updated') continue;
    const from = valueAt(spec.frontmatter, key);
    const members = memberChange(membersOf(spec.frontmatter, key), membersOf(source.frontmatter, key));
    if (members === undefined || !holdsSet(key, from, to)) changes[key] = { from, to };
    else if (key === 'tags') events.push({ type: 'TagsChanged', data: members });
    else events.push({ type: 'DependenciesChanged', data: { field: key, ...members } });
  }
  const { status, completed, ...fields } = changes;
  if (status !== undefined)
    events.push({ type: 'StatusChanged', data: { ...status, ...(completed && { completed }) } });
  const others = status === undefined && completed !== undefined ? { ...fields, completed } : fields;
  if (Object.keys(others).length > 0) events.push({ type: 'FieldsChanged', data: { changes: others } });
  if (source.isArchived !== spec.labels.archived)
    events.push({ type: source.isArchived ? 'SpecArchived' : 'SpecUnarchived', data: {} });
  return [...events, { type: 'SpecTakenOver', data: source.taken }];
}
