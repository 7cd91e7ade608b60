import { bareWords, criteriaOf, type Criterion, retiredText } from '../../criteria/criteria.js';
import { withEdits } from '../../document/textEdit.js';
import { withBody } from '../criteriaInText.js';
import { type EventDefinition, type Fact, movedOn } from '../eventDefinition.js';
import type { Acceptance, ActiveSpec, Approval, Retirement } from '../spec.js';

/** An actor read the spec again after its code or its dependencies changed, and found that it is still right. */
type SpecAccepted = Fact<'SpecAccepted', Acceptance & { readonly reason?: string }>;

const specAccepted: EventDefinition<SpecAccepted, AcceptanceWithdrawn> = {
  type: 'SpecAccepted',
  apply: (spec, { code }) => ({ ...spec, accepted: { ...(code !== undefined && { code }) } }),
  inverse: (_, { code }) => [{ type: 'AcceptanceWithdrawn', data: code === undefined ? {} : { code } }],
};

/** The last acceptance was undone, so that changes of code and dependencies are reported again. */
type AcceptanceWithdrawn = Fact<'AcceptanceWithdrawn', Acceptance>;

const acceptanceWithdrawn: EventDefinition<AcceptanceWithdrawn, SpecAccepted> = {
  type: 'AcceptanceWithdrawn',
  apply: ({ accepted: _withdrawn, ...spec }) => spec,
  inverse: (_, data) => [{ type: 'SpecAccepted', data }],
};

export const ACCEPTANCE_EVENTS = [specAccepted, acceptanceWithdrawn] as const;

/** An actor approved the text that the spec had. A later change of the text is not recorded here, but seen by comparing digests. */
type SpecApproved = Fact<'SpecApproved', Approval>;

/** An actor withdrew approvals. */
type ApprovalWithdrawn = Fact<
  'ApprovalWithdrawn',
  { readonly by: string; readonly approvals: readonly Approval[]; readonly reason?: string }
>;

const specApproved: EventDefinition<SpecApproved, ApprovalWithdrawn> = {
  type: 'SpecApproved',
  apply: (spec, data) => ({
    ...spec,
    approvals: [...without(spec.approvals, [data]), data],
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

/** A criterion was retired: it stays in the text, struck through, and counts no more. */
export type CriterionRetired = Fact<
  'CriterionRetired',
  Retirement & {
    /** The criterion's text as written, with line breaks, if it was struck through by hand before. */
    readonly was?: string;
  }
>;

/** A retired criterion was restored: its text is as before, and it counts again. */
export type CriterionRestored = Fact<'CriterionRestored', CriterionRetired['data']>;

const criterionRetired: EventDefinition<CriterionRetired, CriterionRestored> = {
  type: 'CriterionRetired',
  apply: (spec, data) => {
    const { was: _was, ...retirement } = data;
    const struck = withWords(spec, data, data.was ?? data.text, (words) =>
      retiredText(data.was === undefined ? words : data.text, data.reason),
    );
    return { ...struck, retired: [...withoutRetired(spec, data), retirement] };
  },
  inverse: (spec, data) => {
    if (data.n > 0 && retiredCriterion(spec, data) === undefined)
      throw movedOn(spec, `criterion ${String(data.n)}`, 'another');
    return [{ type: 'CriterionRestored', data }];
  },
};

const criterionRestored: EventDefinition<CriterionRestored, CriterionRetired> = {
  type: 'CriterionRestored',
  apply: (spec, data) => {
    const written = retiredText(data.text, data.reason);
    const restored = withWords(
      spec,
      data,
      written,
      (words) => data.was ?? words.slice('~~'.length, words.lastIndexOf('~~')),
    );
    return { ...restored, retired: withoutRetired(spec, data) };
  },
  inverse: (spec, data) => {
    if (data.n > 0 && criterionIn(spec, data, data.was ?? data.text) === undefined)
      throw movedOn(spec, `criterion ${String(data.n)}`, 'another');
    return [{ type: 'CriterionRetired', data }];
  },
};

/** Returns the criterion that is retired in the text as the event says; undefined if there is none. */
export function retiredCriterion(spec: ActiveSpec, data: Retirement): Criterion | undefined {
  return criterionIn(spec, data, retiredText(data.text, data.reason));
}

/** True if the text still has the criterion as it was before it was retired. */
export function hasUnretired(spec: ActiveSpec, data: CriterionRetired['data']): boolean {
  return criterionIn(spec, data, data.was ?? data.text) !== undefined;
}

/** Returns the criterion with this text, whatever its label: the one with the event's number, or else the first. */
function criterionIn({ text }: ActiveSpec, { n }: Retirement, written: string): Criterion | undefined {
  if (text === undefined) return undefined;
  const criteria = criteriaOf(text.body, text.criteriaSections);
  const wanted = bareWords(written);
  const isWanted = (one: Criterion | undefined) => one !== undefined && bareWords(one.text) === wanted;
  return isWanted(criteria[n - 1]) ? criteria[n - 1] : criteria.find(isWanted);
}

/** Returns the spec with the words of a criterion replaced, as written in the document with its line breaks. */
function withWords(
  spec: ActiveSpec,
  data: Retirement,
  written: string,
  change: (words: string) => string,
): ActiveSpec {
  const found = criterionIn(spec, data, written);
  if (found === undefined) return spec;
  return withBody(spec, (body) => {
    const start = found.at + found.box.length;
    const raw = body.slice(start, found.end);
    const words = raw.trimStart();
    const at = start + raw.length - words.length;
    return withEdits(body, [{ at, end: found.end, text: change(words) }]);
  });
}

function withoutRetired({ retired = [] }: ActiveSpec, { text }: Retirement): readonly Retirement[] {
  return retired.filter((one) => bareWords(one.text) !== bareWords(text));
}

export const RETIREMENT_EVENTS = [criterionRetired, criterionRestored] as const;
