import type { SpectoolError } from '../errors/spectoolError.js';

/** The priorities in ascending order, so that their indexes can be compared. */
export const PRIORITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Priority = (typeof PRIORITIES)[number];

export function isPriority(value: unknown): value is Priority {
  return (PRIORITIES as readonly unknown[]).includes(value);
}

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

/** Returns the statuses to which a spec may change without force; an empty list for an unknown status. */
export function nextStatuses(from: unknown): readonly Status[] {
  return isStatus(from) ? NEXT[from] : [];
}

/** True for the status change from in-progress back to planned, which needs a reason but no force. */
export function isReturnToPlanned(from: unknown, to: unknown): boolean {
  return from === 'in-progress' && to === 'planned';
}

/** A status change that the workflow does not allow without a reason or force. */
export interface IrregularStep {
  readonly from: Status;
  readonly to: Status;
}

/** Returns the status change if it needs a reason or force; undefined if the workflow allows it. */
export function irregularStatusChange(from: unknown, to: unknown): IrregularStep | undefined {
  if (!isStatus(from) || !isStatus(to) || from === to || NEXT[from].includes(to)) return undefined;
  return { from, to };
}

/** Returns in words what a command needs for a status change that the workflow does not allow. */
export function needsOfStatusChange({ from, to }: IrregularStep): string {
  return isReturnToPlanned(from, to) ? 'a reason' : 'force and a reason';
}

/** An unmet condition for a status change; one `force` with a reason overrides all such conditions. */
export interface Need {
  /** Returns the error that is thrown if the change is not forced. */
  readonly refusal: () => SpectoolError;
  /** The numbers of unmet criteria and of incomplete parts, which the event records if the change is forced. */
  readonly counts?: { readonly openCriteria?: number; readonly openParts?: number };
}
