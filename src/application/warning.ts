import type { Advice } from '../domain/errors/advice.js';

/** A warning of a command that succeeded nevertheless. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  /** The next step for the user, if no use case performs it. */
  readonly hint?: string;
  /**
   * Use cases that help, best first; printed as part of the hint.
   * @hide
   */
  readonly advice?: readonly Advice[];
}
