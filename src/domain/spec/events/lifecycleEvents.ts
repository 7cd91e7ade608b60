import { type Change, frontmatterDiff, valueAt, withMerged } from '../../fields/fieldChange.js';
import { isSetField } from '../../fields/standardFields.js';
import type { Labels } from '../../naming/projectPath.js';
import type { JsonObject } from '../../value/jsonValue.js';
import { type EventDefinition, type Fact, movedOn, undoRefused } from '../eventDefinition.js';
import { type ActiveSpec, type Claim, NOT_CREATED } from '../spec.js';
import type { FieldsChanged, StatusChanged } from './fieldEvents.js';
import type { SpecUnarchived } from './locationEvents.js';

/**
 * An actor claimed the spec. Assignee and status are set by other events of the same record, so that a program that does not know
 * claims gets the same frontmatter.
 */
type SpecClaimed = Fact<
  'SpecClaimed',
  Pick<Claim, 'by' | 'lease' | 'place' | 'session' | 'assignedBefore'> & {
    readonly stolenFrom?: string;
    readonly reason?: string;
    /** Set if the claim continues the claim of another session of the same actor. */
    readonly goesOn?: true;
  }
>;

const specClaimed: EventDefinition<SpecClaimed, Fact<'ClaimReleased', Readonly<Record<string, never>>>> = {
  type: 'SpecClaimed',
  apply: (spec, { by, lease, place, session, assignedBefore }) => ({
    ...spec,
    claim: {
      by,
      lease,
      ...(place !== undefined && { place }),
      ...(session !== undefined && { session }),
      ...(assignedBefore !== undefined && { assignedBefore }),
      // A new claim by the same holder in the same worktree keeps the time of the first claim.
      ...(spec.claim?.by === by &&
        spec.claim.place === place &&
        spec.claim.over !== true &&
        times(spec.claim)),
    },
  }),
  inverse: (spec, { by }) => {
    if (spec.claim?.by !== by || spec.claim.over === true)
      throw movedOn(spec, 'claim', spec.claim?.by ?? null);
    return [{ type: 'ClaimReleased', data: {} }];
  },
};

function times({ since, seen }: Claim): Pick<Claim, 'since' | 'seen'> {
  return { ...(since !== undefined && { since }), ...(seen !== undefined && { seen }) };
}

/** The claim was released by its holder. */
type ClaimReleased = Fact<'ClaimReleased', Readonly<Record<string, never>>>;

const claimReleased: EventDefinition<ClaimReleased, never> = {
  type: 'ClaimReleased',
  apply: (spec) => (spec.claim === undefined ? spec : { ...spec, claim: { ...spec.claim, over: true } }),
  inverse: (spec) => {
    throw undoRefused(spec, 'another actor may have claimed the spec since', 'Claim it again.');
  },
};

export const CLAIM_EVENTS = [specClaimed, claimReleased] as const;

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
function mergeCreations(before: ActiveSpec, data: SpecCreated['data']): ActiveSpec {
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
type SpecDeleted = Fact<'SpecDeleted', { readonly reason: string }>;

const specDeleted: EventDefinition<SpecDeleted, Fact<'SpecRestored', SpecDeleted['data']>> = {
  type: 'SpecDeleted',
  version: 2,
  apply: ({ claim: _ended, ...spec }, { reason }) => ({ ...spec, deleted: { reason } }),
  inverse: (_spec, { reason }) => [{ type: 'SpecRestored', data: { reason } }],
};

/** The deletion of the spec was reverted. `reason` is the reason of the deletion. */
type SpecRestored = Fact<'SpecRestored', SpecDeleted['data']>;

const specRestored: EventDefinition<SpecRestored, SpecDeleted> = {
  type: 'SpecRestored',
  // Nothing to apply: any event after a deletion makes the spec active again.
  apply: (spec) => spec,
  inverse: (_spec, { reason }) => [{ type: 'SpecDeleted', data: { reason } }],
};

/** The following events of the same record revert an earlier record, which `undone` names. */
type ChangeUndone = Fact<'ChangeUndone', { readonly undone: string }>;

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
