/** Runs work whose failure is ignored, such as cleanup after an error. The next command that writes cleans up the rest. */
export function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    // The error is ignored on purpose.
  }
}
