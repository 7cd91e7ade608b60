import { SpectoolError } from '../../errors/spectoolError.js';
import { valueAt } from '../../fields/fieldChange.js';
import { isSamePerson, personText } from '../../value/person.js';
import {
  type AgreedText,
  APPROVAL_FIELD,
  type ApprovalView,
  approvalWords,
  isText,
} from '../../review/approvalState.js';
import type { CalendarDate } from '../../value/dates.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { Acceptance, ActiveSpec, Approval } from '../spec.js';
import type { Need } from '../../fields/statusAndPriority.js';
import type { FieldsChanged } from './fields.js';
import { fieldText } from '../../fields/fieldText.js';
import { laterChangeError } from '../undoErrors.js';

/** An actor approved the current text. Later changes of the text are found by comparing digests, so no event records them. */
export type SpecApproved = Fact<'SpecApproved', Approval>;

/** An actor withdrew approvals. */
export type ApprovalWithdrawn = Fact<
  'ApprovalWithdrawn',
  { readonly by: string; readonly approvals: readonly Approval[]; readonly reason?: string }
>;

export const specApproved: EventDefinition<SpecApproved, ApprovalWithdrawn> = {
  type: 'SpecApproved',
  apply: (spec, data) => ({
    ...spec,
    approvals: [...without(spec.approvals, [data]), data],
  }),
  inverse: (spec, data) => {
    if (!(spec.approvals ?? []).some((one) => isSame(one, data)))
      throw laterChangeError(spec, 'the approval', null);
    return [{ type: 'ApprovalWithdrawn', data: { by: data.by, approvals: [data] } }];
  },
};

export const approvalWithdrawn: EventDefinition<ApprovalWithdrawn, SpecApproved> = {
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

/** The last writer of a text. */
export interface Writer {
  readonly by: string;
  /** Set if the text has uncommitted hand edits, which are assumed to be edits of the actor who approves. */
  readonly isUncommitted?: true;
}

export interface ApprovalRequest {
  readonly by: string;
  readonly today: CalendarDate;
  readonly agreed: AgreedText;
  /** The actor who wrote the text last; absent if unknown. */
  readonly writer?: Writer;
  /** True if an approval by the writer counts, because the log has no other actor or the project allows it. */
  readonly mayBeWriter: boolean;
  readonly note?: string;
}

/**
 * Returns the events that approve the text of a spec; the frontmatter field `approval` is set if the document has it.
 * @throws SpectoolError `APPROVAL_BY_AUTHOR` if the actor wrote the text last.
 */
export function decideApproved(
  request: ApprovalRequest,
  spec: ActiveSpec,
): readonly (SpecApproved | FieldsChanged)[] {
  const { by, today, agreed, writer, mayBeWriter, note } = request;
  if (isSamePerson(writer?.by, by) && !mayBeWriter)
    throw new SpectoolError(
      'APPROVAL_BY_AUTHOR',
      writer?.isUncommitted === true
        ? `The text of ${spec.labels.ref} has edits by hand that are not committed. They count as edits by ${personText(by)}, who cannot approve their own text.`
        : `${personText(by)} wrote the text of ${spec.labels.ref} last, so ${personText(by)} cannot approve it.`,
      {
        hint:
          writer?.isUncommitted === true
            ? 'Commit the text first, so that its author is known, or set workflow.selfApproval to true in .spectool/config.json.'
            : 'Ask another person to approve it, or set workflow.selfApproval to true in .spectool/config.json.',
        details: { spec: spec.labels.ref, writer: by },
      },
    );
  const approval: Approval = {
    by,
    on: today,
    text: agreed.digest,
    ...(note !== undefined && { note: fieldText('note', note) }),
  };
  const isKnown =
    note === undefined &&
    (spec.approvals ?? []).some((one) => isSamePerson(one.by, by) && isText(one.text, agreed));
  return [...(isKnown ? [] : [{ type: 'SpecApproved' as const, data: approval }]), ...approvedField(spec)];
}

/** Returns the event that sets the frontmatter field `approval`, if the document has this field. */
function approvedField({ frontmatter }: ActiveSpec): readonly FieldsChanged[] {
  const from = valueAt(frontmatter, APPROVAL_FIELD);
  if (!Object.hasOwn(frontmatter, APPROVAL_FIELD) || from === 'approved') return [];
  return [{ type: 'FieldsChanged', data: { changes: { [APPROVAL_FIELD]: { from, to: 'approved' } } } }];
}

/** Returns what the spec lacks for work to begin: an approval of its text; empty if the text is approved. */
export function approvalNeeded({ labels: { ref } }: ActiveSpec, approval: ApprovalView): readonly Need[] {
  if (approval.state === 'approved') return [];
  const refusal = () =>
    new SpectoolError(
      'APPROVAL_NEEDED',
      `Work on ${ref} needs an approved text (now: ${approvalWords(approval)}).`,
      {
        hint: 'Any actor except the last author of the text can approve it.',
        advice: [
          { useCase: 'reviewSpecs', request: { specs: [ref] }, to: 'see what to approve' },
          { useCase: 'approveSpec', request: { spec: ref }, to: 'approve the text' },
          {
            useCase: 'updateSpec',
            request: { spec: ref, status: 'in-progress', force: true },
            needs: ['reason'],
            to: 'begin the spec anyway',
          },
        ],
        details: { spec: ref, approval: approval.state },
      },
    );
  return [{ refusal }];
}

/** An actor reviewed the spec after its code or its dependencies changed, and confirmed that the spec is still correct. */
export type SpecAccepted = Fact<'SpecAccepted', Acceptance & { readonly reason?: string }>;

export const specAccepted: EventDefinition<SpecAccepted, AcceptanceWithdrawn> = {
  type: 'SpecAccepted',
  apply: (spec, { code }) => ({ ...spec, accepted: { ...(code !== undefined && { code }) } }),
  inverse: (_, { code }) => [{ type: 'AcceptanceWithdrawn', data: code === undefined ? {} : { code } }],
};

/** The last acceptance was undone, so that changes of code and dependencies are reported again. */
export type AcceptanceWithdrawn = Fact<'AcceptanceWithdrawn', Acceptance>;

export const acceptanceWithdrawn: EventDefinition<AcceptanceWithdrawn, SpecAccepted> = {
  type: 'AcceptanceWithdrawn',
  apply: ({ accepted: _withdrawn, ...spec }) => spec,
  inverse: (_, data) => [{ type: 'SpecAccepted', data }],
};

export function decideAccepted(data: SpecAccepted['data']): readonly SpecAccepted[] {
  return [{ type: 'SpecAccepted', data }];
}
