/** Runs a function and ignores its errors. Used for work such as cleanup, which the next command that writes completes. */
export function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    // The error is ignored on purpose.
  }
}
