import { personKey, personText } from '../fields/person.js';
import type { Approval } from '../spec/spec.js';
import type { CalendarDate } from '../value/calendarDate.js';
import type { JsonObject } from '../value/jsonValue.js';

/** The frontmatter field that people and templates use for approvals. */
export const APPROVAL_FIELD = 'approval';

/**
 * Whether the text of a spec is approved. `lapsed`: an earlier text was approved. `waiting`: too few actors approved. `by-hand`: only
 * the frontmatter says that the spec is approved, which names no text and does not count.
 */
export const APPROVAL_STATES = ['approved', 'lapsed', 'waiting', 'by-hand'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

export interface ApprovalView {
  readonly state: ApprovalState;
  /** The actors who approved this text; for a lapsed approval, those who approved an earlier text. */
  readonly by?: readonly string[];
  /** The day of the last of these approvals. */
  readonly on?: CalendarDate;
  /** How many more actors have to approve this text; present if some approved it, but too few. */
  readonly missing?: number;
  /** Set if the only approver wrote the text. */
  readonly byAuthor?: true;
}

/** The approval of a spec whose project requires one before work begins. */
export interface NeededApproval {
  readonly view: ApprovalView;
  readonly needed: number;
}

/**
 * Returns whether a text is approved.
 * @param digest digest of the agreed text.
 * @param needed how many actors have to approve.
 */
export function approvalView(
  approvals: readonly Approval[],
  digest: string | undefined,
  needed: number,
  frontmatter: JsonObject,
): ApprovalView {
  const current = approvals.filter(({ text }) => text === digest);
  const approvers = new Set(current.map(({ by }) => personKey(by)));
  if (approvers.size >= needed) return { state: 'approved', ...whoAndWhen(current) };
  if (approvals.length > current.length) return { state: 'lapsed', ...whoAndWhen(approvals) };
  if (current.length > 0)
    return { state: 'waiting', missing: needed - approvers.size, ...whoAndWhen(current) };
  return { state: frontmatter[APPROVAL_FIELD] === 'approved' ? 'by-hand' : 'waiting' };
}

function whoAndWhen(approvals: readonly Approval[]): Omit<ApprovalView, 'state'> {
  const on = approvals.at(-1)?.on;
  const isOwn = approvals.every(({ byAuthor }) => byAuthor === true);
  return {
    by: [...new Set(approvals.map(({ by }) => by))],
    ...(on !== undefined && { on }),
    ...(isOwn && { byAuthor: true }),
  };
}

/** Describes an approval in words: `approved by kim on 2026-01-05`. */
export function approvalWords({ state, by = [], on, missing = 1, byAuthor }: ApprovalView): string {
  if (state === 'by-hand') return 'by hand, for no text';
  if (by.length === 0) return 'waiting for approval';
  const who = `by ${by.map(personText).join(', ')}${byAuthor === true ? ' (its author)' : ''}${on === undefined ? '' : ` on ${on}`}`;
  return state === 'waiting'
    ? `needs ${String(missing)} more approval${missing === 1 ? '' : 's'}; approved ${who}`
    : `${state}, approved ${who}`.replace('approved, ', '');
}
