import { expect } from '@jest/globals';
import { SpectoolError } from '../../src/domain/errors/spectoolError.js';

/** Returns the SpectoolError that `work` throws; any other outcome fails the test. */
export function refusal(work: () => unknown): SpectoolError {
  let outcome: unknown;
  try {
    outcome = work();
  } catch (error) {
    if (error instanceof SpectoolError) return error;
    throw error;
  }
  throw new Error(`expected a SpectoolError, got ${String(outcome)}`);
}

/** Returns the SpectoolError with which the promise of `work` rejects; any other outcome fails the test. */
export async function refusalOf(work: () => Promise<unknown>): Promise<SpectoolError> {
  try {
    await work();
  } catch (error) {
    return refusal(() => {
      throw error;
    });
  }
  throw new Error('expected a SpectoolError');
}

/** Part of the message of an error, or what else the error has. */
type More = string | RegExp | object;

const found = (more: More): object =>
  typeof more === 'string'
    ? { message: expect.stringContaining(more) }
    : more instanceof RegExp
      ? { message: expect.stringMatching(more) }
      : more;

/** Expects that `work` throws a SpectoolError with this code. */
export function expectRefusal(work: () => unknown, code: string, more: More = {}): void {
  expect(refusal(work)).toMatchObject({ code, ...found(more) });
}

/** Expects that the promise of `work` rejects with a SpectoolError with this code. */
export async function expectRefusalOf(
  work: () => Promise<unknown>,
  code: string,
  more: More = {},
): Promise<void> {
  expect(await refusalOf(work)).toMatchObject({ code, ...found(more) });
}

/** True if the promise rejects, whatever its error is. */
export const isRejected = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  );
