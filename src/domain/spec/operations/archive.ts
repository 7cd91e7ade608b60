import { SpectoolError } from '../../errors/spectoolError.js';
import { type Change, valueAt } from '../../fields/fieldChange.js';
import type { JsonObject, JsonValue } from '../../value/jsonValue.js';
import { type Ending, refuseEnding } from '../archiveOutcome.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { ActiveSpec } from '../spec.js';
import type { FieldsChanged } from './fields.js';
import { fieldText } from '../../fields/fieldText.js';
import { laterChangeError } from '../undoErrors.js';

export type SpecArchived = Fact<'SpecArchived', { readonly kept?: true; readonly reason?: string }>;

export const specArchived: EventDefinition<SpecArchived, Fact<'SpecUnarchived', SpecArchived['data']>> = {
  type: 'SpecArchived',
  apply: ({ claim: _ended, ...spec }) => ({ ...spec, labels: { ...spec.labels, archived: true } }),
  inverse: (spec, { kept, reason }) => {
    if (kept) return [];
    if (!spec.labels.archived) throw laterChangeError(spec, 'place', 'active');
    return [{ type: 'SpecUnarchived', data: { ...(reason !== undefined && { reason }) } }];
  },
  writes: () => ({ archived: true }),
};

/** The spec was moved out of the archive. If this event reverts an archiving, `reason` is the reason of the archiving. */
export type SpecUnarchived = Fact<'SpecUnarchived', { readonly kept?: true; readonly reason?: string }>;

export const specUnarchived: EventDefinition<SpecUnarchived, Fact<'SpecArchived', SpecUnarchived['data']>> = {
  type: 'SpecUnarchived',
  apply: (spec) => ({ ...spec, labels: { ...spec.labels, archived: false } }),
  inverse: (spec, { kept, reason }) => {
    if (kept) return [];
    if (spec.labels.archived) throw laterChangeError(spec, 'place', 'archived');
    return [{ type: 'SpecArchived', data: { ...(reason !== undefined && { reason }) } }];
  },
  writes: () => ({ archived: false }),
};

export interface ArchiveRequest {
  /** The outcome of a spec that is archived without being completed. */
  readonly ending?: Ending;
  readonly reason?: string;
}

/**
 * Returns the events that archive a spec, with its outcome if one is given. For an archived spec only the outcome changes.
 * @throws SpectoolError `FIELD_INVALID` if the outcome has no reason or is not possible (see `refuseEnding`), `ILLEGAL_TRANSITION`
 * if a spec in progress has no outcome.
 */
export function decideArchive(
  request: ArchiveRequest,
  spec: ActiveSpec,
): readonly (SpecArchived | SpecUnarchived | FieldsChanged)[] {
  const { ending } = request;
  const reason = request.reason === undefined ? undefined : fieldText('reason', request.reason);
  const { ref, archived } = spec.labels;
  const { status } = spec.frontmatter;
  if (ending !== undefined) refuseEnding(ending, reason, { ref, status });
  else if (status === 'in-progress' && !archived) throw outcomeNeeded(ref);
  const told =
    ending === undefined
      ? []
      : changed(spec, { archived_as: ending.outcome, superseded_by: ending.by ?? null });
  if (archived && told.length === 0) return [];
  const data = { ...(archived && { kept: true as const }), ...(reason !== undefined && { reason }) };
  return [...told, { type: 'SpecArchived', data }];
}

function outcomeNeeded(ref: string): SpectoolError {
  return new SpectoolError('ILLEGAL_TRANSITION', `${ref} is in progress, so archiving it needs an outcome.`, {
    advice: [
      {
        useCase: 'updateSpec',
        request: { spec: ref, status: 'complete' },
        to: 'complete the spec first, once its criteria are met',
      },
      {
        useCase: 'archiveSpecs',
        request: { specs: [ref], outcome: 'deferred' },
        needs: ['reason'],
        to: 'archive it unfinished (rejected and superseded are the other outcomes)',
      },
    ],
    details: { spec: ref },
  });
}

/** Returns the events that move a spec out of the archive and remove its outcome. */
export function decideUnarchive(
  _: object,
  spec: ActiveSpec,
): readonly (SpecArchived | SpecUnarchived | FieldsChanged)[] {
  if (!spec.labels.archived) return [];
  return [{ type: 'SpecUnarchived', data: {} }, ...changed(spec, { archived_as: null, superseded_by: null })];
}

/**
 * Refuses to begin or claim an archived spec. The spec has to be unarchived first, because listings leave out archived specs.
 * @throws SpectoolError with the given `code`.
 */
export function refuseArchived(
  code: 'NOT_CLAIMABLE' | 'ILLEGAL_TRANSITION',
  { labels: { ref, archived } }: ActiveSpec,
  details: JsonObject = {},
): void {
  if (!archived) return;
  throw new SpectoolError(code, `${ref} is archived: there is nothing to work on.`, {
    advice: [
      { useCase: 'unarchiveSpecs', request: { specs: [ref] }, to: 'take the spec out of the archive first' },
    ],
    details: { spec: ref, ...details },
  });
}

function changed(
  { frontmatter }: ActiveSpec,
  wanted: Readonly<Record<string, JsonValue>>,
): readonly FieldsChanged[] {
  const changes = Object.fromEntries(
    Object.entries(wanted).flatMap(([key, to]): [string, Change][] => {
      const from = valueAt(frontmatter, key);
      return from === to ? [] : [[key, { from, to }]];
    }),
  );
  return Object.keys(changes).length === 0 ? [] : [{ type: 'FieldsChanged', data: { changes } }];
}
