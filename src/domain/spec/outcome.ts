import { SpectoolError } from '../errors/spectoolError.js';

/** How a spec may end without being completed. */
export const OUTCOMES = ['rejected', 'superseded', 'deferred'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** How a spec is told to have ended: `superseded by 009-new-login`. */
export function outcomeText(outcome: Outcome, by?: string): string {
  return by === undefined ? outcome : `${outcome} by ${by}`;
}

/** How a spec ended that is put away and was not completed: what waits for it waits in vain. Undefined for any other. */
export function endedAs(spec: {
  readonly archived?: boolean;
  readonly status: unknown;
  readonly archivedAs?: Outcome;
  readonly supersededBy?: string;
}): string | undefined {
  if (spec.archived !== true || spec.status === 'complete') return undefined;
  return spec.archivedAs === undefined ? 'archived' : outcomeText(spec.archivedAs, spec.supersededBy);
}

/** How many specs ended in which way; ways that none did are left out. */
export type OutcomeCounts = Readonly<Partial<Record<Outcome, number>>>;

/** Nothing where every spec that ended was completed. */
export function endedOtherwise(specs: readonly { readonly archivedAs?: Outcome }[]): {
  readonly ended?: OutcomeCounts;
} {
  const counts: Partial<Record<Outcome, number>> = {};
  for (const { archivedAs } of specs)
    if (archivedAs !== undefined) counts[archivedAs] = (counts[archivedAs] ?? 0) + 1;
  return Object.keys(counts).length === 0 ? {} : { ended: counts };
}

/** What somebody says of a spec that ends without being completed. */
export interface Ending {
  readonly outcome: Outcome;
  /** The folder name of the spec that takes its place. */
  readonly by?: string;
}

/** @throws SpectoolError `FIELD_INVALID` for an end that says nothing, or contradicts itself or the spec. */
export function refuseEnding(
  { outcome, by }: Ending,
  reason: string | undefined,
  { ref, status }: { readonly ref: string; readonly status: unknown },
): void {
  if (by !== undefined && outcome !== 'superseded')
    throw refused(`${ref} is ${outcome}: only what is superseded has a spec in its place.`, 'superseded_by');
  if (by === ref) throw refused(`${ref} cannot take its own place.`, 'superseded_by');
  if (status === 'complete' && outcome !== 'superseded')
    throw refused(
      `${ref} is complete, so it was not ${outcome}.`,
      'archived_as',
      'Archive it without an outcome.',
    );
  if (reason === undefined)
    throw refused(
      `To archive ${ref} as ${outcome} needs a reason.`,
      'reason',
      'Give the reason too; the log keeps it.',
    );
}

function refused(message: string, field: string, hint?: string): SpectoolError {
  return new SpectoolError('FIELD_INVALID', message, {
    ...(hint !== undefined && { hint }),
    details: { field },
  });
}
