import type { Labels } from '../../naming/specFolder.js';
import type { JsonObject } from '../../value/json.js';
import { type Change, valueAt } from '../../fields/change.js';
import { isSetField, type SetField } from '../../fields/fields.js';
import { frontmatterDiff } from '../../fields/frontmatterDiff.js';
import { type MemberChange, memberChange, membersOf } from '../../fields/setMembers.js';
import type { ActiveSpec } from '../spec.js';
import type { SpecEvent } from '../specEvents.js';

/**
 * Records how the frontmatter differs from the last record; set fields as additions and removals, so that they merge.
 * @param observed `branch`: the branch it was copied from, unless it was edited by hand.
 */
export function decideObservedFrontmatter(
  { frontmatter: seen, branch }: { readonly frontmatter: JsonObject; readonly branch?: string },
  spec: ActiveSpec,
): readonly SpecEvent[] {
  const changes: Record<string, Change> = {};
  const members: Partial<Record<SetField, MemberChange>> = {};
  for (const [key, to] of frontmatterDiff(spec.frontmatter, seen)) {
    // Documents need not hold it, as the log does.
    if (key === 'updated') continue;
    const change = isSetField(key)
      ? memberChange(membersOf(spec.frontmatter, key), membersOf(seen, key))
      : undefined;
    if (isSetField(key) && change !== undefined) members[key] = change;
    else changes[key] = { from: valueAt(spec.frontmatter, key), to };
  }
  if (Object.keys(changes).length === 0 && Object.keys(members).length === 0) return [];
  return [
    {
      type: 'FrontmatterEdited',
      data: {
        changes,
        ...(Object.keys(members).length > 0 && { members }),
        ...(branch !== undefined && { branch }),
      },
    },
  ];
}

/** Records how the folder was changed by hand since the last record. */
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
