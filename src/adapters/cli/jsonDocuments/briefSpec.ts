import type { ClaimView } from '../../../domain/claims/claims.js';
import type { Progress } from '../../../domain/criteria/criteria.js';
import type { Priority, Status } from '../../../domain/spec/status.js';
import type { SpecView } from '../../../domain/spec/specView.js';

/** The fields of a spec that an agent needs to choose between specs; `view` shows all fields. */
export interface BriefSpec {
  readonly sequence: number | null;
  /** Name of the spec's folder. */
  readonly ref: string;
  readonly title: string;
  readonly status: Status | null;
  readonly priority?: Priority;
  readonly assignee?: string;
  /** The actor who works on the spec, and the end of the lease. */
  readonly claim?: Pick<ClaimView, 'by' | 'place' | 'until' | 'expired'>;
  /** Number of all criteria and of the ticked ones. */
  readonly criteria?: Progress;
  readonly group?: string;
  readonly archived?: true;
  /** True if the document cannot be read. */
  readonly broken?: true;
  /** Short description of the document's problems. */
  readonly problem?: string;
}

/** Returns the brief form of a spec. */
export function briefSpec(spec: SpecView): BriefSpec {
  const { sequence, ref, title, status, priority, assignee, claim, criteria, group, problems } = spec;
  return {
    sequence,
    ref,
    title,
    status,
    ...(priority !== undefined && { priority }),
    ...(assignee !== undefined && { assignee }),
    ...(claim !== undefined && { claim: claimInBrief(claim) }),
    ...(criteria !== undefined && { criteria }),
    ...(group !== undefined && { group }),
    ...(spec.archived && { archived: true as const }),
    ...(spec.broken === true && { broken: true as const }),
    ...(problems !== undefined && {
      problem: problems.map(({ message }) => message).join('; '),
    }),
  };
}

function claimInBrief({ by, place, until, expired }: ClaimView): NonNullable<BriefSpec['claim']> {
  return { by, until, ...(place !== undefined && { place }), ...(expired === true && { expired }) };
}
