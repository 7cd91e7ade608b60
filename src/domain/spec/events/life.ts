import { valueAt, withMerged, type Change } from '../../fields/change.js';
import { isSetField } from '../../fields/fields.js';
import { frontmatterDiff } from '../../fields/frontmatterDiff.js';
import type { Labels } from '../../naming/specFolder.js';
import type { JsonObject } from '../../value/json.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { NOT_CREATED, type ActiveSpec } from '../spec.js';
import { undoRefused } from '../undoing.js';
import type { FieldsChanged, StatusChanged } from './fields.js';
import type { SpecUnarchived } from './place.js';

export type SpecCreated = Fact<
  'SpecCreated',
  Labels & { readonly title: string; readonly frontmatter: JsonObject }
>;

export const specCreated: EventDefinition<SpecCreated, Fact<'SpecDeleted', { readonly reason: string }>> = {
  type: 'SpecCreated',
  apply: mergeCreations,
  inverse: () => [{ type: 'SpecDeleted', data: { reason: 'its creation was undone' } }],
  writes: () => ({}),
};

/** Two beginnings of one stream (two branches imported the folder) become one spec: the later scalars, all members. */
export function mergeCreations(before: ActiveSpec, data: SpecCreated['data']): ActiveSpec {
  const { title, frontmatter, ...labels } = data;
  if (before === NOT_CREATED) return { kind: 'active', labels, title, frontmatter };
  return { kind: 'active', labels, title, frontmatter: withMerged(before.frontmatter, frontmatter) };
}

/** A folder that had no log: the state it was found in. */
export type SpecImported = Fact<
  'SpecImported',
  Labels & { readonly title: string; readonly frontmatter: JsonObject }
>;

export const specImported: EventDefinition<SpecImported, never> = {
  type: 'SpecImported',
  apply: mergeCreations,
  inverse: (spec) => {
    throw undoRefused(spec, 'this only recorded the state it was found in');
  },
  writes: () => ({}),
};

/** The spec is what another tool's document was at this moment. */
export type SpecTakenOver = Fact<
  'SpecTakenOver',
  {
    /** Digest of the document as it was read there: by it a change there is told from none. */
    readonly seen: string;
    /** The last commit that had changed it there, where its history was asked. */
    readonly commit?: string;
    /** Where the document was made a spec where it stood: what it was before, and goes back to. */
    readonly found?: { readonly frontmatter: JsonObject; readonly archived: boolean };
    /** An earlier import had brought it; this one brought what changed since. */
    readonly again?: true;
  }
>;

type TakenBack = SpecDeleted | StatusChanged | FieldsChanged | SpecUnarchived;

export const specTakenOver: EventDefinition<SpecTakenOver, TakenBack> = {
  type: 'SpecTakenOver',
  apply: (spec) => spec,
  inverse: ({ frontmatter, labels }, { found, again }) => {
    // The facts beside it say what changed.
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
  writes: () => ({}),
};

/** The spec was made by mistake and its folder is gone; its history and its number are kept. */
export type SpecDeleted = Fact<'SpecDeleted', { readonly reason: string }>;

export const specDeleted: EventDefinition<SpecDeleted, Fact<'SpecRestored', SpecDeleted['data']>> = {
  type: 'SpecDeleted',
  version: 2,
  apply: ({ claim: _ended, ...spec }, { reason }) => ({ ...spec, deleted: { reason } }),
  inverse: (_spec, { reason }) => [{ type: 'SpecRestored', data: { reason } }],
  writes: () => ({}),
};

/** A deletion was taken back: the folder stands where it stood. `reason` is the deletion's. */
export type SpecRestored = Fact<'SpecRestored', SpecDeleted['data']>;

export const specRestored: EventDefinition<SpecRestored, SpecDeleted> = {
  type: 'SpecRestored',
  // Any later fact says that the spec is there; this one says why.
  apply: (spec) => spec,
  inverse: (_spec, { reason }) => [{ type: 'SpecDeleted', data: { reason } }],
  writes: () => ({}),
};

/** The record whose events the following events of this record take back. */
export type ChangeUndone = Fact<'ChangeUndone', { readonly undone: string }>;

export const changeUndone: EventDefinition<ChangeUndone, never> = {
  type: 'ChangeUndone',
  apply: (spec) => spec,
  // What it marks is taken back by the inverses of its companions.
  inverse: () => [],
  writes: () => ({}),
};
