import type { JsonValue } from '../value/json.js';
import type { ErrorCode } from './errorCode.js';

export interface ErrorInfo {
  /** What to do next, in one line; names the command that mends it where there is one. */
  readonly hint?: string;
  /** Facts for programs: candidates, key paths, file and line. */
  readonly details?: JsonValue;
}

/** The one error of the tool: a constant code for programs, a sentence for people, a hint for what to do next. */
export class SpectoolError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly details: JsonValue | undefined;

  constructor(code: ErrorCode, message: string, info: ErrorInfo = {}) {
    super(message);
    this.name = 'SpectoolError';
    this.code = code;
    this.hint = info.hint;
    this.details = info.details;
  }
}
