import { SpectoolError } from '../../errors/spectoolError.js';
import type { JsonObject, JsonValue } from '../../value/jsonValue.js';
import { type Change, valueAt } from '../../fields/fieldChange.js';
import { fieldText } from '../../fields/customField.js';
import { type Ending, refuseEnding } from '../archiveOutcome.js';
import type { ActiveSpec } from '../spec.js';
import type { SpecEvent } from '../specEvents.js';

export interface ArchiveRequest {
  /** The outcome of a spec that is archived without being completed. */
  readonly ending?: Ending;
  readonly reason?: string;
}

/**
 * Returns the events that archive a spec, with its outcome if one is given. For an archived spec only the outcome changes.
 * @throws SpectoolError `FIELD_INVALID` if the outcome has no reason, or contradicts itself or the spec.
 */
export function decideArchive(request: ArchiveRequest, spec: ActiveSpec): readonly SpecEvent[] {
  const { ending } = request;
  const reason = request.reason === undefined ? undefined : fieldText('reason', request.reason);
  const { ref, archived } = spec.labels;
  if (ending !== undefined) refuseEnding(ending, reason, { ref, status: spec.frontmatter['status'] });
  const told =
    ending === undefined
      ? []
      : changed(spec, { archived_as: ending.outcome, superseded_by: ending.by ?? null });
  if (archived && told.length === 0) return [];
  const data = { ...(archived && { kept: true as const }), ...(reason !== undefined && { reason }) };
  return [...told, { type: 'SpecArchived', data }];
}

/** Returns the events that move a spec out of the archive and remove its outcome. */
export function decideUnarchive(_: object, spec: ActiveSpec): readonly SpecEvent[] {
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
): readonly SpecEvent[] {
  const changes = Object.fromEntries(
    Object.entries(wanted).flatMap(([key, to]): [string, Change][] => {
      const from = valueAt(frontmatter, key);
      return from === to ? [] : [[key, { from, to }]];
    }),
  );
  return Object.keys(changes).length === 0 ? [] : [{ type: 'FieldsChanged', data: { changes } }];
}
