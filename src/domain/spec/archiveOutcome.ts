import { reasonNeededError, SpectoolError } from '../errors/spectoolError.js';

/** The outcomes of specs that are archived without being completed. */
export const OUTCOMES = ['rejected', 'superseded', 'deferred'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Returns the outcome as it is displayed: `superseded by 009-new-login`. */
export function outcomeText(outcome: Outcome, by?: string): string {
  return by === undefined ? outcome : `${outcome} by ${by}`;
}

/**
 * Returns in words how an archived spec ended without completion; undefined for any other spec. Specs that depend on such a spec
 * stay blocked.
 */
export function endedAs(spec: {
  readonly archived?: boolean;
  readonly status: unknown;
  readonly archivedAs?: Outcome;
  readonly supersededBy?: string;
}): string | undefined {
  if (spec.archived !== true || spec.status === 'complete') return undefined;
  return spec.archivedAs === undefined ? 'archived' : outcomeText(spec.archivedAs, spec.supersededBy);
}

/** The number of specs with each outcome; outcomes without specs are left out. */
export type OutcomeCounts = Readonly<Partial<Record<Outcome, number>>>;

/** How the specs in the archive ended. Numbers of zero are left out. */
export interface ArchiveCounts {
  /** Number of complete specs in the archive. */
  readonly archivedComplete?: number;
  /** Number of archived specs that were not completed, by outcome. */
  readonly ended?: OutcomeCounts;
}

/** Counts archived specs by how they ended. A completed spec counts as complete, even if another spec superseded it later. */
export function archiveCounts(
  specs: readonly { readonly status: unknown; readonly archivedAs?: Outcome }[],
): ArchiveCounts {
  const counts: Partial<Record<Outcome, number>> = {};
  let archivedComplete = 0;
  for (const { status, archivedAs } of specs)
    if (status === 'complete') archivedComplete += 1;
    else if (archivedAs !== undefined) counts[archivedAs] = (counts[archivedAs] ?? 0) + 1;
  return {
    ...(archivedComplete > 0 && { archivedComplete }),
    ...(Object.keys(counts).length > 0 && { ended: counts }),
  };
}

/** The outcome given for a spec that is archived without being completed. */
export interface Ending {
  readonly outcome: Outcome;
  /** The folder name of the spec that supersedes the archived spec. */
  readonly by?: string;
}

/**
 * Checks the outcome with which a spec is to be archived.
 * @throws SpectoolError `FIELD_INVALID` if the outcome has no reason, if `by` is given without `superseded` or is the spec
 * itself, or if a complete spec would be rejected or deferred.
 */
export function refuseEnding(
  { outcome, by }: Ending,
  reason: string | undefined,
  { ref, status }: { readonly ref: string; readonly status: unknown },
): void {
  if (by !== undefined && outcome !== 'superseded')
    throw refused(
      `${ref} would be archived as ${outcome}, but only a superseded spec can have a replacement.`,
      'superseded_by',
    );
  if (by === ref) throw refused(`${ref} cannot supersede itself.`, 'superseded_by');
  if (status === 'complete' && outcome !== 'superseded')
    throw refused(
      `${ref} is complete, so it cannot be archived as ${outcome}.`,
      'archived_as',
      'Archive the spec without an outcome.',
    );
  if (reason === undefined)
    throw reasonNeededError(`Archiving ${ref} as ${outcome} needs a reason.`, {
      useCase: 'archiveSpecs',
      request: by === undefined ? { specs: [ref], outcome } : { specs: [ref], by },
      needs: ['reason'],
    });
}

function refused(message: string, field: string, hint?: string): SpectoolError {
  return new SpectoolError('FIELD_INVALID', message, {
    ...(hint !== undefined && { hint }),
    details: { field },
  });
}
