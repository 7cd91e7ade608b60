import { SET_FIELDS, type SetField } from '../fields/standardFields.js';
import { type MemberChange, membersIn, membersOf } from '../fields/membersOfSetField.js';
import type { ActiveSpec } from '../spec/spec.js';
import { knownEvent, type SpecEvent } from '../spec/specEvents.js';
import type { JsonObject } from '../value/jsonValue.js';
import { divergences } from './divergentFields.js';
import type { LogRecord } from './records/record.js';
import { ownLines } from './records/recordOrder.js';

const LABELS: ReadonlySet<string> = new Set(['title', 'ref', 'sequence', 'group', 'archived']);

/**
 * Returns events that set each field or label (title, number, folder name, group, archive) on which branches disagree to its
 * current value. These events go into a record that follows all heads, so that the state no longer depends on the order of the
 * branches. Empty if there is only one head.
 * @param records the records of the log, sorted by `orderRecords`.
 * @param spec the spec that results from the records.
 * @param chosen fields and labels that other events of the new record set, so that none is returned for them.
 */
export function settleDifferences(
  records: readonly LogRecord[],
  spec: ActiveSpec,
  chosen: ReadonlySet<string>,
): readonly SpecEvent[] {
  const open = divergences(records)
    .map(({ field }) => field)
    .filter((field) => !chosen.has(field));
  const changes = Object.fromEntries(
    open
      .filter((field) => !LABELS.has(field))
      .map((field) => {
        const value = valueOf(spec.frontmatter, field);
        return [field, { from: value, to: value }];
      }),
  );
  return [
    ...(Object.keys(changes).length > 0 ? [{ type: 'FieldsChanged' as const, data: { changes } }] : []),
    ...labelsKept(open, spec),
    ...membersKept(records, spec),
  ];
}

function valueOf(frontmatter: JsonObject, field: string) {
  return Object.hasOwn(frontmatter, field) ? (frontmatter[field] ?? null) : null;
}

function labelsKept(open: readonly string[], { labels, title }: ActiveSpec): readonly SpecEvent[] {
  const same = <Value>(value: Value) => ({ from: value, to: value });
  const events: SpecEvent[] = [];
  if (open.includes('title')) events.push({ type: 'SpecRenamed', data: { title: same(title) } });
  if (open.includes('sequence'))
    events.push({ type: 'SpecRenumbered', data: { ...same(labels.sequence), ref: same(labels.ref) } });
  if (open.includes('ref') || open.includes('group')) {
    const group = same(labels.group ?? null);
    events.push({ type: 'SpecRenamed', data: { name: same(labels.name), ref: same(labels.ref), group } });
  }
  if (open.includes('archived'))
    events.push({ type: labels.archived ? 'SpecArchived' : 'SpecUnarchived', data: { kept: true } });
  return events;
}

/** Returns events that confirm members of fields such as `tags` that one branch added and another branch removed. */
function membersKept(records: readonly LogRecord[], spec: ActiveSpec): readonly SpecEvent[] {
  const lines = ownLines(records).map((line) => line.flatMap(memberChanges));
  return SET_FIELDS.flatMap((field): readonly SpecEvent[] => {
    /** Returns for each member of the field the branches that added it, or those that removed it. */
    const touched = (kind: 'added' | 'removed') => {
      const byMember = new Map<string, Set<number>>();
      lines.forEach((line, i) => {
        for (const one of line.filter((change) => change.field === field))
          for (const member of membersIn(one.change[kind]))
            byMember.set(member, (byMember.get(member) ?? new Set()).add(i));
      });
      return byMember;
    };
    const [added, removed] = [touched('added'), touched('removed')];
    const contested = [...added.keys()].filter(
      (member) =>
        new Set([...(added.get(member) ?? []), ...(removed.get(member) ?? [])]).size > 1 &&
        removed.has(member),
    );
    if (contested.length === 0) return [];
    const present = new Set(membersOf(spec.frontmatter, field));
    const change: MemberChange = {
      added: contested.filter((member) => present.has(member)),
      removed: contested.filter((member) => !present.has(member)),
      kept: true,
    };
    return [
      field === 'tags'
        ? { type: 'TagsChanged', data: change }
        : { type: 'DependenciesChanged', data: { field, ...change } },
    ];
  });
}

function memberChanges({
  events,
}: LogRecord): readonly { readonly field: SetField; readonly change: MemberChange }[] {
  return events.flatMap((event) => {
    const known = knownEvent(event);
    if (known?.type === 'TagsChanged') return [{ field: 'tags' as const, change: known.data }];
    if (known?.type === 'DependenciesChanged') return [{ field: known.data.field, change: known.data }];
    if (known?.type !== 'FrontmatterEdited') return [];
    const members = known.data.members as Partial<Record<SetField, MemberChange | null>> | null | undefined;
    return SET_FIELDS.flatMap((field) => {
      const change = members?.[field];
      return change === undefined || change === null ? [] : [{ field, change }];
    });
  });
}
