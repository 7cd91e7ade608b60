import type { Advice } from '../domain/errors/advice.js';

/** Something the user should know about a command that succeeded. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  /** What to do next, as far as no use case does it. */
  readonly hint?: string;
  /**
   * Use cases that help, the best first; printed as part of the hint.
   * @hide
   */
  readonly advice?: readonly Advice[];
}
