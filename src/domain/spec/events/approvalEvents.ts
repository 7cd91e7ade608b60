import type { EventDefinition, Fact } from '../eventDefinition.js';
import { movedOn } from '../inverseChanges.js';
import type { Approval } from '../spec.js';

/** The greatest number of approvals kept of a spec, so that a damaged log cannot fill the memory. */
const MOST = 100;

/** An actor approved the text that the spec had. A later change of the text is not recorded here, but seen by comparing digests. */
export type SpecApproved = Fact<'SpecApproved', Approval>;

/** An actor withdrew approvals. */
export type ApprovalWithdrawn = Fact<
  'ApprovalWithdrawn',
  { readonly by: string; readonly approvals: readonly Approval[]; readonly reason?: string }
>;

const specApproved: EventDefinition<SpecApproved, ApprovalWithdrawn> = {
  type: 'SpecApproved',
  apply: (spec, data) => ({
    ...spec,
    approvals: [...without(spec.approvals, [data]), data].slice(-MOST),
  }),
  inverse: (spec, data) => {
    if (!(spec.approvals ?? []).some((one) => isSame(one, data))) throw movedOn(spec, 'the approval', null);
    return [{ type: 'ApprovalWithdrawn', data: { by: data.by, approvals: [data] } }];
  },
};

const approvalWithdrawn: EventDefinition<ApprovalWithdrawn, SpecApproved> = {
  type: 'ApprovalWithdrawn',
  apply: (spec, { approvals }) => ({ ...spec, approvals: without(spec.approvals, approvals) }),
  inverse: (_spec, { approvals }) => approvals.map((data) => ({ type: 'SpecApproved', data })),
};

function without(all: readonly Approval[] = [], removed: readonly Approval[]): readonly Approval[] {
  return all.filter((one) => !removed.some((other) => isSame(one, other)));
}

function isSame(one: Approval, other: Approval): boolean {
  return one.by === other.by && one.text === other.text;
}

export const APPROVAL_EVENTS = [specApproved, approvalWithdrawn] as const;
