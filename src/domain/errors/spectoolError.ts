import type { JsonValue } from '../value/jsonValue.js';
import type { Advice } from './advice.js';
import type { ErrorCode } from './errorCode.js';

export interface ErrorInfo {
  /** The next step for the user in one line, for a step that is not a use case. */
  readonly hint?: string;
  /** Use cases suggested as next steps, best first. */
  readonly advice?: readonly Advice[];
  /** Facts about the error for programs, such as candidates, key paths, file and line. */
  readonly details?: JsonValue;
}

/** The only error class of spectool: a constant code for programs, a message for people, and a hint. */
export class SpectoolError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly advice: readonly Advice[];
  readonly details: JsonValue | undefined;

  constructor(code: ErrorCode, message: string, info: ErrorInfo = {}) {
    super(message);
    this.name = 'SpectoolError';
    this.code = code;
    this.hint = info.hint;
    this.advice = info.advice ?? [];
    this.details = info.details;
  }
}
