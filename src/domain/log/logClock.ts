/**
 * The highest clock a record may have. A clock counts commands, so a larger one was made up: it is damage, and it must
 * not push the clocks of honest records out of the range in which numbers count exactly.
 */
export const HIGHEST_CLOCK = 999_999_999_999;

export function isClock(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= HIGHEST_CLOCK;
}
