import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { TARGETS } from '../../bench/fuzz/targets.js';

/** A few cases each, other ones every time; `npm run fuzz` makes as many as there is time for. */
describe('made-up and mutated input', () => {
  it.each(TARGETS)('$name: nothing breaks, vanishes or is printed raw', async ({ property }) => {
    await fc.assert(property, { numRuns: 30 });
  });
});
