export const STATUSES = ['planned', 'in-progress', 'complete'] as const;
export type Status = (typeof STATUSES)[number];

export function isStatus(value: unknown): value is Status {
  return (STATUSES as readonly unknown[]).includes(value);
}

const NEXT: Readonly<Record<Status, readonly Status[]>> = {
  planned: ['in-progress'],
  'in-progress': ['complete'],
  complete: [],
};

/** Statuses that a spec may change to without force; none from an unknown status. */
export function nextStatuses(from: unknown): readonly Status[] {
  return isStatus(from) ? NEXT[from] : [];
}

/** True for the step from in-progress back to planned, which needs a reason but no force. */
export function isPutBack(from: unknown, to: unknown): boolean {
  return from === 'in-progress' && to === 'planned';
}

/** A change of status that the workflow does not allow. */
export interface IrregularStep {
  readonly from: Status;
  readonly to: Status;
}

/** Returns the step if the workflow does not allow it, so that it needs a reason or force; otherwise undefined. */
export function irregularStep(from: unknown, to: unknown): IrregularStep | undefined {
  if (!isStatus(from) || !isStatus(to) || from === to || NEXT[from].includes(to)) return undefined;
  return { from, to };
}

/** Returns what a command would have needed for such a step. */
export function needsOf({ from, to }: IrregularStep): string {
  return isPutBack(from, to) ? 'a reason' : 'force and a reason';
}
