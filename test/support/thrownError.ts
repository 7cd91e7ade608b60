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
