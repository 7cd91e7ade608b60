import type { Labels } from '../../naming/projectPath.js';
import type { JsonObject } from '../../value/jsonValue.js';
import {
  type Change,
  frontmatterDiff,
  holdsSet,
  type MemberChange,
  memberChange,
  membersOf,
  valueAt,
} from '../../fields/fieldChange.js';
import type { SetField } from '../../fields/standardFields.js';
import { unmetIn } from '../../proof/criterionStates.js';
import type { ActiveSpec } from '../spec.js';
import type { SpecEvent } from '../specEvents.js';

export interface ObservedFrontmatter {
  readonly frontmatter: JsonObject;
  /** The id of the record to whose state git returned the document. */
  readonly returned?: string;
}

/**
 * Returns the events that record how the frontmatter differs from the log. Changes of fields with a list of members, such as
 * `tags`, are recorded as added and removed members, so that they can be merged.
 */
export function decideObservedFrontmatter(
  { frontmatter: seen, returned }: ObservedFrontmatter,
  spec: ActiveSpec,
): readonly SpecEvent[] {
  const changes: Record<string, Change> = {};
  const members: Partial<Record<SetField, MemberChange>> = {};
  for (const [key, to] of frontmatterDiff(spec.frontmatter, seen)) {
    // Differences in `updated` are ignored, because a document may lack this field: the log has the time.
    if (key === 'updated') continue;
    const from = valueAt(spec.frontmatter, key);
    const change = memberChange(membersOf(spec.frontmatter, key), membersOf(seen, key));
    if (holdsSet(key, from, to) && change !== undefined) members[key] = change;
    else changes[key] = { from, to };
  }
  if (Object.keys(changes).length === 0 && Object.keys(members).length === 0) return [];
  const unmet = changes['status']?.to === 'complete' && returned === undefined ? unmetIn(spec) : [];
  return [
    {
      type: 'FrontmatterEdited',
      data: {
        changes,
        ...(unmet.length > 0 && { openCriteria: unmet.length }),
        ...(Object.keys(members).length > 0 && { members }),
        ...(returned !== undefined && { returned }),
      },
    },
  ];
}

/** Returns the events that record how the spec's folder was moved or renamed by hand. */
export function decideObservedPlace(seen: Labels, spec: ActiveSpec): readonly SpecEvent[] {
  const { labels } = spec;
  const events: SpecEvent[] = [];
  if (seen.sequence !== labels.sequence) {
    events.push({
      type: 'SpecRenumbered',
      data: { from: labels.sequence, to: seen.sequence, ref: { from: labels.ref, to: seen.ref } },
    });
  }
  const renamed = seen.name !== labels.name || seen.ref !== labels.ref;
  const regrouped = seen.group !== labels.group;
  if (renamed || regrouped) {
    events.push({
      type: 'SpecRenamed',
      data: {
        ...(seen.name !== labels.name && { name: { from: labels.name, to: seen.name } }),
        ...(seen.ref !== labels.ref && { ref: { from: labels.ref, to: seen.ref } }),
        ...(regrouped && { group: { from: labels.group ?? null, to: seen.group ?? null } }),
      },
    });
  }
  if (seen.archived !== labels.archived)
    events.push({ type: seen.archived ? 'SpecArchived' : 'SpecUnarchived', data: {} });
  return events;
}
