/** Something the user should know about a command that succeeded. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}
