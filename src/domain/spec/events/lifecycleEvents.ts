import { valueAt, withMerged, type Change } from '../../fields/fieldChange.js';
import { isSetField } from '../../fields/standardFields.js';
import { frontmatterDiff } from '../../fields/frontmatterDiff.js';
import type { Labels } from '../../naming/specFolder.js';
import type { JsonObject } from '../../value/jsonValue.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { NOT_CREATED, type ActiveSpec } from '../spec.js';
import { undoRefused } from '../inverseChanges.js';
import type { FieldsChanged, StatusChanged } from './fieldEvents.js';
import type { SpecUnarchived } from './locationEvents.js';

export type SpecCreated = Fact<
  'SpecCreated',
  Labels & { readonly title: string; readonly frontmatter: JsonObject }
>;

const specCreated: EventDefinition<SpecCreated, Fact<'SpecDeleted', { readonly reason: string }>> = {
  type: 'SpecCreated',
  apply: mergeCreations,
  inverse: () => [{ type: 'SpecDeleted', data: { reason: 'its creation was undone' } }],
};

/**
 * Merges two creations of the same spec, which happen if two branches imported the folder: single values come from the later
 * creation, fields such as `tags` get the members of both.
 */
export function mergeCreations(before: ActiveSpec, data: SpecCreated['data']): ActiveSpec {
  const { title, frontmatter, ...labels } = data;
  if (before === NOT_CREATED) return { kind: 'active', labels, title, frontmatter };
  return { kind: 'active', labels, title, frontmatter: withMerged(before.frontmatter, frontmatter) };
}

/** The folder of a spec without a log was added to the log in its current state. */
export type SpecImported = Fact<
  'SpecImported',
  Labels & { readonly title: string; readonly frontmatter: JsonObject }
>;

const specImported: EventDefinition<SpecImported, never> = {
  type: 'SpecImported',
  apply: mergeCreations,
  inverse: (spec) => {
    throw undoRefused(spec, 'the change only recorded the spec as spectool found it');
  },
};

/** The document of another tool was imported as a spec. Earlier versions also applied its later changes to the spec. */
export type SpecTakenOver = Fact<
  'SpecTakenOver',
  {
    /** The previous state of a document that became a spec without being copied; an undo restores this state. */
    readonly found?: { readonly frontmatter: JsonObject; readonly archived: boolean };
    /** Set by earlier versions if the document had been imported before, so that the event only applied its later changes. */
    readonly again?: true;
  }
>;

type TakenBack = SpecDeleted | StatusChanged | FieldsChanged | SpecUnarchived;

const specTakenOver: EventDefinition<SpecTakenOver, TakenBack> = {
  type: 'SpecTakenOver',
  apply: (spec) => spec,
  inverse: ({ frontmatter, labels }, { found, again }) => {
    // The changes are in the other events of the record, which are reverted separately.
    if (again) return [];
    if (found === undefined) return [{ type: 'SpecDeleted', data: { reason: 'its import was undone' } }];
    const changes: Record<string, Change> = {};
    for (const [key, to] of frontmatterDiff(frontmatter, found.frontmatter))
      if (key !== 'id' && key !== 'updated' && !isSetField(key))
        changes[key] = { from: valueAt(frontmatter, key), to };
    const { status, ...fields } = changes;
    const back: TakenBack[] = [];
    if (status !== undefined) back.push({ type: 'StatusChanged', data: status });
    if (Object.keys(fields).length > 0) back.push({ type: 'FieldsChanged', data: { changes: fields } });
    if (labels.archived && !found.archived) back.push({ type: 'SpecUnarchived', data: {} });
    return back;
  },
};

/** The spec was deleted and its folder removed. Its log stays, and its number is not used again. */
export type SpecDeleted = Fact<'SpecDeleted', { readonly reason: string }>;

const specDeleted: EventDefinition<SpecDeleted, Fact<'SpecRestored', SpecDeleted['data']>> = {
  type: 'SpecDeleted',
  version: 2,
  apply: ({ claim: _ended, ...spec }, { reason }) => ({ ...spec, deleted: { reason } }),
  inverse: (_spec, { reason }) => [{ type: 'SpecRestored', data: { reason } }],
};

/** The deletion of the spec was reverted. `reason` is the reason of the deletion. */
export type SpecRestored = Fact<'SpecRestored', SpecDeleted['data']>;

const specRestored: EventDefinition<SpecRestored, SpecDeleted> = {
  type: 'SpecRestored',
  // Nothing to apply: any event after a deletion makes the spec active again.
  apply: (spec) => spec,
  inverse: (_spec, { reason }) => [{ type: 'SpecDeleted', data: { reason } }],
};

/** The following events of the same record revert an earlier record, which `undone` names. */
export type ChangeUndone = Fact<'ChangeUndone', { readonly undone: string }>;

const changeUndone: EventDefinition<ChangeUndone, never> = {
  type: 'ChangeUndone',
  apply: (spec) => spec,
  // Nothing to revert here: the events that follow in the same record are reverted separately, which restores the change.
  inverse: () => [],
};

export const LIFECYCLE_EVENTS = [
  specCreated,
  specImported,
  specTakenOver,
  specDeleted,
  specRestored,
  changeUndone,
] as const;
