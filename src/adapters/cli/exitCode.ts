import { ERROR_CODES, type ErrorClass, type ErrorCode } from '../../domain/errors/errorCode.js';

const EXIT_CODES: Readonly<Record<ErrorClass, number>> = { refused: 1, usage: 2, unusable: 3, busy: 4 };

/** The one place that knows which error ends the process how. */
export function exitCodeOf(code: ErrorCode): number {
  return EXIT_CODES[ERROR_CODES[code]];
}
