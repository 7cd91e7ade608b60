import fc, { type IAsyncPropertyWithHooks } from 'fast-check';

const MINUTES = Number(process.env['SPECTOOL_FUZZ_MINUTES'] ?? 0);

/** Checks a property `rounds` times, then again with new seeds until `SPECTOOL_FUZZ_MINUTES` (at most 9) are over. */
export async function fuzz<T>(property: IAsyncPropertyWithHooks<T>, rounds: number): Promise<void> {
  const end = Date.now() + MINUTES * 60_000;
  const first = Math.trunc(Math.random() * 2 ** 30);
  let [done, seed] = [0, first];
  do {
    await fc.assert(property, { numRuns: rounds, endOnFailure: true, ...(MINUTES > 0 && { seed }) });
    done += rounds;
    seed += 1;
  } while (Date.now() < end);
  if (MINUTES > 0)
    process.stderr.write(`${String(done)} rounds, seeds ${String(first)} to ${String(seed - 1)}\n`);
}
