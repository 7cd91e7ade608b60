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

/** States a spec may enter from `from` without force; none from a status the tool does not know. */
export function nextStatuses(from: unknown): readonly Status[] {
  return isStatus(from) ? NEXT[from] : [];
}

/** True for work that is put back, as if nobody had begun: it takes a reason, and no force. */
export function isPutBack(from: unknown, to: unknown): boolean {
  return from === 'in-progress' && to === 'planned';
}

/** From one status to another that does not follow from it. */
export interface IrregularStep {
  readonly from: Status;
  readonly to: Status;
}

/** A step that takes more than a wish; what is no status is another matter. */
export function irregularStep(from: unknown, to: unknown): IrregularStep | undefined {
  if (!isStatus(from) || !isStatus(to) || from === to || NEXT[from].includes(to)) return undefined;
  return { from, to };
}

/** How a step that takes more than a wish would have been taken with the tool. */
export function needsOf({ from, to }: IrregularStep): string {
  return isPutBack(from, to) ? 'a reason' : 'force and a reason';
}
