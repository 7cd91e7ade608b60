import { isSamePerson, personText } from '../fields/person.js';
import type { Approval } from '../spec/spec.js';
import type { CalendarDate } from '../value/calendarDate.js';
import { type AgreedText, isText } from './agreedText.js';

/** The frontmatter field that people and templates use for approvals. */
export const APPROVAL_FIELD = 'approval';

/** Whether the text of a spec is approved. `lapsed`: an earlier text was approved. */
export const APPROVAL_STATES = ['approved', 'lapsed', 'waiting'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

export interface ApprovalView {
  readonly state: ApprovalState;
  /** The actors who approved this text; for a lapsed approval, those who approved an earlier text. */
  readonly by?: readonly string[];
  /** The day of the last of these approvals. */
  readonly on?: CalendarDate;
}

/** Returns whether a text is approved. @param agreed the text; it is not read if there are no approvals. */
export function approvalView(approvals: readonly Approval[], agreed: () => AgreedText): ApprovalView {
  if (approvals.length === 0) return { state: 'waiting' };
  const text = agreed();
  const current = approvals.filter((one) => isText(one.text, text));
  const told = current.length > 0 ? current : approvals;
  const on = told.at(-1)?.on;
  return {
    state: current.length > 0 ? 'approved' : 'lapsed',
    by: [...new Set(told.map(({ by }) => by))],
    ...(on !== undefined && { on }),
  };
}

/** What decides whether a spec waits for a person. */
interface ReviewableSpec {
  readonly archived: boolean;
  readonly status: string | null;
  readonly reviewer?: string;
  readonly approval?: ApprovalView;
}

/** True if the text of a spec waits for the approval of a person: its reviewer. */
export function waitsFor(person: string, spec: ReviewableSpec): boolean {
  const { archived, status, reviewer, approval } = spec;
  return (
    !archived && status !== 'complete' && approval?.state !== 'approved' && isSamePerson(reviewer, person)
  );
}

/** Describes an approval in words: `approved by kim on 2026-01-05`. */
export function approvalWords({ state, by = [], on }: ApprovalView): string {
  if (by.length === 0) return 'waiting for approval';
  const who = `approved by ${by.map(personText).join(', ')}${on === undefined ? '' : ` on ${on}`}`;
  return state === 'lapsed' ? `lapsed, ${who}` : who;
}
