import type { CommitStep } from './commitSteps.js';

/** Takes every step in order, or none: what was done is taken back when a later step fails. */
export function commitAll(steps: readonly CommitStep[]): void {
  const done: CommitStep[] = [];
  for (const step of steps) {
    try {
      step.commit();
      done.push(step);
    } catch (error) {
      for (const earlier of done.reverse()) attempt(() => earlier.revert());
      throw error;
    }
  }
}

/** Cleaning up must not hide the error that made it necessary. */
export function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // What is left is found and mended by the next command that writes.
  }
}
