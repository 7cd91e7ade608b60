import fc, { type IAsyncPropertyWithHooks } from 'fast-check';

const MINUTES = Number(process.env['SPECTOOL_FUZZ_MINUTES'] ?? 0);

/** Tries a property so many times, and again with fresh seeds for `SPECTOOL_FUZZ_MINUTES` (nine fit into a test). */
export async function fuzz<T>(property: IAsyncPropertyWithHooks<T>, rounds: number): Promise<void> {
  const end = Date.now() + MINUTES * 60_000;
  let done = 0;
  do {
    const fresh = MINUTES > 0 && { seed: Math.trunc(Math.random() * 2 ** 31) };
    await fc.assert(property, { numRuns: rounds, endOnFailure: true, ...fresh });
    done += rounds;
  } while (Date.now() < end);
  if (MINUTES > 0) process.stderr.write(`${String(done)} rounds\n`);
}
