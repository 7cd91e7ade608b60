/** For work that must not fail what was done or hide why it failed; the next command that writes finds what is left. */
export function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Left to the next writer.
  }
}
