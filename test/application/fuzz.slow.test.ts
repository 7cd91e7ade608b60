import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { TARGETS } from '../../bench/fuzz/targets.js';

/** Runs a few random cases of each property; `npm run fuzz` runs as many as time allows. */
describe('generated and mutated input', () => {
  it.each(TARGETS)('breaks nothing, loses nothing and is never printed raw: $name', async ({ property }) => {
    await fc.assert(property, { numRuns: 30 });
  });
});
